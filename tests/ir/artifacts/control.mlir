module @control {
  func.func public @main(%arg0: tensor<6xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<i32>) -> (tensor<6xf32>, tensor<i32>, tensor<6xf32>) {
    %c = stablehlo.constant dense<10> : tensor<i32>
    %0 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.iota dim = 0 : tensor<6xi32>
    %2:2 = "stablehlo.while"(%arg0, %arg2) ({
    ^bb0(%arg3: tensor<6xf32>, %arg4: tensor<i32>):
      %9 = stablehlo.compare LT, %arg4, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<6xf32>, %arg4: tensor<i32>):
      %9 = stablehlo.add %arg3, %arg0 : tensor<6xf32>
      %10 = stablehlo.add %arg4, %0 : tensor<i32>
      stablehlo.return %9, %10 : tensor<6xf32>, tensor<i32>
    }) : (tensor<6xf32>, tensor<i32>) -> (tensor<6xf32>, tensor<i32>)
    %3:2 = "stablehlo.sort"(%2#0, %1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>, %arg5: tensor<i32>, %arg6: tensor<i32>):
      %9 = stablehlo.compare LT, %arg3, %arg4, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    }) : (tensor<6xf32>, tensor<6xi32>) -> (tensor<6xf32>, tensor<6xi32>)
    %4 = "stablehlo.gather"(%3#0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<6xf32>, tensor<3x1xi32>) -> tensor<3xf32>
    %5 = "stablehlo.scatter"(%3#0, %arg1, %4) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %9 = stablehlo.multiply %arg3, %arg4 : tensor<f32>
      stablehlo.return %9 : tensor<f32>
    }) : (tensor<6xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<6xf32>
    %6 = stablehlo.compare GE, %2#1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = "stablehlo.if"(%6) ({
      %9 = stablehlo.negate %5 : tensor<6xf32>
      stablehlo.return %9 : tensor<6xf32>
    }, {
      stablehlo.return %arg0 : tensor<6xf32>
    }) : (tensor<i1>) -> tensor<6xf32>
    %8 = "stablehlo.all_reduce"(%7) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %9 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %9 : tensor<f32>
    }) : (tensor<6xf32>) -> tensor<6xf32>
    return %5, %2#1, %8 : tensor<6xf32>, tensor<i32>, tensor<6xf32>
  }
}
