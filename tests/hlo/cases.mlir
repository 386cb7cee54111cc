// What compilers get wrong: overlapping windows, indices out of range, the order of NaN and zeros, rounding.
func.func @pooling_backward_with_overlapping_windows() {
  %x = stablehlo.constant dense<[5.0, 3.0, 1.0, 2.0, 5.0]> : tensor<5xf32>
  %source = stablehlo.constant dense<1.0> : tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %source, %zero) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 1>} : (tensor<5xf32>, tensor<4xf32>, tensor<f32>) -> tensor<5xf32>
  check.expect_eq_const %0, dense<[1.0, 1.0, 0.0, 1.0, 1.0]> : tensor<5xf32>
  return
}

// -----

func.func @pooling_backward_of_equal_elements_goes_to_the_first() {
  %x = stablehlo.constant dense<2.0> : tensor<2x2xf32>
  %source = stablehlo.constant dense<3.0> : tensor<1x1xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %source, %zero) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<2x2xf32>, tensor<1x1xf32>, tensor<f32>) -> tensor<2x2xf32>
  check.expect_eq_const %0, dense<[[3.0, 0.0], [0.0, 0.0]]> : tensor<2x2xf32>
  return
}

// -----

func.func @pooling_backward_never_selects_padding() {
  %x = stablehlo.constant dense<[-4.0, -2.0, -3.0]> : tensor<3xf32>
  %source = stablehlo.constant dense<[1.0, 10.0, 100.0]> : tensor<3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %source, %zero) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) {window_dimensions = array<i64: 3>, window_strides = array<i64: 1>, padding = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<3xf32>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %0, dense<[0.0, 111.0, 0.0]> : tensor<3xf32>
  return
}

// -----

func.func @scatter_drops_what_is_out_of_range() {
  %x = stablehlo.constant dense<0.0> : tensor<2x10x4xf32>
  %u = stablehlo.constant dense<1.0> : tensor<2x4xf32>
  %i = stablehlo.constant dense<[[0, 10], [0, -1]]> : tensor<2x2xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %b : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<2x10x4xf32>, tensor<2x2xi32>, tensor<2x4xf32>) -> tensor<2x10x4xf32>
  check.expect_eq_const %0, dense<0.0> : tensor<2x10x4xf32>
  return
}

// -----

func.func @scatter_sums_duplicates() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %u = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %i = stablehlo.constant dense<[[1], [1], [3], [0]]> : tensor<4x1xi64>
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %c : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xi32>, tensor<4x1xi64>, tensor<4xi32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[41, 32, 3]> : tensor<3xi32>
  return
}

// -----

func.func @scatter_updates_both_operands() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %y = stablehlo.constant dense<[0.5, 0.25, 4.0]> : tensor<3xf32>
  %u = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %v = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi64>
  %0:2 = "stablehlo.scatter"(%x, %y, %i, %u, %v) ({
    ^bb0(%a: tensor<i32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<f32>):
      %e = stablehlo.add %a, %c : tensor<i32>
      %f = stablehlo.multiply %b, %d : tensor<f32>
      stablehlo.return %e, %f : tensor<i32>, tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xi32>, tensor<3xf32>, tensor<2x1xi64>, tensor<2xi32>, tensor<2xf32>) -> (tensor<3xi32>, tensor<3xf32>)
  check.expect_eq_const %0#0, dense<[21, 2, 13]> : tensor<3xi32>
  check.expect_eq_const %0#1, dense<[1.5, 0.25, 8.0]> : tensor<3xf32>
  return
}

// -----

func.func @gather_and_slices_clamp() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8], [9, 10]]> : tensor<5x2xi32>
  %i = stablehlo.constant dense<[10, -3]> : tensor<2xi32>
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>} : (tensor<5x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<[[9, 10], [1, 2]]> : tensor<2x2xi32>
  %far = stablehlo.constant dense<100> : tensor<i32>
  %zero = stablehlo.constant dense<-100> : tensor<i32>
  %1 = stablehlo.dynamic_slice %x, %far, %zero, sizes = [2, 1] : (tensor<5x2xi32>, tensor<i32>, tensor<i32>) -> tensor<2x1xi32>
  check.expect_eq_const %1, dense<[[7], [9]]> : tensor<2x1xi32>
  return
}

// -----

func.func @sort_by_total_order() {
  %x = stablehlo.constant dense<[0x7FC00000, 0.0, 0xFFC00000, 1.0, 0xFF800000, -0.0, 0x7F800000, -1.0]> : tensor<8xf32>
  %bits = stablehlo.bitcast_convert %x : (tensor<8xf32>) -> tensor<8xui32>
  %0 = "stablehlo.sort"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.bitcast_convert %0 : (tensor<8xf32>) -> tensor<8xui32>
  check.expect_eq_const %1, dense<[4290772992, 4286578688, 3212836864, 2147483648, 0, 1065353216, 2139095040, 2143289344]> : tensor<8xui32>
  return
}

// -----

func.func @sort_keeps_ties_in_order_and_takes_any_comparator() {
  %x = stablehlo.constant dense<[2, 1, 2, 1, 2, 1]> : tensor<6xi32>
  %i = stablehlo.iota dim = 0 : tensor<6xi32>
  %0:2 = "stablehlo.sort"(%x, %i) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
      %e = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %e : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<6xi32>, tensor<6xi32>) -> (tensor<6xi32>, tensor<6xi32>)
  check.expect_eq_const %0#1, dense<[1, 3, 5, 0, 2, 4]> : tensor<6xi32>
  %1 = "stablehlo.sort"(%i) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<6xi32>) -> tensor<6xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %2, dense<15> : tensor<i32>
  return
}

// -----

func.func @bf16_rounds_to_nearest_even() {
  %0 = stablehlo.constant dense<[1049218261, 1065385984, 1065451520, 2139095041, 2139095039]> : tensor<5xui32>
  %1 = stablehlo.bitcast_convert %0 : (tensor<5xui32>) -> tensor<5xf32>
  %2 = stablehlo.convert %1 : (tensor<5xf32>) -> tensor<5xbf16>
  %3 = stablehlo.bitcast_convert %2 : (tensor<5xbf16>) -> tensor<5xui16>
  %4 = stablehlo.slice %3 [0:3] : (tensor<5xui16>) -> tensor<3xui16>
  check.expect_eq_const %4, dense<[16010, 16256, 16258]> : tensor<3xui16>
  check.expect_eq_const %2, dense<[0x3E8A, 0x3F80, 0x3F82, 0x7FC0, 0x7F80]> : tensor<5xbf16>
  return
}

// -----

func.func @a_pair_of_casts_is_not_folded_away() {
  %0 = stablehlo.constant dense<1.00390625> : tensor<4xf32>
  %1 = stablehlo.constant dense<1.0> : tensor<4xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<4xf32>
  %3 = stablehlo.convert %2 : (tensor<4xf32>) -> tensor<4xbf16>
  %4 = stablehlo.convert %3 : (tensor<4xbf16>) -> tensor<4xf32>
  check.expect_eq_const %4, dense<1.0> : tensor<4xf32>
  return
}

// -----

func.func @every_16_bit_float_goes_through_f32_and_back() {
  %0 = stablehlo.iota dim = 0 : tensor<65536xui16>
  %1 = stablehlo.bitcast_convert %0 : (tensor<65536xui16>) -> tensor<65536xbf16>
  %2 = stablehlo.convert %1 : (tensor<65536xbf16>) -> tensor<65536xf32>
  %3 = stablehlo.convert %2 : (tensor<65536xf32>) -> tensor<65536xbf16>
  check.expect_eq %3, %1 : tensor<65536xbf16>
  %4 = stablehlo.bitcast_convert %0 : (tensor<65536xui16>) -> tensor<65536xf16>
  %5 = stablehlo.convert %4 : (tensor<65536xf16>) -> tensor<65536xf32>
  %6 = stablehlo.convert %5 : (tensor<65536xf32>) -> tensor<65536xf16>
  check.expect_eq %6, %4 : tensor<65536xf16>
  return
}

// -----

// The largest number is NaN wherever the NaN stands, in rows of 1 to 67 elements: row r is r + 1 long, the rest is −infinity.
func.func @nan_wins_at_every_place() {
  %row = stablehlo.iota dim = 0 : tensor<67x67x67xi32>
  %place = stablehlo.iota dim = 1 : tensor<67x67x67xi32>
  %column = stablehlo.iota dim = 2 : tensor<67x67x67xi32>
  %is_in = stablehlo.compare LE, %column, %row, SIGNED : (tensor<67x67x67xi32>, tensor<67x67x67xi32>) -> tensor<67x67x67xi1>
  %is_nan = stablehlo.compare EQ, %column, %place, SIGNED : (tensor<67x67x67xi32>, tensor<67x67x67xi32>) -> tensor<67x67x67xi1>
  %numbers = stablehlo.convert %column : (tensor<67x67x67xi32>) -> tensor<67x67x67xf32>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<67x67x67xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<67x67x67xf32>
  %a = stablehlo.select %is_nan, %nan, %numbers : tensor<67x67x67xi1>, tensor<67x67x67xf32>
  %x = stablehlo.select %is_in, %a, %least : tensor<67x67x67xi1>, tensor<67x67x67xf32>
  %init = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %max = stablehlo.reduce(%x init: %init) applies stablehlo.maximum across dimensions = [2] : (tensor<67x67x67xf32>, tensor<f32>) -> tensor<67x67xf32>
  %r = stablehlo.iota dim = 0 : tensor<67x67xi32>
  %p = stablehlo.iota dim = 1 : tensor<67x67xi32>
  %has_nan = stablehlo.compare LE, %p, %r, SIGNED : (tensor<67x67xi32>, tensor<67x67xi32>) -> tensor<67x67xi1>
  %got_nan = stablehlo.compare NE, %max, %max, FLOAT : (tensor<67x67xf32>, tensor<67x67xf32>) -> tensor<67x67xi1>
  check.expect_eq %got_nan, %has_nan : tensor<67x67xi1>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %first:2 = stablehlo.reduce(%x init: %init), (%column init: %zero) across dimensions = [2] : (tensor<67x67x67xf32>, tensor<67x67x67xi32>, tensor<f32>, tensor<i32>) -> (tensor<67x67xf32>, tensor<67x67xi32>)
    reducer(%v: tensor<f32>, %w: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
      %v_nan = stablehlo.compare NE, %v, %v, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %greater = stablehlo.compare GT, %v, %w, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %keep = stablehlo.or %v_nan, %greater : tensor<i1>
      %value = stablehlo.select %keep, %v, %w : tensor<i1>, tensor<f32>
      %index = stablehlo.select %keep, %i, %j : tensor<i1>, tensor<i32>
      stablehlo.return %value, %index : tensor<f32>, tensor<i32>
    }
  %argmax = stablehlo.select %has_nan, %first#1, %p : tensor<67x67xi1>, tensor<67x67xi32>
  check.expect_eq %argmax, %p : tensor<67x67xi32>
  return
}
