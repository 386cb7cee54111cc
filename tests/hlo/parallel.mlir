module @sum_of_two {
  func.func @sum(%0: tensor<4xi64>) -> tensor<4xi64> {
    %1 = "stablehlo.all_reduce"(%0) ({
      ^bb0(%a: tensor<i64>, %b: tensor<i64>):
        %c = stablehlo.add %a, %b : tensor<i64>
        stablehlo.return %c : tensor<i64>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<4xi64>) -> tensor<4xi64>
    return %1 : tensor<4xi64>
  }
  func.func @main() {
    %0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
    %1 = stablehlo.constant dense<[5, 6, 7, 8]> : tensor<4xi64>
    %2:2 = "interpreter.run_parallel"(%0, %1) {programs = [[@sum], [@sum]]} : (tensor<4xi64>, tensor<4xi64>) -> (tensor<4xi64>, tensor<4xi64>)
    check.expect_eq_const %2#0, dense<[6, 8, 10, 12]> : tensor<4xi64>
    %3 = stablehlo.subtract %2#1, %1 : tensor<4xi64>
    check.expect_eq %3, %0 : tensor<4xi64>
    return
  }
}

// -----

// Programs that differ, with unequal numbers of results, one after the other. Their collectives must correspond.
module @different_programs {
  func.func @send(%0: tensor<2xf32>, %1: tensor<i32>) -> (tensor<2xf32>, tensor<i32>) {
    %2 = "stablehlo.collective_permute"(%0) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
    return %2, %1 : tensor<2xf32>, tensor<i32>
  }
  func.func @receive(%0: tensor<2xf32>, %1: tensor<2xf32>) -> tensor<2xf32> {
    %2 = "stablehlo.collective_permute"(%0) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
    %3 = stablehlo.add %2, %1 : tensor<2xf32>
    return %3 : tensor<2xf32>
  }
  func.func @main() {
    %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %1 = stablehlo.constant dense<[10.0, 20.0]> : tensor<2xf32>
    %2 = stablehlo.constant dense<7> : tensor<i32>
    %3:3 = "interpreter.run_parallel"(%0, %2, %1, %1) {programs = [[@send], [@receive]]} : (tensor<2xf32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<i32>, tensor<2xf32>)
    check.expect_eq_const %3#0, dense<0.0> : tensor<2xf32>
    check.expect_eq_const %3#1, dense<7> : tensor<i32>
    check.expect_eq_const %3#2, dense<[11.0, 22.0]> : tensor<2xf32>
    %4:3 = "interpreter.run_parallel"(%3#2, %3#1, %3#0, %1) {programs = [[@send], [@receive]]} : (tensor<2xf32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<i32>, tensor<2xf32>)
    check.expect_eq_const %4#2, dense<[21.0, 42.0]> : tensor<2xf32>
    return
  }
}
