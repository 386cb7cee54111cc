module @network attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 2 : i32} {
  func.func public @main(%arg0: tensor<2x8x8x3xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<3x3x3x4xf32>, %arg2: tensor<16x5xbf16> {jax.buffer_donor = true}) -> (tensor<2x8x8x3xf32>, tensor<2x5xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<[[1.500000e+00, -2.000000e+00, 3.000000e+00, 0x7FC00000, 0.100000001], [0x7F800000, 1.000000e-30, -0.000000e+00, 6.000000e+00, 7.000000e+00]]> : tensor<2x5xf32>
    %c = stablehlo.constant dense<[[true, false, true, true, false], [false, false, true, true, true]]> : tensor<2x5xi1>
    %c_1 = stablehlo.constant dense<true> : tensor<3x7xi1>
    %c_2 = stablehlo.constant dense<[-1, 0, 9223372036854775807]> : tensor<3xi64>
    %c_3 = stablehlo.constant dense<255> : tensor<4xui8>
    %cst_4 = stablehlo.constant dense<> : tensor<0x3xf32>
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x4x4x4xf32>
    %1 = call @relu(%0) : (tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
    %2 = "stablehlo.reduce_window"(%1, %cst) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %10 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
      stablehlo.return %10 : tensor<f32>
    }) : (tensor<2x4x4x4xf32>, tensor<f32>) -> tensor<2x2x2x4xf32>
    %3 = stablehlo.reshape %2 : (tensor<2x2x2x4xf32>) -> tensor<2x16xf32>
    %4 = stablehlo.convert %arg2 : (tensor<16x5xbf16>) -> tensor<16x5xf32>
    %5 = stablehlo.dot_general %3, %4, contracting_dims = [1] x [0] : (tensor<2x16xf32>, tensor<16x5xf32>) -> tensor<2x5xf32>
    %6 = stablehlo.add %5, %cst_0 : tensor<2x5xf32>
    %7 = stablehlo.reduce(%6 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<2x5xf32>, tensor<f32>) -> tensor<2xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<2xf32>) -> tensor<2x5xf32>
    %9 = stablehlo.select %c, %6, %8 : tensor<2x5xi1>, tensor<2x5xf32>
    return %arg0, %9 : tensor<2x8x8x3xf32>, tensor<2x5xf32>
  }
  func.func private @relu(%arg0: tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<2x4x4x4xf32>
    %0 = stablehlo.maximum %arg0, %cst : tensor<2x4x4x4xf32>
    %1 = stablehlo.exponential %0 : tensor<2x4x4x4xf32>
    %2 = stablehlo.multiply %1, %1 : tensor<2x4x4x4xf32>
    %3 = stablehlo.add %2, %1 : tensor<2x4x4x4xf32>
    return %3 : tensor<2x4x4x4xf32>
  }
}
