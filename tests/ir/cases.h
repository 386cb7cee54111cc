/* One or more texts per op: each op of ops.def must have a row (text_test.c walks them). */
#ifndef LS_TESTS_IR_CASES_H
#define LS_TESTS_IR_CASES_H

#include <string.h>

#include "ir/ir.h"

typedef struct ir_case {
    ls_ir_kind kind;
    const char *args; /* of the function */
    const char *ops;  /* its body, but for the return */
} ir_case;

#define F23 "%arg0: tensor<2x3xf32>"
#define F23_F23 "%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>"
#define F23_F3 "%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>"
#define I4_I4 "%arg0: tensor<4xi32>, %arg1: tensor<4xi32>"
#define ADD_REGION                                                                                                     \
    "({^bb0(%a: tensor<f32>, %b: tensor<f32>): %s = stablehlo.add %a, %b : tensor<f32> stablehlo.return %s : "         \
    "tensor<f32>})"

static const ir_case ir_cases[] = {
    {LS_IR_ABS, F23, "%0 = stablehlo.abs %arg0 : tensor<2x3xf32>"},
    {LS_IR_ABS, "%arg0: tensor<2xcomplex<f32>>",
     "%0 = stablehlo.abs %arg0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>"},
    {LS_IR_CBRT, F23, "%0 = stablehlo.cbrt %arg0 : tensor<2x3xf32>"},
    {LS_IR_CEIL, F23, "%0 = stablehlo.ceil %arg0 : tensor<2x3xf32>"},
    {LS_IR_CONVERT, F23, "%0 = stablehlo.convert %arg0 : (tensor<2x3xf32>) -> tensor<2x3xbf16>"},
    {LS_IR_CONVERT, F23, "%0 = stablehlo.convert %arg0 : tensor<2x3xf32>"},
    {LS_IR_COSINE, F23,
     "%0 = stablehlo.cosine %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = DEFAULT>} : tensor<2x3xf32>"},
    {LS_IR_COUNT_LEADING_ZEROS, I4_I4, "%0 = stablehlo.count_leading_zeros %arg0 : tensor<4xi32>"},
    {LS_IR_ERF, F23, "%0 = chlo.erf %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>"},
    {LS_IR_EXPONENTIAL, F23, "%0 = stablehlo.exponential %arg0 : tensor<2x3xf32>"},
    {LS_IR_EXPONENTIAL_MINUS_ONE, F23, "%0 = stablehlo.exponential_minus_one %arg0 : tensor<2x3xf32>"},
    {LS_IR_FLOOR, F23, "%0 = stablehlo.floor %arg0 : tensor<2x3xf32>"},
    {LS_IR_IS_FINITE, F23, "%0 = stablehlo.is_finite %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi1>"},
    {LS_IR_LOG, F23, "%0 = stablehlo.log %arg0 : tensor<2x3xf32>"},
    {LS_IR_LOG_PLUS_ONE, F23, "%0 = stablehlo.log_plus_one %arg0 : tensor<2x3xf32>"},
    {LS_IR_LOGISTIC, F23, "%0 = stablehlo.logistic %arg0 : tensor<2x3xf32>"},
    {LS_IR_REAL, "%arg0: tensor<2xcomplex<f32>>",
     "%0 = stablehlo.real %arg0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>"},
    {LS_IR_IMAG, "%arg0: tensor<2xcomplex<f32>>",
     "%0 = stablehlo.imag %arg0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>"},
    {LS_IR_REAL, F23, "%0 = stablehlo.real %arg0 : tensor<2x3xf32>"},
    {LS_IR_IMAG, F23, "%0 = stablehlo.imag %arg0 : tensor<2x3xf32>"},
    {LS_IR_COMPLEX, F23_F23, "%0 = stablehlo.complex %arg0, %arg1 : tensor<2x3xcomplex<f32>>"},
    {LS_IR_NEGATE, F23, "%0 = stablehlo.negate %arg0 : tensor<2x3xf32>"},
    {LS_IR_NOT, I4_I4, "%0 = stablehlo.not %arg0 : tensor<4xi32>"},
    {LS_IR_POPCNT, I4_I4, "%0 = stablehlo.popcnt %arg0 : tensor<4xi32>"},
    {LS_IR_REDUCE_PRECISION, F23, "%0 = stablehlo.reduce_precision %arg0, format = e8m7 : tensor<2x3xf32>"},
    {LS_IR_ROUND_NEAREST_AFZ, F23, "%0 = stablehlo.round_nearest_afz %arg0 : tensor<2x3xf32>"},
    {LS_IR_ROUND_NEAREST_EVEN, F23, "%0 = stablehlo.round_nearest_even %arg0 : tensor<2x3xf32>"},
    {LS_IR_RSQRT, F23, "%0 = stablehlo.rsqrt %arg0 : tensor<2x3xf32>"},
    {LS_IR_SIGN, F23, "%0 = stablehlo.sign %arg0 : tensor<2x3xf32>"},
    {LS_IR_SINE, F23, "%0 = stablehlo.sine %arg0 : tensor<2x3xf32>"},
    {LS_IR_SQRT, F23, "%0 = stablehlo.sqrt %arg0 : tensor<2x3xf32>"},
    {LS_IR_TAN, F23, "%0 = stablehlo.tan %arg0 : tensor<2x3xf32>"},
    {LS_IR_TANH, F23, "%0 = stablehlo.tanh %arg0 : tensor<2x3xf32>"},
    {LS_IR_ADD, F23_F23, "%0 = stablehlo.add %arg0, %arg1 : tensor<2x3xf32>"},
    {LS_IR_AND, I4_I4, "%0 = stablehlo.and %arg0, %arg1 : tensor<4xi32>"},
    {LS_IR_ATAN2, F23_F23, "%0 = stablehlo.atan2 %arg0, %arg1 : tensor<2x3xf32>"},
    {LS_IR_DIVIDE, F23_F23, "%0 = stablehlo.divide %arg0, %arg1 : tensor<2x3xf32>"},
    {LS_IR_MAXIMUM, F23_F23, "%0 = stablehlo.maximum %arg0, %arg1 : tensor<2x3xf32>"},
    {LS_IR_MINIMUM, F23_F23, "%0 = stablehlo.minimum %arg0, %arg1 : tensor<2x3xf32>"},
    {LS_IR_MULTIPLY, F23_F23, "%0 = stablehlo.multiply %arg0, %arg1 : tensor<2x3xf32>"},
    {LS_IR_OR, I4_I4, "%0 = stablehlo.or %arg0, %arg1 : tensor<4xi32>"},
    {LS_IR_POWER, F23_F23, "%0 = stablehlo.power %arg0, %arg1 : tensor<2x3xf32>"},
    {LS_IR_REMAINDER, F23_F23,
     "%0 = stablehlo.remainder %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_SHIFT_LEFT, I4_I4, "%0 = stablehlo.shift_left %arg0, %arg1 : tensor<4xi32>"},
    {LS_IR_SHIFT_RIGHT_ARITHMETIC, I4_I4, "%0 = stablehlo.shift_right_arithmetic %arg0, %arg1 : tensor<4xi32>"},
    {LS_IR_SHIFT_RIGHT_LOGICAL, I4_I4, "%0 = stablehlo.shift_right_logical %arg0, %arg1 : tensor<4xi32>"},
    {LS_IR_SUBTRACT, F23_F23,
     "%0 = \"stablehlo.subtract\"(%arg0, %arg1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_XOR, I4_I4, "%0 = stablehlo.xor %arg0, %arg1 : tensor<4xi32>"},
    {LS_IR_COMPARE, F23_F23,
     "%0 = stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>"},
    {LS_IR_COMPARE, I4_I4, "%0 = stablehlo.compare GE, %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>"},
    {LS_IR_CLAMP, "%arg0: tensor<f32>, %arg1: tensor<4xf32>",
     "%0 = stablehlo.clamp %arg0, %arg1, %arg0 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>"},
    {LS_IR_CLAMP, F23_F23, "%0 = stablehlo.clamp %arg0, %arg1, %arg0 : tensor<2x3xf32>"},
    {LS_IR_SELECT, "%arg0: tensor<2xi1>, %arg1: tensor<2xf32>",
     "%0 = stablehlo.select %arg0, %arg1, %arg1 : tensor<2xi1>, tensor<2xf32>"},
    {LS_IR_SELECT, "%arg0: tensor<i1>, %arg1: tensor<2xf32>",
     "%0 = stablehlo.select %arg0, %arg1, %arg1 : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>"},
    {LS_IR_CONSTANT, "",
     "%cst = stablehlo.constant dense<[[1.5, 2.0, -3.25e-4], [0.1, 1.0e38, -0.0]]> : tensor<2x3xf32>"},
    {LS_IR_CONSTANT, "", "%c = stablehlo.constant dense<0xFF800000> : tensor<4xf32>"},
    {LS_IR_CONSTANT, "", "%c = stablehlo.constant dense<\"0x000102030405060708090A0B\"> : tensor<3xi32>"},
    {LS_IR_IOTA, "", "%0 = stablehlo.iota dim = 1 : tensor<2x3xi32>"},
    {LS_IR_BITCAST_CONVERT, "%arg0: tensor<4xf32>",
     "%0 = stablehlo.bitcast_convert %arg0 : (tensor<4xf32>) -> tensor<4xui32>"},
    {LS_IR_BITCAST_CONVERT, "%arg0: tensor<4xui64>",
     "%0 = stablehlo.bitcast_convert %arg0 : (tensor<4xui64>) -> tensor<4x8xui8>"},
    {LS_IR_BITCAST_CONVERT, F23, "%0 = stablehlo.bitcast_convert %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_BROADCAST_IN_DIM, "%arg0: tensor<3x1xf32>",
     "%0 = stablehlo.broadcast_in_dim %arg0, dims = [2, 0] : (tensor<3x1xf32>) -> tensor<5x4x3xf32>"},
    {LS_IR_BROADCAST_IN_DIM, "%arg0: tensor<f32>",
     "%0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<4xf32>"},
    {LS_IR_CONCATENATE, F23_F23,
     "%0 = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>"},
    {LS_IR_DYNAMIC_SLICE, "%arg0: tensor<4x5xf32>, %arg1: tensor<i32>",
     "%0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [1, 2] : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) "
     "-> tensor<1x2xf32>"},
    {LS_IR_DYNAMIC_UPDATE_SLICE, "%arg0: tensor<4xf32>, %arg1: tensor<2xf32>, %arg2: tensor<i64>",
     "%0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2 : (tensor<4xf32>, tensor<2xf32>, tensor<i64>) -> "
     "tensor<4xf32>"},
    {LS_IR_GATHER, "%arg0: tensor<8x10xf32>, %arg1: tensor<8x2xi32>",
     "%0 = \"stablehlo.gather\"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], "
     "start_index_map "
     "= [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : "
     "(tensor<8x10xf32>, "
     "tensor<8x2xi32>) -> tensor<8xf32>"},
    {LS_IR_GATHER, "%arg0: tensor<4x6x7xf32>, %arg1: tensor<4x5x1xi32>",
     "%0 = \"stablehlo.gather\"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], "
     "collapsed_slice_dims = [1], "
     "operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, "
     "slice_sizes = "
     "array<i64: 1, 1, 7>}> : (tensor<4x6x7xf32>, tensor<4x5x1xi32>) -> tensor<4x5x7xf32>"},
    {LS_IR_PAD, "%arg0: tensor<2x3xf32>, %arg1: tensor<f32>",
     "%0 = stablehlo.pad %arg0, %arg1, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<2x3xf32>, "
     "tensor<f32>) -> "
     "tensor<4x4xf32>"},
    {LS_IR_RESHAPE, F23, "%0 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<3x2x1xf32>"},
    {LS_IR_REVERSE, F23, "%0 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<2x3xf32>"},
    {LS_IR_SCATTER, "%arg0: tensor<8x10xf32>, %arg1: tensor<8x2xi32>, %arg2: tensor<8xf32>",
     "%0 = \"stablehlo.scatter\"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = "
     "#stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, "
     "unique_indices "
     "= false}> " ADD_REGION " : (tensor<8x10xf32>, tensor<8x2xi32>, tensor<8xf32>) -> tensor<8x10xf32>"},
    {LS_IR_SLICE, F23, "%0 = stablehlo.slice %arg0 [0:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>"},
    {LS_IR_TRANSPOSE, F23, "%0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>"},
    {LS_IR_REDUCE, "%arg0: tensor<2x3xf32>, %arg1: tensor<f32>",
     "%0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, "
     "tensor<f32>) -> "
     "tensor<f32>"},
    {LS_IR_REDUCE, "%arg0: tensor<2x3xf32>, %arg1: tensor<f32>, %arg2: tensor<2x3xi32>, %arg3: tensor<i32>",
     "%0:2 = stablehlo.reduce(%arg0 init: %arg1), (%arg2 init: %arg3) across dimensions = [1] : (tensor<2x3xf32>, "
     "tensor<2x3xi32>, "
     "tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)\n reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: "
     "tensor<i32>, %d: "
     "tensor<i32>) { %p = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1> %m = "
     "stablehlo.select %p, %a, "
     "%b : tensor<i1>, tensor<f32> %n = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32> stablehlo.return %m, %n "
     ": tensor<f32>, "
     "tensor<i32> }"},
    {LS_IR_REDUCE_WINDOW, "%arg0: tensor<1x4x4x1xf32>, %arg1: tensor<f32>",
     "%0 = \"stablehlo.reduce_window\"(%arg0, %arg1) <{padding = dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : "
     "tensor<4x2xi64>, "
     "window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> " ADD_REGION
     " : (tensor<1x4x4x1xf32>, tensor<f32>) -> tensor<1x2x2x1xf32>"},
    {LS_IR_SELECT_AND_SCATTER, "%arg0: tensor<4x4xf32>, %arg1: tensor<2x2xf32>, %arg2: tensor<f32>",
     "%0 = \"stablehlo.select_and_scatter\"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, "
     "window_strides = array<i64: 2, "
     "2>}> ({^bb0(%a: tensor<f32>, %b: tensor<f32>): %p = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, "
     "tensor<f32>) -> "
     "tensor<i1> stablehlo.return %p : tensor<i1>}, {^bb0(%a: tensor<f32>, %b: tensor<f32>): %s = stablehlo.add %a, %b "
     ": tensor<f32> "
     "stablehlo.return %s : tensor<f32>}) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>"},
    {LS_IR_SORT, "%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>",
     "%0:2 = \"stablehlo.sort\"(%arg0, %arg1) <{dimension = 1 : i64, is_stable = true}> ({^bb0(%a: tensor<f32>, %b: "
     "tensor<f32>, %c: "
     "tensor<i32>, %d: tensor<i32>): %p = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> "
     "tensor<i1> "
     "stablehlo.return %p : tensor<i1>}) : (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)"},
    {LS_IR_DOT_GENERAL, "%arg0: tensor<5x2x3xf32>, %arg1: tensor<5x3x4xf32>",
     "%0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = "
     "[HIGHEST, DEFAULT], "
     "algorithm = <lhs_precision_type = tf32, accumulation_type = f32> : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> "
     "tensor<5x2x4xf32>"},
    {LS_IR_DOT_GENERAL, "%arg0: tensor<2x3xbf16>, %arg1: tensor<4x3xbf16>",
     "%0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [1] : (tensor<2x3xbf16>, tensor<4x3xbf16>) -> "
     "tensor<2x4xf32>"},
    {LS_IR_CONVOLUTION, "%arg0: tensor<2x8x8x4xf32>, %arg1: tensor<3x3x2x6xf32>",
     "%0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride "
     "= [2, 1], pad = "
     "[[0, -1], [1, 1]], lhs_dilate = [1, 2], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : "
     "i64, "
     "feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision "
     "DEFAULT>]} : "
     "(tensor<2x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<2x3x15x6xf32>"},
    {LS_IR_CONVOLUTION, "%arg0: tensor<2x4x8x8xf32>, %arg1: tensor<6x4x3x3xf32>",
     "%0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} "
     "{batch_group_count = "
     "1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<2x6x6x6xf32>"},
    {LS_IR_BATCH_NORM_TRAINING, "%arg0: tensor<2x3x4xf32>, %arg1: tensor<3xf32>",
     "%0:3 = \"stablehlo.batch_norm_training\"(%arg0, %arg1, %arg1) <{epsilon = 9.99999974E-6 : f32, feature_index = 1 "
     ": i64}> : "
     "(tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)"},
    {LS_IR_BATCH_NORM_INFERENCE, "%arg0: tensor<2x3x4xf32>, %arg1: tensor<3xf32>",
     "%0 = \"stablehlo.batch_norm_inference\"(%arg0, %arg1, %arg1, %arg1, %arg1) <{epsilon = 1.000000e-03 : f32, "
     "feature_index = 1 : "
     "i64}> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>"},
    {LS_IR_BATCH_NORM_GRAD, "%arg0: tensor<2x3x4xf32>, %arg1: tensor<3xf32>",
     "%0:3 = \"stablehlo.batch_norm_grad\"(%arg0, %arg1, %arg1, %arg1, %arg0) <{epsilon = 1.000000e-03 : f32, "
     "feature_index = 1 : "
     "i64}> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x4xf32>) -> "
     "(tensor<2x3x4xf32>, tensor<3xf32>, "
     "tensor<3xf32>)"},
    {LS_IR_RNG_BIT_GENERATOR, "%arg0: tensor<2xui64>",
     "%state, %bits = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, "
     "tensor<5xui32>)"},
    {LS_IR_WHILE, "%arg0: tensor<i32>, %arg1: tensor<4xf32>",
     "%0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<i32>, tensor<4xf32>\n cond { %c = "
     "stablehlo.constant "
     "dense<7> : tensor<i32> %p = stablehlo.compare LT, %iterArg, %c, SIGNED : (tensor<i32>, tensor<i32>) -> "
     "tensor<i1> "
     "stablehlo.return %p : tensor<i1> } do { %c = stablehlo.constant dense<1> : tensor<i32> %n = stablehlo.add "
     "%iterArg, %c : "
     "tensor<i32> %y = stablehlo.add %iterArg_0, %arg1 : tensor<4xf32> stablehlo.return %n, %y : tensor<i32>, "
     "tensor<4xf32> }"},
    {LS_IR_IF, "%arg0: tensor<i1>, %arg1: tensor<4xf32>",
     "%0 = \"stablehlo.if\"(%arg0) ({ stablehlo.return %arg1 : tensor<4xf32> }, { %n = stablehlo.negate %arg1 : "
     "tensor<4xf32> "
     "stablehlo.return %n : tensor<4xf32> }) : (tensor<i1>) -> tensor<4xf32>"},
    {LS_IR_CASE, "%arg0: tensor<i32>, %arg1: tensor<4xf32>",
     "%0:2 = \"stablehlo.case\"(%arg0) ({ \"stablehlo.return\"(%arg1, %arg0) : (tensor<4xf32>, tensor<i32>) -> () }, { "
     "%n = "
     "stablehlo.negate %arg1 : tensor<4xf32> stablehlo.return %n, %arg0 : tensor<4xf32>, tensor<i32> }) : "
     "(tensor<i32>) -> "
     "(tensor<4xf32>, tensor<i32>)"},
    {LS_IR_CALL, F23, "%0 = call @helper(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_OPTIMIZATION_BARRIER, F23_F23,
     "%0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<2x3xf32>, tensor<2x3xf32>"},
    {LS_IR_CUSTOM_CALL, F23,
     "%0 = stablehlo.custom_call @target(%arg0) {backend_config = \"a \\\"b\\\"\\0A\", api_version = 2 : i32, "
     "mhlo.backend_config = {x = "
     "1}, has_side_effect = true, called_computations = [@f], operand_layouts = [dense<[0, 1]> : tensor<2xindex>]} : "
     "(tensor<2x3xf32>) "
     "-> tensor<2x3xf32>"},
    {LS_IR_CUSTOM_CALL, "", "stablehlo.custom_call @\"two words\"() : () -> ()"},
    {LS_IR_RETURN, "", ""},
    {LS_IR_ALL_REDUCE, F23_F23,
     "%0:2 = \"stablehlo.all_reduce\"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = "
     "1>, replica_groups "
     "= dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> " ADD_REGION
     " : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)"},
    {LS_IR_ALL_REDUCE, F23,
     "%0 = \"stablehlo.all_reduce\"(%arg0) <{replica_groups = dense<> : tensor<0x0xi64>}> " ADD_REGION
     " : (tensor<2x3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_ALL_GATHER, F23,
     "%0 = \"stablehlo.all_gather\"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : "
     "tensor<2x2xi64>}> : "
     "(tensor<2x3xf32>) -> tensor<4x3xf32>"},
    {LS_IR_ALL_GATHER, F23,
     "%0 = \"stablehlo.all_gather\"(%arg0) <{all_gather_dim = 1 : i64, replica_groups = dense<> : tensor<0x0xi64>}> : "
     "(tensor<2x3xf32>) "
     "-> tensor<2x12xf32>"},
    {LS_IR_REDUCE_SCATTER, "%arg0: tensor<4x3xf32>",
     "%0 = \"stablehlo.reduce_scatter\"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension "
     "= 0 : i64}> " ADD_REGION " : (tensor<4x3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_ALL_TO_ALL, "%arg0: tensor<4x3xf32>",
     "%0 = \"stablehlo.all_to_all\"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : "
     "tensor<1x2xi64>, split_count "
     "= 2 : i64, split_dimension = 0 : i64}> : (tensor<4x3xf32>) -> tensor<2x6xf32>"},
    {LS_IR_COLLECTIVE_PERMUTE, F23,
     "%0 = \"stablehlo.collective_permute\"(%arg0) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> "
     ": "
     "(tensor<2x3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_COLLECTIVE_BROADCAST, F23,
     "%0 = \"stablehlo.collective_broadcast\"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : "
     "(tensor<2x3xf32>) -> "
     "tensor<2x3xf32>"},
    {LS_IR_REPLICA_ID, "", "%0 = stablehlo.replica_id : tensor<ui32>"},
    {LS_IR_PARTITION_ID, "", "%0 = stablehlo.partition_id : tensor<ui32>"},
    {LS_IR_CONSTANT, "", "%0 = stablehlo.constant dense<[(1.0, -2.5), (0x7FC00000, 0.1)]> : tensor<2xcomplex<f32>>"},
    {LS_IR_CONSTANT, "", "%0 = stablehlo.constant dense<(1.0, 1.0e-300)> : tensor<2xcomplex<f64>>"},
    {LS_IR_CONSTANT, "", "%0 = stablehlo.constant dense<[0, 1]> : tensor<2xi32>"},
    {LS_IR_CONSTANT, "", "%0 = stablehlo.constant dense<[-8, 7, 15]> : tensor<3xi4>"},
    {LS_IR_CONSTANT, "", "%0 = stablehlo.constant dense<[3, 1]> : tensor<2xui2>"},
    {LS_IR_CONSTANT, "", "%0 = stablehlo.constant dense<[1.5, -0.0, 0x7F]> : tensor<3xf8E4M3FN>"},
    {LS_IR_CONSTANT, "", "%0 = stablehlo.constant dense<[-6.0, 0.5]> : tensor<2xf4E2M1FN>"},
    {LS_IR_ACOS, F23, "%0 = chlo.acos %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>"},
    {LS_IR_ACOSH, F23, "%0 = chlo.acosh %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>"},
    {LS_IR_ASIN, F23, "%0 = chlo.asin %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>"},
    {LS_IR_ASINH, F23, "%0 = chlo.asinh %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>"},
    {LS_IR_ATAN, F23, "%0 = chlo.atan %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>"},
    {LS_IR_ATANH, F23, "%0 = chlo.atanh %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>"},
    {LS_IR_BESSEL_I1E, F23, "%0 = chlo.bessel_i1e %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>"},
    {LS_IR_CONJ, "%arg0: tensor<2xcomplex<f32>>",
     "%0 = chlo.conj %arg0 : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>"},
    {LS_IR_COSH, F23, "%0 = chlo.cosh %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>"},
    {LS_IR_DIGAMMA, F23, "%0 = chlo.digamma %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>"},
    {LS_IR_ERF_INV, F23, "%0 = chlo.erf_inv %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>"},
    {LS_IR_ERFC, F23, "%0 = chlo.erfc %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>"},
    {LS_IR_LGAMMA, F23, "%0 = chlo.lgamma %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>"},
    {LS_IR_SINH, F23, "%0 = chlo.sinh %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>"},
    {LS_IR_SQUARE, F23, "%0 = chlo.square %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>"},
    {LS_IR_CHLO_TAN, F23, "%0 = chlo.tan %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>"},
    {LS_IR_IS_INF, F23, "%0 = chlo.is_inf %arg0 : tensor<2x3xf32> -> tensor<2x3xi1>"},
    {LS_IR_IS_NEG_INF, F23, "%0 = chlo.is_neg_inf %arg0 : tensor<2x3xf32> -> tensor<2x3xi1>"},
    {LS_IR_IS_POS_INF, F23, "%0 = chlo.is_pos_inf %arg0 : tensor<2x3xf32> -> tensor<2x3xi1>"},
    {LS_IR_MULHI, I4_I4, "%0 = chlo.mulhi %arg0, %arg1 : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>"},
    {LS_IR_NEXT_AFTER, F23_F23,
     "%0 = chlo.next_after %arg0, %arg1 : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>"},
    {LS_IR_POLYGAMMA, F23_F23,
     "%0 = chlo.polygamma %arg0, %arg1 : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>"},
    {LS_IR_ZETA, F23_F23, "%0 = chlo.zeta %arg0, %arg1 : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>"},
    {LS_IR_BROADCAST_ADD, F23_F3,
     "%0 = chlo.broadcast_add %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_BROADCAST_ATAN2, F23_F3,
     "%0 = chlo.broadcast_atan2 %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_BROADCAST_DIVIDE, F23_F3,
     "%0 = chlo.broadcast_divide %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_BROADCAST_MAXIMUM, F23_F3,
     "%0 = chlo.broadcast_maximum %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_BROADCAST_MINIMUM, F23_F3,
     "%0 = chlo.broadcast_minimum %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_BROADCAST_MULTIPLY, F23_F3,
     "%0 = chlo.broadcast_multiply %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_BROADCAST_NEXT_AFTER, F23_F3,
     "%0 = chlo.broadcast_next_after %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_BROADCAST_POLYGAMMA, F23_F3,
     "%0 = chlo.broadcast_polygamma %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_BROADCAST_POWER, F23_F3,
     "%0 = chlo.broadcast_power %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_BROADCAST_REMAINDER, F23_F3,
     "%0 = chlo.broadcast_remainder %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_BROADCAST_SUBTRACT, F23_F3,
     "%0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_BROADCAST_ZETA, F23_F3,
     "%0 = chlo.broadcast_zeta %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_BROADCAST_AND, I4_I4,
     "%0 = chlo.broadcast_and %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>"},
    {LS_IR_BROADCAST_OR, I4_I4,
     "%0 = chlo.broadcast_or %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>"},
    {LS_IR_BROADCAST_SHIFT_LEFT, I4_I4,
     "%0 = chlo.broadcast_shift_left %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>"},
    {LS_IR_BROADCAST_SHIFT_RIGHT_ARITHMETIC, I4_I4,
     "%0 = chlo.broadcast_shift_right_arithmetic %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>"},
    {LS_IR_BROADCAST_SHIFT_RIGHT_LOGICAL, I4_I4,
     "%0 = chlo.broadcast_shift_right_logical %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>"},
    {LS_IR_BROADCAST_XOR, I4_I4,
     "%0 = chlo.broadcast_xor %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>"},
    {LS_IR_BROADCAST_ADD, "%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>",
     "%0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<2xf32>) "
     "-> "
     "tensor<2x3xf32>"},
    {LS_IR_BROADCAST_COMPARE, F23_F3,
     "%0 = chlo.broadcast_compare %arg0, %arg1 {comparison_direction = #chlo<comparison_direction LT>} : "
     "(tensor<2x3xf32>, "
     "tensor<3xf32>) -> tensor<2x3xi1>"},
    {LS_IR_BROADCAST_COMPLEX, F23_F3,
     "%0 = chlo.broadcast_complex %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xcomplex<f32>>"},
    {LS_IR_BROADCAST_SELECT, "%arg0: tensor<i1>, %arg1: tensor<2x3xf32>, %arg2: tensor<3xf32>",
     "%0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<i1>, tensor<2x3xf32>, tensor<3xf32>) -> "
     "tensor<2x3xf32>"},
    {LS_IR_TOP_K, F23, "%0:2 = chlo.top_k(%arg0, k = 2) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)"},
    {LS_IR_CHLO_CONSTANT, "", "%0 = chlo.constant dense<[1.0, 2.0]> : tensor<2xf32>"},
    {LS_IR_CONSTANT_LIKE, F23,
     "%0 = \"chlo.constant_like\"(%arg0) {value = 3.5 : f32} : (tensor<2x3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_RNG, "%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<2xi64>",
     "%0 = stablehlo.rng %arg0, %arg1, %arg2, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> "
     "tensor<2x3xf32>"},
    {LS_IR_FFT, "%arg0: tensor<2x8xf32>",
     "%0 = stablehlo.fft %arg0, type = RFFT, length = [8] : (tensor<2x8xf32>) -> tensor<2x5xcomplex<f32>>"},
    {LS_IR_FFT, "%arg0: tensor<8xcomplex<f32>>",
     "%0 = stablehlo.fft %arg0, type = FFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>"},
    {LS_IR_FFT, "%arg0: tensor<2x5xcomplex<f32>>",
     "%0 = stablehlo.fft %arg0, type = IRFFT, length = [8] : (tensor<2x5xcomplex<f32>>) -> tensor<2x8xf32>"},
    {LS_IR_CHOLESKY, "%arg0: tensor<2x2xf32>", "%0 = stablehlo.cholesky %arg0, lower = true : tensor<2x2xf32>"},
    {LS_IR_TRIANGULAR_SOLVE, "%arg0: tensor<2x2xf32>, %arg1: tensor<2x3xf32>",
     "%0 = \"stablehlo.triangular_solve\"(%arg0, %arg1) <{left_side = true, lower = false, transpose_a = "
     "#stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_MAP, F23_F23,
     "%0 = \"stablehlo.map\"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> " ADD_REGION
     " : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_BROADCAST, "%arg0: tensor<3xf32>",
     "%0 = stablehlo.broadcast %arg0, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_DOT, "%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>",
     "%0 = stablehlo.dot %arg0, %arg1, precision = [DEFAULT, DEFAULT] : (tensor<2x3xf32>, tensor<3xf32>) -> "
     "tensor<2xf32>"},
    {LS_IR_EINSUM, F23_F23,
     "%0 = stablehlo.einsum %arg0, %arg1, config = \"ab,cb->ac\" : (tensor<2x3xf32>, tensor<2x3xf32>) -> "
     "tensor<2x2xf32>"},
    {LS_IR_UNARY_EINSUM, F23,
     "%0 = stablehlo.unary_einsum %arg0, config = \"ab->a\" : (tensor<2x3xf32>) -> tensor<2xf32>"},
    {LS_IR_TORCH_INDEX_SELECT, "%arg0: tensor<2x3xf32>, %arg1: tensor<4xi32>",
     "%0 = \"stablehlo.torch_index_select\"(%arg0, %arg1) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<2x3xf32>, "
     "tensor<4xi32>) -> tensor<2x4xf32>"},
    {LS_IR_DYNAMIC_BROADCAST_IN_DIM, "%arg0: tensor<1x3xf32>, %arg1: tensor<2xi64>",
     "%0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1] : (tensor<1x3xf32>, tensor<2xi64>) -> "
     "tensor<2x3xf32>"},
    {LS_IR_DYNAMIC_CONV, "%arg0: tensor<1x4x4x1xf32>, %arg1: tensor<3x3x1x1xf32>",
     "%p = stablehlo.constant dense<1> : tensor<2x2xi64> %0 = stablehlo.dynamic_conv(%arg0, %arg1, %p) dim_numbers = "
     "[b, 0, "
     "1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = "
     "1 : "
     "i64} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>, tensor<2x2xi64>) -> tensor<1x4x4x1xf32>"},
    {LS_IR_DYNAMIC_GATHER, "%arg0: tensor<3x4xf32>, %arg1: tensor<2xi32>",
     "%s = stablehlo.constant dense<[1, 4]> : tensor<2xi32> %0 = \"stablehlo.dynamic_gather\"(%arg0, %arg1, %s) "
     "<{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], "
     "index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<3x4xf32>, tensor<2xi32>, tensor<2xi32>) -> "
     "tensor<2x4xf32>"},
    {LS_IR_DYNAMIC_IOTA, "%arg0: tensor<2xi64>",
     "%0 = stablehlo.dynamic_iota %arg0, dim = 1 : (tensor<2xi64>) -> tensor<2x3xi32>"},
    {LS_IR_DYNAMIC_PAD, "%arg0: tensor<3xf32>, %arg1: tensor<f32>",
     "%c = stablehlo.constant dense<1> : tensor<1xi64> %0 = stablehlo.dynamic_pad %arg0, %arg1, %c, %c, %c : "
     "(tensor<3xf32>, "
     "tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>"},
    {LS_IR_DYNAMIC_RESHAPE, F23 ", %arg1: tensor<1xi64>",
     "%0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<6xf32>"},
    {LS_IR_REAL_DYNAMIC_SLICE, "%arg0: tensor<5xf32>",
     "%a = stablehlo.constant dense<1> : tensor<1xi32> %b = stablehlo.constant dense<5> : tensor<1xi32> %c = "
     "stablehlo.constant dense<2> : tensor<1xi32> %0 = stablehlo.real_dynamic_slice %arg0, %a, %b, %c : "
     "(tensor<5xf32>, "
     "tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>"},
    {LS_IR_GET_DIMENSION_SIZE, F23,
     "%0 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>"},
    {LS_IR_SET_DIMENSION_SIZE, F23,
     "%c = stablehlo.constant dense<3> : tensor<i32> %0 = stablehlo.set_dimension_size %arg0, %c, dim = 1 : "
     "(tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>"},
    {LS_IR_CREATE_TOKEN, "", "%0 = stablehlo.create_token : !stablehlo.token"},
    {LS_IR_AFTER_ALL, "", "%0 = stablehlo.after_all : !stablehlo.token"},
    {LS_IR_AFTER_ALL, "%arg0: !stablehlo.token, %arg1: !stablehlo.token",
     "%0 = stablehlo.after_all %arg0, %arg1 : !stablehlo.token"},
    /* Refused when compiling, but read and printed. */
    {LS_IR_INFEED, "%arg0: !stablehlo.token",
     "%0:2 = \"stablehlo.infeed\"(%arg0) : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)"},
    {LS_IR_OUTFEED, "%arg0: tensor<2xf32>, %arg1: !stablehlo.token",
     "%0 = \"stablehlo.outfeed\"(%arg0, %arg1) : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token"},
    {LS_IR_SEND, "%arg0: tensor<2xf32>, %arg1: !stablehlo.token",
     "%0 = \"stablehlo.send\"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : "
     "(tensor<2xf32>, !stablehlo.token) -> !stablehlo.token"},
    {LS_IR_RECV, "%arg0: !stablehlo.token",
     "%0:2 = \"stablehlo.recv\"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : "
     "(!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)"},
    {LS_IR_ASYNC_START, F23,
     "%0 = \"stablehlo.async_start\"(%arg0) ({ ^bb0(%a: tensor<2x3xf32>): stablehlo.return %a : tensor<2x3xf32> }) : "
     "(tensor<2x3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_ASYNC_DONE, F23, "%0 = \"stablehlo.async_done\"(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_COLLECTIVE_REDUCE, F23,
     "%0 = \"stablehlo.collective_reduce\"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> " ADD_REGION
     " : (tensor<2x3xf32>) -> tensor<2x3xf32>"},
    {LS_IR_COMPOSITE, F23,
     "%0 = stablehlo.composite \"a.name\" %arg0 {composite_attributes = {n = 2 : i64}, decomposition = @helper, "
     "version = 1 "
     ": i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>"},
    /* Only programs that test programs have these: see is_for_tests. */
    {LS_IR_CHECK_EXPECT_EQ, F23_F23, "check.expect_eq %arg0, %arg1 : tensor<2x3xf32>"},
    {LS_IR_CHECK_EXPECT_EQ_CONST, F23, "check.expect_eq_const %arg0, dense<1.5> : tensor<2x3xf32>"},
    {LS_IR_CHECK_EXPECT_ALMOST_EQ, F23_F23, "check.expect_almost_eq %arg0, %arg1, tolerance = 0.1 : tensor<2x3xf32>"},
    {LS_IR_CHECK_EXPECT_ALMOST_EQ_CONST, F23,
     "check.expect_almost_eq_const %arg0, dense<1.5> : tensor<2x3xf32> {tolerance = 1.0e-3 : f64}"},
    {LS_IR_CHECK_EXPECT_CLOSE, F23_F23,
     "check.expect_close %arg0, %arg1, max_ulp_difference = 2, min_ulp_difference = 1 : tensor<2x3xf32>, "
     "tensor<2x3xf32>"},
    {LS_IR_RUN_PARALLEL, F23_F23,
     "%0:2 = \"interpreter.run_parallel\"(%arg0, %arg1) {programs = [[@helper], [@helper]]} : (tensor<2x3xf32>, "
     "tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)"},
};

#define IR_CASE_COUNT (sizeof(ir_cases) / sizeof(ir_cases[0]))

/* Whether the op is of a dialect that compilers do not have: what `lockstep hlo run` acts on. */
static inline bool is_for_tests(ls_ir_kind kind)
{
    const char *name = ls_ir_op_info_of(kind)->name;
    return !strncmp(name, "check.", 6) || !strncmp(name, "interpreter.", 12);
}

#endif
