// Conversions between all element types. Written by scripts/hlo_vectors.
func.func @convert_i1() {
  %x = stablehlo.constant dense<[true, false, false, true, false, false, false, false]> : tensor<8xi1>
  %0 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, false, false, true, false, false, false, false]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[1, 0, 0, 1, 0, 0, 0, 0]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[1, 0, 0, 1, 0, 0, 0, 0]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[1, 0, 0, 1, 0, 0, 0, 0]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[1, 0, 0, 1, 0, 0, 0, 0]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[1, 0, 0, 1, 0, 0, 0, 0]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[1, 0, 0, 1, 0, 0, 0, 0]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[1, 0, 0, 1, 0, 0, 0, 0]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[1, 0, 0, 1, 0, 0, 0, 0]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[1, 0, 0, 1, 0, 0, 0, 0]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[1, 0, 0, 1, 0, 0, 0, 0]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[1, 0, 0, 1, 0, 0, 0, 0]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[1, 0, 0, 1, 0, 0, 0, 0]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(1.0, 0.0), (0.0, 0.0), (0.0, 0.0), (1.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(1.0, 0.0), (0.0, 0.0), (0.0, 0.0), (1.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_i2() {
  %x = stablehlo.constant dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi2>
  %0 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, false, true, false, true, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[2, 1, 0, 1, 0, 3, 2, 2]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[14, 1, 0, 1, 0, 15, 14, 14]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[254, 1, 0, 1, 0, 255, 254, 254]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[65534, 1, 0, 1, 0, 65535, 65534, 65534]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[4294967294, 1, 0, 1, 0, 4294967295, 4294967294, 4294967294]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[18446744073709551614, 1, 0, 1, 0, 18446744073709551615, 18446744073709551614, 18446744073709551614]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[-2.0, 1.0, 0.0, 1.0, 0.0, -1.0, -2.0, -2.0]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[-2.0, 1.0, 0.0, 1.0, 0.0, -1.0, -2.0, -2.0]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[-2.0, 1.0, 0.0, 1.0, 0.0, -1.0, -2.0, -2.0]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[-2.0, 1.0, 0.0, 1.0, 0.0, -1.0, -2.0, -2.0]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[-2.0, 1.0, 0.0, 1.0, 0.0, -1.0, -2.0, -2.0]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[-2.0, 1.0, 0.0, 1.0, 0.0, -1.0, -2.0, -2.0]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[-2.0, 1.0, 0.0, 1.0, 0.0, -1.0, -2.0, -2.0]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[-2.0, 1.0, 0.0, 1.0, 0.0, -1.0, -2.0, -2.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[-2.0, 1.0, 0.0, 1.0, 0.0, -1.0, -2.0, -2.0]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[-2.0, 1.0, 0.0, 1.0, 0.0, -1.0, -2.0, -2.0]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[-2.0, 1.0, 0.0, 1.0, 0.0, -1.0, -2.0, -2.0]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[-2.0, 1.0, 0.0, 1.0, 0.0, -1.0, -2.0, -2.0]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(-2.0, 0.0), (1.0, 0.0), (0.0, 0.0), (1.0, 0.0), (0.0, 0.0), (-1.0, 0.0), (-2.0, 0.0), (-2.0, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xi2>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(-2.0, 0.0), (1.0, 0.0), (0.0, 0.0), (1.0, 0.0), (0.0, 0.0), (-1.0, 0.0), (-2.0, 0.0), (-2.0, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 1, 3, -4, 3, -5]> : tensor<8xi4>
  %0 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, false, true, true, true, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[0, -1, 0, 1, -1, 0, -1, -1]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[-8, 7, 0, 1, 3, -4, 3, -5]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[-8, 7, 0, 1, 3, -4, 3, -5]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[-8, 7, 0, 1, 3, -4, 3, -5]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[-8, 7, 0, 1, 3, -4, 3, -5]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[-8, 7, 0, 1, 3, -4, 3, -5]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[0, 3, 0, 1, 3, 0, 3, 3]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[8, 7, 0, 1, 3, 12, 3, 11]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[248, 7, 0, 1, 3, 252, 3, 251]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[65528, 7, 0, 1, 3, 65532, 3, 65531]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[4294967288, 7, 0, 1, 3, 4294967292, 3, 4294967291]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[18446744073709551608, 7, 0, 1, 3, 18446744073709551612, 3, 18446744073709551611]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[-8.0, 7.0, 0.0, 1.0, 3.0, -4.0, 3.0, -5.0]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[-8.0, 7.0, 0.0, 1.0, 3.0, -4.0, 3.0, -5.0]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[-8.0, 7.0, 0.0, 1.0, 3.0, -4.0, 3.0, -5.0]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[-8.0, 7.0, 0.0, 1.0, 3.0, -4.0, 3.0, -5.0]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[-8.0, 7.0, 0.0, 1.0, 3.0, -4.0, 3.0, -5.0]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[-8.0, 7.0, 0.0, 1.0, 3.0, -4.0, 3.0, -5.0]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[-8.0, 7.0, 0.0, 1.0, 3.0, -4.0, 3.0, -5.0]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[-6.0, 6.0, 0.0, 1.0, 3.0, -4.0, 3.0, -4.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[-8.0, 7.0, 0.0, 1.0, 3.0, -4.0, 3.0, -5.0]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[-8.0, 7.0, 0.0, 1.0, 3.0, -4.0, 3.0, -5.0]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[-8.0, 7.0, 0.0, 1.0, 3.0, -4.0, 3.0, -5.0]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[-8.0, 7.0, 0.0, 1.0, 3.0, -4.0, 3.0, -5.0]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(-8.0, 0.0), (7.0, 0.0), (0.0, 0.0), (1.0, 0.0), (3.0, 0.0), (-4.0, 0.0), (3.0, 0.0), (-5.0, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xi4>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(-8.0, 0.0), (7.0, 0.0), (0.0, 0.0), (1.0, 0.0), (3.0, 0.0), (-4.0, 0.0), (3.0, 0.0), (-5.0, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_i8() {
  %x = stablehlo.constant dense<[-128, 127, 0, 1, 63, -64, 84, -65]> : tensor<8xi8>
  %0 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, false, true, true, true, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[0, -1, 0, 1, -1, 0, 0, -1]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[0, -1, 0, 1, -1, 0, 4, -1]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[-128, 127, 0, 1, 63, -64, 84, -65]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[-128, 127, 0, 1, 63, -64, 84, -65]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[-128, 127, 0, 1, 63, -64, 84, -65]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[-128, 127, 0, 1, 63, -64, 84, -65]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[0, 3, 0, 1, 3, 0, 0, 3]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[0, 15, 0, 1, 15, 0, 4, 15]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[128, 127, 0, 1, 63, 192, 84, 191]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[65408, 127, 0, 1, 63, 65472, 84, 65471]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[4294967168, 127, 0, 1, 63, 4294967232, 84, 4294967231]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[18446744073709551488, 127, 0, 1, 63, 18446744073709551552, 84, 18446744073709551551]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[-128.0, 128.0, 0.0, 1.0, 64.0, -64.0, 80.0, -64.0]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[-128.0, 128.0, 0.0, 1.0, 64.0, -64.0, 80.0, -64.0]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[-128.0, 128.0, 0.0, 1.0, 64.0, -64.0, 80.0, -64.0]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[0xF0, 0x70, 0.0, 1.0, 0x70, 0xF0, 0x70, 0xF0]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[-128.0, 128.0, 0.0, 1.0, 64.0, -64.0, 80.0, -64.0]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[-128.0, 128.0, 0.0, 1.0, 64.0, -64.0, 80.0, -64.0]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[0x80, 0x80, 0.0, 1.0, 0x80, 0x80, 0x80, 0x80]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[-6.0, 6.0, 0.0, 1.0, 6.0, -6.0, 6.0, -6.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[-128.0, 127.0, 0.0, 1.0, 63.0, -64.0, 84.0, -65.0]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[-128.0, 127.0, 0.0, 1.0, 63.0, -64.0, 84.0, -65.0]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[-128.0, 127.0, 0.0, 1.0, 63.0, -64.0, 84.0, -65.0]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[-128.0, 127.0, 0.0, 1.0, 63.0, -64.0, 84.0, -65.0]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(-128.0, 0.0), (127.0, 0.0), (0.0, 0.0), (1.0, 0.0), (63.0, 0.0), (-64.0, 0.0), (84.0, 0.0), (-65.0, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xi8>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(-128.0, 0.0), (127.0, 0.0), (0.0, 0.0), (1.0, 0.0), (63.0, 0.0), (-64.0, 0.0), (84.0, 0.0), (-65.0, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 0, 1, 16383, -16384, 8701, -27294]> : tensor<8xi16>
  %0 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, false, true, true, true, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[0, -1, 0, 1, -1, 0, 1, -2]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[0, -1, 0, 1, -1, 0, -3, 2]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[0, -1, 0, 1, -1, 0, -3, 98]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[-32768, 32767, 0, 1, 16383, -16384, 8701, -27294]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[-32768, 32767, 0, 1, 16383, -16384, 8701, -27294]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[-32768, 32767, 0, 1, 16383, -16384, 8701, -27294]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[0, 3, 0, 1, 3, 0, 1, 2]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[0, 15, 0, 1, 15, 0, 13, 2]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[0, 255, 0, 1, 255, 0, 253, 98]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[32768, 32767, 0, 1, 16383, 49152, 8701, 38242]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[4294934528, 32767, 0, 1, 16383, 4294950912, 8701, 4294940002]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[18446744073709518848, 32767, 0, 1, 16383, 18446744073709535232, 8701, 18446744073709524322]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[-32768.0, 32768.0, 0.0, 1.0, 16384.0, -16384.0, 8192.0, -28672.0]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[0xFF, 0x7F, 0.0, 1.0, 0x7F, 0xFF, 0x7F, 0xFF]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[0xF8, 0x78, 0.0, 1.0, 0x78, 0xF8, 0x78, 0xF8]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[0xF0, 0x70, 0.0, 1.0, 0x70, 0xF0, 0x70, 0xF0]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[0x80, 0x80, 0.0, 1.0, 0x80, 0x80, 0x80, 0x80]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[-32768.0, 32768.0, 0.0, 1.0, 16384.0, -16384.0, 8192.0, -28672.0]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[0x80, 0x80, 0.0, 1.0, 0x80, 0x80, 0x80, 0x80]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[-6.0, 6.0, 0.0, 1.0, 6.0, -6.0, 6.0, -6.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[-32768.0, 32768.0, 0.0, 1.0, 16384.0, -16384.0, 8704.0, -27296.0]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[-32768.0, 32768.0, 0.0, 1.0, 16384.0, -16384.0, 8704.0, -27264.0]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[-32768.0, 32767.0, 0.0, 1.0, 16383.0, -16384.0, 8701.0, -27294.0]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[-32768.0, 32767.0, 0.0, 1.0, 16383.0, -16384.0, 8701.0, -27294.0]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(-32768.0, 0.0), (32767.0, 0.0), (0.0, 0.0), (1.0, 0.0), (16383.0, 0.0), (-16384.0, 0.0), (8701.0, 0.0), (-27294.0, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xi16>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(-32768.0, 0.0), (32767.0, 0.0), (0.0, 0.0), (1.0, 0.0), (16383.0, 0.0), (-16384.0, 0.0), (8701.0, 0.0), (-27294.0, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_i32() {
  %x = stablehlo.constant dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, -1420013848, 1627798387]> : tensor<8xi32>
  %0 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, false, true, true, true, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[0, -1, 0, 1, -1, 0, 0, -1]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[0, -1, 0, 1, -1, 0, -8, 3]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[0, -1, 0, 1, -1, 0, -24, 115]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[0, -1, 0, 1, -1, 0, 20200, 15219]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, -1420013848, 1627798387]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, -1420013848, 1627798387]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[0, 3, 0, 1, 3, 0, 0, 3]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[0, 15, 0, 1, 15, 0, 8, 3]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[0, 255, 0, 1, 255, 0, 232, 115]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[0, 65535, 0, 1, 65535, 0, 20200, 15219]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[2147483648, 2147483647, 0, 1, 1073741823, 3221225472, 2874953448, 1627798387]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[18446744071562067968, 2147483647, 0, 1, 1073741823, 18446744072635809792, 18446744072289537768, 1627798387]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[0xFC, 0x7C, 0.0, 1.0, 0x7C, 0xFC, 0xFC, 0x7C]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[0xFF, 0x7F, 0.0, 1.0, 0x7F, 0xFF, 0xFF, 0x7F]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[0xF8, 0x78, 0.0, 1.0, 0x78, 0xF8, 0xF8, 0x78]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[0xF0, 0x70, 0.0, 1.0, 0x70, 0xF0, 0xF0, 0x70]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[0x80, 0x80, 0.0, 1.0, 0x80, 0x80, 0x80, 0x80]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[0x80, 0x80, 0.0, 1.0, 0x80, 0x80, 0x80, 0x80]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[0x80, 0x80, 0.0, 1.0, 0x80, 0x80, 0x80, 0x80]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[-6.0, 6.0, 0.0, 1.0, 6.0, -6.0, -6.0, 6.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[0xFC00, 0x7C00, 0.0, 1.0, 0x7C00, 0xFC00, 0xFC00, 0x7C00]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[-2.1474836e+09, 2.1474836e+09, 0.0, 1.0, 1.0737418e+09, -1.0737418e+09, -1.4176748e+09, 1.62739e+09]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[-2.1474836e+09, 2.1474836e+09, 0.0, 1.0, 1.0737418e+09, -1.0737418e+09, -1.4200138e+09, 1.6277984e+09]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[-2.147483648e+09, 2.147483647e+09, 0.0, 1.0, 1.073741823e+09, -1.073741824e+09, -1.420013848e+09, 1.627798387e+09]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(-2.1474836e+09, 0.0), (2.1474836e+09, 0.0), (0.0, 0.0), (1.0, 0.0), (1.0737418e+09, 0.0), (-1.0737418e+09, 0.0), (-1.4200138e+09, 0.0), (1.6277984e+09, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xi32>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(-2.147483648e+09, 0.0), (2.147483647e+09, 0.0), (0.0, 0.0), (1.0, 0.0), (1.073741823e+09, 0.0), (-1.073741824e+09, 0.0), (-1.420013848e+09, 0.0), (1.627798387e+09, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, -4611686018427387904, -3722825649529268131, 624618355754654662]> : tensor<8xi64>
  %0 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, false, true, true, true, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[0, -1, 0, 1, -1, 0, 1, -2]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[0, -1, 0, 1, -1, 0, -3, 6]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[0, -1, 0, 1, -1, 0, 93, -58]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[0, -1, 0, 1, -1, 0, 22621, -9274]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[0, -1, 0, 1, -1, 0, -820488099, -823010362]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, -4611686018427387904, -3722825649529268131, 624618355754654662]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[0, 3, 0, 1, 3, 0, 1, 2]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[0, 15, 0, 1, 15, 0, 13, 6]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[0, 255, 0, 1, 255, 0, 93, 198]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[0, 65535, 0, 1, 65535, 0, 22621, 56262]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[0, 4294967295, 0, 1, 4294967295, 0, 3474479197, 3471956934]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, 13835058055282163712, 14723918424180283485, 624618355754654662]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[0xFC, 0x7C, 0.0, 1.0, 0x7C, 0xFC, 0xFC, 0x7C]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[0xFF, 0x7F, 0.0, 1.0, 0x7F, 0xFF, 0xFF, 0x7F]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[0xF8, 0x78, 0.0, 1.0, 0x78, 0xF8, 0xF8, 0x78]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[0xF0, 0x70, 0.0, 1.0, 0x70, 0xF0, 0xF0, 0x70]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[0x80, 0x80, 0.0, 1.0, 0x80, 0x80, 0x80, 0x80]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[0x80, 0x80, 0.0, 1.0, 0x80, 0x80, 0x80, 0x80]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[0x80, 0x80, 0.0, 1.0, 0x80, 0x80, 0x80, 0x80]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[-6.0, 6.0, 0.0, 1.0, 6.0, -6.0, -6.0, 6.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[0xFC00, 0x7C00, 0.0, 1.0, 0x7C00, 0xFC00, 0xFC00, 0x7C00]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[-9.223372e+18, 9.223372e+18, 0.0, 1.0, 4.611686e+18, -4.611686e+18, -3.7289805e+18, 6.2600035e+17]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[-9.223372e+18, 9.223372e+18, 0.0, 1.0, 4.611686e+18, -4.611686e+18, -3.7228257e+18, 6.246183e+17]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[-9.223372036854776e+18, 9.223372036854776e+18, 0.0, 1.0, 4.611686018427388e+18, -4.611686018427388e+18, -3.722825649529268e+18, 6.246183557546547e+17]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(-9.223372e+18, 0.0), (9.223372e+18, 0.0), (0.0, 0.0), (1.0, 0.0), (4.611686e+18, 0.0), (-4.611686e+18, 0.0), (-3.7228257e+18, 0.0), (6.246183e+17, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(-9.223372036854776e+18, 0.0), (9.223372036854776e+18, 0.0), (0.0, 0.0), (1.0, 0.0), (4.611686018427388e+18, 0.0), (-4.611686018427388e+18, 0.0), (-3.722825649529268e+18, 0.0), (6.246183557546547e+17, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_ui2() {
  %x = stablehlo.constant dense<[0, 3, 0, 1, 1, 0, 3, 0]> : tensor<8xui2>
  %0 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[false, true, false, true, true, false, true, false]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[0, -1, 0, 1, 1, 0, -1, 0]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[0, 3, 0, 1, 1, 0, 3, 0]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[0, 3, 0, 1, 1, 0, 3, 0]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[0, 3, 0, 1, 1, 0, 3, 0]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[0, 3, 0, 1, 1, 0, 3, 0]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[0, 3, 0, 1, 1, 0, 3, 0]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[0, 3, 0, 1, 1, 0, 3, 0]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[0, 3, 0, 1, 1, 0, 3, 0]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[0, 3, 0, 1, 1, 0, 3, 0]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[0, 3, 0, 1, 1, 0, 3, 0]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[0, 3, 0, 1, 1, 0, 3, 0]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[0, 3, 0, 1, 1, 0, 3, 0]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[0.0, 3.0, 0.0, 1.0, 1.0, 0.0, 3.0, 0.0]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[0.0, 3.0, 0.0, 1.0, 1.0, 0.0, 3.0, 0.0]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[0.0, 3.0, 0.0, 1.0, 1.0, 0.0, 3.0, 0.0]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[0.0, 3.0, 0.0, 1.0, 1.0, 0.0, 3.0, 0.0]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[0.0, 3.0, 0.0, 1.0, 1.0, 0.0, 3.0, 0.0]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[0.0, 3.0, 0.0, 1.0, 1.0, 0.0, 3.0, 0.0]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[0.0, 3.0, 0.0, 1.0, 1.0, 0.0, 3.0, 0.0]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[0.0, 3.0, 0.0, 1.0, 1.0, 0.0, 3.0, 0.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[0.0, 3.0, 0.0, 1.0, 1.0, 0.0, 3.0, 0.0]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[0.0, 3.0, 0.0, 1.0, 1.0, 0.0, 3.0, 0.0]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[0.0, 3.0, 0.0, 1.0, 1.0, 0.0, 3.0, 0.0]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[0.0, 3.0, 0.0, 1.0, 1.0, 0.0, 3.0, 0.0]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(0.0, 0.0), (3.0, 0.0), (0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 0.0), (3.0, 0.0), (0.0, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xui2>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(0.0, 0.0), (3.0, 0.0), (0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 0.0), (3.0, 0.0), (0.0, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_ui4() {
  %x = stablehlo.constant dense<[0, 15, 0, 1, 7, 0, 15, 11]> : tensor<8xui4>
  %0 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[false, true, false, true, true, false, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[0, -1, 0, 1, -1, 0, -1, -1]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[0, -1, 0, 1, 7, 0, -1, -5]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[0, 15, 0, 1, 7, 0, 15, 11]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[0, 15, 0, 1, 7, 0, 15, 11]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[0, 15, 0, 1, 7, 0, 15, 11]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[0, 15, 0, 1, 7, 0, 15, 11]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[0, 3, 0, 1, 3, 0, 3, 3]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[0, 15, 0, 1, 7, 0, 15, 11]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[0, 15, 0, 1, 7, 0, 15, 11]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[0, 15, 0, 1, 7, 0, 15, 11]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[0, 15, 0, 1, 7, 0, 15, 11]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[0, 15, 0, 1, 7, 0, 15, 11]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[0.0, 16.0, 0.0, 1.0, 7.0, 0.0, 16.0, 12.0]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[0.0, 15.0, 0.0, 1.0, 7.0, 0.0, 15.0, 11.0]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[0.0, 15.0, 0.0, 1.0, 7.0, 0.0, 15.0, 11.0]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[0.0, 15.0, 0.0, 1.0, 7.0, 0.0, 15.0, 11.0]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[0.0, 15.0, 0.0, 1.0, 7.0, 0.0, 15.0, 11.0]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[0.0, 16.0, 0.0, 1.0, 7.0, 0.0, 16.0, 12.0]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[0.0, 15.0, 0.0, 1.0, 7.0, 0.0, 15.0, 11.0]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[0.0, 6.0, 0.0, 1.0, 6.0, 0.0, 6.0, 6.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[0.0, 15.0, 0.0, 1.0, 7.0, 0.0, 15.0, 11.0]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[0.0, 15.0, 0.0, 1.0, 7.0, 0.0, 15.0, 11.0]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[0.0, 15.0, 0.0, 1.0, 7.0, 0.0, 15.0, 11.0]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[0.0, 15.0, 0.0, 1.0, 7.0, 0.0, 15.0, 11.0]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(0.0, 0.0), (15.0, 0.0), (0.0, 0.0), (1.0, 0.0), (7.0, 0.0), (0.0, 0.0), (15.0, 0.0), (11.0, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xui4>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(0.0, 0.0), (15.0, 0.0), (0.0, 0.0), (1.0, 0.0), (7.0, 0.0), (0.0, 0.0), (15.0, 0.0), (11.0, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_ui8() {
  %x = stablehlo.constant dense<[0, 255, 0, 1, 127, 0, 248, 117]> : tensor<8xui8>
  %0 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[false, true, false, true, true, false, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[0, -1, 0, 1, -1, 0, 0, 1]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[0, -1, 0, 1, -1, 0, -8, 5]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[0, -1, 0, 1, 127, 0, -8, 117]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[0, 255, 0, 1, 127, 0, 248, 117]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[0, 255, 0, 1, 127, 0, 248, 117]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[0, 255, 0, 1, 127, 0, 248, 117]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[0, 3, 0, 1, 3, 0, 0, 1]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[0, 15, 0, 1, 15, 0, 8, 5]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[0, 255, 0, 1, 127, 0, 248, 117]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[0, 255, 0, 1, 127, 0, 248, 117]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[0, 255, 0, 1, 127, 0, 248, 117]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[0, 255, 0, 1, 127, 0, 248, 117]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[0.0, 256.0, 0.0, 1.0, 128.0, 0.0, 256.0, 112.0]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[0.0, 256.0, 0.0, 1.0, 128.0, 0.0, 256.0, 120.0]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[0.0, 0x78, 0.0, 1.0, 128.0, 0.0, 0x78, 120.0]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[0.0, 0x70, 0.0, 1.0, 0x70, 0.0, 0x70, 0x70]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[0.0, 0x80, 0.0, 1.0, 128.0, 0.0, 0x80, 120.0]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[0.0, 256.0, 0.0, 1.0, 128.0, 0.0, 256.0, 112.0]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[0.0, 0x80, 0.0, 1.0, 0x80, 0.0, 0x80, 0x80]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[0.0, 6.0, 0.0, 1.0, 6.0, 0.0, 6.0, 6.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[0.0, 255.0, 0.0, 1.0, 127.0, 0.0, 248.0, 117.0]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[0.0, 255.0, 0.0, 1.0, 127.0, 0.0, 248.0, 117.0]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[0.0, 255.0, 0.0, 1.0, 127.0, 0.0, 248.0, 117.0]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[0.0, 255.0, 0.0, 1.0, 127.0, 0.0, 248.0, 117.0]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(0.0, 0.0), (255.0, 0.0), (0.0, 0.0), (1.0, 0.0), (127.0, 0.0), (0.0, 0.0), (248.0, 0.0), (117.0, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xui8>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(0.0, 0.0), (255.0, 0.0), (0.0, 0.0), (1.0, 0.0), (127.0, 0.0), (0.0, 0.0), (248.0, 0.0), (117.0, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_ui16() {
  %x = stablehlo.constant dense<[0, 65535, 0, 1, 32767, 0, 33431, 46280]> : tensor<8xui16>
  %0 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[false, true, false, true, true, false, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[0, -1, 0, 1, -1, 0, -1, 0]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[0, -1, 0, 1, -1, 0, 7, -8]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[0, -1, 0, 1, -1, 0, -105, -56]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[0, -1, 0, 1, 32767, 0, -32105, -19256]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[0, 65535, 0, 1, 32767, 0, 33431, 46280]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[0, 65535, 0, 1, 32767, 0, 33431, 46280]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[0, 3, 0, 1, 3, 0, 3, 0]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[0, 15, 0, 1, 15, 0, 7, 8]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[0, 255, 0, 1, 255, 0, 151, 200]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[0, 65535, 0, 1, 32767, 0, 33431, 46280]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[0, 65535, 0, 1, 32767, 0, 33431, 46280]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[0, 65535, 0, 1, 32767, 0, 33431, 46280]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[0.0, 0x7C, 0.0, 1.0, 32768.0, 0.0, 32768.0, 49152.0]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[0.0, 0x7F, 0.0, 1.0, 0x7F, 0.0, 0x7F, 0x7F]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[0.0, 0x78, 0.0, 1.0, 0x78, 0.0, 0x78, 0x78]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[0.0, 0x70, 0.0, 1.0, 0x70, 0.0, 0x70, 0x70]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[0.0, 0x80, 0.0, 1.0, 0x80, 0.0, 0x80, 0x80]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[0.0, 0x80, 0.0, 1.0, 32768.0, 0.0, 32768.0, 49152.0]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[0.0, 0x80, 0.0, 1.0, 0x80, 0.0, 0x80, 0x80]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[0.0, 6.0, 0.0, 1.0, 6.0, 0.0, 6.0, 6.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[0.0, 0x7C00, 0.0, 1.0, 32768.0, 0.0, 33440.0, 46272.0]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[0.0, 65536.0, 0.0, 1.0, 32768.0, 0.0, 33536.0, 46336.0]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[0.0, 65535.0, 0.0, 1.0, 32767.0, 0.0, 33431.0, 46280.0]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[0.0, 65535.0, 0.0, 1.0, 32767.0, 0.0, 33431.0, 46280.0]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(0.0, 0.0), (65535.0, 0.0), (0.0, 0.0), (1.0, 0.0), (32767.0, 0.0), (0.0, 0.0), (33431.0, 0.0), (46280.0, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xui16>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(0.0, 0.0), (65535.0, 0.0), (0.0, 0.0), (1.0, 0.0), (32767.0, 0.0), (0.0, 0.0), (33431.0, 0.0), (46280.0, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_ui32() {
  %x = stablehlo.constant dense<[0, 4294967295, 0, 1, 2147483647, 0, 2497775793, 3982735543]> : tensor<8xui32>
  %0 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[false, true, false, true, true, false, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[0, -1, 0, 1, -1, 0, 1, -1]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[0, -1, 0, 1, -1, 0, 1, 7]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[0, -1, 0, 1, -1, 0, -79, -73]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[0, -1, 0, 1, -1, 0, 2225, -18249]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[0, -1, 0, 1, 2147483647, 0, -1797191503, -312231753]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[0, 4294967295, 0, 1, 2147483647, 0, 2497775793, 3982735543]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[0, 3, 0, 1, 3, 0, 1, 3]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[0, 15, 0, 1, 15, 0, 1, 7]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[0, 255, 0, 1, 255, 0, 177, 183]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[0, 65535, 0, 1, 65535, 0, 2225, 47287]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[0, 4294967295, 0, 1, 2147483647, 0, 2497775793, 3982735543]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[0, 4294967295, 0, 1, 2147483647, 0, 2497775793, 3982735543]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[0.0, 0x7C, 0.0, 1.0, 0x7C, 0.0, 0x7C, 0x7C]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[0.0, 0x7F, 0.0, 1.0, 0x7F, 0.0, 0x7F, 0x7F]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[0.0, 0x78, 0.0, 1.0, 0x78, 0.0, 0x78, 0x78]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[0.0, 0x70, 0.0, 1.0, 0x70, 0.0, 0x70, 0x70]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[0.0, 0x80, 0.0, 1.0, 0x80, 0.0, 0x80, 0x80]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[0.0, 0x80, 0.0, 1.0, 0x80, 0.0, 0x80, 0x80]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[0.0, 0x80, 0.0, 1.0, 0x80, 0.0, 0x80, 0x80]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[0.0, 6.0, 0.0, 1.0, 6.0, 0.0, 6.0, 6.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[0.0, 0x7C00, 0.0, 1.0, 0x7C00, 0.0, 0x7C00, 0x7C00]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[0.0, 4.2949673e+09, 0.0, 1.0, 2.1474836e+09, 0.0, 2.4998052e+09, 3.9762002e+09]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[0.0, 4.2949673e+09, 0.0, 1.0, 2.1474836e+09, 0.0, 2.4977759e+09, 3.9827356e+09]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[0.0, 4.294967295e+09, 0.0, 1.0, 2.147483647e+09, 0.0, 2.497775793e+09, 3.982735543e+09]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(0.0, 0.0), (4.2949673e+09, 0.0), (0.0, 0.0), (1.0, 0.0), (2.1474836e+09, 0.0), (0.0, 0.0), (2.4977759e+09, 0.0), (3.9827356e+09, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xui32>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(0.0, 0.0), (4.294967295e+09, 0.0), (0.0, 0.0), (1.0, 0.0), (2.147483647e+09, 0.0), (0.0, 0.0), (2.497775793e+09, 0.0), (3.982735543e+09, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_ui64() {
  %x = stablehlo.constant dense<[0, 18446744073709551615, 0, 1, 9223372036854775807, 0, 767058538845161176, 1058054356203186690]> : tensor<8xui64>
  %0 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[false, true, false, true, true, false, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[0, -1, 0, 1, -1, 0, 0, -2]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[0, -1, 0, 1, -1, 0, -8, 2]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[0, -1, 0, 1, -1, 0, -40, 2]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[0, -1, 0, 1, -1, 0, -14632, -22014]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[0, -1, 0, 1, -1, 0, 1372309208, -963925502]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[0, -1, 0, 1, 9223372036854775807, 0, 767058538845161176, 1058054356203186690]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[0, 3, 0, 1, 3, 0, 0, 2]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[0, 15, 0, 1, 15, 0, 8, 2]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[0, 255, 0, 1, 255, 0, 216, 2]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[0, 65535, 0, 1, 65535, 0, 50904, 43522]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[0, 4294967295, 0, 1, 4294967295, 0, 1372309208, 3331041794]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[0, 18446744073709551615, 0, 1, 9223372036854775807, 0, 767058538845161176, 1058054356203186690]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[0.0, 0x7C, 0.0, 1.0, 0x7C, 0.0, 0x7C, 0x7C]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[0.0, 0x7F, 0.0, 1.0, 0x7F, 0.0, 0x7F, 0x7F]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[0.0, 0x78, 0.0, 1.0, 0x78, 0.0, 0x78, 0x78]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[0.0, 0x70, 0.0, 1.0, 0x70, 0.0, 0x70, 0x70]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[0.0, 0x80, 0.0, 1.0, 0x80, 0.0, 0x80, 0x80]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[0.0, 0x80, 0.0, 1.0, 0x80, 0.0, 0x80, 0x80]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[0.0, 0x80, 0.0, 1.0, 0x80, 0.0, 0x80, 0x80]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[0.0, 6.0, 0.0, 1.0, 6.0, 0.0, 6.0, 6.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[0.0, 0x7C00, 0.0, 1.0, 0x7C00, 0.0, 0x7C00, 0x7C00]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[0.0, 1.8446744e+19, 0.0, 1.0, 9.223372e+18, 0.0, 7.6561194e+17, 1.0583459e+18]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[0.0, 1.8446744e+19, 0.0, 1.0, 9.223372e+18, 0.0, 7.6705855e+17, 1.05805434e+18]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[0.0, 1.8446744073709552e+19, 0.0, 1.0, 9.223372036854776e+18, 0.0, 7.670585388451612e+17, 1.0580543562031867e+18]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(0.0, 0.0), (1.8446744e+19, 0.0), (0.0, 0.0), (1.0, 0.0), (9.223372e+18, 0.0), (0.0, 0.0), (7.6705855e+17, 0.0), (1.05805434e+18, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xui64>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(0.0, 0.0), (1.8446744073709552e+19, 0.0), (0.0, 0.0), (1.0, 0.0), (9.223372036854776e+18, 0.0), (0.0, 0.0), (7.670585388451612e+17, 0.0), (1.0580543562031867e+18, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_f8E5M2() {
  %x = stablehlo.constant dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %0 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[1, -2, 1, 1, 0, 1, 1, 0]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[6, -6, 6, 4, 0, 6, 5, 0]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[6, -6, 6, 4, 0, 6, 5, 0]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[6, -6, 6, 4, 0, 6, 5, 0]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[6, -6, 6, 4, 0, 6, 5, 0]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[6, -6, 6, 4, 0, 6, 5, 0]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[3, 0, 3, 3, 0, 3, 3, 0]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[6, 0, 6, 4, 0, 6, 5, 0]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[6, 0, 6, 4, 0, 6, 5, 0]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[6, 0, 6, 4, 0, 6, 5, 0]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[6, 0, 6, 4, 0, 6, 5, 0]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[6, 0, 6, 4, 0, 6, 5, 0]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[6.0, -6.0, 6.0, 4.0, 0.0, 6.0, 4.0, 0.5]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(6.0, 0.0), (-6.0, 0.0), (6.0, 0.0), (4.0, 0.0), (0.125, 0.0), (6.0, 0.0), (5.0, 0.0), (0.375, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xf8E5M2>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(6.0, 0.0), (-6.0, 0.0), (6.0, 0.0), (4.0, 0.0), (0.125, 0.0), (6.0, 0.0), (5.0, 0.0), (0.375, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %0 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[1, -2, 1, 0, -2, 1, 1, -2]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[1, -2, 5, 0, -4, 5, 1, -3]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[1, -2, 5, 0, -4, 5, 1, -3]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[1, -2, 5, 0, -4, 5, 1, -3]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[1, -2, 5, 0, -4, 5, 1, -3]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[1, -2, 5, 0, -4, 5, 1, -3]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[1, 0, 3, 0, 0, 3, 1, 0]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[1, 0, 5, 0, 0, 5, 1, 0]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[1, 0, 5, 0, 0, 5, 1, 0]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[1, 0, 5, 0, 0, 5, 1, 0]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[1, 0, 5, 0, 0, 5, 1, 0]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[1, 0, 5, 0, 0, 5, 1, 0]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[1.5, -2.0, 6.0, 0.4375, -4.0, 5.0, 1.5, -3.0]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[1.5, -2.0, 6.0, 0.4375, -4.0, 5.0, 1.5, -3.0]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[1.5, -2.0, 6.0, 0.5, -4.0, 4.0, 1.5, -3.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(1.625, 0.0), (-2.25, 0.0), (5.5, 0.0), (0.4375, 0.0), (-4.0, 0.0), (5.0, 0.0), (1.625, 0.0), (-3.0, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xf8E4M3FN>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(1.625, 0.0), (-2.25, 0.0), (5.5, 0.0), (0.4375, 0.0), (-4.0, 0.0), (5.0, 0.0), (1.625, 0.0), (-3.0, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_f8E4M3() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %0 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[1, -2, 1, 1, 0, 1, 1, 0]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[6, -5, 6, 4, 0, 6, 5, 0]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[6, -5, 6, 4, 0, 6, 5, 0]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[6, -5, 6, 4, 0, 6, 5, 0]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[6, -5, 6, 4, 0, 6, 5, 0]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[6, -5, 6, 4, 0, 6, 5, 0]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[3, 0, 3, 3, 0, 3, 3, 0]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[6, 0, 6, 4, 0, 6, 5, 0]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[6, 0, 6, 4, 0, 6, 5, 0]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[6, 0, 6, 4, 0, 6, 5, 0]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[6, 0, 6, 4, 0, 6, 5, 0]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[6, 0, 6, 4, 0, 6, 5, 0]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 6.0, 0.375]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 6.0, 0.375]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[6.0, -6.0, 6.0, 4.0, 0.0, 6.0, 6.0, 0.5]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(6.0, 0.0), (-5.5, 0.0), (6.0, 0.0), (4.5, 0.0), (0.140625, 0.0), (6.0, 0.0), (5.5, 0.0), (0.34375, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xf8E4M3>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(6.0, 0.0), (-5.5, 0.0), (6.0, 0.0), (4.5, 0.0), (0.140625, 0.0), (6.0, 0.0), (5.5, 0.0), (0.34375, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_f8E3M4() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %0 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[1, -2, 1, 1, 0, 1, 1, 0]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[6, -5, 6, 4, 0, 5, 5, 0]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[6, -5, 6, 4, 0, 5, 5, 0]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[6, -5, 6, 4, 0, 5, 5, 0]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[6, -5, 6, 4, 0, 5, 5, 0]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[6, -5, 6, 4, 0, 5, 5, 0]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[3, 0, 3, 3, 0, 3, 3, 0]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[6, 0, 6, 4, 0, 5, 5, 0]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[6, 0, 6, 4, 0, 5, 5, 0]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[6, 0, 6, 4, 0, 5, 5, 0]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[6, 0, 6, 4, 0, 5, 5, 0]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[6, 0, 6, 4, 0, 5, 5, 0]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[6.0, -5.5, 6.0, 4.0, 0.140625, 6.0, 5.0, 0.375]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[6.0, -5.5, 6.0, 4.0, 0.140625, 6.0, 5.0, 0.375]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[6.0, -5.5, 6.0, 4.0, 0.140625, 6.0, 5.0, 0.375]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[6.0, -5.5, 6.0, 4.0, 0.140625, 6.0, 5.0, 0.375]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[6.0, -6.0, 6.0, 4.0, 0.0, 6.0, 6.0, 0.5]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(6.0, 0.0), (-5.5, 0.0), (6.0, 0.0), (4.25, 0.0), (0.140625, 0.0), (5.75, 0.0), (5.25, 0.0), (0.359375, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xf8E3M4>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(6.0, 0.0), (-5.5, 0.0), (6.0, 0.0), (4.25, 0.0), (0.140625, 0.0), (5.75, 0.0), (5.25, 0.0), (0.359375, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %0 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[-1, 1, -1, 1, -2, 1, 1, 1]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[-1, 3, -1, 5, -5, 3, 4, 3]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[-1, 3, -1, 5, -5, 3, 4, 3]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[-1, 3, -1, 5, -5, 3, 4, 3]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[-1, 3, -1, 5, -5, 3, 4, 3]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[-1, 3, -1, 5, -5, 3, 4, 3]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[0, 3, 0, 3, 0, 3, 3, 3]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[0, 3, 0, 5, 0, 3, 4, 3]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[0, 3, 0, 5, 0, 3, 4, 3]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[0, 3, 0, 5, 0, 3, 4, 3]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[0, 3, 0, 5, 0, 3, 4, 3]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[0, 3, 0, 5, 0, 3, 4, 3]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[-1.0, 4.0, -1.0, 6.0, -6.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[-1.0, 4.0, -1.0, 6.0, -6.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[-1.0, 4.0, -1.0, 6.0, -6.0, 4.0, 4.0, 4.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(-1.125, 0.0), (3.75, 0.0), (-1.125, 0.0), (5.5, 0.0), (-5.5, 0.0), (3.5, 0.0), (4.5, 0.0), (3.75, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(-1.125, 0.0), (3.75, 0.0), (-1.125, 0.0), (5.5, 0.0), (-5.5, 0.0), (3.5, 0.0), (4.5, 0.0), (3.75, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %0 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[-1, 1, -1, 1, -2, 1, 1, 1]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[-1, 3, -1, 5, -5, 3, 4, 4]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[-1, 3, -1, 5, -5, 3, 4, 4]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[-1, 3, -1, 5, -5, 3, 4, 4]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[-1, 3, -1, 5, -5, 3, 4, 4]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[-1, 3, -1, 5, -5, 3, 4, 4]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[0, 3, 0, 3, 0, 3, 3, 3]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[0, 3, 0, 5, 0, 3, 4, 4]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[0, 3, 0, 5, 0, 3, 4, 4]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[0, 3, 0, 5, 0, 3, 4, 4]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[0, 3, 0, 5, 0, 3, 4, 4]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[0, 3, 0, 5, 0, 3, 4, 4]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[-1.0, 4.0, -1.0, 4.0, -4.0, 4.0, 4.0, 4.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(-1.25, 0.0), (3.5, 0.0), (-1.0, 0.0), (5.0, 0.0), (-5.0, 0.0), (3.5, 0.0), (4.0, 0.0), (4.0, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(-1.25, 0.0), (3.5, 0.0), (-1.0, 0.0), (5.0, 0.0), (-5.0, 0.0), (3.5, 0.0), (4.0, 0.0), (4.0, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %0 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[-2, 1, 1, 1, -2, -2, 0, 1]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[-5, 1, 2, 1, -6, -2, 0, 2]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[-5, 1, 2, 1, -6, -2, 0, 2]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[-5, 1, 2, 1, -6, -2, 0, 2]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[-5, 1, 2, 1, -6, -2, 0, 2]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[-5, 1, 2, 1, -6, -2, 0, 2]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[0, 1, 2, 1, 0, 0, 0, 2]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[0, 1, 2, 1, 0, 0, 0, 2]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[0, 1, 2, 1, 0, 0, 0, 2]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[0, 1, 2, 1, 0, 0, 0, 2]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[0, 1, 2, 1, 0, 0, 0, 2]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[0, 1, 2, 1, 0, 0, 0, 2]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[-5.0, 2.0, 2.0, 1.25, -6.0, -2.5, 0.375, 2.0]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[-5.0, 2.0, 2.0, 1.25, -6.0, -2.5, 0.375, 2.0]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[-4.0, 2.0, 2.0, 1.0, -6.0, -2.0, 0.5, 2.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(-5.0, 0.0), (1.875, 0.0), (2.25, 0.0), (1.25, 0.0), (-6.0, 0.0), (-2.5, 0.0), (0.40625, 0.0), (2.25, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(-5.0, 0.0), (1.875, 0.0), (2.25, 0.0), (1.25, 0.0), (-6.0, 0.0), (-2.5, 0.0), (0.40625, 0.0), (2.25, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_f4E2M1FN() {
  %x = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %0 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[1, 1, 1, 1, -1, 1, 0, -2]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[3, 3, 3, 4, -1, 4, 0, -4]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[3, 3, 3, 4, -1, 4, 0, -4]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[3, 3, 3, 4, -1, 4, 0, -4]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[3, 3, 3, 4, -1, 4, 0, -4]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[3, 3, 3, 4, -1, 4, 0, -4]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[3, 3, 3, 3, 0, 3, 0, 0]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[3, 3, 3, 4, 0, 4, 0, 0]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[3, 3, 3, 4, 0, 4, 0, 0]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[3, 3, 3, 4, 0, 4, 0, 0]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[3, 3, 3, 4, 0, 4, 0, 0]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[3, 3, 3, 4, 0, 4, 0, 0]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(3.0, 0.0), (3.0, 0.0), (3.0, 0.0), (4.0, 0.0), (-1.0, 0.0), (4.0, 0.0), (0.5, 0.0), (-4.0, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xf4E2M1FN>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(3.0, 0.0), (3.0, 0.0), (3.0, 0.0), (4.0, 0.0), (-1.0, 0.0), (4.0, 0.0), (0.5, 0.0), (-4.0, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E8M0FNU>
  %0 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[1, 1, 1, 1, 1, 1, 0, 1]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[1, 2, 4, 2, 4, 2, 0, 4]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[1, 2, 4, 2, 4, 2, 0, 4]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[1, 2, 4, 2, 4, 2, 0, 4]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[1, 2, 4, 2, 4, 2, 0, 4]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[1, 2, 4, 2, 4, 2, 0, 4]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[1, 2, 3, 2, 3, 2, 0, 3]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[1, 2, 4, 2, 4, 2, 0, 4]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[1, 2, 4, 2, 4, 2, 0, 4]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[1, 2, 4, 2, 4, 2, 0, 4]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[1, 2, 4, 2, 4, 2, 0, 4]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[1, 2, 4, 2, 4, 2, 0, 4]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.0, 4.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(1.0, 0.0), (2.0, 0.0), (4.0, 0.0), (2.0, 0.0), (4.0, 0.0), (2.0, 0.0), (0.25, 0.0), (4.0, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xf8E8M0FNU>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(1.0, 0.0), (2.0, 0.0), (4.0, 0.0), (2.0, 0.0), (4.0, 0.0), (2.0, 0.0), (0.25, 0.0), (4.0, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %0 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[0, -2, -2, 1, 1, 0, 0, 1]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[0, -5, -4, 2, 4, 0, 0, 1]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[0, -5, -4, 2, 4, 0, 0, 1]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[0, -5, -4, 2, 4, 0, 0, 1]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[0, -5, -4, 2, 4, 0, 0, 1]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[0, -5, -4, 2, 4, 0, 0, 1]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[0, 0, 0, 2, 3, 0, 0, 1]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[0, 0, 0, 2, 4, 0, 0, 1]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[0, 0, 0, 2, 4, 0, 0, 1]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[0, 0, 0, 2, 4, 0, 0, 1]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[0, 0, 0, 2, 4, 0, 0, 1]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[0, 0, 0, 2, 4, 0, 0, 1]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[0.75, -6.0, -5.0, 3.0, 4.0, 0.75, 0.75, 1.25]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[0.8125, -6.0, -4.5, 3.0, 4.0, 0.75, 0.75, 1.125]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[0.8125, -6.0, -4.5, 3.0, 4.0, 0.75, 0.75, 1.125]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[0.78125, -6.0, -4.75, 3.0, 4.0, 0.71875, 0.75, 1.125]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[0.8125, -6.0, -4.5, 3.0, 4.0, 0.75, 0.75, 1.125]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[0.75, -6.0, -5.0, 3.0, 4.0, 0.75, 0.75, 1.25]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[0.8125, -6.0, -4.5, 3.0, 4.0, 0.75, 0.75, 1.125]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[1.0, -6.0, -4.0, 3.0, 4.0, 0.5, 0.5, 1.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[0.7890625, -5.90625, -4.71875, 3.0, 4.125, 0.73046875, 0.73828125, 1.140625]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[0.78759765625, -5.8984375, -4.72265625, 2.99609375, 4.109375, 0.72900390625, 0.7392578125, 1.1396484375]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(0.78759766, 0.0), (-5.8984375, 0.0), (-4.7226562, 0.0), (2.9960938, 0.0), (4.109375, 0.0), (0.7290039, 0.0), (0.7392578, 0.0), (1.1396484, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(0.78759765625, 0.0), (-5.8984375, 0.0), (-4.72265625, 0.0), (2.99609375, 0.0), (4.109375, 0.0), (0.72900390625, 0.0), (0.7392578125, 0.0), (1.1396484375, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %0 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[1, 1, 1, 0, -2, 1, -2, 1]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[4, 5, 4, 0, -3, 5, -5, 4]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[4, 5, 4, 0, -3, 5, -5, 4]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[4, 5, 4, 0, -3, 5, -5, 4]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[4, 5, 4, 0, -3, 5, -5, 4]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[4, 5, 4, 0, -3, 5, -5, 4]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[3, 3, 3, 0, 0, 3, 0, 3]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[4, 5, 4, 0, 0, 5, 0, 4]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[4, 5, 4, 0, 0, 5, 0, 4]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[4, 5, 4, 0, 0, 5, 0, 4]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[4, 5, 4, 0, 0, 5, 0, 4]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[4, 5, 4, 0, 0, 5, 0, 4]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[5.0, 6.0, 4.0, -0.01953125, -3.5, 6.0, -5.0, 5.0]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[5.0, 5.5, 4.0, -0.017578125, -3.5, 5.5, -5.0, 4.5]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[5.0, 5.5, 4.0, -0.017578125, -3.5, 5.5, -5.0, 4.5]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[4.75, 5.5, 4.0, -0.015625, -3.375, 5.75, -5.0, 4.75]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[5.0, 5.5, 4.0, -0.017578125, -3.5, 5.5, -5.0, 4.5]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[5.0, 6.0, 4.0, -0.01953125, -3.5, 6.0, -5.0, 5.0]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[5.0, 5.5, 4.0, -0.017578125, -3.5, 5.5, -5.0, 4.5]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[4.0, 6.0, 4.0, -0.0, -3.0, 6.0, -6.0, 4.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[4.84375, 5.5625, 4.09375, -0.0181884765625, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(4.84375, 0.0), (5.5625, 0.0), (4.09375, 0.0), (-0.018188477, 0.0), (-3.40625, 0.0), (5.65625, 0.0), (-5.03125, 0.0), (4.71875, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(4.84375, 0.0), (5.5625, 0.0), (4.09375, 0.0), (-0.0181884765625, 0.0), (-3.40625, 0.0), (5.65625, 0.0), (-5.03125, 0.0), (4.71875, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %0 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[1, 0, -2, -1, 1, 1, -2, 0]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[5, 0, -4, -1, 1, 4, -3, 0]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[5, 0, -4, -1, 1, 4, -3, 0]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[5, 0, -4, -1, 1, 4, -3, 0]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[5, 0, -4, -1, 1, 4, -3, 0]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[5, 0, -4, -1, 1, 4, -3, 0]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[3, 0, 0, 0, 1, 3, 0, 0]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[5, 0, 0, 0, 1, 4, 0, 0]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[5, 0, 0, 0, 1, 4, 0, 0]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[5, 0, 0, 0, 1, 4, 0, 0]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[5, 0, 0, 0, 1, 4, 0, 0]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[5, 0, 0, 0, 1, 4, 0, 0]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[6.0, 0.75, -4.0, -1.75, 1.0, 4.0, -3.0, -0.25]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[5.5, 0.75, -4.5, -1.875, 1.125, 4.5, -3.0, -0.234375]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[5.5, 0.75, -4.5, -1.875, 1.125, 4.5, -3.0, -0.234375]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[5.75, 0.78125, -4.25, -1.8125, 1.0625, 4.5, -3.0, -0.234375]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[5.5, 0.75, -4.5, -1.875, 1.125, 4.5, -3.0, -0.234375]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[6.0, 0.75, -4.0, -1.75, 1.0, 4.0, -3.0, -0.25]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[5.5, 0.75, -4.5, -1.875, 1.125, 4.5, -3.0, -0.234375]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[6.0, 1.0, -4.0, -2.0, 1.0, 4.0, -3.0, -0.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[5.71875, 0.76660156, -4.3242188, -1.8417969, 1.0644531, 4.4296875, -3.046875, -0.23657227]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[5.71875, 0.765625, -4.3125, -1.84375, 1.0625, 4.4375, -3.046875, -0.23632812]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[5.7182111740112305, 0.7664875388145447, -4.322521686553955, -1.8422396183013916, 1.0642919540405273, 4.429147243499756, -3.0459365844726562, -0.23657196760177612]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(5.718211, 0.0), (0.76648754, 0.0), (-4.3225217, 0.0), (-1.8422396, 0.0), (1.064292, 0.0), (4.4291472, 0.0), (-3.0459366, 0.0), (-0.23657197, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(5.7182111740112305, 0.0), (0.7664875388145447, 0.0), (-4.322521686553955, 0.0), (-1.8422396183013916, 0.0), (1.0642919540405273, 0.0), (4.429147243499756, 0.0), (-3.0459365844726562, 0.0), (-0.23657196760177612, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %0 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[-2, 1, -2, -1, -2, -2, 1, 1]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[-4, 3, -4, -1, -4, -3, 3, 3]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[-4, 3, -4, -1, -4, -3, 3, 3]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[-4, 3, -4, -1, -4, -3, 3, 3]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[-4, 3, -4, -1, -4, -3, 3, 3]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[-4, 3, -4, -1, -4, -3, 3, 3]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[0, 3, 0, 0, 0, 0, 3, 3]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[0, 3, 0, 0, 0, 0, 3, 3]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[0, 3, 0, 0, 0, 0, 3, 3]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[0, 3, 0, 0, 0, 0, 3, 3]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[0, 3, 0, 0, 0, 0, 3, 3]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[0, 3, 0, 0, 0, 0, 3, 3]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[-5.0, 3.5, -5.0, -1.5, -5.0, -3.5, 3.5, 3.0]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[-5.0, 3.25, -4.5, -1.375, -4.5, -3.75, 3.75, 3.0]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[-5.0, 3.25, -4.5, -1.375, -4.5, -3.75, 3.75, 3.0]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[-5.0, 3.25, -4.5, -1.4375, -4.75, -3.75, 3.625, 3.0]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[-5.0, 3.25, -4.5, -1.375, -4.5, -3.75, 3.75, 3.0]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[-5.0, 3.5, -5.0, -1.5, -5.0, -3.5, 3.5, 3.0]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[-5.0, 3.25, -4.5, -1.375, -4.5, -3.75, 3.75, 3.0]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[-4.0, 3.0, -4.0, -1.5, -4.0, -4.0, 4.0, 3.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[-4.9960938, 3.2929688, -4.6015625, -1.4179688, -4.6757812, -3.7480469, 3.6464844, 3.0058594]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[-5.0, 3.296875, -4.59375, -1.4140625, -4.6875, -3.75, 3.640625, 3.0]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[-4.9976597, 3.2935922, -4.6008325, -1.4175099, -4.673858, -3.747655, 3.6470149, 3.0053027]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(-4.9976597, 0.0), (3.2935922, 0.0), (-4.6008325, 0.0), (-1.4175099, 0.0), (-4.673858, 0.0), (-3.747655, 0.0), (3.6470149, 0.0), (3.0053027, 0.0)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(-4.997659869586732, 0.0), (3.29359214395844, 0.0), (-4.600832676510265, 0.0), (-1.4175099610840096, 0.0), (-4.6738582975384375, 0.0), (-3.7476548431958063, 0.0), (3.647014960548354, 0.0), (3.0053026971511514, 0.0)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_complex_f32() {
  %x = stablehlo.constant dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %0 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[0, 1, 1, 1, -1, 0, -2, 1]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[0, 3, 2, 1, -1, 0, -5, 2]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[0, 3, 2, 1, -1, 0, -5, 2]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[0, 3, 2, 1, -1, 0, -5, 2]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[0, 3, 2, 1, -1, 0, -5, 2]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[0, 3, 2, 1, -1, 0, -5, 2]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[0, 3, 2, 1, 0, 0, 0, 2]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[0, 3, 2, 1, 0, 0, 0, 2]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[0, 3, 2, 1, 0, 0, 0, 2]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[0, 3, 2, 1, 0, 0, 0, 2]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[0, 3, 2, 1, 0, 0, 0, 2]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[0, 3, 2, 1, 0, 0, 0, 2]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[0.09375, 3.5, 2.5, 1.5, -1.25, 0.75, -5.0, 2.5]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[0.09375, 3.5, 2.5, 1.375, -1.375, 0.75, -5.5, 2.75]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[0.09375, 3.5, 2.5, 1.375, -1.375, 0.75, -5.5, 2.75]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[0.09375, 3.625, 2.625, 1.4375, -1.3125, 0.71875, -5.25, 2.75]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[0.09375, 3.5, 2.5, 1.375, -1.375, 0.75, -5.5, 2.75]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[0.09375, 3.5, 2.5, 1.5, -1.25, 0.75, -5.0, 2.5]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[0.09375, 3.5, 2.5, 1.375, -1.375, 0.75, -5.5, 2.75]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[0.0, 4.0, 3.0, 1.5, -1.5, 0.5, -6.0, 3.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[0.09509277, 3.6035156, 2.6152344, 1.4082031, -1.328125, 0.72021484, -5.3710938, 2.703125]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[0.095214844, 3.609375, 2.609375, 1.40625, -1.328125, 0.71875, -5.375, 2.703125]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[0.095118985, 3.6036894, 2.61598, 1.4084737, -1.3285826, 0.72003585, -5.3718123, 2.7025754]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[0.09511898458003998, 3.603689432144165, 2.6159799098968506, 1.4084737300872803, -1.3285826444625854, 0.7200358510017395, -5.371812343597412, 2.702575445175171]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(0.09511898458003998, -0.5983603000640869), (3.603689432144165, -1.3911627531051636), (2.6159799098968506, -2.3522067070007324), (1.4084737300872803, -0.5295860767364502), (-1.3285826444625854, -3.820491313934326), (0.7200358510017395, -3.1892967224121094), (-5.371812343597412, -4.755186080932617), (2.702575445175171, 5.7016191482543945)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @convert_complex_f64() {
  %x = stablehlo.constant dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  %0 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  %1 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xi2>
  check.expect_eq_const %1, dense<[0, 1, -1, 1, 1, 0, -2, 1]> : tensor<8xi2>
  %2 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xi4>
  check.expect_eq_const %2, dense<[0, 4, -1, 1, 5, 0, -3, 4]> : tensor<8xi4>
  %3 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xi8>
  check.expect_eq_const %3, dense<[0, 4, -1, 1, 5, 0, -3, 4]> : tensor<8xi8>
  %4 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xi16>
  check.expect_eq_const %4, dense<[0, 4, -1, 1, 5, 0, -3, 4]> : tensor<8xi16>
  %5 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xi32>
  check.expect_eq_const %5, dense<[0, 4, -1, 1, 5, 0, -3, 4]> : tensor<8xi32>
  %6 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xi64>
  check.expect_eq_const %6, dense<[0, 4, -1, 1, 5, 0, -3, 4]> : tensor<8xi64>
  %7 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xui2>
  check.expect_eq_const %7, dense<[0, 3, 0, 1, 3, 0, 0, 3]> : tensor<8xui2>
  %8 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xui4>
  check.expect_eq_const %8, dense<[0, 4, 0, 1, 5, 0, 0, 4]> : tensor<8xui4>
  %9 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xui8>
  check.expect_eq_const %9, dense<[0, 4, 0, 1, 5, 0, 0, 4]> : tensor<8xui8>
  %10 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xui16>
  check.expect_eq_const %10, dense<[0, 4, 0, 1, 5, 0, 0, 4]> : tensor<8xui16>
  %11 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xui32>
  check.expect_eq_const %11, dense<[0, 4, 0, 1, 5, 0, 0, 4]> : tensor<8xui32>
  %12 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xui64>
  check.expect_eq_const %12, dense<[0, 4, 0, 1, 5, 0, 0, 4]> : tensor<8xui64>
  %13 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xf8E5M2>
  check.expect_eq_const %13, dense<[0.875, 5.0, -2.0, 1.25, 5.0, -0.875, -3.0, 5.0]> : tensor<8xf8E5M2>
  %14 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xf8E4M3FN>
  check.expect_eq_const %14, dense<[0.875, 4.5, -2.0, 1.25, 5.0, -0.875, -3.0, 5.0]> : tensor<8xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xf8E4M3>
  check.expect_eq_const %15, dense<[0.875, 4.5, -2.0, 1.25, 5.0, -0.875, -3.0, 5.0]> : tensor<8xf8E4M3>
  %16 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xf8E3M4>
  check.expect_eq_const %16, dense<[0.90625, 4.5, -2.0, 1.25, 5.25, -0.875, -3.0, 4.75]> : tensor<8xf8E3M4>
  %17 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %17, dense<[0.875, 4.5, -2.0, 1.25, 5.0, -0.875, -3.0, 5.0]> : tensor<8xf8E4M3FNUZ>
  %18 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %18, dense<[0.875, 5.0, -2.0, 1.25, 5.0, -0.875, -3.0, 5.0]> : tensor<8xf8E5M2FNUZ>
  %19 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %19, dense<[0.875, 4.5, -2.0, 1.25, 5.0, -0.875, -3.0, 5.0]> : tensor<8xf8E4M3B11FNUZ>
  %20 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xf4E2M1FN>
  check.expect_eq_const %20, dense<[1.0, 4.0, -2.0, 1.5, 6.0, -1.0, -3.0, 4.0]> : tensor<8xf4E2M1FN>
  %22 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xf16>
  check.expect_eq_const %22, dense<[0.89746094, 4.5039062, -1.984375, 1.2685547, 5.1523438, -0.8847656, -3.015625, 4.7929688]> : tensor<8xf16>
  %23 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xbf16>
  check.expect_eq_const %23, dense<[0.8984375, 4.5, -1.984375, 1.265625, 5.15625, -0.88671875, -3.015625, 4.78125]> : tensor<8xbf16>
  %24 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xf32>
  check.expect_eq_const %24, dense<[0.897218, 4.502195, -1.9844522, 1.2685668, 5.151468, -0.8848769, -3.0162058, 4.794303]> : tensor<8xf32>
  %25 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xf64>
  check.expect_eq_const %25, dense<[0.8972179619719522, 4.50219500666674, -1.9844522310627877, 1.2685668185781243, 5.151467832606674, -0.8848769143898334, -3.0162058004281507, 4.794302830015457]> : tensor<8xf64>
  %26 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f32>>
  check.expect_eq_const %26, dense<[(0.897218, 2.1565206), (4.502195, -2.1989267), (-1.9844522, -0.58319104), (1.2685668, 1.1626861), (5.151468, -5.1463614), (-0.8848769, -3.84092), (-3.0162058, 1.9673502), (4.794303, 4.9826508)]> : tensor<8xcomplex<f32>>
  %27 = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f64>>
  check.expect_eq_const %27, dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @codes_f8E5M2() {
  %codes = stablehlo.iota dim = 0 : tensor<256xui8>
  %x = stablehlo.bitcast_convert %codes : (tensor<256xui8>) -> tensor<256xf8E5M2>
  %y = stablehlo.convert %x : (tensor<256xf8E5M2>) -> tensor<256xf32>
  check.expect_eq_const %y, dense<[0.0, 1.5258789e-05, 3.0517578e-05, 4.5776367e-05, 6.1035156e-05, 7.6293945e-05, 9.1552734e-05, 0.00010681152, 0.00012207031, 0.00015258789, 0.00018310547, 0.00021362305, 0.00024414062, 0.00030517578, 0.00036621094, 0.0004272461, 0.00048828125, 0.00061035156, 0.0007324219, 0.0008544922, 0.0009765625, 0.0012207031, 0.0014648438, 0.0017089844, 0.001953125, 0.0024414062, 0.0029296875, 0.0034179688, 0.00390625, 0.0048828125, 0.005859375, 0.0068359375, 0.0078125, 0.009765625, 0.01171875, 0.013671875, 0.015625, 0.01953125, 0.0234375, 0.02734375, 0.03125, 0.0390625, 0.046875, 0.0546875, 0.0625, 0.078125, 0.09375, 0.109375, 0.125, 0.15625, 0.1875, 0.21875, 0.25, 0.3125, 0.375, 0.4375, 0.5, 0.625, 0.75, 0.875, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0, 12.0, 14.0, 16.0, 20.0, 24.0, 28.0, 32.0, 40.0, 48.0, 56.0, 64.0, 80.0, 96.0, 112.0, 128.0, 160.0, 192.0, 224.0, 256.0, 320.0, 384.0, 448.0, 512.0, 640.0, 768.0, 896.0, 1024.0, 1280.0, 1536.0, 1792.0, 2048.0, 2560.0, 3072.0, 3584.0, 4096.0, 5120.0, 6144.0, 7168.0, 8192.0, 10240.0, 12288.0, 14336.0, 16384.0, 20480.0, 24576.0, 28672.0, 32768.0, 40960.0, 49152.0, 57344.0, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, -0.0, -1.5258789e-05, -3.0517578e-05, -4.5776367e-05, -6.1035156e-05, -7.6293945e-05, -9.1552734e-05, -0.00010681152, -0.00012207031, -0.00015258789, -0.00018310547, -0.00021362305, -0.00024414062, -0.00030517578, -0.00036621094, -0.0004272461, -0.00048828125, -0.00061035156, -0.0007324219, -0.0008544922, -0.0009765625, -0.0012207031, -0.0014648438, -0.0017089844, -0.001953125, -0.0024414062, -0.0029296875, -0.0034179688, -0.00390625, -0.0048828125, -0.005859375, -0.0068359375, -0.0078125, -0.009765625, -0.01171875, -0.013671875, -0.015625, -0.01953125, -0.0234375, -0.02734375, -0.03125, -0.0390625, -0.046875, -0.0546875, -0.0625, -0.078125, -0.09375, -0.109375, -0.125, -0.15625, -0.1875, -0.21875, -0.25, -0.3125, -0.375, -0.4375, -0.5, -0.625, -0.75, -0.875, -1.0, -1.25, -1.5, -1.75, -2.0, -2.5, -3.0, -3.5, -4.0, -5.0, -6.0, -7.0, -8.0, -10.0, -12.0, -14.0, -16.0, -20.0, -24.0, -28.0, -32.0, -40.0, -48.0, -56.0, -64.0, -80.0, -96.0, -112.0, -128.0, -160.0, -192.0, -224.0, -256.0, -320.0, -384.0, -448.0, -512.0, -640.0, -768.0, -896.0, -1024.0, -1280.0, -1536.0, -1792.0, -2048.0, -2560.0, -3072.0, -3584.0, -4096.0, -5120.0, -6144.0, -7168.0, -8192.0, -10240.0, -12288.0, -14336.0, -16384.0, -20480.0, -24576.0, -28672.0, -32768.0, -40960.0, -49152.0, -57344.0, 0xFF800000, 0xFFC00000, 0xFFC00000, 0xFFC00000]> : tensor<256xf32>
  %z = stablehlo.convert %y : (tensor<256xf32>) -> tensor<256xf8E5M2>
  check.expect_eq %z, %x : tensor<256xf8E5M2>
  return
}

// -----

func.func @rounded_f8E5M2() {
  %x = stablehlo.constant dense<[-3.2077258, -0.33108974, -6.063516e-05, 430.53592, 1163.3116, 0.00010713516, -8.4327285e-06, -0.0061310967, 9.1399634e-05, 1674.0178, 0.27276877, -1.2333287, -0.0037432234, 1.6000191, 13296.104, -0.0016915379, -42.85245, -4.437355e-06, -0.004916313, -15990.975, -5843.4634, 1.688777e-05, -258.40015, -2414.3105, 0.10240946, 0.025932979, -215354.36, -16825.066, -62.76783, -0.010822201, -0.000629599, 677.98285, -7.399559e-05, -1.217351, -67.0673, -0.00038690463, -0.008526007, -346.93344, 0.00010975866, -70.9984, 0.0, -0.0, 0x7F800000, 0xFF800000, 0x7FC00000, 1.0e+30, -1.0e+30, 1.0e-30]> : tensor<48xf32>
  %y = stablehlo.convert %x : (tensor<48xf32>) -> tensor<48xf8E5M2>
  check.expect_eq_const %y, dense<[-3.0, -0.3125, -6.1035156e-05, 448.0, 1280.0, 0.00010681152, -1.5258789e-05, -0.005859375, 9.1552734e-05, 1792.0, 0.25, -1.25, -0.00390625, 1.5, 12288.0, -0.0017089844, -40.0, -0.0, -0.0048828125, -16384.0, -6144.0, 1.5258789e-05, -256.0, -2560.0, 0.109375, 0.02734375, 0xFC, -16384.0, -64.0, -0.01171875, -0.00061035156, 640.0, -7.6293945e-05, -1.25, -64.0, -0.00036621094, -0.0078125, -320.0, 0.00010681152, -64.0, 0.0, -0.0, 0x7C, 0xFC, 0x7E, 0x7C, 0xFC, 0.0]> : tensor<48xf8E5M2>
  return
}

// -----

func.func @codes_f8E4M3FN() {
  %codes = stablehlo.iota dim = 0 : tensor<256xui8>
  %x = stablehlo.bitcast_convert %codes : (tensor<256xui8>) -> tensor<256xf8E4M3FN>
  %y = stablehlo.convert %x : (tensor<256xf8E4M3FN>) -> tensor<256xf32>
  check.expect_eq_const %y, dense<[0.0, 0.001953125, 0.00390625, 0.005859375, 0.0078125, 0.009765625, 0.01171875, 0.013671875, 0.015625, 0.017578125, 0.01953125, 0.021484375, 0.0234375, 0.025390625, 0.02734375, 0.029296875, 0.03125, 0.03515625, 0.0390625, 0.04296875, 0.046875, 0.05078125, 0.0546875, 0.05859375, 0.0625, 0.0703125, 0.078125, 0.0859375, 0.09375, 0.1015625, 0.109375, 0.1171875, 0.125, 0.140625, 0.15625, 0.171875, 0.1875, 0.203125, 0.21875, 0.234375, 0.25, 0.28125, 0.3125, 0.34375, 0.375, 0.40625, 0.4375, 0.46875, 0.5, 0.5625, 0.625, 0.6875, 0.75, 0.8125, 0.875, 0.9375, 1.0, 1.125, 1.25, 1.375, 1.5, 1.625, 1.75, 1.875, 2.0, 2.25, 2.5, 2.75, 3.0, 3.25, 3.5, 3.75, 4.0, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 7.5, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 18.0, 20.0, 22.0, 24.0, 26.0, 28.0, 30.0, 32.0, 36.0, 40.0, 44.0, 48.0, 52.0, 56.0, 60.0, 64.0, 72.0, 80.0, 88.0, 96.0, 104.0, 112.0, 120.0, 128.0, 144.0, 160.0, 176.0, 192.0, 208.0, 224.0, 240.0, 256.0, 288.0, 320.0, 352.0, 384.0, 416.0, 448.0, 0x7FC00000, -0.0, -0.001953125, -0.00390625, -0.005859375, -0.0078125, -0.009765625, -0.01171875, -0.013671875, -0.015625, -0.017578125, -0.01953125, -0.021484375, -0.0234375, -0.025390625, -0.02734375, -0.029296875, -0.03125, -0.03515625, -0.0390625, -0.04296875, -0.046875, -0.05078125, -0.0546875, -0.05859375, -0.0625, -0.0703125, -0.078125, -0.0859375, -0.09375, -0.1015625, -0.109375, -0.1171875, -0.125, -0.140625, -0.15625, -0.171875, -0.1875, -0.203125, -0.21875, -0.234375, -0.25, -0.28125, -0.3125, -0.34375, -0.375, -0.40625, -0.4375, -0.46875, -0.5, -0.5625, -0.625, -0.6875, -0.75, -0.8125, -0.875, -0.9375, -1.0, -1.125, -1.25, -1.375, -1.5, -1.625, -1.75, -1.875, -2.0, -2.25, -2.5, -2.75, -3.0, -3.25, -3.5, -3.75, -4.0, -4.5, -5.0, -5.5, -6.0, -6.5, -7.0, -7.5, -8.0, -9.0, -10.0, -11.0, -12.0, -13.0, -14.0, -15.0, -16.0, -18.0, -20.0, -22.0, -24.0, -26.0, -28.0, -30.0, -32.0, -36.0, -40.0, -44.0, -48.0, -52.0, -56.0, -60.0, -64.0, -72.0, -80.0, -88.0, -96.0, -104.0, -112.0, -120.0, -128.0, -144.0, -160.0, -176.0, -192.0, -208.0, -224.0, -240.0, -256.0, -288.0, -320.0, -352.0, -384.0, -416.0, -448.0, 0xFFC00000]> : tensor<256xf32>
  %z = stablehlo.convert %y : (tensor<256xf32>) -> tensor<256xf8E4M3FN>
  check.expect_eq %z, %x : tensor<256xf8E4M3FN>
  return
}

// -----

func.func @rounded_f8E4M3FN() {
  %x = stablehlo.constant dense<[-3.2077258, -0.33108974, -6.063516e-05, 430.53592, 1163.3116, 0.00010713516, -8.4327285e-06, -0.0061310967, 9.1399634e-05, 1674.0178, 0.27276877, -1.2333287, -0.0037432234, 1.6000191, 13296.104, -0.0016915379, -42.85245, -4.437355e-06, -0.004916313, -15990.975, -5843.4634, 1.688777e-05, -258.40015, -2414.3105, 0.10240946, 0.025932979, -215354.36, -16825.066, -62.76783, -0.010822201, -0.000629599, 677.98285, -7.399559e-05, -1.217351, -67.0673, -0.00038690463, -0.008526007, -346.93344, 0.00010975866, -70.9984, 0.0, -0.0, 0x7F800000, 0xFF800000, 0x7FC00000, 1.0e+30, -1.0e+30, 1.0e-30]> : tensor<48xf32>
  %y = stablehlo.convert %x : (tensor<48xf32>) -> tensor<48xf8E4M3FN>
  check.expect_eq_const %y, dense<[-3.25, -0.34375, -0.0, 416.0, 0x7F, 0.0, -0.0, -0.005859375, 0.0, 0x7F, 0.28125, -1.25, -0.00390625, 1.625, 0x7F, -0.001953125, -44.0, -0.0, -0.005859375, 0xFF, 0xFF, 0.0, -256.0, 0xFF, 0.1015625, 0.025390625, 0xFF, 0xFF, -64.0, -0.01171875, -0.0, 0x7F, -0.0, -1.25, -64.0, -0.0, -0.0078125, -352.0, 0.0, -72.0, 0.0, -0.0, 0x7F, 0xFF, 0x7F, 0x7F, 0xFF, 0.0]> : tensor<48xf8E4M3FN>
  return
}

// -----

func.func @codes_f8E4M3() {
  %codes = stablehlo.iota dim = 0 : tensor<256xui8>
  %x = stablehlo.bitcast_convert %codes : (tensor<256xui8>) -> tensor<256xf8E4M3>
  %y = stablehlo.convert %x : (tensor<256xf8E4M3>) -> tensor<256xf32>
  check.expect_eq_const %y, dense<[0.0, 0.001953125, 0.00390625, 0.005859375, 0.0078125, 0.009765625, 0.01171875, 0.013671875, 0.015625, 0.017578125, 0.01953125, 0.021484375, 0.0234375, 0.025390625, 0.02734375, 0.029296875, 0.03125, 0.03515625, 0.0390625, 0.04296875, 0.046875, 0.05078125, 0.0546875, 0.05859375, 0.0625, 0.0703125, 0.078125, 0.0859375, 0.09375, 0.1015625, 0.109375, 0.1171875, 0.125, 0.140625, 0.15625, 0.171875, 0.1875, 0.203125, 0.21875, 0.234375, 0.25, 0.28125, 0.3125, 0.34375, 0.375, 0.40625, 0.4375, 0.46875, 0.5, 0.5625, 0.625, 0.6875, 0.75, 0.8125, 0.875, 0.9375, 1.0, 1.125, 1.25, 1.375, 1.5, 1.625, 1.75, 1.875, 2.0, 2.25, 2.5, 2.75, 3.0, 3.25, 3.5, 3.75, 4.0, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 7.5, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 18.0, 20.0, 22.0, 24.0, 26.0, 28.0, 30.0, 32.0, 36.0, 40.0, 44.0, 48.0, 52.0, 56.0, 60.0, 64.0, 72.0, 80.0, 88.0, 96.0, 104.0, 112.0, 120.0, 128.0, 144.0, 160.0, 176.0, 192.0, 208.0, 224.0, 240.0, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, -0.0, -0.001953125, -0.00390625, -0.005859375, -0.0078125, -0.009765625, -0.01171875, -0.013671875, -0.015625, -0.017578125, -0.01953125, -0.021484375, -0.0234375, -0.025390625, -0.02734375, -0.029296875, -0.03125, -0.03515625, -0.0390625, -0.04296875, -0.046875, -0.05078125, -0.0546875, -0.05859375, -0.0625, -0.0703125, -0.078125, -0.0859375, -0.09375, -0.1015625, -0.109375, -0.1171875, -0.125, -0.140625, -0.15625, -0.171875, -0.1875, -0.203125, -0.21875, -0.234375, -0.25, -0.28125, -0.3125, -0.34375, -0.375, -0.40625, -0.4375, -0.46875, -0.5, -0.5625, -0.625, -0.6875, -0.75, -0.8125, -0.875, -0.9375, -1.0, -1.125, -1.25, -1.375, -1.5, -1.625, -1.75, -1.875, -2.0, -2.25, -2.5, -2.75, -3.0, -3.25, -3.5, -3.75, -4.0, -4.5, -5.0, -5.5, -6.0, -6.5, -7.0, -7.5, -8.0, -9.0, -10.0, -11.0, -12.0, -13.0, -14.0, -15.0, -16.0, -18.0, -20.0, -22.0, -24.0, -26.0, -28.0, -30.0, -32.0, -36.0, -40.0, -44.0, -48.0, -52.0, -56.0, -60.0, -64.0, -72.0, -80.0, -88.0, -96.0, -104.0, -112.0, -120.0, -128.0, -144.0, -160.0, -176.0, -192.0, -208.0, -224.0, -240.0, 0xFF800000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000]> : tensor<256xf32>
  %z = stablehlo.convert %y : (tensor<256xf32>) -> tensor<256xf8E4M3>
  check.expect_eq %z, %x : tensor<256xf8E4M3>
  return
}

// -----

func.func @rounded_f8E4M3() {
  %x = stablehlo.constant dense<[-3.2077258, -0.33108974, -6.063516e-05, 430.53592, 1163.3116, 0.00010713516, -8.4327285e-06, -0.0061310967, 9.1399634e-05, 1674.0178, 0.27276877, -1.2333287, -0.0037432234, 1.6000191, 13296.104, -0.0016915379, -42.85245, -4.437355e-06, -0.004916313, -15990.975, -5843.4634, 1.688777e-05, -258.40015, -2414.3105, 0.10240946, 0.025932979, -215354.36, -16825.066, -62.76783, -0.010822201, -0.000629599, 677.98285, -7.399559e-05, -1.217351, -67.0673, -0.00038690463, -0.008526007, -346.93344, 0.00010975866, -70.9984, 0.0, -0.0, 0x7F800000, 0xFF800000, 0x7FC00000, 1.0e+30, -1.0e+30, 1.0e-30]> : tensor<48xf32>
  %y = stablehlo.convert %x : (tensor<48xf32>) -> tensor<48xf8E4M3>
  check.expect_eq_const %y, dense<[-3.25, -0.34375, -0.0, 0x78, 0x78, 0.0, -0.0, -0.005859375, 0.0, 0x78, 0.28125, -1.25, -0.00390625, 1.625, 0x78, -0.001953125, -44.0, -0.0, -0.005859375, 0xF8, 0xF8, 0.0, 0xF8, 0xF8, 0.1015625, 0.025390625, 0xF8, 0xF8, -64.0, -0.01171875, -0.0, 0x78, -0.0, -1.25, -64.0, -0.0, -0.0078125, 0xF8, 0.0, -72.0, 0.0, -0.0, 0x78, 0xF8, 0x7C, 0x78, 0xF8, 0.0]> : tensor<48xf8E4M3>
  return
}

// -----

func.func @codes_f8E3M4() {
  %codes = stablehlo.iota dim = 0 : tensor<256xui8>
  %x = stablehlo.bitcast_convert %codes : (tensor<256xui8>) -> tensor<256xf8E3M4>
  %y = stablehlo.convert %x : (tensor<256xf8E3M4>) -> tensor<256xf32>
  check.expect_eq_const %y, dense<[0.0, 0.015625, 0.03125, 0.046875, 0.0625, 0.078125, 0.09375, 0.109375, 0.125, 0.140625, 0.15625, 0.171875, 0.1875, 0.203125, 0.21875, 0.234375, 0.25, 0.265625, 0.28125, 0.296875, 0.3125, 0.328125, 0.34375, 0.359375, 0.375, 0.390625, 0.40625, 0.421875, 0.4375, 0.453125, 0.46875, 0.484375, 0.5, 0.53125, 0.5625, 0.59375, 0.625, 0.65625, 0.6875, 0.71875, 0.75, 0.78125, 0.8125, 0.84375, 0.875, 0.90625, 0.9375, 0.96875, 1.0, 1.0625, 1.125, 1.1875, 1.25, 1.3125, 1.375, 1.4375, 1.5, 1.5625, 1.625, 1.6875, 1.75, 1.8125, 1.875, 1.9375, 2.0, 2.125, 2.25, 2.375, 2.5, 2.625, 2.75, 2.875, 3.0, 3.125, 3.25, 3.375, 3.5, 3.625, 3.75, 3.875, 4.0, 4.25, 4.5, 4.75, 5.0, 5.25, 5.5, 5.75, 6.0, 6.25, 6.5, 6.75, 7.0, 7.25, 7.5, 7.75, 8.0, 8.5, 9.0, 9.5, 10.0, 10.5, 11.0, 11.5, 12.0, 12.5, 13.0, 13.5, 14.0, 14.5, 15.0, 15.5, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, -0.0, -0.015625, -0.03125, -0.046875, -0.0625, -0.078125, -0.09375, -0.109375, -0.125, -0.140625, -0.15625, -0.171875, -0.1875, -0.203125, -0.21875, -0.234375, -0.25, -0.265625, -0.28125, -0.296875, -0.3125, -0.328125, -0.34375, -0.359375, -0.375, -0.390625, -0.40625, -0.421875, -0.4375, -0.453125, -0.46875, -0.484375, -0.5, -0.53125, -0.5625, -0.59375, -0.625, -0.65625, -0.6875, -0.71875, -0.75, -0.78125, -0.8125, -0.84375, -0.875, -0.90625, -0.9375, -0.96875, -1.0, -1.0625, -1.125, -1.1875, -1.25, -1.3125, -1.375, -1.4375, -1.5, -1.5625, -1.625, -1.6875, -1.75, -1.8125, -1.875, -1.9375, -2.0, -2.125, -2.25, -2.375, -2.5, -2.625, -2.75, -2.875, -3.0, -3.125, -3.25, -3.375, -3.5, -3.625, -3.75, -3.875, -4.0, -4.25, -4.5, -4.75, -5.0, -5.25, -5.5, -5.75, -6.0, -6.25, -6.5, -6.75, -7.0, -7.25, -7.5, -7.75, -8.0, -8.5, -9.0, -9.5, -10.0, -10.5, -11.0, -11.5, -12.0, -12.5, -13.0, -13.5, -14.0, -14.5, -15.0, -15.5, 0xFF800000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000]> : tensor<256xf32>
  %z = stablehlo.convert %y : (tensor<256xf32>) -> tensor<256xf8E3M4>
  check.expect_eq %z, %x : tensor<256xf8E3M4>
  return
}

// -----

func.func @rounded_f8E3M4() {
  %x = stablehlo.constant dense<[-3.2077258, -0.33108974, -6.063516e-05, 430.53592, 1163.3116, 0.00010713516, -8.4327285e-06, -0.0061310967, 9.1399634e-05, 1674.0178, 0.27276877, -1.2333287, -0.0037432234, 1.6000191, 13296.104, -0.0016915379, -42.85245, -4.437355e-06, -0.004916313, -15990.975, -5843.4634, 1.688777e-05, -258.40015, -2414.3105, 0.10240946, 0.025932979, -215354.36, -16825.066, -62.76783, -0.010822201, -0.000629599, 677.98285, -7.399559e-05, -1.217351, -67.0673, -0.00038690463, -0.008526007, -346.93344, 0.00010975866, -70.9984, 0.0, -0.0, 0x7F800000, 0xFF800000, 0x7FC00000, 1.0e+30, -1.0e+30, 1.0e-30]> : tensor<48xf32>
  %y = stablehlo.convert %x : (tensor<48xf32>) -> tensor<48xf8E3M4>
  check.expect_eq_const %y, dense<[-3.25, -0.328125, -0.0, 0x70, 0x70, 0.0, -0.0, -0.0, 0.0, 0x70, 0.265625, -1.25, -0.0, 1.625, 0x70, -0.0, 0xF0, -0.0, -0.0, 0xF0, 0xF0, 0.0, 0xF0, 0xF0, 0.109375, 0.03125, 0xF0, 0xF0, 0xF0, -0.015625, -0.0, 0x70, -0.0, -1.1875, 0xF0, -0.0, -0.015625, 0xF0, 0.0, 0xF0, 0.0, -0.0, 0x70, 0xF0, 0x78, 0x70, 0xF0, 0.0]> : tensor<48xf8E3M4>
  return
}

// -----

func.func @codes_f8E4M3FNUZ() {
  %codes = stablehlo.iota dim = 0 : tensor<256xui8>
  %x = stablehlo.bitcast_convert %codes : (tensor<256xui8>) -> tensor<256xf8E4M3FNUZ>
  %y = stablehlo.convert %x : (tensor<256xf8E4M3FNUZ>) -> tensor<256xf32>
  check.expect_eq_const %y, dense<[0.0, 0.0009765625, 0.001953125, 0.0029296875, 0.00390625, 0.0048828125, 0.005859375, 0.0068359375, 0.0078125, 0.0087890625, 0.009765625, 0.0107421875, 0.01171875, 0.0126953125, 0.013671875, 0.0146484375, 0.015625, 0.017578125, 0.01953125, 0.021484375, 0.0234375, 0.025390625, 0.02734375, 0.029296875, 0.03125, 0.03515625, 0.0390625, 0.04296875, 0.046875, 0.05078125, 0.0546875, 0.05859375, 0.0625, 0.0703125, 0.078125, 0.0859375, 0.09375, 0.1015625, 0.109375, 0.1171875, 0.125, 0.140625, 0.15625, 0.171875, 0.1875, 0.203125, 0.21875, 0.234375, 0.25, 0.28125, 0.3125, 0.34375, 0.375, 0.40625, 0.4375, 0.46875, 0.5, 0.5625, 0.625, 0.6875, 0.75, 0.8125, 0.875, 0.9375, 1.0, 1.125, 1.25, 1.375, 1.5, 1.625, 1.75, 1.875, 2.0, 2.25, 2.5, 2.75, 3.0, 3.25, 3.5, 3.75, 4.0, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 7.5, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 18.0, 20.0, 22.0, 24.0, 26.0, 28.0, 30.0, 32.0, 36.0, 40.0, 44.0, 48.0, 52.0, 56.0, 60.0, 64.0, 72.0, 80.0, 88.0, 96.0, 104.0, 112.0, 120.0, 128.0, 144.0, 160.0, 176.0, 192.0, 208.0, 224.0, 240.0, 0xFFC00000, -0.0009765625, -0.001953125, -0.0029296875, -0.00390625, -0.0048828125, -0.005859375, -0.0068359375, -0.0078125, -0.0087890625, -0.009765625, -0.0107421875, -0.01171875, -0.0126953125, -0.013671875, -0.0146484375, -0.015625, -0.017578125, -0.01953125, -0.021484375, -0.0234375, -0.025390625, -0.02734375, -0.029296875, -0.03125, -0.03515625, -0.0390625, -0.04296875, -0.046875, -0.05078125, -0.0546875, -0.05859375, -0.0625, -0.0703125, -0.078125, -0.0859375, -0.09375, -0.1015625, -0.109375, -0.1171875, -0.125, -0.140625, -0.15625, -0.171875, -0.1875, -0.203125, -0.21875, -0.234375, -0.25, -0.28125, -0.3125, -0.34375, -0.375, -0.40625, -0.4375, -0.46875, -0.5, -0.5625, -0.625, -0.6875, -0.75, -0.8125, -0.875, -0.9375, -1.0, -1.125, -1.25, -1.375, -1.5, -1.625, -1.75, -1.875, -2.0, -2.25, -2.5, -2.75, -3.0, -3.25, -3.5, -3.75, -4.0, -4.5, -5.0, -5.5, -6.0, -6.5, -7.0, -7.5, -8.0, -9.0, -10.0, -11.0, -12.0, -13.0, -14.0, -15.0, -16.0, -18.0, -20.0, -22.0, -24.0, -26.0, -28.0, -30.0, -32.0, -36.0, -40.0, -44.0, -48.0, -52.0, -56.0, -60.0, -64.0, -72.0, -80.0, -88.0, -96.0, -104.0, -112.0, -120.0, -128.0, -144.0, -160.0, -176.0, -192.0, -208.0, -224.0, -240.0]> : tensor<256xf32>
  %z = stablehlo.convert %y : (tensor<256xf32>) -> tensor<256xf8E4M3FNUZ>
  check.expect_eq %z, %x : tensor<256xf8E4M3FNUZ>
  return
}

// -----

func.func @rounded_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-3.2077258, -0.33108974, -6.063516e-05, 430.53592, 1163.3116, 0.00010713516, -8.4327285e-06, -0.0061310967, 9.1399634e-05, 1674.0178, 0.27276877, -1.2333287, -0.0037432234, 1.6000191, 13296.104, -0.0016915379, -42.85245, -4.437355e-06, -0.004916313, -15990.975, -5843.4634, 1.688777e-05, -258.40015, -2414.3105, 0.10240946, 0.025932979, -215354.36, -16825.066, -62.76783, -0.010822201, -0.000629599, 677.98285, -7.399559e-05, -1.217351, -67.0673, -0.00038690463, -0.008526007, -346.93344, 0.00010975866, -70.9984, 0.0, -0.0, 0x7F800000, 0xFF800000, 0x7FC00000, 1.0e+30, -1.0e+30, 1.0e-30]> : tensor<48xf32>
  %y = stablehlo.convert %x : (tensor<48xf32>) -> tensor<48xf8E4M3FNUZ>
  check.expect_eq_const %y, dense<[-3.25, -0.34375, 0.0, 0x80, 0x80, 0.0, 0.0, -0.005859375, 0.0, 0x80, 0.28125, -1.25, -0.00390625, 1.625, 0x80, -0.001953125, -44.0, 0.0, -0.0048828125, 0x80, 0x80, 0.0, 0x80, 0x80, 0.1015625, 0.025390625, 0x80, 0x80, -64.0, -0.0107421875, -0.0009765625, 0x80, 0.0, -1.25, -64.0, 0.0, -0.0087890625, 0x80, 0.0, -72.0, 0.0, 0.0, 0x80, 0x80, 0x80, 0x80, 0x80, 0.0]> : tensor<48xf8E4M3FNUZ>
  return
}

// -----

func.func @codes_f8E5M2FNUZ() {
  %codes = stablehlo.iota dim = 0 : tensor<256xui8>
  %x = stablehlo.bitcast_convert %codes : (tensor<256xui8>) -> tensor<256xf8E5M2FNUZ>
  %y = stablehlo.convert %x : (tensor<256xf8E5M2FNUZ>) -> tensor<256xf32>
  check.expect_eq_const %y, dense<[0.0, 7.6293945e-06, 1.5258789e-05, 2.2888184e-05, 3.0517578e-05, 3.8146973e-05, 4.5776367e-05, 5.340576e-05, 6.1035156e-05, 7.6293945e-05, 9.1552734e-05, 0.00010681152, 0.00012207031, 0.00015258789, 0.00018310547, 0.00021362305, 0.00024414062, 0.00030517578, 0.00036621094, 0.0004272461, 0.00048828125, 0.00061035156, 0.0007324219, 0.0008544922, 0.0009765625, 0.0012207031, 0.0014648438, 0.0017089844, 0.001953125, 0.0024414062, 0.0029296875, 0.0034179688, 0.00390625, 0.0048828125, 0.005859375, 0.0068359375, 0.0078125, 0.009765625, 0.01171875, 0.013671875, 0.015625, 0.01953125, 0.0234375, 0.02734375, 0.03125, 0.0390625, 0.046875, 0.0546875, 0.0625, 0.078125, 0.09375, 0.109375, 0.125, 0.15625, 0.1875, 0.21875, 0.25, 0.3125, 0.375, 0.4375, 0.5, 0.625, 0.75, 0.875, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0, 12.0, 14.0, 16.0, 20.0, 24.0, 28.0, 32.0, 40.0, 48.0, 56.0, 64.0, 80.0, 96.0, 112.0, 128.0, 160.0, 192.0, 224.0, 256.0, 320.0, 384.0, 448.0, 512.0, 640.0, 768.0, 896.0, 1024.0, 1280.0, 1536.0, 1792.0, 2048.0, 2560.0, 3072.0, 3584.0, 4096.0, 5120.0, 6144.0, 7168.0, 8192.0, 10240.0, 12288.0, 14336.0, 16384.0, 20480.0, 24576.0, 28672.0, 32768.0, 40960.0, 49152.0, 57344.0, 0xFFC00000, -7.6293945e-06, -1.5258789e-05, -2.2888184e-05, -3.0517578e-05, -3.8146973e-05, -4.5776367e-05, -5.340576e-05, -6.1035156e-05, -7.6293945e-05, -9.1552734e-05, -0.00010681152, -0.00012207031, -0.00015258789, -0.00018310547, -0.00021362305, -0.00024414062, -0.00030517578, -0.00036621094, -0.0004272461, -0.00048828125, -0.00061035156, -0.0007324219, -0.0008544922, -0.0009765625, -0.0012207031, -0.0014648438, -0.0017089844, -0.001953125, -0.0024414062, -0.0029296875, -0.0034179688, -0.00390625, -0.0048828125, -0.005859375, -0.0068359375, -0.0078125, -0.009765625, -0.01171875, -0.013671875, -0.015625, -0.01953125, -0.0234375, -0.02734375, -0.03125, -0.0390625, -0.046875, -0.0546875, -0.0625, -0.078125, -0.09375, -0.109375, -0.125, -0.15625, -0.1875, -0.21875, -0.25, -0.3125, -0.375, -0.4375, -0.5, -0.625, -0.75, -0.875, -1.0, -1.25, -1.5, -1.75, -2.0, -2.5, -3.0, -3.5, -4.0, -5.0, -6.0, -7.0, -8.0, -10.0, -12.0, -14.0, -16.0, -20.0, -24.0, -28.0, -32.0, -40.0, -48.0, -56.0, -64.0, -80.0, -96.0, -112.0, -128.0, -160.0, -192.0, -224.0, -256.0, -320.0, -384.0, -448.0, -512.0, -640.0, -768.0, -896.0, -1024.0, -1280.0, -1536.0, -1792.0, -2048.0, -2560.0, -3072.0, -3584.0, -4096.0, -5120.0, -6144.0, -7168.0, -8192.0, -10240.0, -12288.0, -14336.0, -16384.0, -20480.0, -24576.0, -28672.0, -32768.0, -40960.0, -49152.0, -57344.0]> : tensor<256xf32>
  %z = stablehlo.convert %y : (tensor<256xf32>) -> tensor<256xf8E5M2FNUZ>
  check.expect_eq %z, %x : tensor<256xf8E5M2FNUZ>
  return
}

// -----

func.func @rounded_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-3.2077258, -0.33108974, -6.063516e-05, 430.53592, 1163.3116, 0.00010713516, -8.4327285e-06, -0.0061310967, 9.1399634e-05, 1674.0178, 0.27276877, -1.2333287, -0.0037432234, 1.6000191, 13296.104, -0.0016915379, -42.85245, -4.437355e-06, -0.004916313, -15990.975, -5843.4634, 1.688777e-05, -258.40015, -2414.3105, 0.10240946, 0.025932979, -215354.36, -16825.066, -62.76783, -0.010822201, -0.000629599, 677.98285, -7.399559e-05, -1.217351, -67.0673, -0.00038690463, -0.008526007, -346.93344, 0.00010975866, -70.9984, 0.0, -0.0, 0x7F800000, 0xFF800000, 0x7FC00000, 1.0e+30, -1.0e+30, 1.0e-30]> : tensor<48xf32>
  %y = stablehlo.convert %x : (tensor<48xf32>) -> tensor<48xf8E5M2FNUZ>
  check.expect_eq_const %y, dense<[-3.0, -0.3125, -6.1035156e-05, 448.0, 1280.0, 0.00010681152, -7.6293945e-06, -0.005859375, 9.1552734e-05, 1792.0, 0.25, -1.25, -0.00390625, 1.5, 12288.0, -0.0017089844, -40.0, -7.6293945e-06, -0.0048828125, -16384.0, -6144.0, 1.5258789e-05, -256.0, -2560.0, 0.109375, 0.02734375, 0x80, -16384.0, -64.0, -0.01171875, -0.00061035156, 640.0, -7.6293945e-05, -1.25, -64.0, -0.00036621094, -0.0078125, -320.0, 0.00010681152, -64.0, 0.0, 0.0, 0x80, 0x80, 0x80, 0x80, 0x80, 0.0]> : tensor<48xf8E5M2FNUZ>
  return
}

// -----

func.func @codes_f8E4M3B11FNUZ() {
  %codes = stablehlo.iota dim = 0 : tensor<256xui8>
  %x = stablehlo.bitcast_convert %codes : (tensor<256xui8>) -> tensor<256xf8E4M3B11FNUZ>
  %y = stablehlo.convert %x : (tensor<256xf8E4M3B11FNUZ>) -> tensor<256xf32>
  check.expect_eq_const %y, dense<[0.0, 0.00012207031, 0.00024414062, 0.00036621094, 0.00048828125, 0.00061035156, 0.0007324219, 0.0008544922, 0.0009765625, 0.0010986328, 0.0012207031, 0.0013427734, 0.0014648438, 0.0015869141, 0.0017089844, 0.0018310547, 0.001953125, 0.0021972656, 0.0024414062, 0.0026855469, 0.0029296875, 0.0031738281, 0.0034179688, 0.0036621094, 0.00390625, 0.0043945312, 0.0048828125, 0.0053710938, 0.005859375, 0.0063476562, 0.0068359375, 0.0073242188, 0.0078125, 0.0087890625, 0.009765625, 0.0107421875, 0.01171875, 0.0126953125, 0.013671875, 0.0146484375, 0.015625, 0.017578125, 0.01953125, 0.021484375, 0.0234375, 0.025390625, 0.02734375, 0.029296875, 0.03125, 0.03515625, 0.0390625, 0.04296875, 0.046875, 0.05078125, 0.0546875, 0.05859375, 0.0625, 0.0703125, 0.078125, 0.0859375, 0.09375, 0.1015625, 0.109375, 0.1171875, 0.125, 0.140625, 0.15625, 0.171875, 0.1875, 0.203125, 0.21875, 0.234375, 0.25, 0.28125, 0.3125, 0.34375, 0.375, 0.40625, 0.4375, 0.46875, 0.5, 0.5625, 0.625, 0.6875, 0.75, 0.8125, 0.875, 0.9375, 1.0, 1.125, 1.25, 1.375, 1.5, 1.625, 1.75, 1.875, 2.0, 2.25, 2.5, 2.75, 3.0, 3.25, 3.5, 3.75, 4.0, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 7.5, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 18.0, 20.0, 22.0, 24.0, 26.0, 28.0, 30.0, 0xFFC00000, -0.00012207031, -0.00024414062, -0.00036621094, -0.00048828125, -0.00061035156, -0.0007324219, -0.0008544922, -0.0009765625, -0.0010986328, -0.0012207031, -0.0013427734, -0.0014648438, -0.0015869141, -0.0017089844, -0.0018310547, -0.001953125, -0.0021972656, -0.0024414062, -0.0026855469, -0.0029296875, -0.0031738281, -0.0034179688, -0.0036621094, -0.00390625, -0.0043945312, -0.0048828125, -0.0053710938, -0.005859375, -0.0063476562, -0.0068359375, -0.0073242188, -0.0078125, -0.0087890625, -0.009765625, -0.0107421875, -0.01171875, -0.0126953125, -0.013671875, -0.0146484375, -0.015625, -0.017578125, -0.01953125, -0.021484375, -0.0234375, -0.025390625, -0.02734375, -0.029296875, -0.03125, -0.03515625, -0.0390625, -0.04296875, -0.046875, -0.05078125, -0.0546875, -0.05859375, -0.0625, -0.0703125, -0.078125, -0.0859375, -0.09375, -0.1015625, -0.109375, -0.1171875, -0.125, -0.140625, -0.15625, -0.171875, -0.1875, -0.203125, -0.21875, -0.234375, -0.25, -0.28125, -0.3125, -0.34375, -0.375, -0.40625, -0.4375, -0.46875, -0.5, -0.5625, -0.625, -0.6875, -0.75, -0.8125, -0.875, -0.9375, -1.0, -1.125, -1.25, -1.375, -1.5, -1.625, -1.75, -1.875, -2.0, -2.25, -2.5, -2.75, -3.0, -3.25, -3.5, -3.75, -4.0, -4.5, -5.0, -5.5, -6.0, -6.5, -7.0, -7.5, -8.0, -9.0, -10.0, -11.0, -12.0, -13.0, -14.0, -15.0, -16.0, -18.0, -20.0, -22.0, -24.0, -26.0, -28.0, -30.0]> : tensor<256xf32>
  %z = stablehlo.convert %y : (tensor<256xf32>) -> tensor<256xf8E4M3B11FNUZ>
  check.expect_eq %z, %x : tensor<256xf8E4M3B11FNUZ>
  return
}

// -----

func.func @rounded_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-3.2077258, -0.33108974, -6.063516e-05, 430.53592, 1163.3116, 0.00010713516, -8.4327285e-06, -0.0061310967, 9.1399634e-05, 1674.0178, 0.27276877, -1.2333287, -0.0037432234, 1.6000191, 13296.104, -0.0016915379, -42.85245, -4.437355e-06, -0.004916313, -15990.975, -5843.4634, 1.688777e-05, -258.40015, -2414.3105, 0.10240946, 0.025932979, -215354.36, -16825.066, -62.76783, -0.010822201, -0.000629599, 677.98285, -7.399559e-05, -1.217351, -67.0673, -0.00038690463, -0.008526007, -346.93344, 0.00010975866, -70.9984, 0.0, -0.0, 0x7F800000, 0xFF800000, 0x7FC00000, 1.0e+30, -1.0e+30, 1.0e-30]> : tensor<48xf32>
  %y = stablehlo.convert %x : (tensor<48xf32>) -> tensor<48xf8E4M3B11FNUZ>
  check.expect_eq_const %y, dense<[-3.25, -0.34375, 0.0, 0x80, 0x80, 0.00012207031, 0.0, -0.0063476562, 0.00012207031, 0x80, 0.28125, -1.25, -0.0036621094, 1.625, 0x80, -0.0017089844, 0x80, 0.0, -0.0048828125, 0x80, 0x80, 0.0, 0x80, 0x80, 0.1015625, 0.025390625, 0x80, 0x80, 0x80, -0.0107421875, -0.00061035156, 0x80, -0.00012207031, -1.25, 0x80, -0.00036621094, -0.0087890625, 0x80, 0.00012207031, 0x80, 0.0, 0.0, 0x80, 0x80, 0x80, 0x80, 0x80, 0.0]> : tensor<48xf8E4M3B11FNUZ>
  return
}

// -----

func.func @codes_f4E2M1FN() {
  %codes = stablehlo.iota dim = 0 : tensor<16xui4>
  %x = stablehlo.bitcast_convert %codes : (tensor<16xui4>) -> tensor<16xf4E2M1FN>
  %y = stablehlo.convert %x : (tensor<16xf4E2M1FN>) -> tensor<16xf32>
  check.expect_eq_const %y, dense<[0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, -0.0, -0.5, -1.0, -1.5, -2.0, -3.0, -4.0, -6.0]> : tensor<16xf32>
  %z = stablehlo.convert %y : (tensor<16xf32>) -> tensor<16xf4E2M1FN>
  check.expect_eq %z, %x : tensor<16xf4E2M1FN>
  return
}

// -----

func.func @rounded_f4E2M1FN() {
  %x = stablehlo.constant dense<[-3.2077258, -0.33108974, -6.063516e-05, 430.53592, 1163.3116, 0.00010713516, -8.4327285e-06, -0.0061310967, 9.1399634e-05, 1674.0178, 0.27276877, -1.2333287, -0.0037432234, 1.6000191, 13296.104, -0.0016915379, -42.85245, -4.437355e-06, -0.004916313, -15990.975, -5843.4634, 1.688777e-05, -258.40015, -2414.3105, 0.10240946, 0.025932979, -215354.36, -16825.066, -62.76783, -0.010822201, -0.000629599, 677.98285, -7.399559e-05, -1.217351, -67.0673, -0.00038690463, -0.008526007, -346.93344, 0.00010975866, -70.9984, 0.0, -0.0, 1.0e+30, -1.0e+30, 1.0e-30]> : tensor<45xf32>
  %y = stablehlo.convert %x : (tensor<45xf32>) -> tensor<45xf4E2M1FN>
  check.expect_eq_const %y, dense<[-3.0, -0.5, -0.0, 6.0, 6.0, 0.0, -0.0, -0.0, 0.0, 6.0, 0.5, -1.0, -0.0, 1.5, 6.0, -0.0, -6.0, -0.0, -0.0, -6.0, -6.0, 0.0, -6.0, -6.0, 0.0, 0.0, -6.0, -6.0, -6.0, -0.0, -0.0, 6.0, -0.0, -1.0, -6.0, -0.0, -0.0, -6.0, 0.0, -6.0, 0.0, -0.0, 6.0, -6.0, 0.0]> : tensor<45xf4E2M1FN>
  return
}

// -----

func.func @codes_f8E8M0FNU() {
  %codes = stablehlo.iota dim = 0 : tensor<256xui8>
  %x = stablehlo.bitcast_convert %codes : (tensor<256xui8>) -> tensor<256xf8E8M0FNU>
  %y = stablehlo.convert %x : (tensor<256xf8E8M0FNU>) -> tensor<256xf32>
  check.expect_eq_const %y, dense<[5.877472e-39, 1.1754944e-38, 2.3509887e-38, 4.7019774e-38, 9.403955e-38, 1.880791e-37, 3.761582e-37, 7.523164e-37, 1.5046328e-36, 3.0092655e-36, 6.018531e-36, 1.2037062e-35, 2.4074124e-35, 4.814825e-35, 9.62965e-35, 1.92593e-34, 3.85186e-34, 7.70372e-34, 1.540744e-33, 3.081488e-33, 6.162976e-33, 1.2325952e-32, 2.4651903e-32, 4.9303807e-32, 9.8607613e-32, 1.9721523e-31, 3.9443045e-31, 7.888609e-31, 1.5777218e-30, 3.1554436e-30, 6.3108872e-30, 1.2621775e-29, 2.524355e-29, 5.04871e-29, 1.009742e-28, 2.019484e-28, 4.038968e-28, 8.077936e-28, 1.6155871e-27, 3.2311743e-27, 6.4623485e-27, 1.2924697e-26, 2.5849394e-26, 5.169879e-26, 1.0339758e-25, 2.0679515e-25, 4.135903e-25, 8.271806e-25, 1.6543612e-24, 3.3087225e-24, 6.617445e-24, 1.323489e-23, 2.646978e-23, 5.293956e-23, 1.0587912e-22, 2.1175824e-22, 4.2351647e-22, 8.4703295e-22, 1.6940659e-21, 3.3881318e-21, 6.7762636e-21, 1.3552527e-20, 2.7105054e-20, 5.421011e-20, 1.0842022e-19, 2.1684043e-19, 4.3368087e-19, 8.6736174e-19, 1.7347235e-18, 3.469447e-18, 6.938894e-18, 1.3877788e-17, 2.7755576e-17, 5.551115e-17, 1.110223e-16, 2.220446e-16, 4.440892e-16, 8.881784e-16, 1.7763568e-15, 3.5527137e-15, 7.1054274e-15, 1.4210855e-14, 2.842171e-14, 5.684342e-14, 1.1368684e-13, 2.2737368e-13, 4.5474735e-13, 9.094947e-13, 1.8189894e-12, 3.637979e-12, 7.275958e-12, 1.4551915e-11, 2.910383e-11, 5.820766e-11, 1.1641532e-10, 2.3283064e-10, 4.656613e-10, 9.313226e-10, 1.8626451e-09, 3.7252903e-09, 7.450581e-09, 1.4901161e-08, 2.9802322e-08, 5.9604645e-08, 1.1920929e-07, 2.3841858e-07, 4.7683716e-07, 9.536743e-07, 1.9073486e-06, 3.8146973e-06, 7.6293945e-06, 1.5258789e-05, 3.0517578e-05, 6.1035156e-05, 0.00012207031, 0.00024414062, 0.00048828125, 0.0009765625, 0.001953125, 0.00390625, 0.0078125, 0.015625, 0.03125, 0.0625, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0, 2048.0, 4096.0, 8192.0, 16384.0, 32768.0, 65536.0, 131072.0, 262144.0, 524288.0, 1.048576e+06, 2.097152e+06, 4.194304e+06, 8.388608e+06, 1.6777216e+07, 3.3554432e+07, 6.7108864e+07, 1.3421773e+08, 2.6843546e+08, 5.368709e+08, 1.0737418e+09, 2.1474836e+09, 4.2949673e+09, 8.589935e+09, 1.717987e+10, 3.435974e+10, 6.871948e+10, 1.3743895e+11, 2.748779e+11, 5.497558e+11, 1.0995116e+12, 2.1990233e+12, 4.3980465e+12, 8.796093e+12, 1.7592186e+13, 3.5184372e+13, 7.0368744e+13, 1.4073749e+14, 2.8147498e+14, 5.6294995e+14, 1.1258999e+15, 2.2517998e+15, 4.5035996e+15, 9.007199e+15, 1.8014399e+16, 3.6028797e+16, 7.2057594e+16, 1.4411519e+17, 2.8823038e+17, 5.7646075e+17, 1.1529215e+18, 2.305843e+18, 4.611686e+18, 9.223372e+18, 1.8446744e+19, 3.689349e+19, 7.378698e+19, 1.4757395e+20, 2.951479e+20, 5.902958e+20, 1.1805916e+21, 2.3611832e+21, 4.7223665e+21, 9.444733e+21, 1.8889466e+22, 3.7778932e+22, 7.5557864e+22, 1.5111573e+23, 3.0223145e+23, 6.044629e+23, 1.2089258e+24, 2.4178516e+24, 4.8357033e+24, 9.671407e+24, 1.9342813e+25, 3.8685626e+25, 7.7371252e+25, 1.5474251e+26, 3.0948501e+26, 6.1897002e+26, 1.2379401e+27, 2.4758801e+27, 4.9517602e+27, 9.9035203e+27, 1.9807041e+28, 3.9614081e+28, 7.9228163e+28, 1.5845633e+29, 3.1691265e+29, 6.338253e+29, 1.2676506e+30, 2.5353012e+30, 5.0706024e+30, 1.0141205e+31, 2.028241e+31, 4.056482e+31, 8.112964e+31, 1.6225928e+32, 3.2451855e+32, 6.490371e+32, 1.2980742e+33, 2.5961484e+33, 5.192297e+33, 1.0384594e+34, 2.0769187e+34, 4.1538375e+34, 8.307675e+34, 1.661535e+35, 3.32307e+35, 6.64614e+35, 1.329228e+36, 2.658456e+36, 5.316912e+36, 1.0633824e+37, 2.1267648e+37, 4.2535296e+37, 8.507059e+37, 1.7014118e+38, 0x7FC00000]> : tensor<256xf32>
  %z = stablehlo.convert %y : (tensor<256xf32>) -> tensor<256xf8E8M0FNU>
  check.expect_eq %z, %x : tensor<256xf8E8M0FNU>
  return
}

// -----

func.func @rounded_f8E8M0FNU() {
  %x = stablehlo.constant dense<[3.2077258, 0.33108974, 6.063516e-05, 430.53592, 1163.3116, 0.00010713516, 8.4327285e-06, 0.0061310967, 9.1399634e-05, 1674.0178, 0.27276877, 1.2333287, 0.0037432234, 1.6000191, 13296.104, 0.0016915379, 42.85245, 4.437355e-06, 0.004916313, 15990.975, 5843.4634, 1.688777e-05, 258.40015, 2414.3105, 0.10240946, 0.025932979, 215354.36, 16825.066, 62.76783, 0.010822201, 0.000629599, 677.98285, 7.399559e-05, 1.217351, 67.0673, 0.00038690463, 0.008526007, 346.93344, 0.00010975866, 70.9984]> : tensor<40xf32>
  %y = stablehlo.convert %x : (tensor<40xf32>) -> tensor<40xf8E8M0FNU>
  check.expect_eq_const %y, dense<[4.0, 0.25, 6.1035156e-05, 512.0, 1024.0, 0.00012207031, 7.6293945e-06, 0.0078125, 6.1035156e-05, 2048.0, 0.25, 1.0, 0.00390625, 2.0, 16384.0, 0.001953125, 32.0, 3.8146973e-06, 0.00390625, 16384.0, 4096.0, 1.5258789e-05, 256.0, 2048.0, 0.125, 0.03125, 262144.0, 16384.0, 64.0, 0.0078125, 0.00048828125, 512.0, 6.1035156e-05, 1.0, 64.0, 0.00048828125, 0.0078125, 256.0, 0.00012207031, 64.0]> : tensor<40xf8E8M0FNU>
  return
}
