func.func @equal_elements() {
  %0 = stablehlo.constant dense<[-2, 0, 2]> : tensor<3xi64>
  %1 = stablehlo.constant dense<[-2, 0, 2]> : tensor<3xi64>
  check.expect_eq %0, %1 : tensor<3xi64>
  check.expect_eq_const %0, dense<[-2, 0, 2]> : tensor<3xi64>
  return
}

// -----

func.func @a_nan_equals_a_nan() {
  %0 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, -0.0]> : tensor<3xf32>
  check.expect_eq_const %0, dense<[0xFFC00001, 0x7F800000, -0.0]> : tensor<3xf32>
  check.expect_almost_eq_const %0, dense<[0xFFC00001, 0x7F800000, 0.0]> : tensor<3xf32>
  check.expect_close %0, %0 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @almost_equal() {
  %0 = stablehlo.constant dense<5.0000> : tensor<f64>
  %1 = stablehlo.constant dense<5.0001> : tensor<f64>
  check.expect_almost_eq%0, %1 : tensor<f64>
  check.expect_almost_eq %0, %1, tolerance = 0.1 : tensor<f64>
  check.expect_almost_eq_const %0, dense<5.1> : tensor<f64>, tolerance = 0.11
  check.expect_almost_eq_const %0, dense<5.1> : tensor<f64> {tolerance = 0.11 : f64}
  "check.expect_almost_eq"(%0, %1) <{tolerance = 0.1 : f64}> : (tensor<f64>, tensor<f64>) -> ()
  return
}

// -----

func.func @close() {
  %0 = stablehlo.constant dense<[5.0, -0.0]> : tensor<2xf16>
  %1 = stablehlo.constant dense<[5.010, 1.2e-7]> : tensor<2xf16>
  check.expect_close %0, %1 : tensor<2xf16>, tensor<2xf16>
  check.expect_close %0, %1, max_ulp_difference = 3, min_ulp_difference = 2 : tensor<2xf16>, tensor<2xf16>
  return
}

// -----

// As custom calls; operands from inside a region's op, and from a function.
func.func private @inputs() -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}
func.func public @main() -> tensor<2xf32> {
  %0:2 = call @inputs() : () -> (tensor<2xf32>, tensor<2xf32>)
  %1 = stablehlo.add %0#0, %0#0 : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%1, %0#1) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  stablehlo.custom_call @check.expect_almost_eq(%1, %0#1) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  stablehlo.custom_call @check.expect_close(%1, %0#1) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return %1 : tensor<2xf32>
}
