module @lockstep attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2xui64>, %arg1: tensor<4xf32>) -> (tensor<4xf32>, tensor<3xf32>) {
    %2 = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
    %3:2 = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
    %5 = stablehlo.constant dense<2147483648> : tensor<4xui32>
    %6 = stablehlo.compare GE, %3#1, %5, UNSIGNED : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
    %7 = stablehlo.constant dense<2.000000e+00> : tensor<4xf32>
    %8 = stablehlo.multiply %arg1, %7 : tensor<4xf32>
    %9 = stablehlo.select %6, %8, %2 : tensor<4xi1>, tensor<4xf32>
    %10 = stablehlo.constant dense<[0, 1]> : tensor<2xui64>
    %11 = stablehlo.add %arg0, %10 : tensor<2xui64>
    %12:2 = stablehlo.rng_bit_generator %11, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
    %14 = stablehlo.constant dense<8> : tensor<3xui32>
    %15 = stablehlo.shift_right_logical %12#1, %14 : tensor<3xui32>
    %16 = stablehlo.convert %15 : (tensor<3xui32>) -> tensor<3xf32>
    %17 = stablehlo.constant dense<5.96046448e-08> : tensor<3xf32>
    %18 = stablehlo.multiply %16, %17 : tensor<3xf32>
    return %9, %18 : tensor<4xf32>, tensor<3xf32>
  }
}
