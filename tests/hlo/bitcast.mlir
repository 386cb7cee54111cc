func.func @halves_of_a_byte() {
  %0 = stablehlo.constant dense<[18, -1, -128]> : tensor<3xi8>
  %1 = stablehlo.bitcast_convert %0 : (tensor<3xi8>) -> tensor<3x2xi4>
  check.expect_eq_const %1, dense<[[2, 1], [-1, -1], [0, -8]]> : tensor<3x2xi4>
  %2 = stablehlo.bitcast_convert %1 : (tensor<3x2xi4>) -> tensor<3xi8>
  check.expect_eq %2, %0 : tensor<3xi8>
  %3 = stablehlo.bitcast_convert %1 : (tensor<3x2xi4>) -> tensor<3x2xui4>
  check.expect_eq_const %3, dense<[[2, 1], [15, 15], [0, 8]]> : tensor<3x2xui4>
  %4 = stablehlo.bitcast_convert %3 : (tensor<3x2xui4>) -> tensor<3x2xf4E2M1FN>
  check.expect_eq_const %4, dense<[[1.0, 0.5], [-6.0, -6.0], [0.0, -0.0]]> : tensor<3x2xf4E2M1FN>
  %5 = stablehlo.bitcast_convert %3 : (tensor<3x2xui4>) -> tensor<3x2x2xi2>
  check.expect_eq_const %5, dense<[[[-2, 0], [1, 0]], [[-1, -1], [-1, -1]], [[0, 0], [0, -2]]]> : tensor<3x2x2xi2>
  return
}

// -----

func.func @codes_of_floats() {
  %0 = stablehlo.constant dense<[1.5, -2.0, 0x7F]> : tensor<3xf8E4M3FN>
  %1 = stablehlo.bitcast_convert %0 : (tensor<3xf8E4M3FN>) -> tensor<3xui8>
  check.expect_eq_const %1, dense<[60, 192, 127]> : tensor<3xui8>
  return
}

// -----

func.func @parts_of_a_complex_number() {
  %0 = stablehlo.constant dense<[(1.0, -2.0)]> : tensor<1xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
  %2 = stablehlo.imag %0 : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
  %3 = stablehlo.bitcast_convert %2 : (tensor<1xf64>) -> tensor<1x2xi32>
  check.expect_eq_const %1, dense<1.0> : tensor<1xf64>
  check.expect_eq_const %3, dense<[[0, -1073741824]]> : tensor<1x2xi32>
  return
}
