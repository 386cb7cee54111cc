func.func private @scale.impl(%0: tensor<2xf32>, %1: tensor<f32>) -> (tensor<2xf32>, tensor<f32>) {
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %3 = stablehlo.multiply %0, %2 : tensor<2xf32>
  %4 = stablehlo.negate %1 : tensor<f32>
  return %3, %4 : tensor<2xf32>, tensor<f32>
}
func.func private @nested.impl(%0: tensor<2xf32>) -> tensor<2xf32> {
  %1 = stablehlo.constant dense<3.0> : tensor<f32>
  %2, %3 = stablehlo.composite "my.scale" %0, %1 {decomposition = @scale.impl} : (tensor<2xf32>, tensor<f32>) -> (tensor<2xf32>, tensor<f32>)
  %4:2 = "stablehlo.composite"(%2, %3) <{composite_attributes = {axis = 0 : i64, mode = "a, }"}, decomposition = @scale.impl, name = "my.scale", version = 2 : i32}> : (tensor<2xf32>, tensor<f32>) -> (tensor<2xf32>, tensor<f32>)
  return %4#0 : tensor<2xf32>
}
func.func @main() {
  %0 = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf32>
  %1 = stablehlo.composite "my.nested" %0 {decomposition = @nested.impl} : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %1, dense<[-9.0, 18.0]> : tensor<2xf32>
  return
}
