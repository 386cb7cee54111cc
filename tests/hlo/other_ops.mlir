func.func @map_adds_and_scales() {
  %0 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %1 = stablehlo.constant dense<[[10, 20], [30, 40]]> : tensor<2x2xi32>
  %2 = "stablehlo.map"(%0, %1) ({
    ^bb0(%a: tensor<f32>, %b: tensor<i32>):
      %c = stablehlo.convert %b : (tensor<i32>) -> tensor<f32>
      %d = stablehlo.add %a, %c : tensor<f32>
      %two = stablehlo.constant dense<2.0> : tensor<f32>
      %e = stablehlo.multiply %d, %two : tensor<f32>
      %f = stablehlo.convert %e : (tensor<f32>) -> tensor<f64>
      stablehlo.return %f : tensor<f64>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x2xf32>, tensor<2x2xi32>) -> tensor<2x2xf64>
  check.expect_eq_const %2, dense<[[22.0, 44.0], [66.0, 88.0]]> : tensor<2x2xf64>
  return
}

// -----

func.func @map_of_many_elements() {
  %0 = stablehlo.iota dim = 0 : tensor<200xi64>
  %1 = "stablehlo.map"(%0) ({
    ^bb0(%a: tensor<i64>):
      %b = stablehlo.multiply %a, %a : tensor<i64>
      stablehlo.return %b : tensor<i64>
  }) {dimensions = array<i64: 0>} : (tensor<200xi64>) -> tensor<200xi64>
  %2 = stablehlo.multiply %0, %0 : tensor<200xi64>
  check.expect_eq %1, %2 : tensor<200xi64>
  return
}

// -----

func.func @tokens_order_and_carry_nothing() {
  %0 = stablehlo.create_token : !stablehlo.token
  %1 = stablehlo.after_all %0, %0 : !stablehlo.token
  %2 = stablehlo.after_all : !stablehlo.token
  %3 = stablehlo.constant dense<0> : tensor<i32>
  %4:2 = stablehlo.while(%i = %3, %t = %1) : tensor<i32>, !stablehlo.token
    cond {
      %limit = stablehlo.constant dense<5> : tensor<i32>
      %c = stablehlo.compare LT, %i, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %after = stablehlo.after_all %t, %2 : !stablehlo.token
      stablehlo.return %next, %after : tensor<i32>, !stablehlo.token
    }
  %5, %6 = stablehlo.optimization_barrier %4#0, %4#1 : tensor<i32>, !stablehlo.token
  check.expect_eq_const %5, dense<5> : tensor<i32>
  return
}

// -----

func.func @broadcast_prepends_dimensions() {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = stablehlo.broadcast %0, sizes = [2, 1] : (tensor<2xi32>) -> tensor<2x1x2xi32>
  check.expect_eq_const %1, dense<[[[1, 2]], [[1, 2]]]> : tensor<2x1x2xi32>
  return
}

// -----

func.func @dot_of_vectors_and_matrices() {
  %m = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %v = stablehlo.constant dense<[1, 10, 100]> : tensor<3xi32>
  %0 = stablehlo.dot %m, %v, precision = [HIGHEST, HIGHEST] : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[321, 654]> : tensor<2xi32>
  %1 = stablehlo.dot %v, %v : (tensor<3xi32>, tensor<3xi32>) -> tensor<i32>
  check.expect_eq_const %1, dense<10101> : tensor<i32>
  %t = stablehlo.transpose %m, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %2 = stablehlo.dot %m, %t : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %2, dense<[[14, 32], [32, 77]]> : tensor<2x2xi32>
  return
}

// -----

func.func @einsum() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %b = stablehlo.constant dense<[[1, 0], [0, 1], [2, 2]]> : tensor<3x2xi32>
  %0 = stablehlo.einsum %a, %b, config = "ab,bc->ca" : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<[[7, 16], [8, 17]]> : tensor<2x2xi32>
  %1 = stablehlo.einsum %a, %a, config = "ab,ab->a" : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2xi32>
  check.expect_eq_const %1, dense<[14, 77]> : tensor<2xi32>
  %2 = stablehlo.einsum %a, %b, config = "ab,cd->bc" : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<3x3xi32>
  check.expect_eq_const %2, dense<[[5, 5, 20], [7, 7, 28], [9, 9, 36]]> : tensor<3x3xi32>
  %3 = stablehlo.unary_einsum %a, config = "ab->ba" : (tensor<2x3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %3, dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
  %4 = stablehlo.unary_einsum %a, config = "ab->b" : (tensor<2x3xi32>) -> tensor<3xi32>
  check.expect_eq_const %4, dense<[5, 7, 9]> : tensor<3xi32>
  return
}

// -----

func.func @torch_index_select() {
  %0 = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10], [11, 12]]]> : tensor<3x2x2xi32>
  %1 = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi32>
  %2 = "stablehlo.torch_index_select"(%0, %1) {dim = 1 : i64, batch_dims = 0 : i64} : (tensor<3x2x2xi32>, tensor<3xi32>) -> tensor<3x3x2xi32>
  check.expect_eq_const %2, dense<[[[3, 4], [1, 2], [3, 4]], [[7, 8], [5, 6], [7, 8]], [[11, 12], [9, 10], [11, 12]]]> : tensor<3x3x2xi32>
  %3 = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
  %4 = "stablehlo.torch_index_select"(%0, %3) {dim = 1 : i64, batch_dims = 1 : i64} : (tensor<3x2x2xi32>, tensor<3x1xi64>) -> tensor<3x1x2xi32>
  check.expect_eq_const %4, dense<[[[3, 4]], [[5, 6]], [[11, 12]]]> : tensor<3x1x2xi32>
  return
}

// -----

func.func @sizes_of_dimensions() {
  %0 = stablehlo.constant dense<[[1, 2, 3]]> : tensor<1x3xi64>
  %1 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<1x3xi64>) -> tensor<i32>
  check.expect_eq_const %1, dense<3> : tensor<i32>
  %2 = stablehlo.set_dimension_size %0, %1, dim = 1 : (tensor<1x3xi64>, tensor<i32>) -> tensor<1x3xi64>
  check.expect_eq %2, %0 : tensor<1x3xi64>
  return
}

// -----

func.func @top_k_orders_and_takes_the_first_of_equals() {
  %0 = stablehlo.constant dense<[[1.0, 5.0, -2.0, 5.0, 0x7FC00000], [-0.0, 0.0, -1.0, -1.0, -3.0]]> : tensor<2x5xf32>
  %1:2 = chlo.top_k(%0, k = 3) : tensor<2x5xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  check.expect_eq_const %1#0, dense<[[0x7FC00000, 5.0, 5.0], [0.0, -0.0, -1.0]]> : tensor<2x3xf32>
  check.expect_eq_const %1#1, dense<[[4, 1, 3], [1, 0, 2]]> : tensor<2x3xi32>
  %2 = stablehlo.constant dense<[200, 7, 255, 255]> : tensor<4xui8>
  %3:2 = chlo.top_k(%2, k = 2) : tensor<4xui8> -> (tensor<2xui8>, tensor<2xi32>)
  check.expect_eq_const %3#0, dense<[255, 255]> : tensor<2xui8>
  check.expect_eq_const %3#1, dense<[2, 3]> : tensor<2xi32>
  return
}

// -----

func.func @chlo_constants() {
  %0 = chlo.constant dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %0, dense<[1, 2]> : tensor<2xi32>
  %1 = "chlo.constant_like"(%0) {value = 3 : i32} : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %1, dense<3> : tensor<2xi32>
  return
}

// -----

func.func @broadcasting_ops() {
  %m = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %r = stablehlo.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %c = stablehlo.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %v = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = chlo.broadcast_add %m, %r : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %0, dense<[[11.0, 22.0, 33.0], [14.0, 25.0, 36.0]]> : tensor<2x3xf32>
  %1 = chlo.broadcast_subtract %r, %m : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %1, dense<[[9.0, 18.0, 27.0], [6.0, 15.0, 24.0]]> : tensor<2x3xf32>
  %2 = chlo.broadcast_multiply %m, %c : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %2, dense<[[1.0, 2.0, 3.0], [8.0, 10.0, 12.0]]> : tensor<2x3xf32>
  %3 = chlo.broadcast_divide %m, %v {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %3, dense<[[1.0, 2.0, 3.0], [2.0, 2.5, 3.0]]> : tensor<2x3xf32>
  %4 = chlo.broadcast_maximum %c, %r : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %4, dense<[[10.0, 20.0, 30.0], [10.0, 20.0, 30.0]]> : tensor<2x3xf32>
  %5 = chlo.broadcast_minimum %c, %m : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %5, dense<[[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]> : tensor<2x3xf32>
  %6 = chlo.broadcast_power %m, %c : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %6, dense<[[1.0, 2.0, 3.0], [16.0, 25.0, 36.0]]> : tensor<2x3xf32>
  %7 = chlo.broadcast_remainder %r, %c : (tensor<3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %7, dense<0.0> : tensor<2x3xf32>
  %8 = chlo.broadcast_compare %m, %c {comparison_direction = #chlo<comparison_direction GT>} : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xi1>
  check.expect_eq_const %8, dense<[[false, true, true], [true, true, true]]> : tensor<2x3xi1>
  %9 = chlo.broadcast_complex %c, %v : (tensor<2x1xf32>, tensor<2xf32>) -> tensor<2x2xcomplex<f32>>
  check.expect_eq_const %9, dense<[[(1.0, 1.0), (1.0, 2.0)], [(2.0, 1.0), (2.0, 2.0)]]> : tensor<2x2xcomplex<f32>>
  %10 = chlo.broadcast_select %8, %m, %r : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %10, dense<[[10.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %11 = chlo.broadcast_atan2 %c, %c : (tensor<2x1xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  check.expect_almost_eq_const %11, dense<0.785398163> : tensor<2x1xf32>
  %12 = chlo.broadcast_next_after %c, %m : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_close %12, %5, max_ulp_difference = 1 : tensor<2x3xf32>, tensor<2x3xf32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %13 = chlo.broadcast_zeta %two, %c : (tensor<f32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  check.expect_almost_eq_const %13, dense<[[1.6449341], [0.6449341]]> : tensor<2x1xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %14 = chlo.broadcast_polygamma %one, %c : (tensor<f32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  check.expect_almost_eq_const %14, dense<[[1.6449341], [0.6449341]]> : tensor<2x1xf32>
  return
}

// -----

func.func @broadcasting_ops_of_integers() {
  %a = stablehlo.constant dense<[[12, -7], [5, 6]]> : tensor<2x2xi32>
  %b = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = chlo.broadcast_and %a, %b : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<[[0, 0], [1, 2]]> : tensor<2x2xi32>
  %1 = chlo.broadcast_or %a, %b : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %1, dense<[[13, -5], [5, 6]]> : tensor<2x2xi32>
  %2 = chlo.broadcast_xor %a, %b : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %2, dense<[[13, -5], [4, 4]]> : tensor<2x2xi32>
  %3 = chlo.broadcast_shift_left %a, %b : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %3, dense<[[24, -28], [10, 24]]> : tensor<2x2xi32>
  %4 = chlo.broadcast_shift_right_arithmetic %a, %b : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %4, dense<[[6, -2], [2, 1]]> : tensor<2x2xi32>
  %5 = chlo.broadcast_shift_right_logical %a, %b : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %5, dense<[[6, 1073741822], [2, 1]]> : tensor<2x2xi32>
  return
}

// -----

func.func @rng_keeps_within_its_bounds() {
  %shape = stablehlo.constant dense<[1000]> : tensor<1xi64>
  %a = stablehlo.constant dense<-2.0> : tensor<f32>
  %b = stablehlo.constant dense<3.0> : tensor<f32>
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<1000xf32>
  %low = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<1000xf32>
  %high = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<1000xf32>
  %1 = stablehlo.compare GE, %0, %low, FLOAT : (tensor<1000xf32>, tensor<1000xf32>) -> tensor<1000xi1>
  %2 = stablehlo.compare LT, %0, %high, FLOAT : (tensor<1000xf32>, tensor<1000xf32>) -> tensor<1000xi1>
  check.expect_eq_const %1, dense<true> : tensor<1000xi1>
  check.expect_eq_const %2, dense<true> : tensor<1000xi1>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1000xf32>, tensor<f32>) -> tensor<f32>
  check.expect_almost_eq_const %sum, dense<500.0> : tensor<f32>, tolerance = 250.0
  %c = stablehlo.constant dense<0.0> : tensor<f64>
  %d = stablehlo.constant dense<2.0> : tensor<f64>
  %3 = stablehlo.rng %c, %d, %shape, distribution = NORMAL : (tensor<f64>, tensor<f64>, tensor<1xi64>) -> tensor<1000xf64>
  %squares = stablehlo.multiply %3, %3 : tensor<1000xf64>
  %total = stablehlo.reduce(%squares init: %c) applies stablehlo.add across dimensions = [0] : (tensor<1000xf64>, tensor<f64>) -> tensor<f64>
  check.expect_almost_eq_const %total, dense<4000.0> : tensor<f64>, tolerance = 1000.0
  %e = stablehlo.constant dense<0> : tensor<i32>
  %f = stablehlo.constant dense<2> : tensor<i32>
  %4 = stablehlo.rng %e, %f, %shape, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<1000xi32>
  %most = stablehlo.reduce(%4 init: %e) applies stablehlo.maximum across dimensions = [0] : (tensor<1000xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %most, dense<1> : tensor<i32>
  return
}
