module @lockstep attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x1x8x8xf32>, %arg1: tensor<3x1x3x3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<4x48xf32>, %arg4: tensor<2xi64>) -> (tensor<f32>) {
    %5 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x1x8x8xf32>, tensor<3x1x3x3xf32>) -> tensor<2x3x8x8xf32>
    %6 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<3xf32>) -> tensor<2x3x8x8xf32>
    %7 = stablehlo.add %5, %6 : tensor<2x3x8x8xf32>
    %8:3 = "stablehlo.batch_norm_training"(%7, %arg2, %arg2) <{epsilon = 1.000000e-05 : f32, feature_index = 1 : i64}> : (tensor<2x3x8x8xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x8x8xf32>, tensor<3xf32>, tensor<3xf32>)
    %11 = stablehlo.constant dense<0.000000e+00> : tensor<2x3x8x8xf32>
    %12 = stablehlo.maximum %8#0, %11 : tensor<2x3x8x8xf32>
    %13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %14 = "stablehlo.reduce_window"(%12, %13) <{window_strides = array<i64: 1, 1, 2, 2>, padding = dense<[[0, 0], [0, 0], [0, 0], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 1, 2, 2>, base_dilations = array<i64: 1, 1, 1, 1>, window_dilations = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg15: tensor<f32>, %arg16: tensor<f32>):
      %17 = stablehlo.maximum %arg15, %arg16 : tensor<f32>
      stablehlo.return %17 : tensor<f32>
    }) : (tensor<2x3x8x8xf32>, tensor<f32>) -> tensor<2x3x4x4xf32>
    %18 = stablehlo.reshape %14 : (tensor<2x3x4x4xf32>) -> tensor<2x48xf32>
    %19 = stablehlo.dot_general %18, %arg3, contracting_dims = [1] x [1] : (tensor<2x48xf32>, tensor<4x48xf32>) -> tensor<2x4xf32>
    %20 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %21 = stablehlo.reduce(%19 init: %20) applies stablehlo.maximum across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
    %25 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<2xf32>) -> tensor<2x4xf32>
    %26 = stablehlo.subtract %19, %25 : tensor<2x4xf32>
    %27 = stablehlo.exponential %26 : tensor<2x4xf32>
    %28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.reduce(%27 init: %28) applies stablehlo.add across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
    %33 = stablehlo.log %29 : tensor<2xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0] : (tensor<2xf32>) -> tensor<2x4xf32>
    %35 = stablehlo.subtract %26, %34 : tensor<2x4xf32>
    %36 = stablehlo.constant dense<0.000000e+00> : tensor<2x4xf32>
    %37 = stablehlo.iota dim = 1 : tensor<2x4xi64>
    %38 = stablehlo.broadcast_in_dim %arg4, dims = [0] : (tensor<2xi64>) -> tensor<2x4xi64>
    %39 = stablehlo.compare EQ, %38, %37, SIGNED : (tensor<2x4xi64>, tensor<2x4xi64>) -> tensor<2x4xi1>
    %40 = stablehlo.select %39, %35, %36 : tensor<2x4xi1>, tensor<2x4xf32>
    %41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.reduce(%40 init: %41) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>
    %46 = stablehlo.constant dense<-2.000000e+00> : tensor<f32>
    %47 = stablehlo.divide %42, %46 : tensor<f32>
    return %47 : tensor<f32>
  }
}
