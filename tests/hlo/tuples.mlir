// Tuples are taken apart while reading.
func.func private @swap(%t: tuple<tensor<i32>, tuple<tensor<2xf32>, tensor<f64>>>) -> tuple<tuple<tensor<2xf32>, tensor<f64>>, tensor<i32>> {
  %a = stablehlo.get_tuple_element %t[0] : (tuple<tensor<i32>, tuple<tensor<2xf32>, tensor<f64>>>) -> tensor<i32>
  %b = stablehlo.get_tuple_element %t[1] : (tuple<tensor<i32>, tuple<tensor<2xf32>, tensor<f64>>>) -> tuple<tensor<2xf32>, tensor<f64>>
  %r = stablehlo.tuple %b, %a : tuple<tuple<tensor<2xf32>, tensor<f64>>, tensor<i32>>
  return %r : tuple<tuple<tensor<2xf32>, tensor<f64>>, tensor<i32>>
}
func.func @main() -> tuple<tensor<i32>> {
  %0 = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %2 = stablehlo.constant dense<3.0> : tensor<f64>
  %3 = stablehlo.tuple %1, %2 : tuple<tensor<2xf32>, tensor<f64>>
  %4 = "stablehlo.tuple"(%0, %3) : (tensor<i32>, tuple<tensor<2xf32>, tensor<f64>>) -> tuple<tensor<i32>, tuple<tensor<2xf32>, tensor<f64>>>
  %5 = call @swap(%4) : (tuple<tensor<i32>, tuple<tensor<2xf32>, tensor<f64>>>) -> tuple<tuple<tensor<2xf32>, tensor<f64>>, tensor<i32>>
  %6 = "stablehlo.get_tuple_element"(%5) <{index = 1 : i32}> : (tuple<tuple<tensor<2xf32>, tensor<f64>>, tensor<i32>>) -> tensor<i32>
  check.expect_eq_const %6, dense<7> : tensor<i32>
  %7 = stablehlo.get_tuple_element %5[0] : (tuple<tuple<tensor<2xf32>, tensor<f64>>, tensor<i32>>) -> tuple<tensor<2xf32>, tensor<f64>>
  %8 = stablehlo.get_tuple_element %7[0] : (tuple<tensor<2xf32>, tensor<f64>>) -> tensor<2xf32>
  check.expect_eq_const %8, dense<[1.0, 2.0]> : tensor<2xf32>
  %9 = stablehlo.tuple %6 : tuple<tensor<i32>>
  return %9 : tuple<tensor<i32>>
}
