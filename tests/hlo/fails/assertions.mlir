// Every module here must fail.
func.func @one_element_differs() {
  %0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  check.expect_eq_const %0, dense<[[1, 2], [7, 4]]> : tensor<2x2xi64>
  return
}

// -----

func.func @zeros_differ_in_sign() {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  check.expect_eq_const %0, dense<-0.0> : tensor<f32>
  return
}

// -----

func.func @four_units_apart() {
  %0 = stablehlo.constant dense<5.0> : tensor<f16>
  %1 = stablehlo.constant dense<5.015625> : tensor<f16>
  check.expect_close %0, %1 : tensor<f16>, tensor<f16>
  return
}

// -----

func.func @too_near() {
  %0 = stablehlo.constant dense<5.0> : tensor<f32>
  check.expect_close %0, %0, min_ulp_difference = 1 : tensor<f32>, tensor<f32>
  return
}

// -----

func.func @beyond_the_tolerance() {
  %0 = stablehlo.constant dense<5.0> : tensor<f64>
  check.expect_almost_eq_const %0, dense<5.001> : tensor<f64>
  return
}

// -----

func.func @infinity_is_not_large() {
  %0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
  check.expect_almost_eq_const %0, dense<3.0e38> : tensor<f32>, tolerance = 1.0e300
  return
}

// -----

func.func @custom_call() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.constant dense<2> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%0, %1) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}

// -----

func.func @does_not_compile() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.custom_call @wonder(%0) : (tensor<i32>) -> tensor<i32>
  check.expect_eq %0, %0 : tensor<i32>
  return
}

// -----

func.func @does_not_parse() {
  %0 = stablehlo.add %1, %1 : tensor<i32>
  return
}

// -----

func.func private @twice(%0: tensor<i32>) -> tensor<i32> {
  %1 = stablehlo.add %0, %0 : tensor<i32>
  return %1 : tensor<i32>
}
func.func @main() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %1 = "interpreter.run_parallel"(%0) {programs = [[@thrice]]} : (tensor<i32>) -> tensor<i32>
  return
}
