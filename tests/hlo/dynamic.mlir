// Sizes that are operands, known before the program runs.
func.func @sizes_follow_from_constants() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %rows = stablehlo.get_dimension_size %x, dim = 0 : (tensor<2x3xi64>) -> tensor<i32>
  %columns = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2x3xi64>) -> tensor<i32>
  %product = stablehlo.multiply %rows, %columns : tensor<i32>
  %one = stablehlo.reshape %product : (tensor<i32>) -> tensor<1xi32>
  %flat = stablehlo.dynamic_reshape %x, %one : (tensor<2x3xi64>, tensor<1xi32>) -> tensor<?xi64>
  %double = stablehlo.add %flat, %flat : tensor<?xi64>
  check.expect_eq_const %double, dense<[2, 4, 6, 8, 10, 12]> : tensor<6xi64>
  %r = stablehlo.reshape %rows : (tensor<i32>) -> tensor<1xi32>
  %c = stablehlo.reshape %columns : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %c, %r, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %turned = stablehlo.dynamic_reshape %x, %shape : (tensor<2x3xi64>, tensor<2xi32>) -> tensor<?x?xi64>
  check.expect_eq_const %turned, dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi64>
  %iota = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<2xi32>) -> tensor<?x2xi64>
  check.expect_eq_const %iota, dense<[[0, 0], [1, 1], [2, 2]]> : tensor<3x2xi64>
  return
}

// -----

func.func @broadcast() {
  %0 = stablehlo.constant dense<[[1, 2, 3]]> : tensor<1x3xi64>
  %1 = stablehlo.constant dense<[2, 3, 2]> : tensor<3xi64>
  %2 = "stablehlo.dynamic_broadcast_in_dim"(%0, %1) {broadcast_dimensions = array<i64: 2, 1>, known_expanding_dimensions = array<i64: 0>, known_non_expanding_dimensions = array<i64: 1>} : (tensor<1x3xi64>, tensor<3xi64>) -> tensor<2x3x2xi64>
  check.expect_eq_const %2, dense<[[[1, 1], [2, 2], [3, 3]], [[1, 1], [2, 2], [3, 3]]]> : tensor<2x3x2xi64>
  return
}

// -----

func.func @pad_and_slice() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %v = stablehlo.constant dense<0> : tensor<i64>
  %low = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %high = stablehlo.constant dense<[2, -1]> : tensor<2xi64>
  %between = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %0 = stablehlo.dynamic_pad %x, %v, %low, %high, %between : (tensor<2x3xi64>, tensor<i64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xi64>
  check.expect_eq_const %0, dense<[[0, 1, 2], [0, 0, 0], [0, 4, 5], [0, 0, 0], [0, 0, 0]]> : tensor<5x3xi64>
  %limit = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %step = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %start = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %1 = stablehlo.real_dynamic_slice %x, %start, %limit, %step : (tensor<2x3xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x2xi64>
  check.expect_eq_const %1, dense<[[4, 6]]> : tensor<1x2xi64>
  return
}

// -----

func.func @gather_and_convolution() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %i = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
  %sizes = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %sizes) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false} : (tensor<3x2xi32>, tensor<2xi64>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<[[5, 6], [1, 2]]> : tensor<2x2xi32>
  %lhs = stablehlo.constant dense<[[[[1], [2], [5], [6]], [[3], [4], [7], [8]], [[10], [11], [14], [15]], [[12], [13], [16], [17]]]]> : tensor<1x4x4x1xi64>
  %rhs = stablehlo.constant dense<1> : tensor<3x3x1x1xi64>
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  %1 = stablehlo.dynamic_conv(%lhs, %rhs, %padding) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [4, 4], lhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x4x4x1xi64>, tensor<3x3x1x1xi64>, tensor<2x2xi64>) -> tensor<1x2x2x1xi64>
  check.expect_eq_const %1, dense<[[[[10], [26]], [[46], [62]]]]> : tensor<1x2x2x1xi64>
  return
}
