module @lockstep attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<f32>, %arg1: tensor<2xf32> {tf.aliasing_output = 0 : i32}, %arg2: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
    %3 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %4 = stablehlo.multiply %3, %arg1 : tensor<2xf32>
    %5 = stablehlo.subtract %arg1, %4 : tensor<2xf32>
    %6 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %7 = stablehlo.multiply %6, %arg2 : tensor<2xf32>
    %8 = stablehlo.subtract %arg2, %7 : tensor<2xf32>
    return %5, %8 : tensor<2xf32>, tensor<2xf32>
  }
}
