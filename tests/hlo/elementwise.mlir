// Elementwise ops on all element types. Written by scripts/hlo_vectors.
func.func @cosine_f8E5M2() {
  %x = stablehlo.constant dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %y = stablehlo.cosine %x : tensor<8xf8E5M2>
  %must = stablehlo.constant dense<[1.0, 1.0, 1.0, -0.625, 1.0, 1.0, 0.3125, 0.875]> : tensor<8xf8E5M2>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E5M2>, tensor<8xf8E5M2>
  return
}

// -----

func.func @cosine_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.cosine %x : tensor<8xf8E4M3FN>
  %must = stablehlo.constant dense<[-0.0546875, -0.625, 0.6875, 0.875, -0.625, 0.28125, -0.0546875, -1.0]> : tensor<8xf8E4M3FN>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>
  return
}

// -----

func.func @cosine_f8E4M3() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %y = stablehlo.cosine %x : tensor<8xf8E4M3>
  %must = stablehlo.constant dense<[0.9375, 0.6875, 0.9375, -0.203125, 1.0, 0.9375, 0.6875, 0.9375]> : tensor<8xf8E4M3>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3>, tensor<8xf8E4M3>
  return
}

// -----

func.func @cosine_f8E3M4() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %y = stablehlo.cosine %x : tensor<8xf8E3M4>
  %must = stablehlo.constant dense<[0.96875, 0.71875, 0.96875, -0.453125, 1.0, 0.875, 0.5, 0.9375]> : tensor<8xf8E3M4>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E3M4>, tensor<8xf8E3M4>
  return
}

// -----

func.func @cosine_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.cosine %x : tensor<8xf8E4M3FNUZ>
  %must = stablehlo.constant dense<[0.4375, -0.8125, 0.4375, 0.6875, 0.6875, -0.9375, -0.203125, -0.8125]> : tensor<8xf8E4M3FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @cosine_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.cosine %x : tensor<8xf8E5M2FNUZ>
  %must = stablehlo.constant dense<[0.3125, -0.875, 0.5, 0.3125, 0.3125, -0.875, -0.625, -0.625]> : tensor<8xf8E5M2FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @cosine_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.cosine %x : tensor<8xf8E4M3B11FNUZ>
  %must = stablehlo.constant dense<[0.28125, -0.3125, -0.625, 0.3125, 0.9375, -0.8125, 0.9375, -0.625]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @cosine_f4E2M1FN() {
  %x = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.cosine %x : tensor<8xf4E2M1FN>
  %must = stablehlo.constant dense<[-1.0, -1.0, -1.0, -0.5, 0.5, -0.5, 1.0, -0.5]> : tensor<8xf4E2M1FN>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>
  return
}

// -----

func.func @cosine_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.cosine %x : tensor<8xf8E8M0FNU>
  %must = stablehlo.constant dense<[0.5, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1.0, 0xFF]> : tensor<8xf8E8M0FNU>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @cosine_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = stablehlo.cosine %x : tensor<8xf16>
  %must = stablehlo.constant dense<[0.7055664, 0.9267578, 0.010269165, -0.9892578, -0.56689453, 0.74560547, 0.73876953, 0.41796875]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @cosine_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = stablehlo.cosine %x : tensor<8xbf16>
  %must = stablehlo.constant dense<[0.13085938, 0.75, -0.578125, 1.0, -0.96484375, 0.80859375, 0.31445312, 0.0063476562]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @cosine_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = stablehlo.cosine %x : tensor<8xf32>
  %must = stablehlo.constant dense<[0.84460247, 0.7203514, -0.38006568, -0.26812217, 0.4851235, -0.27946967, -0.99542844, 0.9721471]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @cosine_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = stablehlo.cosine %x : tensor<8xf64>
  %must = stablehlo.constant dense<[0.2814174029556317, -0.988470301494743, -0.11132506499299816, 0.1526867830108041, -0.038521149691813784, -0.8218975005876659, -0.8749700811429293, -0.9907268911907778]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @cosine_complex_f32() {
  %x = stablehlo.constant dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.cosine %x : tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(1.1790688, 0.060282033), (-1.9103228, -0.84054583), (-4.586272, 2.61247), (0.18480814, 0.5473986), (5.4744525, -22.136738), (9.138871, 7.9888215), (35.593742, 45.90986), (-135.48358, -63.619022)]> : tensor<8xcomplex<f32>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @cosine_complex_f64() {
  %x = stablehlo.constant dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.cosine %x : tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(2.731171813301598, -3.3316614114291476), (-0.9520947707066832, -4.354214398999723), (-0.472274635566126, -0.5647922974974605), (0.5225470965281411, -1.3775333087777535), (36.518947763474145, -77.75157996524256), (14.754626009427755, -18.00982864334979), (-3.617142562901248, 0.43844746240142374), (5.967600402875743, 72.68230532889535)]> : tensor<8xcomplex<f64>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @sine_f8E5M2() {
  %x = stablehlo.constant dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %y = stablehlo.sine %x : tensor<8xf8E5M2>
  %must = stablehlo.constant dense<[-0.25, 0.25, -0.25, -0.75, 0.125, -0.25, -1.0, 0.375]> : tensor<8xf8E5M2>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E5M2>, tensor<8xf8E5M2>
  return
}

// -----

func.func @sine_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.sine %x : tensor<8xf8E4M3FN>
  %must = stablehlo.constant dense<[1.0, -0.75, -0.6875, 0.4375, 0.75, -0.9375, 1.0, -0.140625]> : tensor<8xf8E4M3FN>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>
  return
}

// -----

func.func @sine_f8E4M3() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %y = stablehlo.sine %x : tensor<8xf8E4M3>
  %must = stablehlo.constant dense<[-0.28125, 0.6875, -0.28125, -1.0, 0.140625, -0.28125, -0.6875, 0.34375]> : tensor<8xf8E4M3>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3>, tensor<8xf8E4M3>
  return
}

// -----

func.func @sine_f8E3M4() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %y = stablehlo.sine %x : tensor<8xf8E3M4>
  %must = stablehlo.constant dense<[-0.28125, 0.71875, -0.28125, -0.90625, 0.140625, -0.5, -0.84375, 0.359375]> : tensor<8xf8E3M4>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E3M4>, tensor<8xf8E3M4>
  return
}

// -----

func.func @sine_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.sine %x : tensor<8xf8E4M3FNUZ>
  %must = stablehlo.constant dense<[-0.875, -0.5625, -0.875, -0.6875, 0.6875, -0.34375, -1.0, -0.5625]> : tensor<8xf8E4M3FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @sine_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.sine %x : tensor<8xf8E5M2FNUZ>
  %must = stablehlo.constant dense<[-1.0, -0.375, -0.875, -1.0, 1.0, -0.375, -0.75, -0.75]> : tensor<8xf8E5M2FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @sine_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.sine %x : tensor<8xf8E4M3B11FNUZ>
  %must = stablehlo.constant dense<[0.9375, 0.9375, 0.75, 0.9375, 0.28125, -0.625, 0.40625, 0.75]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @sine_f4E2M1FN() {
  %x = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.sine %x : tensor<8xf4E2M1FN>
  %must = stablehlo.constant dense<[0.0, 0.0, 0.0, -1.0, -1.0, -1.0, 0.5, 1.0]> : tensor<8xf4E2M1FN>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>
  return
}

// -----

func.func @sine_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.sine %x : tensor<8xf8E8M0FNU>
  %must = stablehlo.constant dense<[1.0, 1.0, 0xFF, 1.0, 0xFF, 1.0, 0.25, 0xFF]> : tensor<8xf8E8M0FNU>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @sine_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = stablehlo.sine %x : tensor<8xf16>
  %must = stablehlo.constant dense<[0.7084961, 0.37524414, 1.0, 0.14501953, -0.82373047, 0.6660156, 0.6738281, 0.9086914]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @sine_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = stablehlo.sine %x : tensor<8xbf16>
  %must = stablehlo.constant dense<[-0.9921875, -0.66015625, -0.81640625, -0.018188477, 0.26171875, -0.5859375, 0.94921875, -1.0]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @sine_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = stablehlo.sine %x : tensor<8xf32>
  %must = stablehlo.constant dense<[-0.53539395, 0.6936093, 0.9249595, -0.9633849, 0.8744457, -0.96015453, -0.09551026, -0.23437145]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @sine_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = stablehlo.sine %x : tensor<8xf64>
  %must = stablehlo.constant dense<[0.9595854549302566, -0.1514148706795072, 0.993784045909525, -0.9882746310079055, 0.9992577850717106, 0.5696354084216919, -0.48417698944160453, 0.13586841822681447]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @sine_complex_f32() {
  %x = stablehlo.constant dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.sine %x : tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(0.112491295, -0.6318415), (-0.951461, 1.6876296), (2.6602151, 4.5039577), (1.1285067, -0.08964389), (-22.158014, -5.469196), (8.01599, -9.107897), (45.916664, -35.588467), (63.62044, -135.48056)]> : tensor<8xcomplex<f32>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @sine_complex_f64() {
  %x = stablehlo.constant dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.sine %x : tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(3.422113058054886, 2.6589827933773553), (-4.462695191635638, 0.928950910112226), (-1.0758340249939553, 0.24793515567856003), (1.6760080103895938, 0.4294884191545675), (-77.75684839348223, -36.516473416073815), (-18.02644589251034, -14.741024809383585), (-0.45593400885232893, -3.4784134261892614), (-72.68913820536105, 5.967039440435463)]> : tensor<8xcomplex<f64>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @tan_f8E5M2() {
  %x = stablehlo.constant dense<[0.875, -0.25, 0.875, 0.09375, 0.3125, -0.4375, -0.75, -0.875]> : tensor<8xf8E5M2>
  %y = stablehlo.tan %x : tensor<8xf8E5M2>
  %must = stablehlo.constant dense<[1.25, -0.25, 1.25, 0.09375, 0.3125, -0.4375, -0.875, -1.25]> : tensor<8xf8E5M2>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E5M2>, tensor<8xf8E5M2>
  return
}

// -----

func.func @tan_f8E4M3FN() {
  %x = stablehlo.constant dense<[-0.5625, -0.46875, -0.009765625, 0.3125, 0.46875, 0.4375, -0.3125, 0.1875]> : tensor<8xf8E4M3FN>
  %y = stablehlo.tan %x : tensor<8xf8E4M3FN>
  %must = stablehlo.constant dense<[-0.625, -0.5, -0.009765625, 0.3125, 0.5, 0.46875, -0.3125, 0.1875]> : tensor<8xf8E4M3FN>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>
  return
}

// -----

func.func @tan_f8E4M3() {
  %x = stablehlo.constant dense<[0.9375, -0.25, 0.9375, 0.09375, 0.28125, -0.4375, -0.75, -0.8125]> : tensor<8xf8E4M3>
  %y = stablehlo.tan %x : tensor<8xf8E4M3>
  %must = stablehlo.constant dense<[1.375, -0.25, 1.375, 0.09375, 0.28125, -0.46875, -0.9375, -1.0]> : tensor<8xf8E4M3>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3>, tensor<8xf8E4M3>
  return
}

// -----

func.func @tan_f8E3M4() {
  %x = stablehlo.constant dense<[0.9375, -0.25, 0.9375, 0.09375, 0.296875, -0.4375, -0.75, -0.84375]> : tensor<8xf8E3M4>
  %y = stablehlo.tan %x : tensor<8xf8E3M4>
  %must = stablehlo.constant dense<[1.375, -0.25, 1.375, 0.09375, 0.3125, -0.46875, -0.9375, -1.125]> : tensor<8xf8E3M4>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E3M4>, tensor<8xf8E3M4>
  return
}

// -----

func.func @tan_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-0.8125, -0.46875, 0.8125, -0.25, 0.28125, -0.5, -0.6875, -0.46875]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.tan %x : tensor<8xf8E4M3FNUZ>
  %must = stablehlo.constant dense<[-1.0, -0.5, 1.0, -0.25, 0.28125, -0.5625, -0.8125, -0.5]> : tensor<8xf8E4M3FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @tan_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-0.75, -0.5, 0.875, -0.25, 0.3125, -0.5, -0.625, -0.5]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.tan %x : tensor<8xf8E5M2FNUZ>
  %must = stablehlo.constant dense<[-0.875, -0.5, 1.25, -0.25, 0.3125, -0.5, -0.75, -0.5]> : tensor<8xf8E5M2FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @tan_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[0.9375, 0.375, 0.140625, 0.875, 0.75, 0.017578125, 0.5625, 0.5625]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.tan %x : tensor<8xf8E4M3B11FNUZ>
  %must = stablehlo.constant dense<[1.375, 0.40625, 0.140625, 1.25, 0.9375, 0.017578125, 0.625, 0.625]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @tan_f4E2M1FN() {
  %x = stablehlo.constant dense<[-1.0, 0.0, -0.0, 1.0, 0.5, -0.0, 0.5, 0.5]> : tensor<8xf4E2M1FN>
  %y = stablehlo.tan %x : tensor<8xf4E2M1FN>
  %must = stablehlo.constant dense<[-1.5, 0.0, 0.0, 1.5, 0.5, 0.0, 0.5, 0.5]> : tensor<8xf4E2M1FN>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>
  return
}

// -----

func.func @tan_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 0.5, 0.125, 0.5, 0.5, 0.5, 0.125, 0.25]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.tan %x : tensor<8xf8E8M0FNU>
  %must = stablehlo.constant dense<[2.0, 0.5, 0.125, 0.5, 0.5, 0.5, 0.125, 0.25]> : tensor<8xf8E8M0FNU>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @tan_f16() {
  %x = stablehlo.constant dense<[-0.21777344, 0.19006348, -0.7607422, -0.69873047, 0.3322754, 0.6323242, -0.2722168, -0.8491211]> : tensor<8xf16>
  %y = stablehlo.tan %x : tensor<8xf16>
  %must = stablehlo.constant dense<[-0.22131348, 0.19238281, -0.95166016, -0.84033203, 0.3449707, 0.73291016, -0.27905273, -1.1367188]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @tan_bf16() {
  %x = stablehlo.constant dense<[-0.69140625, -0.19726562, -0.4765625, 0.4453125, -0.61328125, 0.47460938, -0.88671875, 0.29492188]> : tensor<8xbf16>
  %y = stablehlo.tan %x : tensor<8xbf16>
  %must = stablehlo.constant dense<[-0.828125, -0.20019531, -0.515625, 0.4765625, -0.703125, 0.515625, -1.2265625, 0.3046875]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @tan_f32() {
  %x = stablehlo.constant dense<[-0.753913, 0.7004576, 0.18231496, 0.048693582, 0.6862749, 0.74991804, 0.38921815, -0.54614514]> : tensor<8xf32>
  %y = stablehlo.tan %x : tensor<8xf32>
  %must = stablehlo.constant dense<[-0.9389322, 0.84307086, 0.18436216, 0.048732106, 0.8190927, 0.9314434, 0.41014126, -0.6078138]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @tan_f64() {
  %x = stablehlo.constant dense<[-0.6904137659907051, 0.5542606308939044, 0.11364433816167097, -0.40094068823417073, 0.7777229013196034, 0.16952469509400325, 0.11024476020569507, -0.43323887112231463]> : tensor<8xf64>
  %y = stablehlo.tan %x : tensor<8xf64>
  %must = stablehlo.constant dense<[-0.826031957918244, 0.6189827958994937, 0.11413611908950187, -0.4239025003634011, 0.9847661008702123, 0.1711675517814809, 0.1106935771436772, -0.4625469822791139]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @tan_complex_f32() {
  %x = stablehlo.constant dense<[(-0.8470936, 0.07684735), (-0.6690848, -0.005057861), (-0.7189178, 0.06729869), (0.5305883, -0.04582279), (-0.86229694, -0.09241016), (0.52758735, 0.51072294), (-0.6523389, 0.4180958), (0.6538247, -0.3758544)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.tan %x : tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(-1.1166131, 0.17361397), (-0.79073274, -0.008220391), (-0.8682007, 0.118254445), (0.5850551, -0.061508708), (-1.1438307, -0.21514826), (0.4219719, 0.58619446), (-0.5906516, 0.57369554), (0.6204662, -0.529832)]> : tensor<8xcomplex<f32>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @tan_complex_f64() {
  %x = stablehlo.constant dense<[(-0.8925918549470492, 0.8925722269761114), (0.02304037491337918, 0.7400546592895143), (-0.4580605311599715, -0.12997062466030962), (-0.4457809035105249, 0.033712856960437465), (-0.1554029358389104, 0.049484913394943875), (0.5559281269034455, 0.7770613615747171), (0.5865094349512192, 0.09452891900464166), (0.07078980609200025, 0.5186917628624061)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.tan %x : tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(-0.34268124762912683, 1.0157735550976654), (0.013919030099941348, 0.6293799970791968), (-0.48283935308063547, -0.160011061043332), (-0.47719556749098535, 0.04138484496199838), (-0.15627374816488557, 0.05065510226261679), (0.3076443316436772, 0.7754500467660635), (0.6560360702875697, 0.1353353535389903), (0.05473304966883086, 0.47853972591187677)]> : tensor<8xcomplex<f64>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @tanh_f8E5M2() {
  %x = stablehlo.constant dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %y = stablehlo.tanh %x : tensor<8xf8E5M2>
  %must = stablehlo.constant dense<[1.0, -1.0, 1.0, 1.0, 0.125, 1.0, 1.0, 0.375]> : tensor<8xf8E5M2>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E5M2>, tensor<8xf8E5M2>
  return
}

// -----

func.func @tanh_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.tanh %x : tensor<8xf8E4M3FN>
  %must = stablehlo.constant dense<[0.9375, -1.0, 1.0, 0.40625, -1.0, 1.0, 0.9375, -1.0]> : tensor<8xf8E4M3FN>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>
  return
}

// -----

func.func @tanh_f8E4M3() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %y = stablehlo.tanh %x : tensor<8xf8E4M3>
  %must = stablehlo.constant dense<[1.0, -1.0, 1.0, 1.0, 0.140625, 1.0, 1.0, 0.34375]> : tensor<8xf8E4M3>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3>, tensor<8xf8E4M3>
  return
}

// -----

func.func @tanh_f8E3M4() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %y = stablehlo.tanh %x : tensor<8xf8E3M4>
  %must = stablehlo.constant dense<[1.0, -1.0, 1.0, 1.0, 0.140625, 1.0, 1.0, 0.34375]> : tensor<8xf8E3M4>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E3M4>, tensor<8xf8E3M4>
  return
}

// -----

func.func @tanh_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.tanh %x : tensor<8xf8E4M3FNUZ>
  %must = stablehlo.constant dense<[-0.8125, 1.0, -0.8125, 1.0, -1.0, 1.0, 1.0, 1.0]> : tensor<8xf8E4M3FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @tanh_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.tanh %x : tensor<8xf8E5M2FNUZ>
  %must = stablehlo.constant dense<[-0.875, 1.0, -0.75, 1.0, -1.0, 1.0, 1.0, 1.0]> : tensor<8xf8E5M2FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @tanh_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.tanh %x : tensor<8xf8E4M3B11FNUZ>
  %must = stablehlo.constant dense<[-1.0, 0.9375, 1.0, 0.875, -1.0, -1.0, 0.375, 1.0]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @tanh_f4E2M1FN() {
  %x = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.tanh %x : tensor<8xf4E2M1FN>
  %must = stablehlo.constant dense<[1.0, 1.0, 1.0, 1.0, -1.0, 1.0, 0.5, -1.0]> : tensor<8xf4E2M1FN>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>
  return
}

// -----

func.func @tanh_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.tanh %x : tensor<8xf8E8M0FNU>
  %must = stablehlo.constant dense<[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.25, 1.0]> : tensor<8xf8E8M0FNU>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @tanh_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = stablehlo.tanh %x : tensor<8xf16>
  %must = stablehlo.constant dense<[0.65722656, -1.0, -1.0, 0.9951172, 0.9995117, 0.6225586, 0.62890625, 0.8144531]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @tanh_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = stablehlo.tanh %x : tensor<8xbf16>
  %must = stablehlo.constant dense<[1.0, 1.0, 1.0, -0.018188477, -0.99609375, 1.0, -1.0, 1.0]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @tanh_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = stablehlo.tanh %x : tensor<8xf32>
  %must = stablehlo.constant dense<[0.9999784, 0.6448824, -0.9996481, -0.9510097, 0.787301, 0.9997156, -0.99548787, -0.23225522]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @tanh_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = stablehlo.tanh %x : tensor<8xf64>
  %must = stablehlo.constant dense<[-0.9999087783383035, 0.9972479634375373, -0.9997982777967805, -0.8890783159265011, -0.9998256867473806, -0.9988892480228081, 0.9986417553257547, 0.9951067952103767]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @tanh_complex_f32() {
  %x = stablehlo.constant dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.tanh %x : tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(0.13832954, -0.6727892), (1.0013884, -0.00052184594), (1.0000281, 0.010686353), (0.938149, -0.09816668), (-0.96182203, -0.13254021), (0.61780167, -0.029544491), (-1.000043, 3.6903339e-06), (0.99640954, -0.008220827)]> : tensor<8xcomplex<f32>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @tanh_complex_f64() {
  %x = stablehlo.constant dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.tanh %x : tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(1.0823718363180412, -0.3409330881586841), (1.0000760008416825, 0.00023370032990877178), (-0.9846508011369213, -0.03421896462713801), (1.1067405838017566, 0.12835259630663057), (1.0000433527522403, 5.117602806337855e-05), (-0.8929339251134979, -0.30873184117914615), (-1.0033672253592967, -0.0034312863379259693), (1.0001174819572372, -7.05114619284934e-05)]> : tensor<8xcomplex<f64>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @exponential_f8E5M2() {
  %x = stablehlo.constant dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %y = stablehlo.exponential %x : tensor<8xf8E5M2>
  %must = stablehlo.constant dense<[384.0, 0.0024414062, 384.0, 56.0, 1.25, 384.0, 160.0, 1.5]> : tensor<8xf8E5M2>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E5M2>, tensor<8xf8E5M2>
  return
}

// -----

func.func @exponential_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.exponential %x : tensor<8xf8E4M3FN>
  %must = stablehlo.constant dense<[5.0, 0.1015625, 240.0, 1.5, 0.017578125, 144.0, 5.0, 0.05078125]> : tensor<8xf8E4M3FN>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>
  return
}

// -----

func.func @exponential_f8E4M3() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %y = stablehlo.exponential %x : tensor<8xf8E4M3>
  %must = stablehlo.constant dense<[0x78, 0.00390625, 0x78, 88.0, 1.125, 0x78, 240.0, 1.375]> : tensor<8xf8E4M3>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3>, tensor<8xf8E4M3>
  return
}

// -----

func.func @exponential_f8E3M4() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %y = stablehlo.exponential %x : tensor<8xf8E3M4>
  %must = stablehlo.constant dense<[0x70, 0.0, 0x70, 0x70, 1.125, 0x70, 0x70, 1.4375]> : tensor<8xf8E3M4>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E3M4>, tensor<8xf8E3M4>
  return
}

// -----

func.func @exponential_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.exponential %x : tensor<8xf8E4M3FNUZ>
  %must = stablehlo.constant dense<[0.3125, 44.0, 0.3125, 240.0, 0.00390625, 32.0, 88.0, 44.0]> : tensor<8xf8E4M3FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @exponential_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.exponential %x : tensor<8xf8E5M2FNUZ>
  %must = stablehlo.constant dense<[0.3125, 32.0, 0.375, 160.0, 0.0068359375, 32.0, 56.0, 56.0]> : tensor<8xf8E5M2FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @exponential_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.exponential %x : tensor<8xf8E4M3B11FNUZ>
  %must = stablehlo.constant dense<[0.0068359375, 6.5, 9.0, 3.5, 0.0024414062, 0.0859375, 1.5, 9.0]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @exponential_f4E2M1FN() {
  %x = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.exponential %x : tensor<8xf4E2M1FN>
  %must = stablehlo.constant dense<[6.0, 6.0, 6.0, 6.0, 0.5, 6.0, 1.5, 0.0]> : tensor<8xf4E2M1FN>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>
  return
}

// -----

func.func @exponential_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.exponential %x : tensor<8xf8E8M0FNU>
  %must = stablehlo.constant dense<[2.0, 8.0, 64.0, 8.0, 64.0, 8.0, 1.0, 64.0]> : tensor<8xf8E8M0FNU>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @exponential_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = stablehlo.exponential %x : tensor<8xf16>
  %must = stablehlo.constant dense<[2.1972656, 0.0027446747, 0.008888245, 20.0, 60.90625, 2.0722656, 2.09375, 3.125]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @exponential_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = stablehlo.exponential %x : tensor<8xbf16>
  %must = stablehlo.constant dense<[127.0, 260.0, 60.0, 0.98046875, 0.033203125, 286.0, 0.0065307617, 112.0]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @exponential_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = stablehlo.exponential %x : tensor<8xf32>
  %must = stablehlo.constant dense<[304.36, 2.1521935, 0.013266387, 0.15846214, 2.8987858, 83.85987, 0.047551755, 0.78932905]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @exponential_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = stablehlo.exponential %x : tensor<8xf64>
  %must = stablehlo.constant dense<[0.0067537331373881725, 26.93946047738196, 0.010043469300877983, 0.24231664417696772, 0.009336178192885906, 0.023572963379290917, 38.359988896051966, 20.192327330972248]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @exponential_complex_f32() {
  %x = stablehlo.constant dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.exponential %x : tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(0.9087126, -0.6194988), (6.563142, -36.14244), (-9.635003, -9.712155), (3.529485, -2.0660233), (-0.20612527, 0.16631041), (-2.0521696, 0.09797117), (0.00019876198, 0.00464145), (12.465616, -8.195011)]> : tensor<8xcomplex<f32>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @exponential_complex_f64() {
  %x = stablehlo.constant dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.exponential %x : tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(-1.3558989397173935, 2.043922283988132), (-53.01328173740681, -72.99538841647745), (0.11473575175103183, -0.07569562930719288), (1.4111912325013316, 3.2637275892738615), (72.61022745955655, 156.6773339742742), (-0.3158788511172715, 0.2656980927359101), (-0.018920734371904717, 0.045185237494644856), (32.25701536465557, -116.43447263445566)]> : tensor<8xcomplex<f64>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @exponential_minus_one_f8E5M2() {
  %x = stablehlo.constant dense<[-0.00021362305, 0.00024414062, 0.00030517578, 0.0008544922, 0.0008544922, 0.00030517578, -0.00018310547, 0.0004272461]> : tensor<8xf8E5M2>
  %y = stablehlo.exponential_minus_one %x : tensor<8xf8E5M2>
  %must = stablehlo.constant dense<[-0.00021362305, 0.00024414062, 0.00030517578, 0.0008544922, 0.0008544922, 0.00030517578, -0.00018310547, 0.0004272461]> : tensor<8xf8E5M2>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E5M2>, tensor<8xf8E5M2>
  return
}

// -----

func.func @exponential_minus_one_f8E4M3FN() {
  %x = stablehlo.constant dense<[-0.0, -0.0, -0.0, 0.001953125, 0.0, -0.0, 0.0, 0.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.exponential_minus_one %x : tensor<8xf8E4M3FN>
  %must = stablehlo.constant dense<[0.0, 0.0, 0.0, 0.001953125, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf8E4M3FN>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>
  return
}

// -----

func.func @exponential_minus_one_f8E4M3() {
  %x = stablehlo.constant dense<[-0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.0, 0.0]> : tensor<8xf8E4M3>
  %y = stablehlo.exponential_minus_one %x : tensor<8xf8E4M3>
  %must = stablehlo.constant dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf8E4M3>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3>, tensor<8xf8E4M3>
  return
}

// -----

func.func @exponential_minus_one_f8E3M4() {
  %x = stablehlo.constant dense<[-0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.0, 0.0]> : tensor<8xf8E3M4>
  %y = stablehlo.exponential_minus_one %x : tensor<8xf8E3M4>
  %must = stablehlo.constant dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf8E3M4>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E3M4>, tensor<8xf8E3M4>
  return
}

// -----

func.func @exponential_minus_one_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-0.0009765625, 0.0009765625, -0.0009765625, 0.0, 0.0, 0.0009765625, 0.0, 0.0009765625]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.exponential_minus_one %x : tensor<8xf8E4M3FNUZ>
  %must = stablehlo.constant dense<[-0.0009765625, 0.0009765625, -0.0009765625, 0.0, 0.0, 0.0009765625, 0.0, 0.0009765625]> : tensor<8xf8E4M3FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @exponential_minus_one_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-0.0008544922, 0.00048828125, -0.0007324219, 0.00036621094, 0.00015258789, 0.00061035156, 3.0517578e-05, 0.0009765625]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.exponential_minus_one %x : tensor<8xf8E5M2FNUZ>
  %must = stablehlo.constant dense<[-0.0008544922, 0.00048828125, -0.0007324219, 0.00036621094, 0.00015258789, 0.00061035156, 3.0517578e-05, 0.0009765625]> : tensor<8xf8E5M2FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @exponential_minus_one_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[0.00061035156, 0.00048828125, 0.0, -0.0008544922, 0.00048828125, -0.00048828125, -0.0007324219, 0.00036621094]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.exponential_minus_one %x : tensor<8xf8E4M3B11FNUZ>
  %must = stablehlo.constant dense<[0.00061035156, 0.00048828125, 0.0, -0.0008544922, 0.00048828125, -0.00048828125, -0.0007324219, 0.00036621094]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @exponential_minus_one_f4E2M1FN() {
  %x = stablehlo.constant dense<[0.0, -0.0, 0.0, -0.0, 0.0, -0.0, -0.0, -0.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.exponential_minus_one %x : tensor<8xf4E2M1FN>
  %must = stablehlo.constant dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf4E2M1FN>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>
  return
}

// -----

func.func @exponential_minus_one_f8E8M0FNU() {
  %x = stablehlo.constant dense<[0.0009765625, 0.00048828125, 0.0009765625, 0.00024414062, 0.00024414062, 0.00048828125, 0.00048828125, 0.00048828125]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.exponential_minus_one %x : tensor<8xf8E8M0FNU>
  %must = stablehlo.constant dense<[0.0009765625, 0.00048828125, 0.0009765625, 0.00024414062, 0.00024414062, 0.00048828125, 0.00048828125, 0.00048828125]> : tensor<8xf8E8M0FNU>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @exponential_minus_one_f16() {
  %x = stablehlo.constant dense<[0.00045895576, 0.000749588, 0.0002579689, -0.00025582314, 0.00029277802, -0.00039601326, -3.606081e-05, -0.00042700768]> : tensor<8xf16>
  %y = stablehlo.exponential_minus_one %x : tensor<8xf16>
  %must = stablehlo.constant dense<[0.00045895576, 0.00075006485, 0.0002579689, -0.00025582314, 0.00029277802, -0.00039601326, -3.606081e-05, -0.00042700768]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @exponential_minus_one_bf16() {
  %x = stablehlo.constant dense<[0.00092697144, -0.00045394897, 0.00048065186, 0.0009918213, -0.00023937225, -0.00077819824, 0.00060653687, 0.0003414154]> : tensor<8xbf16>
  %y = stablehlo.exponential_minus_one %x : tensor<8xbf16>
  %must = stablehlo.constant dense<[0.00092697144, -0.00045394897, 0.00048065186, 0.0009918213, -0.00023937225, -0.00077819824, 0.00060653687, 0.0003414154]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @exponential_minus_one_f32() {
  %x = stablehlo.constant dense<[-0.00045075774, 0.0004948217, -0.00078182976, 0.0007070032, 0.0005045901, 0.000887379, -0.0002316905, 0.00066875445]> : tensor<8xf32>
  %y = stablehlo.exponential_minus_one %x : tensor<8xf32>
  %must = stablehlo.constant dense<[-0.00045065617, 0.00049494416, -0.0007815242, 0.0007072532, 0.0005047174, 0.0008877728, -0.00023166367, 0.00066897814]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @exponential_minus_one_f64() {
  %x = stablehlo.constant dense<[-0.0002555984171393631, 0.0006011791482142179, 0.0009140023763569282, -0.00012382620117125452, 0.0009139915603943252, 0.000873620452484662, -0.00040578382195940413, 0.00012076154906498666]> : tensor<8xf64>
  %y = stablehlo.exponential_minus_one %x : tensor<8xf64>
  %must = stablehlo.constant dense<[-0.0002555657546468274, 0.000601359892616449, 0.0009144202038176553, -0.00012381853502363283, 0.0009144093779647763, 0.0008740021699828066, -0.0004057015028392877, 0.00012076884103437984]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @exponential_minus_one_complex_f32() {
  %x = stablehlo.constant dense<[(-0.00097036496, 0.0005500833), (0.0006201819, -0.0002657797), (-2.6449547e-06, 0.00083007466), (-0.00069082645, 0.00065878505), (0.00053132407, 0.00029775675), (0.00052987813, 0.000862219), (-7.8595425e-05, -0.0006492844), (0.00074930757, -0.00016271685)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.exponential_minus_one %x : tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(-0.00097004545, 0.00054954976), (0.0006203389, -0.00026594457), (-2.9894622e-06, 0.0008300724), (-0.00069080474, 0.00065833004), (0.00053142087, 0.000297915), (0.00052964664, 0.0008626759), (-7.88031e-05, -0.00064923335), (0.00074957515, -0.00016283883)]> : tensor<8xcomplex<f32>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @exponential_minus_one_complex_f64() {
  %x = stablehlo.constant dense<[(0.00012611160128597602, 0.0003098412347275574), (0.0005478940449589983, -0.0002189362669414816), (0.0005356444690882305, 0.0006916788054932412), (0.0008722033845523687, 0.00010764679848143991), (0.0006776305570085435, -0.000403259794027857), (0.0009567992719140997, -0.0006754281782483489), (0.0002812615249562333, 0.00024161791350521588), (-0.00034072703704656577, -0.00034128216070119914)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.exponential_minus_one %x : tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(0.00012607154683943512, 0.00030988030680762836), (0.000548020186637743, -0.0002190562519353669), (0.0005355486142632021, 0.0006920493434823583), (0.000872578065562699, 0.0001077407291327834), (0.0006777788361167222, -0.00040353313685568545), (0.0009570288304032054, -0.0006760746852969527), (0.0002812718848685564, 0.00024168587853430956), (-0.00034072721309848025, -0.0003411658898272999)]> : tensor<8xcomplex<f64>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @log_f8E5M2() {
  %x = stablehlo.constant dense<[1.5, 0.75, 2.5, 0.75, 3.5, 4.0, 4.0, 0.875]> : tensor<8xf8E5M2>
  %y = stablehlo.log %x : tensor<8xf8E5M2>
  %must = stablehlo.constant dense<[0.375, -0.3125, 0.875, -0.3125, 1.25, 1.5, 1.5, -0.125]> : tensor<8xf8E5M2>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E5M2>, tensor<8xf8E5M2>
  return
}

// -----

func.func @log_f8E4M3FN() {
  %x = stablehlo.constant dense<[4.0, 1.375, 2.75, 0.8125, 0.6875, 3.25, 2.5, 1.375]> : tensor<8xf8E4M3FN>
  %y = stablehlo.log %x : tensor<8xf8E4M3FN>
  %must = stablehlo.constant dense<[1.375, 0.3125, 1.0, -0.203125, -0.375, 1.125, 0.9375, 0.3125]> : tensor<8xf8E4M3FN>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>
  return
}

// -----

func.func @log_f8E4M3() {
  %x = stablehlo.constant dense<[1.5, 0.8125, 2.75, 0.75, 3.5, 4.0, 4.5, 0.9375]> : tensor<8xf8E4M3>
  %y = stablehlo.log %x : tensor<8xf8E4M3>
  %must = stablehlo.constant dense<[0.40625, -0.203125, 1.0, -0.28125, 1.25, 1.375, 1.5, -0.0625]> : tensor<8xf8E4M3>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3>, tensor<8xf8E4M3>
  return
}

// -----

func.func @log_f8E3M4() {
  %x = stablehlo.constant dense<[1.5625, 0.8125, 2.75, 0.78125, 3.5, 4.0, 4.5, 0.90625]> : tensor<8xf8E3M4>
  %y = stablehlo.log %x : tensor<8xf8E3M4>
  %must = stablehlo.constant dense<[0.453125, -0.203125, 1.0, -0.25, 1.25, 1.375, 1.5, -0.09375]> : tensor<8xf8E3M4>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E3M4>, tensor<8xf8E3M4>
  return
}

// -----

func.func @log_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[2.75, 3.75, 3.25, 1.25, 0.5625, 2.0, 4.0, 3.5]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.log %x : tensor<8xf8E4M3FNUZ>
  %must = stablehlo.constant dense<[1.0, 1.375, 1.125, 0.21875, -0.5625, 0.6875, 1.375, 1.25]> : tensor<8xf8E4M3FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @log_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[3.0, 3.5, 3.0, 1.25, 0.5, 2.0, 4.0, 3.5]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.log %x : tensor<8xf8E5M2FNUZ>
  %must = stablehlo.constant dense<[1.0, 1.25, 1.0, 0.21875, -0.75, 0.75, 1.5, 1.25]> : tensor<8xf8E5M2FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @log_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[2.0, 3.25, 1.125, 2.25, 4.0, 3.5, 0.9375, 3.75]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.log %x : tensor<8xf8E4M3B11FNUZ>
  %must = stablehlo.constant dense<[0.6875, 1.125, 0.1171875, 0.8125, 1.375, 1.25, -0.0625, 1.375]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @log_f4E2M1FN() {
  %x = stablehlo.constant dense<[4.0, 3.0, 1.5, 1.0, 1.5, 2.0, 2.0, 3.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.log %x : tensor<8xf4E2M1FN>
  %must = stablehlo.constant dense<[1.5, 1.0, 0.5, 0.0, 0.5, 0.5, 0.5, 1.0]> : tensor<8xf4E2M1FN>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>
  return
}

// -----

func.func @log_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0, 4.0, 2.0, 4.0, 4.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.log %x : tensor<8xf8E8M0FNU>
  %must = stablehlo.constant dense<[0xFF, 0.5, 0xFF, 1.0, 1.0, 0.5, 1.0, 1.0]> : tensor<8xf8E8M0FNU>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @log_f16() {
  %x = stablehlo.constant dense<[1.0429688, 4.1875, 3.4492188, 1.9277344, 3.1269531, 3.2246094, 2.4941406, 3.8613281]> : tensor<8xf16>
  %y = stablehlo.log %x : tensor<8xf16>
  %must = stablehlo.constant dense<[0.04208374, 1.4316406, 1.2382812, 0.65625, 1.1396484, 1.1708984, 0.9140625, 1.3505859]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @log_bf16() {
  %x = stablehlo.constant dense<[3.390625, 2.203125, 3.90625, 4.0625, 0.71875, 4.5, 0.54296875, 1.4140625]> : tensor<8xbf16>
  %y = stablehlo.log %x : tensor<8xbf16>
  %must = stablehlo.constant dense<[1.21875, 0.7890625, 1.359375, 1.3984375, -0.33007812, 1.5078125, -0.609375, 0.34570312]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @log_f32() {
  %x = stablehlo.constant dense<[3.1718912, 3.303491, 2.8672144, 4.3707666, 1.267828, 3.2092178, 4.32766, 1.085185]> : tensor<8xf32>
  %y = stablehlo.log %x : tensor<8xf32>
  %must = stablehlo.constant dense<[1.154328, 1.1949798, 1.053341, 1.4749384, 0.2373052, 1.1660272, 1.465027, 0.08175053]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @log_f64() {
  %x = stablehlo.constant dense<[3.8843759510593996, 3.2656073749101564, 0.7999798910004063, 3.904307029863002, 3.120542198559316, 3.6735530767554447, 2.224215728769175, 2.7406504296917626]> : tensor<8xf64>
  %y = stablehlo.log %x : tensor<8xf64>
  %must = stablehlo.constant dense<[1.3569623405592321, 1.183445771433876, -0.22316868787962266, 1.362080310402911, 1.138006768312644, 1.3011593345257266, 0.7994043720299586, 1.0081952753282526]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @log_complex_f32() {
  %x = stablehlo.constant dense<[(3.5583558, 1.6142892), (1.8874679, 1.9147922), (3.541996, 3.0391326), (4.4063272, 0.5853275), (1.2926197, 3.3663673), (1.2256321, 2.3614302), (2.9542735, 0.75546384), (2.8724117, 2.3099554)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.log %x : tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(1.3628739, 0.42589468), (0.9890479, 0.79258436), (1.5405434, 0.7091364), (1.4917876, 0.13206477), (1.2826014, 1.2041756), (0.97853285, 1.0920479), (1.1149243, 0.25035396), (1.3045436, 0.6772886)]> : tensor<8xcomplex<f32>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @log_complex_f64() {
  %x = stablehlo.constant dense<[(1.036483386112221, 3.2552292199560773), (0.6734268730688484, 1.2108089993838052), (0.9523763167727317, 2.4453233086186605), (1.0650052995022126, 3.9403501227709254), (4.041354670166958, 2.850670585064143), (2.321639253866393, 2.239415022315404), (0.9716889886492668, 4.229052079130755), (2.422543306957416, 0.6932277492024133)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.log %x : tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(1.2285456441294937, 1.2625403015988943), (0.3260485660499592, 1.0632213317778285), (0.9647906881148512, 1.1994016973283137), (1.4065231865371273, 1.306821769486695), (1.5984964729084175, 0.6143242508241409), (1.1711426757305266, 0.7673726541675205), (1.4677007365296417, 1.3449509551944558), (0.9241707722488006, 0.27870892220987314)]> : tensor<8xcomplex<f64>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @log_plus_one_f8E5M2() {
  %x = stablehlo.constant dense<[-0.00021362305, 0.00024414062, 0.00030517578, 0.0008544922, 0.0008544922, 0.00030517578, -0.00018310547, 0.0004272461]> : tensor<8xf8E5M2>
  %y = stablehlo.log_plus_one %x : tensor<8xf8E5M2>
  %must = stablehlo.constant dense<[-0.00021362305, 0.00024414062, 0.00030517578, 0.0008544922, 0.0008544922, 0.00030517578, -0.00018310547, 0.0004272461]> : tensor<8xf8E5M2>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E5M2>, tensor<8xf8E5M2>
  return
}

// -----

func.func @log_plus_one_f8E4M3FN() {
  %x = stablehlo.constant dense<[-0.0, -0.0, -0.0, 0.001953125, 0.0, -0.0, 0.0, 0.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.log_plus_one %x : tensor<8xf8E4M3FN>
  %must = stablehlo.constant dense<[0.0, 0.0, 0.0, 0.001953125, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf8E4M3FN>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>
  return
}

// -----

func.func @log_plus_one_f8E4M3() {
  %x = stablehlo.constant dense<[-0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.0, 0.0]> : tensor<8xf8E4M3>
  %y = stablehlo.log_plus_one %x : tensor<8xf8E4M3>
  %must = stablehlo.constant dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf8E4M3>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3>, tensor<8xf8E4M3>
  return
}

// -----

func.func @log_plus_one_f8E3M4() {
  %x = stablehlo.constant dense<[-0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.0, 0.0]> : tensor<8xf8E3M4>
  %y = stablehlo.log_plus_one %x : tensor<8xf8E3M4>
  %must = stablehlo.constant dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf8E3M4>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E3M4>, tensor<8xf8E3M4>
  return
}

// -----

func.func @log_plus_one_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-0.0009765625, 0.0009765625, -0.0009765625, 0.0, 0.0, 0.0009765625, 0.0, 0.0009765625]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.log_plus_one %x : tensor<8xf8E4M3FNUZ>
  %must = stablehlo.constant dense<[-0.0009765625, 0.0009765625, -0.0009765625, 0.0, 0.0, 0.0009765625, 0.0, 0.0009765625]> : tensor<8xf8E4M3FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @log_plus_one_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-0.0008544922, 0.00048828125, -0.0007324219, 0.00036621094, 0.00015258789, 0.00061035156, 3.0517578e-05, 0.0009765625]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.log_plus_one %x : tensor<8xf8E5M2FNUZ>
  %must = stablehlo.constant dense<[-0.0008544922, 0.00048828125, -0.0007324219, 0.00036621094, 0.00015258789, 0.00061035156, 3.0517578e-05, 0.0009765625]> : tensor<8xf8E5M2FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @log_plus_one_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[0.00061035156, 0.00048828125, 0.0, -0.0008544922, 0.00048828125, -0.00048828125, -0.0007324219, 0.00036621094]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.log_plus_one %x : tensor<8xf8E4M3B11FNUZ>
  %must = stablehlo.constant dense<[0.00061035156, 0.00048828125, 0.0, -0.0008544922, 0.00048828125, -0.00048828125, -0.0007324219, 0.00036621094]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @log_plus_one_f4E2M1FN() {
  %x = stablehlo.constant dense<[0.0, -0.0, 0.0, -0.0, 0.0, -0.0, -0.0, -0.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.log_plus_one %x : tensor<8xf4E2M1FN>
  %must = stablehlo.constant dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf4E2M1FN>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>
  return
}

// -----

func.func @log_plus_one_f8E8M0FNU() {
  %x = stablehlo.constant dense<[0.0009765625, 0.00048828125, 0.0009765625, 0.00024414062, 0.00024414062, 0.00048828125, 0.00048828125, 0.00048828125]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.log_plus_one %x : tensor<8xf8E8M0FNU>
  %must = stablehlo.constant dense<[0.0009765625, 0.00048828125, 0.0009765625, 0.00024414062, 0.00024414062, 0.00048828125, 0.00048828125, 0.00048828125]> : tensor<8xf8E8M0FNU>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @log_plus_one_f16() {
  %x = stablehlo.constant dense<[0.00045895576, 0.000749588, 0.0002579689, -0.00025582314, 0.00029277802, -0.00039601326, -3.606081e-05, -0.00042700768]> : tensor<8xf16>
  %y = stablehlo.log_plus_one %x : tensor<8xf16>
  %must = stablehlo.constant dense<[0.00045895576, 0.0007491112, 0.0002579689, -0.00025582314, 0.00029277802, -0.00039601326, -3.606081e-05, -0.00042700768]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @log_plus_one_bf16() {
  %x = stablehlo.constant dense<[0.00092697144, -0.00045394897, 0.00048065186, 0.0009918213, -0.00023937225, -0.00077819824, 0.00060653687, 0.0003414154]> : tensor<8xbf16>
  %y = stablehlo.log_plus_one %x : tensor<8xbf16>
  %must = stablehlo.constant dense<[0.00092697144, -0.00045394897, 0.00048065186, 0.0009918213, -0.00023937225, -0.00077819824, 0.00060653687, 0.0003414154]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @log_plus_one_f32() {
  %x = stablehlo.constant dense<[-0.00045075774, 0.0004948217, -0.00078182976, 0.0007070032, 0.0005045901, 0.000887379, -0.0002316905, 0.00066875445]> : tensor<8xf32>
  %y = stablehlo.log_plus_one %x : tensor<8xf32>
  %must = stablehlo.constant dense<[-0.00045085937, 0.0004946993, -0.0007821355, 0.00070675334, 0.00050446286, 0.0008869855, -0.00023171735, 0.00066853093]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @log_plus_one_f64() {
  %x = stablehlo.constant dense<[-0.0002555984171393631, 0.0006011791482142179, 0.0009140023763569282, -0.00012382620117125452, 0.0009139915603943252, 0.000873620452484662, -0.00040578382195940413, 0.00012076154906498666]> : tensor<8xf64>
  %y = stablehlo.log_plus_one %x : tensor<8xf64>
  %must = stablehlo.constant dense<[-0.0002556310879819809, 0.0006009985124227825, 0.000913584930529889, -0.0001238338682682343, 0.0009135741244440158, 0.0008732390682443806, -0.00040586617449345696, 0.00012075425797610326]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @log_plus_one_complex_f32() {
  %x = stablehlo.constant dense<[(-0.00097036496, 0.0005500833), (0.0006201819, -0.0002657797), (-2.6449547e-06, 0.00083007466), (-0.00069082645, 0.00065878505), (0.00053132407, 0.00029775675), (0.00052987813, 0.000862219), (-7.8595425e-05, -0.0006492844), (0.00074930757, -0.00016271685)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.log_plus_one %x : tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(-0.00097068446, 0.0005506175), (0.0006200249, -0.00026561497), (-2.3004445e-06, 0.00083007663), (-0.00069084787, 0.00065924035), (0.00053122727, 0.00029759863), (0.0005301091, 0.0008617622), (-7.83877e-05, -0.0006493353), (0.0007490402, -0.00016259502)]> : tensor<8xcomplex<f32>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @log_plus_one_complex_f64() {
  %x = stablehlo.constant dense<[(0.00012611160128597602, 0.0003098412347275574), (0.0005478940449589983, -0.0002189362669414816), (0.0005356444690882305, 0.0006916788054932412), (0.0008722033845523687, 0.00010764679848143991), (0.0006776305570085435, -0.000403259794027857), (0.0009567992719140997, -0.0006754281782483489), (0.0002812615249562333, 0.00024161791350521588), (-0.00034072703704656577, -0.00034128216070119914)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.log_plus_one %x : tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(0.00012615163857493004, 0.0003098021551691043), (0.0005477679461211789, -0.000218816375258271), (0.0005357400164680112, 0.0006913083997863403), (0.000871829020031584, 0.00010755298998448338), (0.0006774822682296275, -0.00040298669609894696), (0.0009565694969443068, -0.0006747824443823195), (0.00028125115154295163, 0.00024154997009309684), (-0.0003407268212332046, -0.0003413984711315762)]> : tensor<8xcomplex<f64>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @logistic_f8E5M2() {
  %x = stablehlo.constant dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %y = stablehlo.logistic %x : tensor<8xf8E5M2>
  %must = stablehlo.constant dense<[1.0, 0.0024414062, 1.0, 1.0, 0.5, 1.0, 1.0, 0.625]> : tensor<8xf8E5M2>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E5M2>, tensor<8xf8E5M2>
  return
}

// -----

func.func @logistic_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.logistic %x : tensor<8xf8E4M3FN>
  %must = stablehlo.constant dense<[0.8125, 0.09375, 1.0, 0.625, 0.017578125, 1.0, 0.8125, 0.046875]> : tensor<8xf8E4M3FN>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>
  return
}

// -----

func.func @logistic_f8E4M3() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %y = stablehlo.logistic %x : tensor<8xf8E4M3>
  %must = stablehlo.constant dense<[1.0, 0.00390625, 1.0, 1.0, 0.5625, 1.0, 1.0, 0.5625]> : tensor<8xf8E4M3>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3>, tensor<8xf8E4M3>
  return
}

// -----

func.func @logistic_f8E3M4() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %y = stablehlo.logistic %x : tensor<8xf8E3M4>
  %must = stablehlo.constant dense<[1.0, 0.0, 1.0, 1.0, 0.53125, 1.0, 1.0, 0.59375]> : tensor<8xf8E3M4>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E3M4>, tensor<8xf8E3M4>
  return
}

// -----

func.func @logistic_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.logistic %x : tensor<8xf8E4M3FNUZ>
  %must = stablehlo.constant dense<[0.25, 1.0, 0.25, 1.0, 0.00390625, 1.0, 1.0, 1.0]> : tensor<8xf8E4M3FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @logistic_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.logistic %x : tensor<8xf8E5M2FNUZ>
  %must = stablehlo.constant dense<[0.21875, 1.0, 0.25, 1.0, 0.0068359375, 1.0, 1.0, 1.0]> : tensor<8xf8E5M2FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @logistic_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.logistic %x : tensor<8xf8E4M3B11FNUZ>
  %must = stablehlo.constant dense<[0.0068359375, 0.875, 0.875, 0.75, 0.0024414062, 0.078125, 0.625, 0.875]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @logistic_f4E2M1FN() {
  %x = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.logistic %x : tensor<8xf4E2M1FN>
  %must = stablehlo.constant dense<[1.0, 1.0, 1.0, 1.0, 0.5, 1.0, 0.5, 0.0]> : tensor<8xf4E2M1FN>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>
  return
}

// -----

func.func @logistic_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.logistic %x : tensor<8xf8E8M0FNU>
  %must = stablehlo.constant dense<[0.5, 1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 1.0]> : tensor<8xf8E8M0FNU>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @logistic_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = stablehlo.logistic %x : tensor<8xf16>
  %must = stablehlo.constant dense<[0.6875, 0.0027370453, 0.008811951, 0.9526367, 0.9838867, 0.6748047, 0.6767578, 0.7578125]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @logistic_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = stablehlo.logistic %x : tensor<8xbf16>
  %must = stablehlo.constant dense<[0.9921875, 0.99609375, 0.984375, 0.49609375, 0.031982422, 0.99609375, 0.006500244, 0.9921875]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @logistic_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = stablehlo.logistic %x : tensor<8xf32>
  %must = stablehlo.constant dense<[0.9967252, 0.6827606, 0.013092695, 0.13678662, 0.7435099, 0.98821586, 0.04539323, 0.4411313]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @logistic_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = stablehlo.logistic %x : tensor<8xf64>
  %must = stablehlo.constant dense<[0.006708426216947054, 0.9642083281883865, 0.009943601049002151, 0.19505223995248167, 0.009249820223031524, 0.023030076235567604, 0.9745934887674649, 0.9528131108781754]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @logistic_complex_f32() {
  %x = stablehlo.constant dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.logistic %x : tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(0.52601683, -0.15383773), (0.9944531, -0.026507553), (1.0511281, -0.057506066), (0.8172466, -0.08335886), (-0.20668684, 0.25279126), (1.9422477, 0.08773596), (0.00022025223, 0.004639506), (0.9458083, -0.032980427)]> : tensor<8xcomplex<f32>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @logistic_complex_f64() {
  %x = stablehlo.constant dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.logistic %x : tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(1.0826848496667876, 0.47485785407608677), (1.0064743802483396, -0.009086138870634444), (0.10704385810657581, -0.06063578475721315), (0.8535633280615517, 0.19821298279654204), (0.9975435624693918, 0.0052284593683873054), (-0.27014347087811974, 0.4932966891382202), (-0.017128084092841354, 0.046845525792235235), (0.9977319115982353, -0.00794069083025598)]> : tensor<8xcomplex<f64>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @sqrt_f8E5M2() {
  %x = stablehlo.constant dense<[1.5, 0.75, 2.5, 0.75, 3.5, 4.0, 4.0, 0.875]> : tensor<8xf8E5M2>
  %y = stablehlo.sqrt %x : tensor<8xf8E5M2>
  %must = stablehlo.constant dense<[1.25, 0.875, 1.5, 0.875, 1.75, 2.0, 2.0, 0.875]> : tensor<8xf8E5M2>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E5M2>, tensor<8xf8E5M2>
  return
}

// -----

func.func @sqrt_f8E4M3FN() {
  %x = stablehlo.constant dense<[4.0, 1.375, 2.75, 0.8125, 0.6875, 3.25, 2.5, 1.375]> : tensor<8xf8E4M3FN>
  %y = stablehlo.sqrt %x : tensor<8xf8E4M3FN>
  %must = stablehlo.constant dense<[2.0, 1.125, 1.625, 0.875, 0.8125, 1.75, 1.625, 1.125]> : tensor<8xf8E4M3FN>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>
  return
}

// -----

func.func @sqrt_f8E4M3() {
  %x = stablehlo.constant dense<[1.5, 0.8125, 2.75, 0.75, 3.5, 4.0, 4.5, 0.9375]> : tensor<8xf8E4M3>
  %y = stablehlo.sqrt %x : tensor<8xf8E4M3>
  %must = stablehlo.constant dense<[1.25, 0.875, 1.625, 0.875, 1.875, 2.0, 2.0, 0.9375]> : tensor<8xf8E4M3>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3>, tensor<8xf8E4M3>
  return
}

// -----

func.func @sqrt_f8E3M4() {
  %x = stablehlo.constant dense<[1.5625, 0.8125, 2.75, 0.78125, 3.5, 4.0, 4.5, 0.90625]> : tensor<8xf8E3M4>
  %y = stablehlo.sqrt %x : tensor<8xf8E3M4>
  %must = stablehlo.constant dense<[1.25, 0.90625, 1.6875, 0.875, 1.875, 2.0, 2.125, 0.9375]> : tensor<8xf8E3M4>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E3M4>, tensor<8xf8E3M4>
  return
}

// -----

func.func @sqrt_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[2.75, 3.75, 3.25, 1.25, 0.5625, 2.0, 4.0, 3.5]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.sqrt %x : tensor<8xf8E4M3FNUZ>
  %must = stablehlo.constant dense<[1.625, 1.875, 1.75, 1.125, 0.75, 1.375, 2.0, 1.875]> : tensor<8xf8E4M3FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @sqrt_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[3.0, 3.5, 3.0, 1.25, 0.5, 2.0, 4.0, 3.5]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.sqrt %x : tensor<8xf8E5M2FNUZ>
  %must = stablehlo.constant dense<[1.75, 1.75, 1.75, 1.0, 0.75, 1.5, 2.0, 1.75]> : tensor<8xf8E5M2FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @sqrt_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[2.0, 3.25, 1.125, 2.25, 4.0, 3.5, 0.9375, 3.75]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.sqrt %x : tensor<8xf8E4M3B11FNUZ>
  %must = stablehlo.constant dense<[1.375, 1.75, 1.0, 1.5, 2.0, 1.875, 0.9375, 1.875]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @sqrt_f4E2M1FN() {
  %x = stablehlo.constant dense<[4.0, 3.0, 1.5, 1.0, 1.5, 2.0, 2.0, 3.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.sqrt %x : tensor<8xf4E2M1FN>
  %must = stablehlo.constant dense<[2.0, 1.5, 1.0, 1.0, 1.0, 1.5, 1.5, 1.5]> : tensor<8xf4E2M1FN>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>
  return
}

// -----

func.func @sqrt_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0, 4.0, 2.0, 4.0, 4.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.sqrt %x : tensor<8xf8E8M0FNU>
  %must = stablehlo.constant dense<[1.0, 1.0, 0.5, 2.0, 2.0, 1.0, 2.0, 2.0]> : tensor<8xf8E8M0FNU>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @sqrt_f16() {
  %x = stablehlo.constant dense<[1.0429688, 4.1875, 3.4492188, 1.9277344, 3.1269531, 3.2246094, 2.4941406, 3.8613281]> : tensor<8xf16>
  %y = stablehlo.sqrt %x : tensor<8xf16>
  %must = stablehlo.constant dense<[1.0214844, 2.046875, 1.8574219, 1.3886719, 1.7685547, 1.7958984, 1.5791016, 1.9648438]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @sqrt_bf16() {
  %x = stablehlo.constant dense<[3.390625, 2.203125, 3.90625, 4.0625, 0.71875, 4.5, 0.54296875, 1.4140625]> : tensor<8xbf16>
  %y = stablehlo.sqrt %x : tensor<8xbf16>
  %must = stablehlo.constant dense<[1.84375, 1.484375, 1.9765625, 2.015625, 0.84765625, 2.125, 0.73828125, 1.1875]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @sqrt_f32() {
  %x = stablehlo.constant dense<[3.1718912, 3.303491, 2.8672144, 4.3707666, 1.267828, 3.2092178, 4.32766, 1.085185]> : tensor<8xf32>
  %y = stablehlo.sqrt %x : tensor<8xf32>
  %must = stablehlo.constant dense<[1.7809803, 1.8175509, 1.6932851, 2.090638, 1.1259787, 1.7914289, 2.080303, 1.0417222]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @sqrt_f64() {
  %x = stablehlo.constant dense<[3.8843759510593996, 3.2656073749101564, 0.7999798910004063, 3.904307029863002, 3.120542198559316, 3.6735530767554447, 2.224215728769175, 2.7406504296917626]> : tensor<8xf64>
  %y = stablehlo.sqrt %x : tensor<8xf64>
  %must = stablehlo.constant dense<[1.9708820236278477, 1.8070991602317115, 0.8944159496567614, 1.9759319395826878, 1.7665056463423252, 1.9166515272097442, 1.491380477533877, 1.6554909935399114]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @sqrt_complex_f32() {
  %x = stablehlo.constant dense<[(3.5583558, 1.6142892), (1.8874679, 1.9147922), (3.541996, 3.0391326), (4.4063272, 0.5853275), (1.2926197, 3.3663673), (1.2256321, 2.3614302), (2.9542735, 0.75546384), (2.8724117, 2.3099554)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.sqrt %x : tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(1.9320666, 0.4177623), (1.512637, 0.6329318), (2.0259717, 0.7500432), (2.1037302, 0.13911659), (1.5650284, 1.0754972), (1.393948, 0.8470295), (1.7325718, 0.21801804), (1.8108586, 0.63780665)]> : tensor<8xcomplex<f32>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @sqrt_complex_f64() {
  %x = stablehlo.constant dense<[(1.036483386112221, 3.2552292199560773), (0.6734268730688484, 1.2108089993838052), (0.9523763167727317, 2.4453233086186605), (1.0650052995022126, 3.9403501227709254), (4.041354670166958, 2.850670585064143), (2.321639253866393, 2.239415022315404), (0.9716889886492668, 4.229052079130755), (2.422543306957416, 0.6932277492024133)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.sqrt %x : tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(1.4921026864121247, 1.09081943541819), (1.014620502386863, 0.5966807276885371), (1.3372760805997952, 0.9142926221793647), (1.6041733943754715, 1.2281559264685855), (2.1197813179333815, 0.6723973272496148), (1.665430228121071, 0.6723232785446374), (1.6295606125245259, 1.297605025129774), (1.5719925621597957, 0.2204933298952675)]> : tensor<8xcomplex<f64>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @rsqrt_f8E5M2() {
  %x = stablehlo.constant dense<[1.5, 0.75, 2.5, 0.75, 3.5, 4.0, 4.0, 0.875]> : tensor<8xf8E5M2>
  %y = stablehlo.rsqrt %x : tensor<8xf8E5M2>
  %must = stablehlo.constant dense<[0.875, 1.25, 0.625, 1.25, 0.5, 0.5, 0.5, 1.0]> : tensor<8xf8E5M2>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E5M2>, tensor<8xf8E5M2>
  return
}

// -----

func.func @rsqrt_f8E4M3FN() {
  %x = stablehlo.constant dense<[4.0, 1.375, 2.75, 0.8125, 0.6875, 3.25, 2.5, 1.375]> : tensor<8xf8E4M3FN>
  %y = stablehlo.rsqrt %x : tensor<8xf8E4M3FN>
  %must = stablehlo.constant dense<[0.5, 0.875, 0.625, 1.125, 1.25, 0.5625, 0.625, 0.875]> : tensor<8xf8E4M3FN>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>
  return
}

// -----

func.func @rsqrt_f8E4M3() {
  %x = stablehlo.constant dense<[1.5, 0.8125, 2.75, 0.75, 3.5, 4.0, 4.5, 0.9375]> : tensor<8xf8E4M3>
  %y = stablehlo.rsqrt %x : tensor<8xf8E4M3>
  %must = stablehlo.constant dense<[0.8125, 1.125, 0.625, 1.125, 0.5625, 0.5, 0.46875, 1.0]> : tensor<8xf8E4M3>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3>, tensor<8xf8E4M3>
  return
}

// -----

func.func @rsqrt_f8E3M4() {
  %x = stablehlo.constant dense<[1.5625, 0.8125, 2.75, 0.78125, 3.5, 4.0, 4.5, 0.90625]> : tensor<8xf8E3M4>
  %y = stablehlo.rsqrt %x : tensor<8xf8E3M4>
  %must = stablehlo.constant dense<[0.8125, 1.125, 0.59375, 1.125, 0.53125, 0.5, 0.46875, 1.0625]> : tensor<8xf8E3M4>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E3M4>, tensor<8xf8E3M4>
  return
}

// -----

func.func @rsqrt_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[2.75, 3.75, 3.25, 1.25, 0.5625, 2.0, 4.0, 3.5]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.rsqrt %x : tensor<8xf8E4M3FNUZ>
  %must = stablehlo.constant dense<[0.625, 0.5, 0.5625, 0.875, 1.375, 0.6875, 0.5, 0.5625]> : tensor<8xf8E4M3FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @rsqrt_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[3.0, 3.5, 3.0, 1.25, 0.5, 2.0, 4.0, 3.5]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.rsqrt %x : tensor<8xf8E5M2FNUZ>
  %must = stablehlo.constant dense<[0.625, 0.5, 0.625, 0.875, 1.5, 0.75, 0.5, 0.5]> : tensor<8xf8E5M2FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @rsqrt_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[2.0, 3.25, 1.125, 2.25, 4.0, 3.5, 0.9375, 3.75]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.rsqrt %x : tensor<8xf8E4M3B11FNUZ>
  %must = stablehlo.constant dense<[0.6875, 0.5625, 0.9375, 0.6875, 0.5, 0.5625, 1.0, 0.5]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @rsqrt_f4E2M1FN() {
  %x = stablehlo.constant dense<[4.0, 3.0, 1.5, 1.0, 1.5, 2.0, 2.0, 3.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.rsqrt %x : tensor<8xf4E2M1FN>
  %must = stablehlo.constant dense<[0.5, 0.5, 1.0, 1.0, 1.0, 0.5, 0.5, 0.5]> : tensor<8xf4E2M1FN>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>
  return
}

// -----

func.func @rsqrt_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0, 4.0, 2.0, 4.0, 4.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.rsqrt %x : tensor<8xf8E8M0FNU>
  %must = stablehlo.constant dense<[1.0, 0.5, 1.0, 0.5, 0.5, 0.5, 0.5, 0.5]> : tensor<8xf8E8M0FNU>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @rsqrt_f16() {
  %x = stablehlo.constant dense<[1.0429688, 4.1875, 3.4492188, 1.9277344, 3.1269531, 3.2246094, 2.4941406, 3.8613281]> : tensor<8xf16>
  %y = stablehlo.rsqrt %x : tensor<8xf16>
  %must = stablehlo.constant dense<[0.9790039, 0.48876953, 0.5385742, 0.72021484, 0.5654297, 0.5566406, 0.6333008, 0.50878906]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @rsqrt_bf16() {
  %x = stablehlo.constant dense<[3.390625, 2.203125, 3.90625, 4.0625, 0.71875, 4.5, 0.54296875, 1.4140625]> : tensor<8xbf16>
  %y = stablehlo.rsqrt %x : tensor<8xbf16>
  %must = stablehlo.constant dense<[0.54296875, 0.671875, 0.5078125, 0.49609375, 1.1796875, 0.47070312, 1.359375, 0.83984375]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @rsqrt_f32() {
  %x = stablehlo.constant dense<[3.1718912, 3.303491, 2.8672144, 4.3707666, 1.267828, 3.2092178, 4.32766, 1.085185]> : tensor<8xf32>
  %y = stablehlo.rsqrt %x : tensor<8xf32>
  %must = stablehlo.constant dense<[0.5614885, 0.5501909, 0.590568, 0.47832292, 0.8881163, 0.5582136, 0.48069924, 0.95994884]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @rsqrt_f64() {
  %x = stablehlo.constant dense<[3.8843759510593996, 3.2656073749101564, 0.7999798910004063, 3.904307029863002, 3.120542198559316, 3.6735530767554447, 2.224215728769175, 2.7406504296917626]> : tensor<8xf64>
  %y = stablehlo.rsqrt %x : tensor<8xf64>
  %must = stablehlo.constant dense<[0.5073870419495111, 0.5533730644154453, 1.1180480406054445, 0.5060903060310862, 0.566089331257203, 0.5217432516049473, 0.6705197064491444, 0.6040504019062738]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @rsqrt_complex_f32() {
  %x = stablehlo.constant dense<[(3.5583558, 1.6142892), (1.8874679, 1.9147922), (3.541996, 3.0391326), (4.4063272, 0.5853275), (1.2926197, 3.3663673), (1.2256321, 2.3614302), (2.9542735, 0.75546384), (2.8724117, 2.3099554)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.rsqrt %x : tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(0.49446264, -0.1069155), (0.562596, -0.23540676), (0.43409407, -0.16070774), (0.4732765, -0.03129708), (0.4340058, -0.29825145), (0.5239323, -0.31836632), (0.56817985, -0.07149686), (0.4912793, -0.17303461)]> : tensor<8xcomplex<f32>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @rsqrt_complex_f64() {
  %x = stablehlo.constant dense<[(1.036483386112221, 3.2552292199560773), (0.6734268730688484, 1.2108089993838052), (0.9523763167727317, 2.4453233086186605), (1.0650052995022126, 3.9403501227709254), (4.041354670166958, 2.850670585064143), (2.321639253866393, 2.239415022315404), (0.9716889886492668, 4.229052079130755), (2.422543306957416, 0.6932277492024133)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.rsqrt %x : tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(0.4367652908522959, -0.3193024664565013), (0.7323227750092695, -0.43066632821579903), (0.5095863714437588, -0.3484030459628138), (0.3930122167556744, -0.300890343198188), (0.42862042519655275, -0.13595894343843487), (0.5163041803369468, -0.20842861705594254), (0.37553998794498283, -0.2990392451494346), (0.6238615503288486, -0.08750506455109353)]> : tensor<8xcomplex<f64>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @cbrt_f8E5M2() {
  %x = stablehlo.constant dense<[1.5, 0.75, 2.5, 0.75, 3.5, 4.0, 4.0, 0.875]> : tensor<8xf8E5M2>
  %y = stablehlo.cbrt %x : tensor<8xf8E5M2>
  %must = stablehlo.constant dense<[1.25, 0.875, 1.25, 0.875, 1.5, 1.5, 1.5, 1.0]> : tensor<8xf8E5M2>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E5M2>, tensor<8xf8E5M2>
  return
}

// -----

func.func @cbrt_f8E4M3FN() {
  %x = stablehlo.constant dense<[4.0, 1.375, 2.75, 0.8125, 0.6875, 3.25, 2.5, 1.375]> : tensor<8xf8E4M3FN>
  %y = stablehlo.cbrt %x : tensor<8xf8E4M3FN>
  %must = stablehlo.constant dense<[1.625, 1.125, 1.375, 0.9375, 0.875, 1.5, 1.375, 1.125]> : tensor<8xf8E4M3FN>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>
  return
}

// -----

func.func @cbrt_f8E4M3() {
  %x = stablehlo.constant dense<[1.5, 0.8125, 2.75, 0.75, 3.5, 4.0, 4.5, 0.9375]> : tensor<8xf8E4M3>
  %y = stablehlo.cbrt %x : tensor<8xf8E4M3>
  %must = stablehlo.constant dense<[1.125, 0.9375, 1.375, 0.9375, 1.5, 1.625, 1.625, 1.0]> : tensor<8xf8E4M3>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3>, tensor<8xf8E4M3>
  return
}

// -----

func.func @cbrt_f8E3M4() {
  %x = stablehlo.constant dense<[1.5625, 0.8125, 2.75, 0.78125, 3.5, 4.0, 4.5, 0.90625]> : tensor<8xf8E3M4>
  %y = stablehlo.cbrt %x : tensor<8xf8E3M4>
  %must = stablehlo.constant dense<[1.1875, 0.9375, 1.375, 0.90625, 1.5, 1.5625, 1.625, 0.96875]> : tensor<8xf8E3M4>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E3M4>, tensor<8xf8E3M4>
  return
}

// -----

func.func @cbrt_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[2.75, 3.75, 3.25, 1.25, 0.5625, 2.0, 4.0, 3.5]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.cbrt %x : tensor<8xf8E4M3FNUZ>
  %must = stablehlo.constant dense<[1.375, 1.5, 1.5, 1.125, 0.8125, 1.25, 1.625, 1.5]> : tensor<8xf8E4M3FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @cbrt_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[3.0, 3.5, 3.0, 1.25, 0.5, 2.0, 4.0, 3.5]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.cbrt %x : tensor<8xf8E5M2FNUZ>
  %must = stablehlo.constant dense<[1.5, 1.5, 1.5, 1.0, 0.75, 1.25, 1.5, 1.5]> : tensor<8xf8E5M2FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @cbrt_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[2.0, 3.25, 1.125, 2.25, 4.0, 3.5, 0.9375, 3.75]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.cbrt %x : tensor<8xf8E4M3B11FNUZ>
  %must = stablehlo.constant dense<[1.25, 1.5, 1.0, 1.25, 1.625, 1.5, 1.0, 1.5]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @cbrt_f4E2M1FN() {
  %x = stablehlo.constant dense<[4.0, 3.0, 1.5, 1.0, 1.5, 2.0, 2.0, 3.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.cbrt %x : tensor<8xf4E2M1FN>
  %must = stablehlo.constant dense<[1.5, 1.5, 1.0, 1.0, 1.0, 1.5, 1.5, 1.5]> : tensor<8xf4E2M1FN>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>
  return
}

// -----

func.func @cbrt_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0, 4.0, 2.0, 4.0, 4.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.cbrt %x : tensor<8xf8E8M0FNU>
  %must = stablehlo.constant dense<[1.0, 1.0, 1.0, 2.0, 2.0, 1.0, 2.0, 2.0]> : tensor<8xf8E8M0FNU>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @cbrt_f16() {
  %x = stablehlo.constant dense<[1.0429688, 4.1875, 3.4492188, 1.9277344, 3.1269531, 3.2246094, 2.4941406, 3.8613281]> : tensor<8xf16>
  %y = stablehlo.cbrt %x : tensor<8xf16>
  %must = stablehlo.constant dense<[1.0136719, 1.6123047, 1.5107422, 1.2441406, 1.4619141, 1.4775391, 1.3564453, 1.5683594]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @cbrt_bf16() {
  %x = stablehlo.constant dense<[3.390625, 2.203125, 3.90625, 4.0625, 0.71875, 4.5, 0.54296875, 1.4140625]> : tensor<8xbf16>
  %y = stablehlo.cbrt %x : tensor<8xbf16>
  %must = stablehlo.constant dense<[1.5, 1.3046875, 1.578125, 1.59375, 0.89453125, 1.6484375, 0.81640625, 1.125]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @cbrt_f32() {
  %x = stablehlo.constant dense<[3.1718912, 3.303491, 2.8672144, 4.3707666, 1.267828, 3.2092178, 4.32766, 1.085185]> : tensor<8xf32>
  %y = stablehlo.cbrt %x : tensor<8xf32>
  %must = stablehlo.constant dense<[1.4692851, 1.4893304, 1.4206488, 1.6350055, 1.0823144, 1.4750261, 1.6296127, 1.0276248]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @cbrt_f64() {
  %x = stablehlo.constant dense<[3.8843759510593996, 3.2656073749101564, 0.7999798910004063, 3.904307029863002, 3.120542198559316, 3.6735530767554447, 2.224215728769175, 2.7406504296917626]> : tensor<8xf64>
  %y = stablehlo.cbrt %x : tensor<8xf64>
  %must = stablehlo.constant dense<[1.5719561200864414, 1.483615365988845, 0.928309988515053, 1.5746401502391005, 1.4613133547926995, 1.5429864290571587, 1.3053459794767586, 1.3994301132379208]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @cbrt_complex_f32() {
  %x = stablehlo.constant dense<[(3.5583558, 1.6142892), (1.8874679, 1.9147922), (3.541996, 3.0391326), (4.4063272, 0.5853275), (1.2926197, 3.3663673), (1.2256321, 2.3614302), (2.9542735, 0.75546384), (2.8724117, 2.3099554)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.cbrt %x : tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(1.5592115, 0.22285244), (1.3422798, 0.36311114), (1.6246833, 0.39135703), (1.6426212, 0.07235754), (1.4115878, 0.59912705), (1.2948654, 0.49333695), (1.4450665, 0.12087343), (1.5055285, 0.3457873)]> : tensor<8xcomplex<f32>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @cbrt_complex_f64() {
  %x = stablehlo.constant dense<[(1.036483386112221, 3.2552292199560773), (0.6734268730688484, 1.2108089993838052), (0.9523763167727317, 2.4453233086186605), (1.0650052995022126, 3.9403501227709254), (4.041354670166958, 2.850670585064143), (2.321639253866393, 2.239415022315404), (0.9716889886492668, 4.229052079130755), (2.422543306957416, 0.6932277492024133)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.cbrt %x : tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(1.374671308170818, 0.6152871598249774), (1.04552605849542, 0.3868769633415192), (1.2705529163877145, 0.5368824957279478), (1.448896934068939, 0.6743532054512328), (1.6681539895546251, 0.3464519635757277), (1.4294693720638811, 0.3738342189216298), (1.4698802917821345, 0.7069845168753208), (1.354910256359337, 0.1262385884070984)]> : tensor<8xcomplex<f64>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @abs_i2() {
  %x = stablehlo.constant dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi2>
  %y = stablehlo.abs %x : tensor<8xi2>
  check.expect_eq_const %y, dense<[-2, 1, 0, 1, 0, 1, -2, -2]> : tensor<8xi2>
  return
}

// -----

func.func @abs_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 1, 3, -4, 6, 0]> : tensor<8xi4>
  %y = stablehlo.abs %x : tensor<8xi4>
  check.expect_eq_const %y, dense<[-8, 7, 0, 1, 3, 4, 6, 0]> : tensor<8xi4>
  return
}

// -----

func.func @abs_i8() {
  %x = stablehlo.constant dense<[-128, 127, 0, 1, 63, -64, 119, 33]> : tensor<8xi8>
  %y = stablehlo.abs %x : tensor<8xi8>
  check.expect_eq_const %y, dense<[-128, 127, 0, 1, 63, 64, 119, 33]> : tensor<8xi8>
  return
}

// -----

func.func @abs_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 0, 1, 16383, -16384, 23984, -19355]> : tensor<8xi16>
  %y = stablehlo.abs %x : tensor<8xi16>
  check.expect_eq_const %y, dense<[-32768, 32767, 0, 1, 16383, 16384, 23984, 19355]> : tensor<8xi16>
  return
}

// -----

func.func @abs_i32() {
  %x = stablehlo.constant dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, 917137660, -59504060]> : tensor<8xi32>
  %y = stablehlo.abs %x : tensor<8xi32>
  check.expect_eq_const %y, dense<[-2147483648, 2147483647, 0, 1, 1073741823, 1073741824, 917137660, 59504060]> : tensor<8xi32>
  return
}

// -----

func.func @abs_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, -4611686018427387904, -4442621652540867298, 1875531077028753871]> : tensor<8xi64>
  %y = stablehlo.abs %x : tensor<8xi64>
  check.expect_eq_const %y, dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, 4611686018427387904, 4442621652540867298, 1875531077028753871]> : tensor<8xi64>
  return
}

// -----

func.func @abs_f8E5M2() {
  %x = stablehlo.constant dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %y = stablehlo.abs %x : tensor<8xf8E5M2>
  %must = stablehlo.constant dense<[6.0, 6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf8E5M2>, tensor<8xf8E5M2>
  return
}

// -----

func.func @abs_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.abs %x : tensor<8xf8E4M3FN>
  %must = stablehlo.constant dense<[1.625, 2.25, 5.5, 0.4375, 4.0, 5.0, 1.625, 3.0]> : tensor<8xf8E4M3FN>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>
  return
}

// -----

func.func @abs_f8E4M3() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %y = stablehlo.abs %x : tensor<8xf8E4M3>
  %must = stablehlo.constant dense<[6.0, 5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf8E4M3>, tensor<8xf8E4M3>
  return
}

// -----

func.func @abs_f8E3M4() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %y = stablehlo.abs %x : tensor<8xf8E3M4>
  %must = stablehlo.constant dense<[6.0, 5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf8E3M4>, tensor<8xf8E3M4>
  return
}

// -----

func.func @abs_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.abs %x : tensor<8xf8E4M3FNUZ>
  %must = stablehlo.constant dense<[1.125, 3.75, 1.125, 5.5, 5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @abs_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.abs %x : tensor<8xf8E5M2FNUZ>
  %must = stablehlo.constant dense<[1.25, 3.5, 1.0, 5.0, 5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @abs_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.abs %x : tensor<8xf8E4M3B11FNUZ>
  %must = stablehlo.constant dense<[5.0, 1.875, 2.25, 1.25, 6.0, 2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @abs_f4E2M1FN() {
  %x = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.abs %x : tensor<8xf4E2M1FN>
  %must = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, 1.0, 4.0, 0.5, 4.0]> : tensor<8xf4E2M1FN>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>
  return
}

// -----

func.func @abs_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.abs %x : tensor<8xf8E8M0FNU>
  %must = stablehlo.constant dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E8M0FNU>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @abs_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = stablehlo.abs %x : tensor<8xf16>
  %must = stablehlo.constant dense<[0.78759766, 5.8984375, 4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @abs_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = stablehlo.abs %x : tensor<8xbf16>
  %must = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, 0.018188477, 3.40625, 5.65625, 5.03125, 4.71875]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @abs_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = stablehlo.abs %x : tensor<8xf32>
  %must = stablehlo.constant dense<[5.718211, 0.76648754, 4.3225217, 1.8422396, 1.064292, 4.4291472, 3.0459366, 0.23657197]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @abs_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = stablehlo.abs %x : tensor<8xf64>
  %must = stablehlo.constant dense<[4.997659869586732, 3.29359214395844, 4.600832676510265, 1.4175099610840096, 4.6738582975384375, 3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @abs_complex_f32() {
  %x = stablehlo.constant dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.abs %x : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %must = stablehlo.constant dense<[0.60587347, 3.862889, 3.5179863, 1.5047457, 4.0449085, 3.2695665, 7.1741314, 6.309705]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @abs_complex_f64() {
  %x = stablehlo.constant dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.abs %x : (tensor<8xcomplex<f64>>) -> tensor<8xf64>
  %must = stablehlo.constant dense<[2.335718643807974, 5.010492878365563, 2.068371935111625, 1.7207848883448729, 7.281665897088397, 3.9415319210943607, 3.6011060222900393, 6.9146329666501]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @real_f8E5M2() {
  %x = stablehlo.constant dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %y = stablehlo.real %x : tensor<8xf8E5M2>
  check.expect_eq_const %y, dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  return
}

// -----

func.func @real_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.real %x : tensor<8xf8E4M3FN>
  check.expect_eq_const %y, dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  return
}

// -----

func.func @real_f8E4M3() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %y = stablehlo.real %x : tensor<8xf8E4M3>
  check.expect_eq_const %y, dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  return
}

// -----

func.func @real_f8E3M4() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %y = stablehlo.real %x : tensor<8xf8E3M4>
  check.expect_eq_const %y, dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  return
}

// -----

func.func @real_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.real %x : tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %y, dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @real_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.real %x : tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %y, dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @real_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.real %x : tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %y, dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @real_f4E2M1FN() {
  %x = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.real %x : tensor<8xf4E2M1FN>
  check.expect_eq_const %y, dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  return
}

// -----

func.func @real_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.real %x : tensor<8xf8E8M0FNU>
  check.expect_eq_const %y, dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @real_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = stablehlo.real %x : tensor<8xf16>
  check.expect_eq_const %y, dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  return
}

// -----

func.func @real_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = stablehlo.real %x : tensor<8xbf16>
  check.expect_eq_const %y, dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  return
}

// -----

func.func @real_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = stablehlo.real %x : tensor<8xf32>
  check.expect_eq_const %y, dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  return
}

// -----

func.func @real_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = stablehlo.real %x : tensor<8xf64>
  check.expect_eq_const %y, dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  return
}

// -----

func.func @real_complex_f32() {
  %x = stablehlo.constant dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.real %x : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  check.expect_eq_const %y, dense<[0.095118985, 3.6036894, 2.61598, 1.4084737, -1.3285826, 0.72003585, -5.3718123, 2.7025754]> : tensor<8xf32>
  return
}

// -----

func.func @real_complex_f64() {
  %x = stablehlo.constant dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.real %x : (tensor<8xcomplex<f64>>) -> tensor<8xf64>
  check.expect_eq_const %y, dense<[0.8972179619719522, 4.50219500666674, -1.9844522310627877, 1.2685668185781243, 5.151467832606674, -0.8848769143898334, -3.0162058004281507, 4.794302830015457]> : tensor<8xf64>
  return
}

// -----

func.func @imag_f8E5M2() {
  %x = stablehlo.constant dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %y = stablehlo.imag %x : tensor<8xf8E5M2>
  check.expect_eq_const %y, dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf8E5M2>
  return
}

// -----

func.func @imag_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.imag %x : tensor<8xf8E4M3FN>
  check.expect_eq_const %y, dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf8E4M3FN>
  return
}

// -----

func.func @imag_f8E4M3() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %y = stablehlo.imag %x : tensor<8xf8E4M3>
  check.expect_eq_const %y, dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf8E4M3>
  return
}

// -----

func.func @imag_f8E3M4() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %y = stablehlo.imag %x : tensor<8xf8E3M4>
  check.expect_eq_const %y, dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf8E3M4>
  return
}

// -----

func.func @imag_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.imag %x : tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %y, dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @imag_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.imag %x : tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %y, dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @imag_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.imag %x : tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %y, dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @imag_f4E2M1FN() {
  %x = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.imag %x : tensor<8xf4E2M1FN>
  check.expect_eq_const %y, dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf4E2M1FN>
  return
}

// -----

func.func @imag_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.imag %x : tensor<8xf8E8M0FNU>
  check.expect_eq_const %y, dense<[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]> : tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @imag_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = stablehlo.imag %x : tensor<8xf16>
  check.expect_eq_const %y, dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf16>
  return
}

// -----

func.func @imag_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = stablehlo.imag %x : tensor<8xbf16>
  check.expect_eq_const %y, dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xbf16>
  return
}

// -----

func.func @imag_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = stablehlo.imag %x : tensor<8xf32>
  check.expect_eq_const %y, dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf32>
  return
}

// -----

func.func @imag_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = stablehlo.imag %x : tensor<8xf64>
  check.expect_eq_const %y, dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf64>
  return
}

// -----

func.func @imag_complex_f32() {
  %x = stablehlo.constant dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.imag %x : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  check.expect_eq_const %y, dense<[-0.5983603, -1.3911628, -2.3522067, -0.5295861, -3.8204913, -3.1892967, -4.755186, 5.701619]> : tensor<8xf32>
  return
}

// -----

func.func @imag_complex_f64() {
  %x = stablehlo.constant dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.imag %x : (tensor<8xcomplex<f64>>) -> tensor<8xf64>
  check.expect_eq_const %y, dense<[2.156520695877287, -2.1989267850697285, -0.5831910532469893, 1.1626860533947472, -5.146361569734376, -3.8409200370986283, 1.9673502873756794, 4.982650844439146]> : tensor<8xf64>
  return
}

// -----

func.func @negate_i2() {
  %x = stablehlo.constant dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi2>
  %y = stablehlo.negate %x : tensor<8xi2>
  check.expect_eq_const %y, dense<[-2, -1, 0, -1, 0, 1, -2, -2]> : tensor<8xi2>
  return
}

// -----

func.func @negate_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 1, 3, -4, 6, 0]> : tensor<8xi4>
  %y = stablehlo.negate %x : tensor<8xi4>
  check.expect_eq_const %y, dense<[-8, -7, 0, -1, -3, 4, -6, 0]> : tensor<8xi4>
  return
}

// -----

func.func @negate_i8() {
  %x = stablehlo.constant dense<[-128, 127, 0, 1, 63, -64, 119, 33]> : tensor<8xi8>
  %y = stablehlo.negate %x : tensor<8xi8>
  check.expect_eq_const %y, dense<[-128, -127, 0, -1, -63, 64, -119, -33]> : tensor<8xi8>
  return
}

// -----

func.func @negate_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 0, 1, 16383, -16384, 23984, -19355]> : tensor<8xi16>
  %y = stablehlo.negate %x : tensor<8xi16>
  check.expect_eq_const %y, dense<[-32768, -32767, 0, -1, -16383, 16384, -23984, 19355]> : tensor<8xi16>
  return
}

// -----

func.func @negate_i32() {
  %x = stablehlo.constant dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, 917137660, -59504060]> : tensor<8xi32>
  %y = stablehlo.negate %x : tensor<8xi32>
  check.expect_eq_const %y, dense<[-2147483648, -2147483647, 0, -1, -1073741823, 1073741824, -917137660, 59504060]> : tensor<8xi32>
  return
}

// -----

func.func @negate_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, -4611686018427387904, -4442621652540867298, 1875531077028753871]> : tensor<8xi64>
  %y = stablehlo.negate %x : tensor<8xi64>
  check.expect_eq_const %y, dense<[-9223372036854775808, -9223372036854775807, 0, -1, -4611686018427387903, 4611686018427387904, 4442621652540867298, -1875531077028753871]> : tensor<8xi64>
  return
}

// -----

func.func @negate_ui2() {
  %x = stablehlo.constant dense<[0, 3, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  %y = stablehlo.negate %x : tensor<8xui2>
  check.expect_eq_const %y, dense<[0, 1, 0, 3, 3, 0, 3, 0]> : tensor<8xui2>
  return
}

// -----

func.func @negate_ui4() {
  %x = stablehlo.constant dense<[0, 15, 0, 1, 7, 0, 3, 4]> : tensor<8xui4>
  %y = stablehlo.negate %x : tensor<8xui4>
  check.expect_eq_const %y, dense<[0, 1, 0, 15, 9, 0, 13, 12]> : tensor<8xui4>
  return
}

// -----

func.func @negate_ui8() {
  %x = stablehlo.constant dense<[0, 255, 0, 1, 127, 0, 178, 198]> : tensor<8xui8>
  %y = stablehlo.negate %x : tensor<8xui8>
  check.expect_eq_const %y, dense<[0, 1, 0, 255, 129, 0, 78, 58]> : tensor<8xui8>
  return
}

// -----

func.func @negate_ui16() {
  %x = stablehlo.constant dense<[0, 65535, 0, 1, 32767, 0, 11615, 25254]> : tensor<8xui16>
  %y = stablehlo.negate %x : tensor<8xui16>
  check.expect_eq_const %y, dense<[0, 1, 0, 65535, 32769, 0, 53921, 40282]> : tensor<8xui16>
  return
}

// -----

func.func @negate_ui32() {
  %x = stablehlo.constant dense<[0, 4294967295, 0, 1, 2147483647, 0, 3832136357, 443256444]> : tensor<8xui32>
  %y = stablehlo.negate %x : tensor<8xui32>
  check.expect_eq_const %y, dense<[0, 1, 0, 4294967295, 2147483649, 0, 462830939, 3851710852]> : tensor<8xui32>
  return
}

// -----

func.func @negate_ui64() {
  %x = stablehlo.constant dense<[0, 18446744073709551615, 0, 1, 9223372036854775807, 0, 3651146168191674878, 2581680906778753474]> : tensor<8xui64>
  %y = stablehlo.negate %x : tensor<8xui64>
  check.expect_eq_const %y, dense<[0, 1, 0, 18446744073709551615, 9223372036854775809, 0, 14795597905517876738, 15865063166930798142]> : tensor<8xui64>
  return
}

// -----

func.func @negate_f8E5M2() {
  %x = stablehlo.constant dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %y = stablehlo.negate %x : tensor<8xf8E5M2>
  check.expect_eq_const %y, dense<[-6.0, 6.0, -6.0, -4.0, -0.125, -6.0, -5.0, -0.375]> : tensor<8xf8E5M2>
  return
}

// -----

func.func @negate_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.negate %x : tensor<8xf8E4M3FN>
  check.expect_eq_const %y, dense<[-1.625, 2.25, -5.5, -0.4375, 4.0, -5.0, -1.625, 3.0]> : tensor<8xf8E4M3FN>
  return
}

// -----

func.func @negate_f8E4M3() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %y = stablehlo.negate %x : tensor<8xf8E4M3>
  check.expect_eq_const %y, dense<[-6.0, 5.5, -6.0, -4.5, -0.140625, -6.0, -5.5, -0.34375]> : tensor<8xf8E4M3>
  return
}

// -----

func.func @negate_f8E3M4() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %y = stablehlo.negate %x : tensor<8xf8E3M4>
  check.expect_eq_const %y, dense<[-6.0, 5.5, -6.0, -4.25, -0.140625, -5.75, -5.25, -0.359375]> : tensor<8xf8E3M4>
  return
}

// -----

func.func @negate_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.negate %x : tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %y, dense<[1.125, -3.75, 1.125, -5.5, 5.5, -3.5, -4.5, -3.75]> : tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @negate_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.negate %x : tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %y, dense<[1.25, -3.5, 1.0, -5.0, 5.0, -3.5, -4.0, -4.0]> : tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @negate_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.negate %x : tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %y, dense<[5.0, -1.875, -2.25, -1.25, 6.0, 2.5, -0.40625, -2.25]> : tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @negate_f4E2M1FN() {
  %x = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.negate %x : tensor<8xf4E2M1FN>
  check.expect_eq_const %y, dense<[-3.0, -3.0, -3.0, -4.0, 1.0, -4.0, -0.5, 4.0]> : tensor<8xf4E2M1FN>
  return
}

// -----

func.func @negate_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = stablehlo.negate %x : tensor<8xf16>
  check.expect_eq_const %y, dense<[-0.78759766, 5.8984375, 4.7226562, -2.9960938, -4.109375, -0.7290039, -0.7392578, -1.1396484]> : tensor<8xf16>
  return
}

// -----

func.func @negate_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = stablehlo.negate %x : tensor<8xbf16>
  check.expect_eq_const %y, dense<[-4.84375, -5.5625, -4.09375, 0.018188477, 3.40625, -5.65625, 5.03125, -4.71875]> : tensor<8xbf16>
  return
}

// -----

func.func @negate_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = stablehlo.negate %x : tensor<8xf32>
  check.expect_eq_const %y, dense<[-5.718211, -0.76648754, 4.3225217, 1.8422396, -1.064292, -4.4291472, 3.0459366, 0.23657197]> : tensor<8xf32>
  return
}

// -----

func.func @negate_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = stablehlo.negate %x : tensor<8xf64>
  check.expect_eq_const %y, dense<[4.997659869586732, -3.29359214395844, 4.600832676510265, 1.4175099610840096, 4.6738582975384375, 3.7476548431958063, -3.647014960548354, -3.0053026971511514]> : tensor<8xf64>
  return
}

// -----

func.func @negate_complex_f32() {
  %x = stablehlo.constant dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.negate %x : tensor<8xcomplex<f32>>
  check.expect_eq_const %y, dense<[(-0.095118985, 0.5983603), (-3.6036894, 1.3911628), (-2.61598, 2.3522067), (-1.4084737, 0.5295861), (1.3285826, 3.8204913), (-0.72003585, 3.1892967), (5.3718123, 4.755186), (-2.7025754, -5.701619)]> : tensor<8xcomplex<f32>>
  return
}

// -----

func.func @negate_complex_f64() {
  %x = stablehlo.constant dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.negate %x : tensor<8xcomplex<f64>>
  check.expect_eq_const %y, dense<[(-0.8972179619719522, -2.156520695877287), (-4.50219500666674, 2.1989267850697285), (1.9844522310627877, 0.5831910532469893), (-1.2685668185781243, -1.1626860533947472), (-5.151467832606674, 5.146361569734376), (0.8848769143898334, 3.8409200370986283), (3.0162058004281507, -1.9673502873756794), (-4.794302830015457, -4.982650844439146)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @sign_i2() {
  %x = stablehlo.constant dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi2>
  %y = stablehlo.sign %x : tensor<8xi2>
  check.expect_eq_const %y, dense<[-1, 1, 0, 1, 0, -1, -1, -1]> : tensor<8xi2>
  return
}

// -----

func.func @sign_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 1, 3, -4, 6, 0]> : tensor<8xi4>
  %y = stablehlo.sign %x : tensor<8xi4>
  check.expect_eq_const %y, dense<[-1, 1, 0, 1, 1, -1, 1, 0]> : tensor<8xi4>
  return
}

// -----

func.func @sign_i8() {
  %x = stablehlo.constant dense<[-128, 127, 0, 1, 63, -64, 119, 33]> : tensor<8xi8>
  %y = stablehlo.sign %x : tensor<8xi8>
  check.expect_eq_const %y, dense<[-1, 1, 0, 1, 1, -1, 1, 1]> : tensor<8xi8>
  return
}

// -----

func.func @sign_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 0, 1, 16383, -16384, 23984, -19355]> : tensor<8xi16>
  %y = stablehlo.sign %x : tensor<8xi16>
  check.expect_eq_const %y, dense<[-1, 1, 0, 1, 1, -1, 1, -1]> : tensor<8xi16>
  return
}

// -----

func.func @sign_i32() {
  %x = stablehlo.constant dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, 917137660, -59504060]> : tensor<8xi32>
  %y = stablehlo.sign %x : tensor<8xi32>
  check.expect_eq_const %y, dense<[-1, 1, 0, 1, 1, -1, 1, -1]> : tensor<8xi32>
  return
}

// -----

func.func @sign_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, -4611686018427387904, -4442621652540867298, 1875531077028753871]> : tensor<8xi64>
  %y = stablehlo.sign %x : tensor<8xi64>
  check.expect_eq_const %y, dense<[-1, 1, 0, 1, 1, -1, -1, 1]> : tensor<8xi64>
  return
}

// -----

func.func @sign_f8E5M2() {
  %x = stablehlo.constant dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %y = stablehlo.sign %x : tensor<8xf8E5M2>
  %must = stablehlo.constant dense<[1.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<8xf8E5M2>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf8E5M2>, tensor<8xf8E5M2>
  return
}

// -----

func.func @sign_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.sign %x : tensor<8xf8E4M3FN>
  %must = stablehlo.constant dense<[1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0, -1.0]> : tensor<8xf8E4M3FN>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>
  return
}

// -----

func.func @sign_f8E4M3() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %y = stablehlo.sign %x : tensor<8xf8E4M3>
  %must = stablehlo.constant dense<[1.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<8xf8E4M3>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf8E4M3>, tensor<8xf8E4M3>
  return
}

// -----

func.func @sign_f8E3M4() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %y = stablehlo.sign %x : tensor<8xf8E3M4>
  %must = stablehlo.constant dense<[1.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<8xf8E3M4>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf8E3M4>, tensor<8xf8E3M4>
  return
}

// -----

func.func @sign_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.sign %x : tensor<8xf8E4M3FNUZ>
  %must = stablehlo.constant dense<[-1.0, 1.0, -1.0, 1.0, -1.0, 1.0, 1.0, 1.0]> : tensor<8xf8E4M3FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @sign_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.sign %x : tensor<8xf8E5M2FNUZ>
  %must = stablehlo.constant dense<[-1.0, 1.0, -1.0, 1.0, -1.0, 1.0, 1.0, 1.0]> : tensor<8xf8E5M2FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @sign_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.sign %x : tensor<8xf8E4M3B11FNUZ>
  %must = stablehlo.constant dense<[-1.0, 1.0, 1.0, 1.0, -1.0, -1.0, 1.0, 1.0]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @sign_f4E2M1FN() {
  %x = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.sign %x : tensor<8xf4E2M1FN>
  %must = stablehlo.constant dense<[1.0, 1.0, 1.0, 1.0, -1.0, 1.0, 1.0, -1.0]> : tensor<8xf4E2M1FN>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>
  return
}

// -----

func.func @sign_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.sign %x : tensor<8xf8E8M0FNU>
  %must = stablehlo.constant dense<[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<8xf8E8M0FNU>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @sign_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = stablehlo.sign %x : tensor<8xf16>
  %must = stablehlo.constant dense<[1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @sign_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = stablehlo.sign %x : tensor<8xbf16>
  %must = stablehlo.constant dense<[1.0, 1.0, 1.0, -1.0, -1.0, 1.0, -1.0, 1.0]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @sign_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = stablehlo.sign %x : tensor<8xf32>
  %must = stablehlo.constant dense<[1.0, 1.0, -1.0, -1.0, 1.0, 1.0, -1.0, -1.0]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @sign_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = stablehlo.sign %x : tensor<8xf64>
  %must = stablehlo.constant dense<[-1.0, 1.0, -1.0, -1.0, -1.0, -1.0, 1.0, 1.0]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @sign_complex_f32() {
  %x = stablehlo.constant dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.sign %x : tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(0.1569948, -0.98759943), (0.9329001, -0.36013532), (0.7436015, -0.66862303), (0.9360211, -0.3519439), (-0.328458, -0.94451857), (0.22022365, -0.9754494), (-0.7487753, -0.6628239), (0.42832044, 0.9036269)]> : tensor<8xcomplex<f32>>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @sign_complex_f64() {
  %x = stablehlo.constant dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.sign %x : tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(0.3841292975720731, 0.923279309172899), (0.8985533191966874, -0.43886436692971104), (-0.9594271694445958, -0.2819565685199243), (0.7372024401017887, 0.6756719339353742), (0.7074573188899683, -0.7067560696230473), (-0.22450076064439145, -0.974473913693994), (-0.8375776169206107, 0.5463183464186342), (0.6933560831267276, 0.7205951304242643)]> : tensor<8xcomplex<f64>>
  check.expect_close %y, %must, max_ulp_difference = 1 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @not_i2() {
  %x = stablehlo.constant dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi2>
  %y = stablehlo.not %x : tensor<8xi2>
  check.expect_eq_const %y, dense<[1, -2, -1, -2, -1, 0, 1, 1]> : tensor<8xi2>
  return
}

// -----

func.func @not_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 1, 3, -4, 6, 0]> : tensor<8xi4>
  %y = stablehlo.not %x : tensor<8xi4>
  check.expect_eq_const %y, dense<[7, -8, -1, -2, -4, 3, -7, -1]> : tensor<8xi4>
  return
}

// -----

func.func @not_i8() {
  %x = stablehlo.constant dense<[-128, 127, 0, 1, 63, -64, 119, 33]> : tensor<8xi8>
  %y = stablehlo.not %x : tensor<8xi8>
  check.expect_eq_const %y, dense<[127, -128, -1, -2, -64, 63, -120, -34]> : tensor<8xi8>
  return
}

// -----

func.func @not_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 0, 1, 16383, -16384, 23984, -19355]> : tensor<8xi16>
  %y = stablehlo.not %x : tensor<8xi16>
  check.expect_eq_const %y, dense<[32767, -32768, -1, -2, -16384, 16383, -23985, 19354]> : tensor<8xi16>
  return
}

// -----

func.func @not_i32() {
  %x = stablehlo.constant dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, 917137660, -59504060]> : tensor<8xi32>
  %y = stablehlo.not %x : tensor<8xi32>
  check.expect_eq_const %y, dense<[2147483647, -2147483648, -1, -2, -1073741824, 1073741823, -917137661, 59504059]> : tensor<8xi32>
  return
}

// -----

func.func @not_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, -4611686018427387904, -4442621652540867298, 1875531077028753871]> : tensor<8xi64>
  %y = stablehlo.not %x : tensor<8xi64>
  check.expect_eq_const %y, dense<[9223372036854775807, -9223372036854775808, -1, -2, -4611686018427387904, 4611686018427387903, 4442621652540867297, -1875531077028753872]> : tensor<8xi64>
  return
}

// -----

func.func @not_ui2() {
  %x = stablehlo.constant dense<[0, 3, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  %y = stablehlo.not %x : tensor<8xui2>
  check.expect_eq_const %y, dense<[3, 0, 3, 2, 2, 3, 2, 3]> : tensor<8xui2>
  return
}

// -----

func.func @not_ui4() {
  %x = stablehlo.constant dense<[0, 15, 0, 1, 7, 0, 3, 4]> : tensor<8xui4>
  %y = stablehlo.not %x : tensor<8xui4>
  check.expect_eq_const %y, dense<[15, 0, 15, 14, 8, 15, 12, 11]> : tensor<8xui4>
  return
}

// -----

func.func @not_ui8() {
  %x = stablehlo.constant dense<[0, 255, 0, 1, 127, 0, 178, 198]> : tensor<8xui8>
  %y = stablehlo.not %x : tensor<8xui8>
  check.expect_eq_const %y, dense<[255, 0, 255, 254, 128, 255, 77, 57]> : tensor<8xui8>
  return
}

// -----

func.func @not_ui16() {
  %x = stablehlo.constant dense<[0, 65535, 0, 1, 32767, 0, 11615, 25254]> : tensor<8xui16>
  %y = stablehlo.not %x : tensor<8xui16>
  check.expect_eq_const %y, dense<[65535, 0, 65535, 65534, 32768, 65535, 53920, 40281]> : tensor<8xui16>
  return
}

// -----

func.func @not_ui32() {
  %x = stablehlo.constant dense<[0, 4294967295, 0, 1, 2147483647, 0, 3832136357, 443256444]> : tensor<8xui32>
  %y = stablehlo.not %x : tensor<8xui32>
  check.expect_eq_const %y, dense<[4294967295, 0, 4294967295, 4294967294, 2147483648, 4294967295, 462830938, 3851710851]> : tensor<8xui32>
  return
}

// -----

func.func @not_ui64() {
  %x = stablehlo.constant dense<[0, 18446744073709551615, 0, 1, 9223372036854775807, 0, 3651146168191674878, 2581680906778753474]> : tensor<8xui64>
  %y = stablehlo.not %x : tensor<8xui64>
  check.expect_eq_const %y, dense<[18446744073709551615, 0, 18446744073709551615, 18446744073709551614, 9223372036854775808, 18446744073709551615, 14795597905517876737, 15865063166930798141]> : tensor<8xui64>
  return
}

// -----

func.func @popcnt_i2() {
  %x = stablehlo.constant dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi2>
  %y = stablehlo.popcnt %x : tensor<8xi2>
  check.expect_eq_const %y, dense<[1, 1, 0, 1, 0, -2, 1, 1]> : tensor<8xi2>
  return
}

// -----

func.func @popcnt_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 1, 3, -4, 6, 0]> : tensor<8xi4>
  %y = stablehlo.popcnt %x : tensor<8xi4>
  check.expect_eq_const %y, dense<[1, 3, 0, 1, 2, 2, 2, 0]> : tensor<8xi4>
  return
}

// -----

func.func @popcnt_i8() {
  %x = stablehlo.constant dense<[-128, 127, 0, 1, 63, -64, 119, 33]> : tensor<8xi8>
  %y = stablehlo.popcnt %x : tensor<8xi8>
  check.expect_eq_const %y, dense<[1, 7, 0, 1, 6, 2, 6, 2]> : tensor<8xi8>
  return
}

// -----

func.func @popcnt_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 0, 1, 16383, -16384, 23984, -19355]> : tensor<8xi16>
  %y = stablehlo.popcnt %x : tensor<8xi16>
  check.expect_eq_const %y, dense<[1, 15, 0, 1, 14, 2, 8, 8]> : tensor<8xi16>
  return
}

// -----

func.func @popcnt_i32() {
  %x = stablehlo.constant dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, 917137660, -59504060]> : tensor<8xi32>
  %y = stablehlo.popcnt %x : tensor<8xi32>
  check.expect_eq_const %y, dense<[1, 31, 0, 1, 30, 2, 17, 14]> : tensor<8xi32>
  return
}

// -----

func.func @popcnt_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, -4611686018427387904, -4442621652540867298, 1875531077028753871]> : tensor<8xi64>
  %y = stablehlo.popcnt %x : tensor<8xi64>
  check.expect_eq_const %y, dense<[1, 63, 0, 1, 62, 2, 30, 31]> : tensor<8xi64>
  return
}

// -----

func.func @popcnt_ui2() {
  %x = stablehlo.constant dense<[0, 3, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  %y = stablehlo.popcnt %x : tensor<8xui2>
  check.expect_eq_const %y, dense<[0, 2, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  return
}

// -----

func.func @popcnt_ui4() {
  %x = stablehlo.constant dense<[0, 15, 0, 1, 7, 0, 3, 4]> : tensor<8xui4>
  %y = stablehlo.popcnt %x : tensor<8xui4>
  check.expect_eq_const %y, dense<[0, 4, 0, 1, 3, 0, 2, 1]> : tensor<8xui4>
  return
}

// -----

func.func @popcnt_ui8() {
  %x = stablehlo.constant dense<[0, 255, 0, 1, 127, 0, 178, 198]> : tensor<8xui8>
  %y = stablehlo.popcnt %x : tensor<8xui8>
  check.expect_eq_const %y, dense<[0, 8, 0, 1, 7, 0, 4, 4]> : tensor<8xui8>
  return
}

// -----

func.func @popcnt_ui16() {
  %x = stablehlo.constant dense<[0, 65535, 0, 1, 32767, 0, 11615, 25254]> : tensor<8xui16>
  %y = stablehlo.popcnt %x : tensor<8xui16>
  check.expect_eq_const %y, dense<[0, 16, 0, 1, 15, 0, 10, 7]> : tensor<8xui16>
  return
}

// -----

func.func @popcnt_ui32() {
  %x = stablehlo.constant dense<[0, 4294967295, 0, 1, 2147483647, 0, 3832136357, 443256444]> : tensor<8xui32>
  %y = stablehlo.popcnt %x : tensor<8xui32>
  check.expect_eq_const %y, dense<[0, 32, 0, 1, 31, 0, 15, 17]> : tensor<8xui32>
  return
}

// -----

func.func @popcnt_ui64() {
  %x = stablehlo.constant dense<[0, 18446744073709551615, 0, 1, 9223372036854775807, 0, 3651146168191674878, 2581680906778753474]> : tensor<8xui64>
  %y = stablehlo.popcnt %x : tensor<8xui64>
  check.expect_eq_const %y, dense<[0, 64, 0, 1, 63, 0, 35, 36]> : tensor<8xui64>
  return
}

// -----

func.func @count_leading_zeros_i2() {
  %x = stablehlo.constant dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi2>
  %y = stablehlo.count_leading_zeros %x : tensor<8xi2>
  check.expect_eq_const %y, dense<[0, 1, -2, 1, -2, 0, 0, 0]> : tensor<8xi2>
  return
}

// -----

func.func @count_leading_zeros_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 1, 3, -4, 6, 0]> : tensor<8xi4>
  %y = stablehlo.count_leading_zeros %x : tensor<8xi4>
  check.expect_eq_const %y, dense<[0, 1, 4, 3, 2, 0, 1, 4]> : tensor<8xi4>
  return
}

// -----

func.func @count_leading_zeros_i8() {
  %x = stablehlo.constant dense<[-128, 127, 0, 1, 63, -64, 119, 33]> : tensor<8xi8>
  %y = stablehlo.count_leading_zeros %x : tensor<8xi8>
  check.expect_eq_const %y, dense<[0, 1, 8, 7, 2, 0, 1, 2]> : tensor<8xi8>
  return
}

// -----

func.func @count_leading_zeros_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 0, 1, 16383, -16384, 23984, -19355]> : tensor<8xi16>
  %y = stablehlo.count_leading_zeros %x : tensor<8xi16>
  check.expect_eq_const %y, dense<[0, 1, 16, 15, 2, 0, 1, 0]> : tensor<8xi16>
  return
}

// -----

func.func @count_leading_zeros_i32() {
  %x = stablehlo.constant dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, 917137660, -59504060]> : tensor<8xi32>
  %y = stablehlo.count_leading_zeros %x : tensor<8xi32>
  check.expect_eq_const %y, dense<[0, 1, 32, 31, 2, 0, 2, 0]> : tensor<8xi32>
  return
}

// -----

func.func @count_leading_zeros_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, -4611686018427387904, -4442621652540867298, 1875531077028753871]> : tensor<8xi64>
  %y = stablehlo.count_leading_zeros %x : tensor<8xi64>
  check.expect_eq_const %y, dense<[0, 1, 64, 63, 2, 0, 0, 3]> : tensor<8xi64>
  return
}

// -----

func.func @count_leading_zeros_ui2() {
  %x = stablehlo.constant dense<[0, 3, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  %y = stablehlo.count_leading_zeros %x : tensor<8xui2>
  check.expect_eq_const %y, dense<[2, 0, 2, 1, 1, 2, 1, 2]> : tensor<8xui2>
  return
}

// -----

func.func @count_leading_zeros_ui4() {
  %x = stablehlo.constant dense<[0, 15, 0, 1, 7, 0, 3, 4]> : tensor<8xui4>
  %y = stablehlo.count_leading_zeros %x : tensor<8xui4>
  check.expect_eq_const %y, dense<[4, 0, 4, 3, 1, 4, 2, 1]> : tensor<8xui4>
  return
}

// -----

func.func @count_leading_zeros_ui8() {
  %x = stablehlo.constant dense<[0, 255, 0, 1, 127, 0, 178, 198]> : tensor<8xui8>
  %y = stablehlo.count_leading_zeros %x : tensor<8xui8>
  check.expect_eq_const %y, dense<[8, 0, 8, 7, 1, 8, 0, 0]> : tensor<8xui8>
  return
}

// -----

func.func @count_leading_zeros_ui16() {
  %x = stablehlo.constant dense<[0, 65535, 0, 1, 32767, 0, 11615, 25254]> : tensor<8xui16>
  %y = stablehlo.count_leading_zeros %x : tensor<8xui16>
  check.expect_eq_const %y, dense<[16, 0, 16, 15, 1, 16, 2, 1]> : tensor<8xui16>
  return
}

// -----

func.func @count_leading_zeros_ui32() {
  %x = stablehlo.constant dense<[0, 4294967295, 0, 1, 2147483647, 0, 3832136357, 443256444]> : tensor<8xui32>
  %y = stablehlo.count_leading_zeros %x : tensor<8xui32>
  check.expect_eq_const %y, dense<[32, 0, 32, 31, 1, 32, 0, 3]> : tensor<8xui32>
  return
}

// -----

func.func @count_leading_zeros_ui64() {
  %x = stablehlo.constant dense<[0, 18446744073709551615, 0, 1, 9223372036854775807, 0, 3651146168191674878, 2581680906778753474]> : tensor<8xui64>
  %y = stablehlo.count_leading_zeros %x : tensor<8xui64>
  check.expect_eq_const %y, dense<[64, 0, 64, 63, 1, 64, 2, 2]> : tensor<8xui64>
  return
}

// -----

func.func @ceil_f8E5M2() {
  %x = stablehlo.constant dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %y = stablehlo.ceil %x : tensor<8xf8E5M2>
  check.expect_eq_const %y, dense<[6.0, -6.0, 6.0, 4.0, 1.0, 6.0, 5.0, 1.0]> : tensor<8xf8E5M2>
  return
}

// -----

func.func @ceil_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.ceil %x : tensor<8xf8E4M3FN>
  check.expect_eq_const %y, dense<[2.0, -2.0, 6.0, 1.0, -4.0, 5.0, 2.0, -3.0]> : tensor<8xf8E4M3FN>
  return
}

// -----

func.func @ceil_f8E4M3() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %y = stablehlo.ceil %x : tensor<8xf8E4M3>
  check.expect_eq_const %y, dense<[6.0, -5.0, 6.0, 5.0, 1.0, 6.0, 6.0, 1.0]> : tensor<8xf8E4M3>
  return
}

// -----

func.func @ceil_f8E3M4() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %y = stablehlo.ceil %x : tensor<8xf8E3M4>
  check.expect_eq_const %y, dense<[6.0, -5.0, 6.0, 5.0, 1.0, 6.0, 6.0, 1.0]> : tensor<8xf8E3M4>
  return
}

// -----

func.func @ceil_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.ceil %x : tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %y, dense<[-1.0, 4.0, -1.0, 6.0, -5.0, 4.0, 5.0, 4.0]> : tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @ceil_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.ceil %x : tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %y, dense<[-1.0, 4.0, -1.0, 5.0, -5.0, 4.0, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @ceil_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.ceil %x : tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %y, dense<[-5.0, 2.0, 3.0, 2.0, -6.0, -2.0, 1.0, 3.0]> : tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @ceil_f4E2M1FN() {
  %x = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.ceil %x : tensor<8xf4E2M1FN>
  check.expect_eq_const %y, dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 1.0, -4.0]> : tensor<8xf4E2M1FN>
  return
}

// -----

func.func @ceil_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = stablehlo.ceil %x : tensor<8xf16>
  check.expect_eq_const %y, dense<[1.0, -5.0, -4.0, 3.0, 5.0, 1.0, 1.0, 2.0]> : tensor<8xf16>
  return
}

// -----

func.func @ceil_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = stablehlo.ceil %x : tensor<8xbf16>
  check.expect_eq_const %y, dense<[5.0, 6.0, 5.0, -0.0, -3.0, 6.0, -5.0, 5.0]> : tensor<8xbf16>
  return
}

// -----

func.func @ceil_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = stablehlo.ceil %x : tensor<8xf32>
  check.expect_eq_const %y, dense<[6.0, 1.0, -4.0, -1.0, 2.0, 5.0, -3.0, -0.0]> : tensor<8xf32>
  return
}

// -----

func.func @ceil_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = stablehlo.ceil %x : tensor<8xf64>
  check.expect_eq_const %y, dense<[-4.0, 4.0, -4.0, -1.0, -4.0, -3.0, 4.0, 4.0]> : tensor<8xf64>
  return
}

// -----

func.func @floor_f8E5M2() {
  %x = stablehlo.constant dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %y = stablehlo.floor %x : tensor<8xf8E5M2>
  check.expect_eq_const %y, dense<[6.0, -6.0, 6.0, 4.0, 0.0, 6.0, 5.0, 0.0]> : tensor<8xf8E5M2>
  return
}

// -----

func.func @floor_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.floor %x : tensor<8xf8E4M3FN>
  check.expect_eq_const %y, dense<[1.0, -3.0, 5.0, 0.0, -4.0, 5.0, 1.0, -3.0]> : tensor<8xf8E4M3FN>
  return
}

// -----

func.func @floor_f8E4M3() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %y = stablehlo.floor %x : tensor<8xf8E4M3>
  check.expect_eq_const %y, dense<[6.0, -6.0, 6.0, 4.0, 0.0, 6.0, 5.0, 0.0]> : tensor<8xf8E4M3>
  return
}

// -----

func.func @floor_f8E3M4() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %y = stablehlo.floor %x : tensor<8xf8E3M4>
  check.expect_eq_const %y, dense<[6.0, -6.0, 6.0, 4.0, 0.0, 5.0, 5.0, 0.0]> : tensor<8xf8E3M4>
  return
}

// -----

func.func @floor_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.floor %x : tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %y, dense<[-2.0, 3.0, -2.0, 5.0, -6.0, 3.0, 4.0, 3.0]> : tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @floor_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.floor %x : tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %y, dense<[-2.0, 3.0, -1.0, 5.0, -5.0, 3.0, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @floor_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.floor %x : tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %y, dense<[-5.0, 1.0, 2.0, 1.0, -6.0, -3.0, 0.0, 2.0]> : tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @floor_f4E2M1FN() {
  %x = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.floor %x : tensor<8xf4E2M1FN>
  check.expect_eq_const %y, dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.0, -4.0]> : tensor<8xf4E2M1FN>
  return
}

// -----

func.func @floor_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = stablehlo.floor %x : tensor<8xf16>
  check.expect_eq_const %y, dense<[0.0, -6.0, -5.0, 2.0, 4.0, 0.0, 0.0, 1.0]> : tensor<8xf16>
  return
}

// -----

func.func @floor_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = stablehlo.floor %x : tensor<8xbf16>
  check.expect_eq_const %y, dense<[4.0, 5.0, 4.0, -1.0, -4.0, 5.0, -6.0, 4.0]> : tensor<8xbf16>
  return
}

// -----

func.func @floor_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = stablehlo.floor %x : tensor<8xf32>
  check.expect_eq_const %y, dense<[5.0, 0.0, -5.0, -2.0, 1.0, 4.0, -4.0, -1.0]> : tensor<8xf32>
  return
}

// -----

func.func @floor_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = stablehlo.floor %x : tensor<8xf64>
  check.expect_eq_const %y, dense<[-5.0, 3.0, -5.0, -2.0, -5.0, -4.0, 3.0, 3.0]> : tensor<8xf64>
  return
}

// -----

func.func @round_nearest_even_f8E5M2() {
  %x = stablehlo.constant dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %y = stablehlo.round_nearest_even %x : tensor<8xf8E5M2>
  check.expect_eq_const %y, dense<[6.0, -6.0, 6.0, 4.0, 0.0, 6.0, 5.0, 0.0]> : tensor<8xf8E5M2>
  return
}

// -----

func.func @round_nearest_even_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.round_nearest_even %x : tensor<8xf8E4M3FN>
  check.expect_eq_const %y, dense<[2.0, -2.0, 6.0, 0.0, -4.0, 5.0, 2.0, -3.0]> : tensor<8xf8E4M3FN>
  return
}

// -----

func.func @round_nearest_even_f8E4M3() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %y = stablehlo.round_nearest_even %x : tensor<8xf8E4M3>
  check.expect_eq_const %y, dense<[6.0, -6.0, 6.0, 4.0, 0.0, 6.0, 6.0, 0.0]> : tensor<8xf8E4M3>
  return
}

// -----

func.func @round_nearest_even_f8E3M4() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %y = stablehlo.round_nearest_even %x : tensor<8xf8E3M4>
  check.expect_eq_const %y, dense<[6.0, -6.0, 6.0, 4.0, 0.0, 6.0, 5.0, 0.0]> : tensor<8xf8E3M4>
  return
}

// -----

func.func @round_nearest_even_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.round_nearest_even %x : tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %y, dense<[-1.0, 4.0, -1.0, 6.0, -6.0, 4.0, 4.0, 4.0]> : tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @round_nearest_even_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.round_nearest_even %x : tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %y, dense<[-1.0, 4.0, -1.0, 5.0, -5.0, 4.0, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @round_nearest_even_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.round_nearest_even %x : tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %y, dense<[-5.0, 2.0, 2.0, 1.0, -6.0, -2.0, 0.0, 2.0]> : tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @round_nearest_even_f4E2M1FN() {
  %x = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.round_nearest_even %x : tensor<8xf4E2M1FN>
  check.expect_eq_const %y, dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.0, -4.0]> : tensor<8xf4E2M1FN>
  return
}

// -----

func.func @round_nearest_even_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = stablehlo.round_nearest_even %x : tensor<8xf16>
  check.expect_eq_const %y, dense<[1.0, -6.0, -5.0, 3.0, 4.0, 1.0, 1.0, 1.0]> : tensor<8xf16>
  return
}

// -----

func.func @round_nearest_even_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = stablehlo.round_nearest_even %x : tensor<8xbf16>
  check.expect_eq_const %y, dense<[5.0, 6.0, 4.0, -0.0, -3.0, 6.0, -5.0, 5.0]> : tensor<8xbf16>
  return
}

// -----

func.func @round_nearest_even_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = stablehlo.round_nearest_even %x : tensor<8xf32>
  check.expect_eq_const %y, dense<[6.0, 1.0, -4.0, -2.0, 1.0, 4.0, -3.0, -0.0]> : tensor<8xf32>
  return
}

// -----

func.func @round_nearest_even_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = stablehlo.round_nearest_even %x : tensor<8xf64>
  check.expect_eq_const %y, dense<[-5.0, 3.0, -5.0, -1.0, -5.0, -4.0, 4.0, 3.0]> : tensor<8xf64>
  return
}

// -----

func.func @round_nearest_afz_f8E5M2() {
  %x = stablehlo.constant dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %y = stablehlo.round_nearest_afz %x : tensor<8xf8E5M2>
  check.expect_eq_const %y, dense<[6.0, -6.0, 6.0, 4.0, 0.0, 6.0, 5.0, 0.0]> : tensor<8xf8E5M2>
  return
}

// -----

func.func @round_nearest_afz_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.round_nearest_afz %x : tensor<8xf8E4M3FN>
  check.expect_eq_const %y, dense<[2.0, -2.0, 6.0, 0.0, -4.0, 5.0, 2.0, -3.0]> : tensor<8xf8E4M3FN>
  return
}

// -----

func.func @round_nearest_afz_f8E4M3() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %y = stablehlo.round_nearest_afz %x : tensor<8xf8E4M3>
  check.expect_eq_const %y, dense<[6.0, -6.0, 6.0, 5.0, 0.0, 6.0, 6.0, 0.0]> : tensor<8xf8E4M3>
  return
}

// -----

func.func @round_nearest_afz_f8E3M4() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %y = stablehlo.round_nearest_afz %x : tensor<8xf8E3M4>
  check.expect_eq_const %y, dense<[6.0, -6.0, 6.0, 4.0, 0.0, 6.0, 5.0, 0.0]> : tensor<8xf8E3M4>
  return
}

// -----

func.func @round_nearest_afz_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.round_nearest_afz %x : tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %y, dense<[-1.0, 4.0, -1.0, 6.0, -6.0, 4.0, 5.0, 4.0]> : tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @round_nearest_afz_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.round_nearest_afz %x : tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %y, dense<[-1.0, 4.0, -1.0, 5.0, -5.0, 4.0, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @round_nearest_afz_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.round_nearest_afz %x : tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %y, dense<[-5.0, 2.0, 2.0, 1.0, -6.0, -3.0, 0.0, 2.0]> : tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @round_nearest_afz_f4E2M1FN() {
  %x = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.round_nearest_afz %x : tensor<8xf4E2M1FN>
  check.expect_eq_const %y, dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 1.0, -4.0]> : tensor<8xf4E2M1FN>
  return
}

// -----

func.func @round_nearest_afz_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = stablehlo.round_nearest_afz %x : tensor<8xf16>
  check.expect_eq_const %y, dense<[1.0, -6.0, -5.0, 3.0, 4.0, 1.0, 1.0, 1.0]> : tensor<8xf16>
  return
}

// -----

func.func @round_nearest_afz_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = stablehlo.round_nearest_afz %x : tensor<8xbf16>
  check.expect_eq_const %y, dense<[5.0, 6.0, 4.0, -0.0, -3.0, 6.0, -5.0, 5.0]> : tensor<8xbf16>
  return
}

// -----

func.func @round_nearest_afz_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = stablehlo.round_nearest_afz %x : tensor<8xf32>
  check.expect_eq_const %y, dense<[6.0, 1.0, -4.0, -2.0, 1.0, 4.0, -3.0, -0.0]> : tensor<8xf32>
  return
}

// -----

func.func @round_nearest_afz_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = stablehlo.round_nearest_afz %x : tensor<8xf64>
  check.expect_eq_const %y, dense<[-5.0, 3.0, -5.0, -1.0, -5.0, -4.0, 4.0, 3.0]> : tensor<8xf64>
  return
}

// -----

func.func @is_finite_f8E5M2() {
  %x = stablehlo.constant dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %y = stablehlo.is_finite %x : (tensor<8xf8E5M2>) -> tensor<8xi1>
  check.expect_eq_const %y, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  return
}

// -----

func.func @is_finite_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.is_finite %x : (tensor<8xf8E4M3FN>) -> tensor<8xi1>
  check.expect_eq_const %y, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  return
}

// -----

func.func @is_finite_f8E4M3() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %y = stablehlo.is_finite %x : (tensor<8xf8E4M3>) -> tensor<8xi1>
  check.expect_eq_const %y, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  return
}

// -----

func.func @is_finite_f8E3M4() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %y = stablehlo.is_finite %x : (tensor<8xf8E3M4>) -> tensor<8xi1>
  check.expect_eq_const %y, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  return
}

// -----

func.func @is_finite_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.is_finite %x : (tensor<8xf8E4M3FNUZ>) -> tensor<8xi1>
  check.expect_eq_const %y, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  return
}

// -----

func.func @is_finite_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.is_finite %x : (tensor<8xf8E5M2FNUZ>) -> tensor<8xi1>
  check.expect_eq_const %y, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  return
}

// -----

func.func @is_finite_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.is_finite %x : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xi1>
  check.expect_eq_const %y, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  return
}

// -----

func.func @is_finite_f4E2M1FN() {
  %x = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.is_finite %x : (tensor<8xf4E2M1FN>) -> tensor<8xi1>
  check.expect_eq_const %y, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  return
}

// -----

func.func @is_finite_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.is_finite %x : (tensor<8xf8E8M0FNU>) -> tensor<8xi1>
  check.expect_eq_const %y, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  return
}

// -----

func.func @is_finite_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = stablehlo.is_finite %x : (tensor<8xf16>) -> tensor<8xi1>
  check.expect_eq_const %y, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  return
}

// -----

func.func @is_finite_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = stablehlo.is_finite %x : (tensor<8xbf16>) -> tensor<8xi1>
  check.expect_eq_const %y, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  return
}

// -----

func.func @is_finite_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = stablehlo.is_finite %x : (tensor<8xf32>) -> tensor<8xi1>
  check.expect_eq_const %y, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  return
}

// -----

func.func @is_finite_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = stablehlo.is_finite %x : (tensor<8xf64>) -> tensor<8xi1>
  check.expect_eq_const %y, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  return
}

// -----

func.func @add_i2() {
  %x = stablehlo.constant dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi2>
  %y = stablehlo.constant dense<[-2, -2, -1, 0, 1, 0, 1, -2]> : tensor<8xi2>
  %z = stablehlo.add %x, %y : tensor<8xi2>
  check.expect_eq_const %z, dense<[0, -1, -1, 1, 1, -1, -1, 0]> : tensor<8xi2>
  return
}

// -----

func.func @add_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 1, 3, -4, 6, 0]> : tensor<8xi4>
  %y = stablehlo.constant dense<[0, 6, -4, 3, 1, 0, 7, -8]> : tensor<8xi4>
  %z = stablehlo.add %x, %y : tensor<8xi4>
  check.expect_eq_const %z, dense<[-8, -3, -4, 4, 4, -4, -3, -8]> : tensor<8xi4>
  return
}

// -----

func.func @add_i8() {
  %x = stablehlo.constant dense<[-128, 127, 0, 1, 63, -64, 119, 33]> : tensor<8xi8>
  %y = stablehlo.constant dense<[33, 119, -64, 63, 1, 0, 127, -128]> : tensor<8xi8>
  %z = stablehlo.add %x, %y : tensor<8xi8>
  check.expect_eq_const %z, dense<[-95, -10, -64, 64, 64, -64, -10, -95]> : tensor<8xi8>
  return
}

// -----

func.func @add_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 0, 1, 16383, -16384, 23984, -19355]> : tensor<8xi16>
  %y = stablehlo.constant dense<[-19355, 23984, -16384, 16383, 1, 0, 32767, -32768]> : tensor<8xi16>
  %z = stablehlo.add %x, %y : tensor<8xi16>
  check.expect_eq_const %z, dense<[13413, -8785, -16384, 16384, 16384, -16384, -8785, 13413]> : tensor<8xi16>
  return
}

// -----

func.func @add_i32() {
  %x = stablehlo.constant dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, 917137660, -59504060]> : tensor<8xi32>
  %y = stablehlo.constant dense<[-59504060, 917137660, -1073741824, 1073741823, 1, 0, 2147483647, -2147483648]> : tensor<8xi32>
  %z = stablehlo.add %x, %y : tensor<8xi32>
  check.expect_eq_const %z, dense<[2087979588, -1230345989, -1073741824, 1073741824, 1073741824, -1073741824, -1230345989, 2087979588]> : tensor<8xi32>
  return
}

// -----

func.func @add_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, -4611686018427387904, -4442621652540867298, 1875531077028753871]> : tensor<8xi64>
  %y = stablehlo.constant dense<[1875531077028753871, -4442621652540867298, -4611686018427387904, 4611686018427387903, 1, 0, 9223372036854775807, -9223372036854775808]> : tensor<8xi64>
  %z = stablehlo.add %x, %y : tensor<8xi64>
  check.expect_eq_const %z, dense<[-7347840959826021937, 4780750384313908509, -4611686018427387904, 4611686018427387904, 4611686018427387904, -4611686018427387904, 4780750384313908509, -7347840959826021937]> : tensor<8xi64>
  return
}

// -----

func.func @add_ui2() {
  %x = stablehlo.constant dense<[0, 3, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  %y = stablehlo.constant dense<[0, 1, 0, 1, 1, 0, 3, 0]> : tensor<8xui2>
  %z = stablehlo.add %x, %y : tensor<8xui2>
  check.expect_eq_const %z, dense<[0, 0, 0, 2, 2, 0, 0, 0]> : tensor<8xui2>
  return
}

// -----

func.func @add_ui4() {
  %x = stablehlo.constant dense<[0, 15, 0, 1, 7, 0, 3, 4]> : tensor<8xui4>
  %y = stablehlo.constant dense<[4, 3, 0, 7, 1, 0, 15, 0]> : tensor<8xui4>
  %z = stablehlo.add %x, %y : tensor<8xui4>
  check.expect_eq_const %z, dense<[4, 2, 0, 8, 8, 0, 2, 4]> : tensor<8xui4>
  return
}

// -----

func.func @add_ui8() {
  %x = stablehlo.constant dense<[0, 255, 0, 1, 127, 0, 178, 198]> : tensor<8xui8>
  %y = stablehlo.constant dense<[198, 178, 0, 127, 1, 0, 255, 0]> : tensor<8xui8>
  %z = stablehlo.add %x, %y : tensor<8xui8>
  check.expect_eq_const %z, dense<[198, 177, 0, 128, 128, 0, 177, 198]> : tensor<8xui8>
  return
}

// -----

func.func @add_ui16() {
  %x = stablehlo.constant dense<[0, 65535, 0, 1, 32767, 0, 11615, 25254]> : tensor<8xui16>
  %y = stablehlo.constant dense<[25254, 11615, 0, 32767, 1, 0, 65535, 0]> : tensor<8xui16>
  %z = stablehlo.add %x, %y : tensor<8xui16>
  check.expect_eq_const %z, dense<[25254, 11614, 0, 32768, 32768, 0, 11614, 25254]> : tensor<8xui16>
  return
}

// -----

func.func @add_ui32() {
  %x = stablehlo.constant dense<[0, 4294967295, 0, 1, 2147483647, 0, 3832136357, 443256444]> : tensor<8xui32>
  %y = stablehlo.constant dense<[443256444, 3832136357, 0, 2147483647, 1, 0, 4294967295, 0]> : tensor<8xui32>
  %z = stablehlo.add %x, %y : tensor<8xui32>
  check.expect_eq_const %z, dense<[443256444, 3832136356, 0, 2147483648, 2147483648, 0, 3832136356, 443256444]> : tensor<8xui32>
  return
}

// -----

func.func @add_ui64() {
  %x = stablehlo.constant dense<[0, 18446744073709551615, 0, 1, 9223372036854775807, 0, 3651146168191674878, 2581680906778753474]> : tensor<8xui64>
  %y = stablehlo.constant dense<[2581680906778753474, 3651146168191674878, 0, 9223372036854775807, 1, 0, 18446744073709551615, 0]> : tensor<8xui64>
  %z = stablehlo.add %x, %y : tensor<8xui64>
  check.expect_eq_const %z, dense<[2581680906778753474, 3651146168191674877, 0, 9223372036854775808, 9223372036854775808, 0, 3651146168191674877, 2581680906778753474]> : tensor<8xui64>
  return
}

// -----

func.func @add_f8E5M2() {
  %x = stablehlo.constant dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %y = stablehlo.constant dense<[-0.875, -2.5, -1.75, -2.5, -2.0, -2.5, 0.4375, -0.375]> : tensor<8xf8E5M2>
  %z = stablehlo.add %x, %y : tensor<8xf8E5M2>
  %must = stablehlo.constant dense<[5.0, -8.0, 4.0, 1.5, -2.0, 3.5, 5.0, 0.0]> : tensor<8xf8E5M2>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E5M2>, tensor<8xf8E5M2>
  return
}

// -----

func.func @add_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.constant dense<[-1.5, -1.25, -0.8125, 0.0625, 2.0, 3.0, -0.875, 3.0]> : tensor<8xf8E4M3FN>
  %z = stablehlo.add %x, %y : tensor<8xf8E4M3FN>
  %must = stablehlo.constant dense<[0.125, -3.5, 4.5, 0.5, -2.0, 8.0, 0.75, 0.0]> : tensor<8xf8E4M3FN>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>
  return
}

// -----

func.func @add_f8E4M3() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %y = stablehlo.constant dense<[-0.9375, -2.75, -1.875, -2.5, -2.25, -2.75, 0.4375, -0.40625]> : tensor<8xf8E4M3>
  %z = stablehlo.add %x, %y : tensor<8xf8E4M3>
  %must = stablehlo.constant dense<[5.0, -8.0, 4.0, 2.0, -2.0, 3.25, 6.0, -0.0625]> : tensor<8xf8E4M3>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E4M3>, tensor<8xf8E4M3>
  return
}

// -----

func.func @add_f8E3M4() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %y = stablehlo.constant dense<[-0.90625, -2.75, -1.8125, -2.5, -2.25, -2.75, 0.4375, -0.40625]> : tensor<8xf8E3M4>
  %z = stablehlo.add %x, %y : tensor<8xf8E3M4>
  %must = stablehlo.constant dense<[5.0, -8.0, 4.25, 1.75, -2.125, 3.0, 5.75, -0.046875]> : tensor<8xf8E3M4>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E3M4>, tensor<8xf8E3M4>
  return
}

// -----

func.func @add_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.constant dense<[0.40625, 0.375, 2.25, -2.75, 3.0, 0.3125, -1.125, -3.0]> : tensor<8xf8E4M3FNUZ>
  %z = stablehlo.add %x, %y : tensor<8xf8E4M3FNUZ>
  %must = stablehlo.constant dense<[-0.75, 4.0, 1.125, 2.75, -2.5, 3.75, 3.5, 0.75]> : tensor<8xf8E4M3FNUZ>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @add_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.constant dense<[0.4375, 0.375, 2.5, -2.5, 3.0, 0.3125, -1.25, -3.0]> : tensor<8xf8E5M2FNUZ>
  %z = stablehlo.add %x, %y : tensor<8xf8E5M2FNUZ>
  %must = stablehlo.constant dense<[-0.75, 4.0, 1.5, 2.5, -2.0, 4.0, 3.0, 1.0]> : tensor<8xf8E5M2FNUZ>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @add_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.constant dense<[2.25, -0.1875, -1.375, 1.625, -0.4375, 0.875, 1.75, 2.75]> : tensor<8xf8E4M3B11FNUZ>
  %z = stablehlo.add %x, %y : tensor<8xf8E4M3B11FNUZ>
  %must = stablehlo.constant dense<[-2.75, 1.75, 0.875, 3.0, -6.5, -1.625, 2.25, 5.0]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @add_f4E2M1FN() {
  %x = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.constant dense<[1.5, -0.0, 1.5, 2.0, -1.0, -3.0, 1.0, -0.5]> : tensor<8xf4E2M1FN>
  %z = stablehlo.add %x, %y : tensor<8xf4E2M1FN>
  %must = stablehlo.constant dense<[4.0, 3.0, 4.0, 6.0, -2.0, 1.0, 1.5, -4.0]> : tensor<8xf4E2M1FN>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>
  return
}

// -----

func.func @add_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.constant dense<[1.0, 0.125, 1.0, 0.5, 1.0, 2.0, 0.0078125, 2.0]> : tensor<8xf8E8M0FNU>
  %z = stablehlo.add %x, %y : tensor<8xf8E8M0FNU>
  %must = stablehlo.constant dense<[2.0, 2.0, 4.0, 2.0, 4.0, 4.0, 0.25, 8.0]> : tensor<8xf8E8M0FNU>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @add_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = stablehlo.constant dense<[-2.4570312, 0.34472656, -1.9912109, 2.3007812, -0.00055933, 0.87353516, 2.2441406, -2.4472656]> : tensor<8xf16>
  %z = stablehlo.add %x, %y : tensor<8xf16>
  %must = stablehlo.constant dense<[-1.6699219, -5.5546875, -6.7148438, 5.296875, 4.109375, 1.6025391, 2.984375, -1.3076172]> : tensor<8xf16>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @add_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = stablehlo.constant dense<[0.44140625, 1.015625, 0.6484375, -0.66796875, 0.5703125, 2.015625, -1.2890625, -0.039794922]> : tensor<8xbf16>
  %z = stablehlo.add %x, %y : tensor<8xbf16>
  %must = stablehlo.constant dense<[5.28125, 6.5625, 4.75, -0.6875, -2.84375, 7.6875, -6.3125, 4.6875]> : tensor<8xbf16>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @add_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = stablehlo.constant dense<[-0.29105923, -1.9703531, -0.4098175, 1.0286849, 0.06550965, -0.47070217, 2.3786612, -0.17588232]> : tensor<8xf32>
  %z = stablehlo.add %x, %y : tensor<8xf32>
  %must = stablehlo.constant dense<[5.427152, -1.2038655, -4.7323394, -0.81355476, 1.1298016, 3.958445, -0.6672754, -0.4124543]> : tensor<8xf32>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @add_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = stablehlo.constant dense<[-2.232116101312183, 1.8229924481137543, 2.911996160909533, -2.8642640245329885, -0.6610109207455124, -1.949160986445173, 1.987197469855822, -0.7633841278734201]> : tensor<8xf64>
  %z = stablehlo.add %x, %y : tensor<8xf64>
  %must = stablehlo.constant dense<[-7.229775970898915, 5.116584592072194, -1.6888365156007321, -4.281773985616998, -5.33486921828395, -5.696815829640979, 5.634212430404176, 2.2419185692777313]> : tensor<8xf64>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @add_complex_f32() {
  %x = stablehlo.constant dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.constant dense<[(0.15753463, 1.2264731), (-0.26684967, 2.445676), (0.91540617, -0.09874124), (-2.0590792, 2.610833), (2.1729898, -2.5815604), (-0.34301364, 1.1272875), (1.4369587, -0.3314238), (2.5609758, -1.5506755)]> : tensor<8xcomplex<f32>>
  %z = stablehlo.add %x, %y : tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(0.2526536, 0.6281128), (3.3368397, 1.0545133), (3.5313861, -2.450948), (-0.65060544, 2.0812469), (0.8444072, -6.402052), (0.3770222, -2.0620093), (-3.9348536, -5.08661), (5.263551, 4.1509438)]> : tensor<8xcomplex<f32>>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @add_complex_f64() {
  %x = stablehlo.constant dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.constant dense<[(-0.2255286291813512, -1.0732606025149927), (1.4603523342600404, -2.3083664262847874), (0.6102869053504909, 1.8596785360251857), (-0.14129578821529964, -2.154548468591065), (-1.1802425615378174, -1.6917182101417134), (-0.45835753135998125, -0.7780782896567349), (2.0547403981817167, -2.7005774359391514), (-1.0395331930577458, 2.334353360573928)]> : tensor<8xcomplex<f64>>
  %z = stablehlo.add %x, %y : tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(0.6716893327906011, 1.0832600933622942), (5.962547340926781, -4.507293211354516), (-1.3741653257122968, 1.2764874827781965), (1.1272710303628246, -0.991862415196318), (3.9712252710688563, -6.8380797798760895), (-1.3432344457498147, -4.618998326755364), (-0.961465402246434, -0.733227148563472), (3.7547696369577115, 7.317004205013074)]> : tensor<8xcomplex<f64>>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @subtract_i2() {
  %x = stablehlo.constant dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi2>
  %y = stablehlo.constant dense<[-2, -2, -1, 0, 1, 0, 1, -2]> : tensor<8xi2>
  %z = stablehlo.subtract %x, %y : tensor<8xi2>
  check.expect_eq_const %z, dense<[0, -1, 1, 1, -1, -1, 1, 0]> : tensor<8xi2>
  return
}

// -----

func.func @subtract_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 1, 3, -4, 6, 0]> : tensor<8xi4>
  %y = stablehlo.constant dense<[0, 6, -4, 3, 1, 0, 7, -8]> : tensor<8xi4>
  %z = stablehlo.subtract %x, %y : tensor<8xi4>
  check.expect_eq_const %z, dense<[-8, 1, 4, -2, 2, -4, -1, -8]> : tensor<8xi4>
  return
}

// -----

func.func @subtract_i8() {
  %x = stablehlo.constant dense<[-128, 127, 0, 1, 63, -64, 119, 33]> : tensor<8xi8>
  %y = stablehlo.constant dense<[33, 119, -64, 63, 1, 0, 127, -128]> : tensor<8xi8>
  %z = stablehlo.subtract %x, %y : tensor<8xi8>
  check.expect_eq_const %z, dense<[95, 8, 64, -62, 62, -64, -8, -95]> : tensor<8xi8>
  return
}

// -----

func.func @subtract_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 0, 1, 16383, -16384, 23984, -19355]> : tensor<8xi16>
  %y = stablehlo.constant dense<[-19355, 23984, -16384, 16383, 1, 0, 32767, -32768]> : tensor<8xi16>
  %z = stablehlo.subtract %x, %y : tensor<8xi16>
  check.expect_eq_const %z, dense<[-13413, 8783, 16384, -16382, 16382, -16384, -8783, 13413]> : tensor<8xi16>
  return
}

// -----

func.func @subtract_i32() {
  %x = stablehlo.constant dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, 917137660, -59504060]> : tensor<8xi32>
  %y = stablehlo.constant dense<[-59504060, 917137660, -1073741824, 1073741823, 1, 0, 2147483647, -2147483648]> : tensor<8xi32>
  %z = stablehlo.subtract %x, %y : tensor<8xi32>
  check.expect_eq_const %z, dense<[-2087979588, 1230345987, 1073741824, -1073741822, 1073741822, -1073741824, -1230345987, 2087979588]> : tensor<8xi32>
  return
}

// -----

func.func @subtract_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, -4611686018427387904, -4442621652540867298, 1875531077028753871]> : tensor<8xi64>
  %y = stablehlo.constant dense<[1875531077028753871, -4442621652540867298, -4611686018427387904, 4611686018427387903, 1, 0, 9223372036854775807, -9223372036854775808]> : tensor<8xi64>
  %z = stablehlo.subtract %x, %y : tensor<8xi64>
  check.expect_eq_const %z, dense<[7347840959826021937, -4780750384313908511, 4611686018427387904, -4611686018427387902, 4611686018427387902, -4611686018427387904, 4780750384313908511, -7347840959826021937]> : tensor<8xi64>
  return
}

// -----

func.func @subtract_ui2() {
  %x = stablehlo.constant dense<[0, 3, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  %y = stablehlo.constant dense<[0, 1, 0, 1, 1, 0, 3, 0]> : tensor<8xui2>
  %z = stablehlo.subtract %x, %y : tensor<8xui2>
  check.expect_eq_const %z, dense<[0, 2, 0, 0, 0, 0, 2, 0]> : tensor<8xui2>
  return
}

// -----

func.func @subtract_ui4() {
  %x = stablehlo.constant dense<[0, 15, 0, 1, 7, 0, 3, 4]> : tensor<8xui4>
  %y = stablehlo.constant dense<[4, 3, 0, 7, 1, 0, 15, 0]> : tensor<8xui4>
  %z = stablehlo.subtract %x, %y : tensor<8xui4>
  check.expect_eq_const %z, dense<[12, 12, 0, 10, 6, 0, 4, 4]> : tensor<8xui4>
  return
}

// -----

func.func @subtract_ui8() {
  %x = stablehlo.constant dense<[0, 255, 0, 1, 127, 0, 178, 198]> : tensor<8xui8>
  %y = stablehlo.constant dense<[198, 178, 0, 127, 1, 0, 255, 0]> : tensor<8xui8>
  %z = stablehlo.subtract %x, %y : tensor<8xui8>
  check.expect_eq_const %z, dense<[58, 77, 0, 130, 126, 0, 179, 198]> : tensor<8xui8>
  return
}

// -----

func.func @subtract_ui16() {
  %x = stablehlo.constant dense<[0, 65535, 0, 1, 32767, 0, 11615, 25254]> : tensor<8xui16>
  %y = stablehlo.constant dense<[25254, 11615, 0, 32767, 1, 0, 65535, 0]> : tensor<8xui16>
  %z = stablehlo.subtract %x, %y : tensor<8xui16>
  check.expect_eq_const %z, dense<[40282, 53920, 0, 32770, 32766, 0, 11616, 25254]> : tensor<8xui16>
  return
}

// -----

func.func @subtract_ui32() {
  %x = stablehlo.constant dense<[0, 4294967295, 0, 1, 2147483647, 0, 3832136357, 443256444]> : tensor<8xui32>
  %y = stablehlo.constant dense<[443256444, 3832136357, 0, 2147483647, 1, 0, 4294967295, 0]> : tensor<8xui32>
  %z = stablehlo.subtract %x, %y : tensor<8xui32>
  check.expect_eq_const %z, dense<[3851710852, 462830938, 0, 2147483650, 2147483646, 0, 3832136358, 443256444]> : tensor<8xui32>
  return
}

// -----

func.func @subtract_ui64() {
  %x = stablehlo.constant dense<[0, 18446744073709551615, 0, 1, 9223372036854775807, 0, 3651146168191674878, 2581680906778753474]> : tensor<8xui64>
  %y = stablehlo.constant dense<[2581680906778753474, 3651146168191674878, 0, 9223372036854775807, 1, 0, 18446744073709551615, 0]> : tensor<8xui64>
  %z = stablehlo.subtract %x, %y : tensor<8xui64>
  check.expect_eq_const %z, dense<[15865063166930798142, 14795597905517876737, 0, 9223372036854775810, 9223372036854775806, 0, 3651146168191674879, 2581680906778753474]> : tensor<8xui64>
  return
}

// -----

func.func @subtract_f8E5M2() {
  %x = stablehlo.constant dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %y = stablehlo.constant dense<[-0.875, -2.5, -1.75, -2.5, -2.0, -2.5, 0.4375, -0.375]> : tensor<8xf8E5M2>
  %z = stablehlo.subtract %x, %y : tensor<8xf8E5M2>
  %must = stablehlo.constant dense<[7.0, -3.5, 8.0, 6.0, 2.0, 8.0, 5.0, 0.75]> : tensor<8xf8E5M2>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E5M2>, tensor<8xf8E5M2>
  return
}

// -----

func.func @subtract_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.constant dense<[-1.5, -1.25, -0.8125, 0.0625, 2.0, 3.0, -0.875, 3.0]> : tensor<8xf8E4M3FN>
  %z = stablehlo.subtract %x, %y : tensor<8xf8E4M3FN>
  %must = stablehlo.constant dense<[3.0, -1.0, 6.5, 0.375, -6.0, 2.0, 2.5, -6.0]> : tensor<8xf8E4M3FN>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>
  return
}

// -----

func.func @subtract_f8E4M3() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %y = stablehlo.constant dense<[-0.9375, -2.75, -1.875, -2.5, -2.25, -2.75, 0.4375, -0.40625]> : tensor<8xf8E4M3>
  %z = stablehlo.subtract %x, %y : tensor<8xf8E4M3>
  %must = stablehlo.constant dense<[7.0, -2.75, 8.0, 7.0, 2.5, 9.0, 5.0, 0.75]> : tensor<8xf8E4M3>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E4M3>, tensor<8xf8E4M3>
  return
}

// -----

func.func @subtract_f8E3M4() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %y = stablehlo.constant dense<[-0.90625, -2.75, -1.8125, -2.5, -2.25, -2.75, 0.4375, -0.40625]> : tensor<8xf8E3M4>
  %z = stablehlo.subtract %x, %y : tensor<8xf8E3M4>
  %must = stablehlo.constant dense<[7.0, -2.75, 7.75, 6.75, 2.375, 8.5, 4.75, 0.75]> : tensor<8xf8E3M4>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E3M4>, tensor<8xf8E3M4>
  return
}

// -----

func.func @subtract_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.constant dense<[0.40625, 0.375, 2.25, -2.75, 3.0, 0.3125, -1.125, -3.0]> : tensor<8xf8E4M3FNUZ>
  %z = stablehlo.subtract %x, %y : tensor<8xf8E4M3FNUZ>
  %must = stablehlo.constant dense<[-1.5, 3.5, -3.5, 8.0, -8.0, 3.25, 5.5, 7.0]> : tensor<8xf8E4M3FNUZ>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @subtract_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.constant dense<[0.4375, 0.375, 2.5, -2.5, 3.0, 0.3125, -1.25, -3.0]> : tensor<8xf8E5M2FNUZ>
  %z = stablehlo.subtract %x, %y : tensor<8xf8E5M2FNUZ>
  %must = stablehlo.constant dense<[-1.75, 3.0, -3.5, 8.0, -8.0, 3.0, 5.0, 7.0]> : tensor<8xf8E5M2FNUZ>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @subtract_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.constant dense<[2.25, -0.1875, -1.375, 1.625, -0.4375, 0.875, 1.75, 2.75]> : tensor<8xf8E4M3B11FNUZ>
  %z = stablehlo.subtract %x, %y : tensor<8xf8E4M3B11FNUZ>
  %must = stablehlo.constant dense<[-7.0, 2.0, 3.5, -0.375, -5.5, -3.5, -1.375, -0.5]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @subtract_f4E2M1FN() {
  %x = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.constant dense<[1.5, -0.0, 1.5, 2.0, -1.0, -3.0, 1.0, -0.5]> : tensor<8xf4E2M1FN>
  %z = stablehlo.subtract %x, %y : tensor<8xf4E2M1FN>
  %must = stablehlo.constant dense<[1.5, 3.0, 1.5, 2.0, 0.0, 6.0, -0.5, -4.0]> : tensor<8xf4E2M1FN>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>
  return
}

// -----

func.func @subtract_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.constant dense<[1.0, 0.125, 1.0, 0.5, 1.0, 2.0, 0.0078125, 2.0]> : tensor<8xf8E8M0FNU>
  %z = stablehlo.subtract %x, %y : tensor<8xf8E8M0FNU>
  %must = stablehlo.constant dense<[0xFF, 2.0, 4.0, 2.0, 4.0, 0xFF, 0.25, 2.0]> : tensor<8xf8E8M0FNU>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @subtract_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = stablehlo.constant dense<[-2.4570312, 0.34472656, -1.9912109, 2.3007812, -0.00055933, 0.87353516, 2.2441406, -2.4472656]> : tensor<8xf16>
  %z = stablehlo.subtract %x, %y : tensor<8xf16>
  %must = stablehlo.constant dense<[3.2441406, -6.2421875, -2.7304688, 0.6953125, 4.109375, -0.14453125, -1.5048828, 3.5859375]> : tensor<8xf16>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @subtract_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = stablehlo.constant dense<[0.44140625, 1.015625, 0.6484375, -0.66796875, 0.5703125, 2.015625, -1.2890625, -0.039794922]> : tensor<8xbf16>
  %z = stablehlo.subtract %x, %y : tensor<8xbf16>
  %must = stablehlo.constant dense<[4.40625, 4.5625, 3.4375, 0.6484375, -3.96875, 3.640625, -3.75, 4.75]> : tensor<8xbf16>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @subtract_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = stablehlo.constant dense<[-0.29105923, -1.9703531, -0.4098175, 1.0286849, 0.06550965, -0.47070217, 2.3786612, -0.17588232]> : tensor<8xf32>
  %z = stablehlo.subtract %x, %y : tensor<8xf32>
  %must = stablehlo.constant dense<[6.00927, 2.7368407, -3.9127042, -2.8709245, 0.9987823, 4.8998494, -5.4245977, -0.060689643]> : tensor<8xf32>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @subtract_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = stablehlo.constant dense<[-2.232116101312183, 1.8229924481137543, 2.911996160909533, -2.8642640245329885, -0.6610109207455124, -1.949160986445173, 1.987197469855822, -0.7633841278734201]> : tensor<8xf64>
  %z = stablehlo.subtract %x, %y : tensor<8xf64>
  %must = stablehlo.constant dense<[-2.765543768274549, 1.4705996958446859, -7.512828837419798, 1.4467540634489788, -4.012847376792925, -1.7984938567506332, 1.6598174906925323, 3.7686868250245715]> : tensor<8xf64>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @subtract_complex_f32() {
  %x = stablehlo.constant dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.constant dense<[(0.15753463, 1.2264731), (-0.26684967, 2.445676), (0.91540617, -0.09874124), (-2.0590792, 2.610833), (2.1729898, -2.5815604), (-0.34301364, 1.1272875), (1.4369587, -0.3314238), (2.5609758, -1.5506755)]> : tensor<8xcomplex<f32>>
  %z = stablehlo.subtract %x, %y : tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(-0.062415645, -1.8248334), (3.8705392, -3.8368387), (1.7005737, -2.2534654), (3.467553, -3.140419), (-3.5015726, -1.238931), (1.0630496, -4.316584), (-6.808771, -4.4237623), (0.14159966, 7.2522945)]> : tensor<8xcomplex<f32>>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @subtract_complex_f64() {
  %x = stablehlo.constant dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.constant dense<[(-0.2255286291813512, -1.0732606025149927), (1.4603523342600404, -2.3083664262847874), (0.6102869053504909, 1.8596785360251857), (-0.14129578821529964, -2.154548468591065), (-1.1802425615378174, -1.6917182101417134), (-0.45835753135998125, -0.7780782896567349), (2.0547403981817167, -2.7005774359391514), (-1.0395331930577458, 2.334353360573928)]> : tensor<8xcomplex<f64>>
  %z = stablehlo.subtract %x, %y : tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(1.1227465911533034, 3.22978129839228), (3.0418426724067, 0.10943964121505889), (-2.5947391364132786, -2.442869589272175), (1.409862606793424, 3.3172345219858124), (6.3317103941444906, -3.454643359592662), (-0.42651938302985215, -3.0628417474418934), (-5.070946198609867, 4.667927723314831), (5.833836023073204, 2.6482974838652176)]> : tensor<8xcomplex<f64>>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @multiply_i2() {
  %x = stablehlo.constant dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi2>
  %y = stablehlo.constant dense<[-2, -2, -1, 0, 1, 0, 1, -2]> : tensor<8xi2>
  %z = stablehlo.multiply %x, %y : tensor<8xi2>
  check.expect_eq_const %z, dense<[0, -2, 0, 0, 0, 0, -2, 0]> : tensor<8xi2>
  return
}

// -----

func.func @multiply_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 1, 3, -4, 6, 0]> : tensor<8xi4>
  %y = stablehlo.constant dense<[0, 6, -4, 3, 1, 0, 7, -8]> : tensor<8xi4>
  %z = stablehlo.multiply %x, %y : tensor<8xi4>
  check.expect_eq_const %z, dense<[0, -6, 0, 3, 3, 0, -6, 0]> : tensor<8xi4>
  return
}

// -----

func.func @multiply_i8() {
  %x = stablehlo.constant dense<[-128, 127, 0, 1, 63, -64, 119, 33]> : tensor<8xi8>
  %y = stablehlo.constant dense<[33, 119, -64, 63, 1, 0, 127, -128]> : tensor<8xi8>
  %z = stablehlo.multiply %x, %y : tensor<8xi8>
  check.expect_eq_const %z, dense<[-128, 9, 0, 63, 63, 0, 9, -128]> : tensor<8xi8>
  return
}

// -----

func.func @multiply_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 0, 1, 16383, -16384, 23984, -19355]> : tensor<8xi16>
  %y = stablehlo.constant dense<[-19355, 23984, -16384, 16383, 1, 0, 32767, -32768]> : tensor<8xi16>
  %z = stablehlo.multiply %x, %y : tensor<8xi16>
  check.expect_eq_const %z, dense<[-32768, -23984, 0, 16383, 16383, 0, -23984, -32768]> : tensor<8xi16>
  return
}

// -----

func.func @multiply_i32() {
  %x = stablehlo.constant dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, 917137660, -59504060]> : tensor<8xi32>
  %y = stablehlo.constant dense<[-59504060, 917137660, -1073741824, 1073741823, 1, 0, 2147483647, -2147483648]> : tensor<8xi32>
  %z = stablehlo.multiply %x, %y : tensor<8xi32>
  check.expect_eq_const %z, dense<[0, -917137660, 0, 1073741823, 1073741823, 0, -917137660, 0]> : tensor<8xi32>
  return
}

// -----

func.func @multiply_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, -4611686018427387904, -4442621652540867298, 1875531077028753871]> : tensor<8xi64>
  %y = stablehlo.constant dense<[1875531077028753871, -4442621652540867298, -4611686018427387904, 4611686018427387903, 1, 0, 9223372036854775807, -9223372036854775808]> : tensor<8xi64>
  %z = stablehlo.multiply %x, %y : tensor<8xi64>
  check.expect_eq_const %z, dense<[-9223372036854775808, 4442621652540867298, 0, 4611686018427387903, 4611686018427387903, 0, 4442621652540867298, -9223372036854775808]> : tensor<8xi64>
  return
}

// -----

func.func @multiply_ui2() {
  %x = stablehlo.constant dense<[0, 3, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  %y = stablehlo.constant dense<[0, 1, 0, 1, 1, 0, 3, 0]> : tensor<8xui2>
  %z = stablehlo.multiply %x, %y : tensor<8xui2>
  check.expect_eq_const %z, dense<[0, 3, 0, 1, 1, 0, 3, 0]> : tensor<8xui2>
  return
}

// -----

func.func @multiply_ui4() {
  %x = stablehlo.constant dense<[0, 15, 0, 1, 7, 0, 3, 4]> : tensor<8xui4>
  %y = stablehlo.constant dense<[4, 3, 0, 7, 1, 0, 15, 0]> : tensor<8xui4>
  %z = stablehlo.multiply %x, %y : tensor<8xui4>
  check.expect_eq_const %z, dense<[0, 13, 0, 7, 7, 0, 13, 0]> : tensor<8xui4>
  return
}

// -----

func.func @multiply_ui8() {
  %x = stablehlo.constant dense<[0, 255, 0, 1, 127, 0, 178, 198]> : tensor<8xui8>
  %y = stablehlo.constant dense<[198, 178, 0, 127, 1, 0, 255, 0]> : tensor<8xui8>
  %z = stablehlo.multiply %x, %y : tensor<8xui8>
  check.expect_eq_const %z, dense<[0, 78, 0, 127, 127, 0, 78, 0]> : tensor<8xui8>
  return
}

// -----

func.func @multiply_ui16() {
  %x = stablehlo.constant dense<[0, 65535, 0, 1, 32767, 0, 11615, 25254]> : tensor<8xui16>
  %y = stablehlo.constant dense<[25254, 11615, 0, 32767, 1, 0, 65535, 0]> : tensor<8xui16>
  %z = stablehlo.multiply %x, %y : tensor<8xui16>
  check.expect_eq_const %z, dense<[0, 53921, 0, 32767, 32767, 0, 53921, 0]> : tensor<8xui16>
  return
}

// -----

func.func @multiply_ui32() {
  %x = stablehlo.constant dense<[0, 4294967295, 0, 1, 2147483647, 0, 3832136357, 443256444]> : tensor<8xui32>
  %y = stablehlo.constant dense<[443256444, 3832136357, 0, 2147483647, 1, 0, 4294967295, 0]> : tensor<8xui32>
  %z = stablehlo.multiply %x, %y : tensor<8xui32>
  check.expect_eq_const %z, dense<[0, 462830939, 0, 2147483647, 2147483647, 0, 462830939, 0]> : tensor<8xui32>
  return
}

// -----

func.func @multiply_ui64() {
  %x = stablehlo.constant dense<[0, 18446744073709551615, 0, 1, 9223372036854775807, 0, 3651146168191674878, 2581680906778753474]> : tensor<8xui64>
  %y = stablehlo.constant dense<[2581680906778753474, 3651146168191674878, 0, 9223372036854775807, 1, 0, 18446744073709551615, 0]> : tensor<8xui64>
  %z = stablehlo.multiply %x, %y : tensor<8xui64>
  check.expect_eq_const %z, dense<[0, 14795597905517876738, 0, 9223372036854775807, 9223372036854775807, 0, 14795597905517876738, 0]> : tensor<8xui64>
  return
}

// -----

func.func @multiply_f8E5M2() {
  %x = stablehlo.constant dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %y = stablehlo.constant dense<[-0.875, -2.5, -1.75, -2.5, -2.0, -2.5, 0.4375, -0.375]> : tensor<8xf8E5M2>
  %z = stablehlo.multiply %x, %y : tensor<8xf8E5M2>
  %must = stablehlo.constant dense<[-5.0, 16.0, -10.0, -10.0, -0.25, -16.0, 2.0, -0.125]> : tensor<8xf8E5M2>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E5M2>, tensor<8xf8E5M2>
  return
}

// -----

func.func @multiply_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.constant dense<[-1.5, -1.25, -0.8125, 0.0625, 2.0, 3.0, -0.875, 3.0]> : tensor<8xf8E4M3FN>
  %z = stablehlo.multiply %x, %y : tensor<8xf8E4M3FN>
  %must = stablehlo.constant dense<[-2.5, 2.75, -4.5, 0.02734375, -8.0, 15.0, -1.375, -9.0]> : tensor<8xf8E4M3FN>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>
  return
}

// -----

func.func @multiply_f8E4M3() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %y = stablehlo.constant dense<[-0.9375, -2.75, -1.875, -2.5, -2.25, -2.75, 0.4375, -0.40625]> : tensor<8xf8E4M3>
  %z = stablehlo.multiply %x, %y : tensor<8xf8E4M3>
  %must = stablehlo.constant dense<[-5.5, 15.0, -11.0, -11.0, -0.3125, -16.0, 2.5, -0.140625]> : tensor<8xf8E4M3>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E4M3>, tensor<8xf8E4M3>
  return
}

// -----

func.func @multiply_f8E3M4() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %y = stablehlo.constant dense<[-0.90625, -2.75, -1.8125, -2.5, -2.25, -2.75, 0.4375, -0.40625]> : tensor<8xf8E3M4>
  %z = stablehlo.multiply %x, %y : tensor<8xf8E3M4>
  %must = stablehlo.constant dense<[-5.5, 15.0, -11.0, -10.5, -0.3125, 0xF0, 2.25, -0.140625]> : tensor<8xf8E3M4>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E3M4>, tensor<8xf8E3M4>
  return
}

// -----

func.func @multiply_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.constant dense<[0.40625, 0.375, 2.25, -2.75, 3.0, 0.3125, -1.125, -3.0]> : tensor<8xf8E4M3FNUZ>
  %z = stablehlo.multiply %x, %y : tensor<8xf8E4M3FNUZ>
  %must = stablehlo.constant dense<[-0.46875, 1.375, -2.5, -15.0, -16.0, 1.125, -5.0, -11.0]> : tensor<8xf8E4M3FNUZ>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @multiply_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.constant dense<[0.4375, 0.375, 2.5, -2.5, 3.0, 0.3125, -1.25, -3.0]> : tensor<8xf8E5M2FNUZ>
  %z = stablehlo.multiply %x, %y : tensor<8xf8E5M2FNUZ>
  %must = stablehlo.constant dense<[-0.5, 1.25, -2.5, -12.0, -16.0, 1.0, -5.0, -12.0]> : tensor<8xf8E5M2FNUZ>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @multiply_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.constant dense<[2.25, -0.1875, -1.375, 1.625, -0.4375, 0.875, 1.75, 2.75]> : tensor<8xf8E4M3B11FNUZ>
  %z = stablehlo.multiply %x, %y : tensor<8xf8E4M3B11FNUZ>
  %must = stablehlo.constant dense<[-11.0, -0.34375, -3.0, 2.0, 2.5, -2.25, 0.6875, 6.0]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @multiply_f4E2M1FN() {
  %x = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.constant dense<[1.5, -0.0, 1.5, 2.0, -1.0, -3.0, 1.0, -0.5]> : tensor<8xf4E2M1FN>
  %z = stablehlo.multiply %x, %y : tensor<8xf4E2M1FN>
  %must = stablehlo.constant dense<[4.0, 0.0, 4.0, 6.0, 1.0, -6.0, 0.5, 2.0]> : tensor<8xf4E2M1FN>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>
  return
}

// -----

func.func @multiply_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.constant dense<[1.0, 0.125, 1.0, 0.5, 1.0, 2.0, 0.0078125, 2.0]> : tensor<8xf8E8M0FNU>
  %z = stablehlo.multiply %x, %y : tensor<8xf8E8M0FNU>
  %must = stablehlo.constant dense<[1.0, 0.25, 4.0, 1.0, 4.0, 4.0, 0.001953125, 8.0]> : tensor<8xf8E8M0FNU>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @multiply_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = stablehlo.constant dense<[-2.4570312, 0.34472656, -1.9912109, 2.3007812, -0.00055933, 0.87353516, 2.2441406, -2.4472656]> : tensor<8xf16>
  %z = stablehlo.multiply %x, %y : tensor<8xf16>
  %must = stablehlo.constant dense<[-1.9355469, -2.0332031, 9.40625, 6.8945312, -0.002298355, 0.63671875, 1.6591797, -2.7890625]> : tensor<8xf16>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @multiply_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = stablehlo.constant dense<[0.44140625, 1.015625, 0.6484375, -0.66796875, 0.5703125, 2.015625, -1.2890625, -0.039794922]> : tensor<8xbf16>
  %z = stablehlo.multiply %x, %y : tensor<8xbf16>
  %must = stablehlo.constant dense<[2.140625, 5.65625, 2.65625, 0.012145996, -1.9453125, 11.375, 6.5, -0.1875]> : tensor<8xbf16>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @multiply_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = stablehlo.constant dense<[-0.29105923, -1.9703531, -0.4098175, 1.0286849, 0.06550965, -0.47070217, 2.3786612, -0.17588232]> : tensor<8xf32>
  %z = stablehlo.multiply %x, %y : tensor<8xf32>
  %must = stablehlo.constant dense<[-1.6643381, -1.5102512, 1.7714449, -1.895084, 0.06972139, -2.0848093, -7.245251, 0.04160883]> : tensor<8xf32>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @multiply_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = stablehlo.constant dense<[-2.232116101312183, 1.8229924481137543, 2.911996160909533, -2.8642640245329885, -0.6610109207455124, -1.949160986445173, 1.987197469855822, -0.7633841278734201]> : tensor<8xf64>
  %z = stablehlo.multiply %x, %y : tensor<8xf64>
  %must = stablehlo.constant dense<[11.15535706378629, 6.004193605603025, -13.397607090985025, 4.060122785950085, 3.0894713766899353, 7.304782611019569, 7.2473389021280195, -2.294200378460369]> : tensor<8xf64>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @multiply_complex_f32() {
  %x = stablehlo.constant dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.constant dense<[(0.15753463, 1.2264731), (-0.26684967, 2.445676), (0.91540617, -0.09874124), (-2.0590792, 2.610833), (2.1729898, -2.5815604), (-0.34301364, 1.1272875), (1.4369587, -0.3314238), (2.5609758, -1.5506755)]> : tensor<8xcomplex<f32>>
  %z = stablehlo.multiply %x, %y : tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(0.7488573, 0.022398407), (2.44069, 9.184689), (2.1624243, -2.4115295), (-1.5174981, 4.7677493), (-12.7498255, -4.8720727), (3.3482723, 1.9056597), (-9.295054, -5.0526595), (15.762591, 10.410891)]> : tensor<8xcomplex<f32>>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @multiply_complex_f64() {
  %x = stablehlo.constant dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.constant dense<[(-0.2255286291813512, -1.0732606025149927), (1.4603523342600404, -2.3083664262847874), (0.6102869053504909, 1.8596785360251857), (-0.14129578821529964, -2.154548468591065), (-1.1802425615378174, -1.6917182101417134), (-0.45835753135998125, -0.7780782896567349), (2.0547403981817167, -2.7005774359391514), (-1.0395331930577458, 2.334353360573928)]> : tensor<8xcomplex<f64>>
  %z = stablehlo.multiply %x, %y : tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(2.112160364352888, -1.4493058467957094), (1.4988622227663666, -13.603923661420023), (-0.12653732678583884, -4.0463570829889575), (2.325820307259071, -2.897471338634284), (-14.786175173928505, -2.640876979716891), (-2.582946495136822, 2.4490181424607855), (-0.8845381126945768, 12.187891439630269), (-16.615104672654798, 6.0119659806439785)]> : tensor<8xcomplex<f64>>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @divide_i2() {
  %x = stablehlo.constant dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi2>
  %y = stablehlo.constant dense<[-2, 1, 1, 1, 1, -1, 1, -1]> : tensor<8xi2>
  %z = stablehlo.divide %x, %y : tensor<8xi2>
  check.expect_eq_const %z, dense<[1, 1, 0, 1, 0, 1, -2, -2]> : tensor<8xi2>
  return
}

// -----

func.func @divide_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 1, 3, -4, 6, 0]> : tensor<8xi4>
  %y = stablehlo.constant dense<[-8, 7, 1, 1, 3, -4, 4, -4]> : tensor<8xi4>
  %z = stablehlo.divide %x, %y : tensor<8xi4>
  check.expect_eq_const %z, dense<[1, 1, 0, 1, 1, 1, 1, 0]> : tensor<8xi4>
  return
}

// -----

func.func @divide_i8() {
  %x = stablehlo.constant dense<[-128, 127, 0, 1, 63, -64, 119, 33]> : tensor<8xi8>
  %y = stablehlo.constant dense<[-128, 127, 1, 1, 63, -64, 36, -4]> : tensor<8xi8>
  %z = stablehlo.divide %x, %y : tensor<8xi8>
  check.expect_eq_const %z, dense<[1, 1, 0, 1, 1, 1, 3, -8]> : tensor<8xi8>
  return
}

// -----

func.func @divide_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 0, 1, 16383, -16384, 23984, -19355]> : tensor<8xi16>
  %y = stablehlo.constant dense<[-32768, 32767, 1, 1, 16383, -16384, -23135, 21610]> : tensor<8xi16>
  %z = stablehlo.divide %x, %y : tensor<8xi16>
  check.expect_eq_const %z, dense<[1, 1, 0, 1, 1, 1, -1, 0]> : tensor<8xi16>
  return
}

// -----

func.func @divide_i32() {
  %x = stablehlo.constant dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, 917137660, -59504060]> : tensor<8xi32>
  %y = stablehlo.constant dense<[-2147483648, 2147483647, 1, 1, 1073741823, -1073741824, 692980695, -1077093456]> : tensor<8xi32>
  %z = stablehlo.divide %x, %y : tensor<8xi32>
  check.expect_eq_const %z, dense<[1, 1, 0, 1, 1, 1, 1, 0]> : tensor<8xi32>
  return
}

// -----

func.func @divide_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, -4611686018427387904, -4442621652540867298, 1875531077028753871]> : tensor<8xi64>
  %y = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 1, 1, 4611686018427387903, -4611686018427387904, -196967391346312572, -4455938034748010236]> : tensor<8xi64>
  %z = stablehlo.divide %x, %y : tensor<8xi64>
  check.expect_eq_const %z, dense<[1, 1, 0, 1, 1, 1, 22, 0]> : tensor<8xi64>
  return
}

// -----

func.func @divide_ui2() {
  %x = stablehlo.constant dense<[0, 3, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  %y = stablehlo.constant dense<[1, 3, 1, 1, 1, 1, 1, 3]> : tensor<8xui2>
  %z = stablehlo.divide %x, %y : tensor<8xui2>
  check.expect_eq_const %z, dense<[0, 1, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  return
}

// -----

func.func @divide_ui4() {
  %x = stablehlo.constant dense<[0, 15, 0, 1, 7, 0, 3, 4]> : tensor<8xui4>
  %y = stablehlo.constant dense<[1, 15, 1, 1, 7, 1, 4, 13]> : tensor<8xui4>
  %z = stablehlo.divide %x, %y : tensor<8xui4>
  check.expect_eq_const %z, dense<[0, 1, 0, 1, 1, 0, 0, 0]> : tensor<8xui4>
  return
}

// -----

func.func @divide_ui8() {
  %x = stablehlo.constant dense<[0, 255, 0, 1, 127, 0, 178, 198]> : tensor<8xui8>
  %y = stablehlo.constant dense<[1, 255, 1, 1, 127, 1, 215, 102]> : tensor<8xui8>
  %z = stablehlo.divide %x, %y : tensor<8xui8>
  check.expect_eq_const %z, dense<[0, 1, 0, 1, 1, 0, 0, 1]> : tensor<8xui8>
  return
}

// -----

func.func @divide_ui16() {
  %x = stablehlo.constant dense<[0, 65535, 0, 1, 32767, 0, 11615, 25254]> : tensor<8xui16>
  %y = stablehlo.constant dense<[1, 65535, 1, 1, 32767, 1, 59193, 4738]> : tensor<8xui16>
  %z = stablehlo.divide %x, %y : tensor<8xui16>
  check.expect_eq_const %z, dense<[0, 1, 0, 1, 1, 0, 0, 5]> : tensor<8xui16>
  return
}

// -----

func.func @divide_ui32() {
  %x = stablehlo.constant dense<[0, 4294967295, 0, 1, 2147483647, 0, 3832136357, 443256444]> : tensor<8xui32>
  %y = stablehlo.constant dense<[1, 4294967295, 1, 1, 2147483647, 1, 1629724827, 2334365424]> : tensor<8xui32>
  %z = stablehlo.divide %x, %y : tensor<8xui32>
  check.expect_eq_const %z, dense<[0, 1, 0, 1, 1, 0, 2, 0]> : tensor<8xui32>
  return
}

// -----

func.func @divide_ui64() {
  %x = stablehlo.constant dense<[0, 18446744073709551615, 0, 1, 9223372036854775807, 0, 3651146168191674878, 2581680906778753474]> : tensor<8xui64>
  %y = stablehlo.constant dense<[1, 18446744073709551615, 1, 1, 9223372036854775807, 1, 2341025378217171932, 778178895431790195]> : tensor<8xui64>
  %z = stablehlo.divide %x, %y : tensor<8xui64>
  check.expect_eq_const %z, dense<[0, 1, 0, 1, 1, 0, 1, 3]> : tensor<8xui64>
  return
}

// -----

func.func @divide_f8E5M2() {
  %x = stablehlo.constant dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %y = stablehlo.constant dense<[0.875, 4.0, 4.0, 3.5, 0.75, 2.5, 0.75, 1.5]> : tensor<8xf8E5M2>
  %z = stablehlo.divide %x, %y : tensor<8xf8E5M2>
  %must = stablehlo.constant dense<[7.0, -1.5, 1.5, 1.25, 0.15625, 2.5, 7.0, 0.25]> : tensor<8xf8E5M2>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E5M2>, tensor<8xf8E5M2>
  return
}

// -----

func.func @divide_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.constant dense<[1.375, 2.5, 3.25, 0.6875, 0.8125, 2.75, 1.375, 4.0]> : tensor<8xf8E4M3FN>
  %z = stablehlo.divide %x, %y : tensor<8xf8E4M3FN>
  %must = stablehlo.constant dense<[1.125, -0.875, 1.75, 0.625, -5.0, 1.875, 1.125, -0.75]> : tensor<8xf8E4M3FN>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>
  return
}

// -----

func.func @divide_f8E4M3() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %y = stablehlo.constant dense<[0.9375, 4.5, 4.0, 3.5, 0.75, 2.75, 0.8125, 1.5]> : tensor<8xf8E4M3>
  %z = stablehlo.divide %x, %y : tensor<8xf8E4M3>
  %must = stablehlo.constant dense<[6.5, -1.25, 1.5, 1.25, 0.1875, 2.25, 7.0, 0.234375]> : tensor<8xf8E4M3>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E4M3>, tensor<8xf8E4M3>
  return
}

// -----

func.func @divide_f8E3M4() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %y = stablehlo.constant dense<[0.90625, 4.5, 4.0, 3.5, 0.78125, 2.75, 0.8125, 1.5625]> : tensor<8xf8E3M4>
  %z = stablehlo.divide %x, %y : tensor<8xf8E3M4>
  %must = stablehlo.constant dense<[6.5, -1.25, 1.5, 1.1875, 0.1875, 2.125, 6.5, 0.234375]> : tensor<8xf8E3M4>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E3M4>, tensor<8xf8E3M4>
  return
}

// -----

func.func @divide_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.constant dense<[3.5, 4.0, 2.0, 0.5625, 1.25, 3.25, 3.75, 2.75]> : tensor<8xf8E4M3FNUZ>
  %z = stablehlo.divide %x, %y : tensor<8xf8E4M3FNUZ>
  %must = stablehlo.constant dense<[-0.3125, 0.9375, -0.5625, 10.0, -4.5, 1.125, 1.25, 1.375]> : tensor<8xf8E4M3FNUZ>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @divide_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.constant dense<[3.5, 4.0, 2.0, 0.5, 1.25, 3.0, 3.5, 3.0]> : tensor<8xf8E5M2FNUZ>
  %z = stablehlo.divide %x, %y : tensor<8xf8E5M2FNUZ>
  %must = stablehlo.constant dense<[-0.375, 0.875, -0.5, 10.0, -4.0, 1.25, 1.25, 1.25]> : tensor<8xf8E5M2FNUZ>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @divide_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.constant dense<[3.75, 0.9375, 3.5, 4.0, 2.25, 1.125, 3.25, 2.0]> : tensor<8xf8E4M3B11FNUZ>
  %z = stablehlo.divide %x, %y : tensor<8xf8E4M3B11FNUZ>
  %must = stablehlo.constant dense<[-1.375, 2.0, 0.625, 0.3125, -2.75, -2.25, 0.125, 1.125]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @divide_f4E2M1FN() {
  %x = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.constant dense<[3.0, 2.0, 2.0, 1.5, 1.0, 1.5, 3.0, 4.0]> : tensor<8xf4E2M1FN>
  %z = stablehlo.divide %x, %y : tensor<8xf4E2M1FN>
  %must = stablehlo.constant dense<[1.0, 1.5, 1.5, 3.0, -1.0, 3.0, 0.0, -1.0]> : tensor<8xf4E2M1FN>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>
  return
}

// -----

func.func @divide_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.constant dense<[4.0, 4.0, 2.0, 4.0, 4.0, 0.5, 2.0, 1.0]> : tensor<8xf8E8M0FNU>
  %z = stablehlo.divide %x, %y : tensor<8xf8E8M0FNU>
  %must = stablehlo.constant dense<[0.25, 0.5, 2.0, 0.5, 1.0, 4.0, 0.125, 4.0]> : tensor<8xf8E8M0FNU>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @divide_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = stablehlo.constant dense<[3.8613281, 2.4941406, 3.2246094, 3.1269531, 1.9277344, 3.4492188, 4.1875, 1.0429688]> : tensor<8xf16>
  %z = stablehlo.divide %x, %y : tensor<8xf16>
  %must = stablehlo.constant dense<[0.20397949, -2.3652344, -1.4648438, 0.9580078, 2.1308594, 0.21130371, 0.17651367, 1.0927734]> : tensor<8xf16>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @divide_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = stablehlo.constant dense<[1.4140625, 0.54296875, 4.5, 0.71875, 4.0625, 3.90625, 2.203125, 3.390625]> : tensor<8xbf16>
  %z = stablehlo.divide %x, %y : tensor<8xbf16>
  %must = stablehlo.constant dense<[3.421875, 10.25, 0.91015625, -0.025268555, -0.83984375, 1.4453125, -2.28125, 1.390625]> : tensor<8xbf16>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @divide_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = stablehlo.constant dense<[1.085185, 4.32766, 3.2092178, 1.267828, 4.3707666, 2.8672144, 3.303491, 3.1718912]> : tensor<8xf32>
  %z = stablehlo.divide %x, %y : tensor<8xf32>
  %must = stablehlo.constant dense<[5.269342, 0.17711362, -1.3469082, -1.4530674, 0.24350235, 1.5447562, -0.92203563, -0.07458389]> : tensor<8xf32>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @divide_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = stablehlo.constant dense<[2.7406504296917626, 2.224215728769175, 3.6735530767554447, 3.120542198559316, 3.904307029863002, 0.7999798910004063, 3.2656073749101564, 3.8843759510593996]> : tensor<8xf64>
  %z = stablehlo.divide %x, %y : tensor<8xf64>
  %must = stablehlo.constant dense<[-1.8235305807128463, 1.4807880824496422, -1.2524203626244628, -0.4542511752407777, -1.1971031637085259, -4.684686309438624, 1.116795297734986, 0.7736899659085533]> : tensor<8xf64>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @divide_complex_f32() {
  %x = stablehlo.constant dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.constant dense<[(2.8724117, 2.3099554), (2.9542735, 0.75546384), (1.2256321, 2.3614302), (1.2926197, 3.3663673), (4.4063272, 0.5853275), (3.541996, 3.0391326), (1.8874679, 1.9147922), (3.5583558, 1.6142892)]> : tensor<8xcomplex<f32>>
  %z = stablehlo.divide %x, %y : tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(-0.081621684, -0.14267379), (1.0319251, -0.73478127), (-0.3317559, -1.279983), (0.0029100028, -0.41727835), (-0.40946826, -0.8126537), (-0.3278997, -0.6190764), (-2.6621127, 0.18130445), (1.232709, 1.0430858)]> : tensor<8xcomplex<f32>>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @divide_complex_f64() {
  %x = stablehlo.constant dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.constant dense<[(2.422543306957416, 0.6932277492024133), (0.9716889886492668, 4.229052079130755), (2.321639253866393, 2.239415022315404), (4.041354670166958, 2.850670585064143), (1.0650052995022126, 3.9403501227709254), (0.9523763167727317, 2.4453233086186605), (0.6734268730688484, 1.2108089993838052), (1.036483386112221, 3.2552292199560773)]> : tensor<8xcomplex<f64>>
  %z = stablehlo.divide %x, %y : tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(0.5777834498446215, 0.7248519233369319), (-0.2615447783140326, -1.1246811575729811), (-0.5683032731062271, 0.2969780221582124), (0.345116648740006, 0.044260449530975764), (-0.8878509780465552, -1.547333013419359), (-1.4862177822987617, -0.21696996105505084), (0.1827976163906941, 2.592734798994891), (1.8155446470700185, -0.8947207000746037)]> : tensor<8xcomplex<f64>>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @remainder_i2() {
  %x = stablehlo.constant dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi2>
  %y = stablehlo.constant dense<[-2, 1, 1, 1, 1, -1, 1, -1]> : tensor<8xi2>
  %z = stablehlo.remainder %x, %y : tensor<8xi2>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 0]> : tensor<8xi2>
  return
}

// -----

func.func @remainder_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 1, 3, -4, 6, 0]> : tensor<8xi4>
  %y = stablehlo.constant dense<[-8, 7, 1, 1, 3, -4, 4, -4]> : tensor<8xi4>
  %z = stablehlo.remainder %x, %y : tensor<8xi4>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 2, 0]> : tensor<8xi4>
  return
}

// -----

func.func @remainder_i8() {
  %x = stablehlo.constant dense<[-128, 127, 0, 1, 63, -64, 119, 33]> : tensor<8xi8>
  %y = stablehlo.constant dense<[-128, 127, 1, 1, 63, -64, 36, -4]> : tensor<8xi8>
  %z = stablehlo.remainder %x, %y : tensor<8xi8>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 11, 1]> : tensor<8xi8>
  return
}

// -----

func.func @remainder_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 0, 1, 16383, -16384, 23984, -19355]> : tensor<8xi16>
  %y = stablehlo.constant dense<[-32768, 32767, 1, 1, 16383, -16384, -23135, 21610]> : tensor<8xi16>
  %z = stablehlo.remainder %x, %y : tensor<8xi16>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 849, -19355]> : tensor<8xi16>
  return
}

// -----

func.func @remainder_i32() {
  %x = stablehlo.constant dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, 917137660, -59504060]> : tensor<8xi32>
  %y = stablehlo.constant dense<[-2147483648, 2147483647, 1, 1, 1073741823, -1073741824, 692980695, -1077093456]> : tensor<8xi32>
  %z = stablehlo.remainder %x, %y : tensor<8xi32>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 224156965, -59504060]> : tensor<8xi32>
  return
}

// -----

func.func @remainder_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, -4611686018427387904, -4442621652540867298, 1875531077028753871]> : tensor<8xi64>
  %y = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 1, 1, 4611686018427387903, -4611686018427387904, -196967391346312572, -4455938034748010236]> : tensor<8xi64>
  %z = stablehlo.remainder %x, %y : tensor<8xi64>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, -109339042921990714, 1875531077028753871]> : tensor<8xi64>
  return
}

// -----

func.func @remainder_ui2() {
  %x = stablehlo.constant dense<[0, 3, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  %y = stablehlo.constant dense<[1, 3, 1, 1, 1, 1, 1, 3]> : tensor<8xui2>
  %z = stablehlo.remainder %x, %y : tensor<8xui2>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 0]> : tensor<8xui2>
  return
}

// -----

func.func @remainder_ui4() {
  %x = stablehlo.constant dense<[0, 15, 0, 1, 7, 0, 3, 4]> : tensor<8xui4>
  %y = stablehlo.constant dense<[1, 15, 1, 1, 7, 1, 4, 13]> : tensor<8xui4>
  %z = stablehlo.remainder %x, %y : tensor<8xui4>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 3, 4]> : tensor<8xui4>
  return
}

// -----

func.func @remainder_ui8() {
  %x = stablehlo.constant dense<[0, 255, 0, 1, 127, 0, 178, 198]> : tensor<8xui8>
  %y = stablehlo.constant dense<[1, 255, 1, 1, 127, 1, 215, 102]> : tensor<8xui8>
  %z = stablehlo.remainder %x, %y : tensor<8xui8>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 178, 96]> : tensor<8xui8>
  return
}

// -----

func.func @remainder_ui16() {
  %x = stablehlo.constant dense<[0, 65535, 0, 1, 32767, 0, 11615, 25254]> : tensor<8xui16>
  %y = stablehlo.constant dense<[1, 65535, 1, 1, 32767, 1, 59193, 4738]> : tensor<8xui16>
  %z = stablehlo.remainder %x, %y : tensor<8xui16>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 11615, 1564]> : tensor<8xui16>
  return
}

// -----

func.func @remainder_ui32() {
  %x = stablehlo.constant dense<[0, 4294967295, 0, 1, 2147483647, 0, 3832136357, 443256444]> : tensor<8xui32>
  %y = stablehlo.constant dense<[1, 4294967295, 1, 1, 2147483647, 1, 1629724827, 2334365424]> : tensor<8xui32>
  %z = stablehlo.remainder %x, %y : tensor<8xui32>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 572686703, 443256444]> : tensor<8xui32>
  return
}

// -----

func.func @remainder_ui64() {
  %x = stablehlo.constant dense<[0, 18446744073709551615, 0, 1, 9223372036854775807, 0, 3651146168191674878, 2581680906778753474]> : tensor<8xui64>
  %y = stablehlo.constant dense<[1, 18446744073709551615, 1, 1, 9223372036854775807, 1, 2341025378217171932, 778178895431790195]> : tensor<8xui64>
  %z = stablehlo.remainder %x, %y : tensor<8xui64>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 1310120789974502946, 247144220483382889]> : tensor<8xui64>
  return
}

// -----

func.func @remainder_f8E5M2() {
  %x = stablehlo.constant dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %y = stablehlo.constant dense<[0.875, 4.0, 4.0, 3.5, 0.75, 2.5, 0.75, 1.5]> : tensor<8xf8E5M2>
  %z = stablehlo.remainder %x, %y : tensor<8xf8E5M2>
  %must = stablehlo.constant dense<[0.75, -2.0, 2.0, 0.5, 0.125, 1.0, 0.5, 0.375]> : tensor<8xf8E5M2>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E5M2>, tensor<8xf8E5M2>
  return
}

// -----

func.func @remainder_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.constant dense<[1.375, 2.5, 3.25, 0.6875, 0.8125, 2.75, 1.375, 4.0]> : tensor<8xf8E4M3FN>
  %z = stablehlo.remainder %x, %y : tensor<8xf8E4M3FN>
  %must = stablehlo.constant dense<[0.25, -2.25, 2.25, 0.4375, -0.75, 2.25, 0.25, -3.0]> : tensor<8xf8E4M3FN>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>
  return
}

// -----

func.func @remainder_f8E4M3() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %y = stablehlo.constant dense<[0.9375, 4.5, 4.0, 3.5, 0.75, 2.75, 0.8125, 1.5]> : tensor<8xf8E4M3>
  %z = stablehlo.remainder %x, %y : tensor<8xf8E4M3>
  %must = stablehlo.constant dense<[0.375, -1.0, 2.0, 1.0, 0.140625, 0.5, 0.625, 0.34375]> : tensor<8xf8E4M3>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E4M3>, tensor<8xf8E4M3>
  return
}

// -----

func.func @remainder_f8E3M4() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %y = stablehlo.constant dense<[0.90625, 4.5, 4.0, 3.5, 0.78125, 2.75, 0.8125, 1.5625]> : tensor<8xf8E3M4>
  %z = stablehlo.remainder %x, %y : tensor<8xf8E3M4>
  %must = stablehlo.constant dense<[0.5625, -1.0, 2.0, 0.75, 0.140625, 0.25, 0.375, 0.359375]> : tensor<8xf8E3M4>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E3M4>, tensor<8xf8E3M4>
  return
}

// -----

func.func @remainder_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.constant dense<[3.5, 4.0, 2.0, 0.5625, 1.25, 3.25, 3.75, 2.75]> : tensor<8xf8E4M3FNUZ>
  %z = stablehlo.remainder %x, %y : tensor<8xf8E4M3FNUZ>
  %must = stablehlo.constant dense<[-1.125, 3.75, -1.125, 0.4375, -0.5, 0.25, 0.75, 1.0]> : tensor<8xf8E4M3FNUZ>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @remainder_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.constant dense<[3.5, 4.0, 2.0, 0.5, 1.25, 3.0, 3.5, 3.0]> : tensor<8xf8E5M2FNUZ>
  %z = stablehlo.remainder %x, %y : tensor<8xf8E5M2FNUZ>
  %must = stablehlo.constant dense<[-1.25, 3.5, -1.0, 0.0, 0.0, 0.5, 0.5, 1.0]> : tensor<8xf8E5M2FNUZ>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @remainder_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.constant dense<[3.75, 0.9375, 3.5, 4.0, 2.25, 1.125, 3.25, 2.0]> : tensor<8xf8E4M3B11FNUZ>
  %z = stablehlo.remainder %x, %y : tensor<8xf8E4M3B11FNUZ>
  %must = stablehlo.constant dense<[-1.25, 0.0, 2.25, 1.25, -1.5, -0.25, 0.40625, 0.25]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @remainder_f4E2M1FN() {
  %x = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.constant dense<[3.0, 2.0, 2.0, 1.5, 1.0, 1.5, 3.0, 4.0]> : tensor<8xf4E2M1FN>
  %z = stablehlo.remainder %x, %y : tensor<8xf4E2M1FN>
  %must = stablehlo.constant dense<[0.0, 1.0, 1.0, 1.0, -0.0, 1.0, 0.5, -0.0]> : tensor<8xf4E2M1FN>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>
  return
}

// -----

func.func @remainder_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.constant dense<[4.0, 4.0, 2.0, 4.0, 4.0, 0.5, 2.0, 1.0]> : tensor<8xf8E8M0FNU>
  %z = stablehlo.remainder %x, %y : tensor<8xf8E8M0FNU>
  %must = stablehlo.constant dense<[1.0, 2.0, 0xFF, 2.0, 0xFF, 0xFF, 0.25, 0xFF]> : tensor<8xf8E8M0FNU>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @remainder_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = stablehlo.constant dense<[3.8613281, 2.4941406, 3.2246094, 3.1269531, 1.9277344, 3.4492188, 4.1875, 1.0429688]> : tensor<8xf16>
  %z = stablehlo.remainder %x, %y : tensor<8xf16>
  %must = stablehlo.constant dense<[0.78759766, -0.91015625, -1.4980469, 2.9960938, 0.25390625, 0.7290039, 0.7392578, 0.09667969]> : tensor<8xf16>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @remainder_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = stablehlo.constant dense<[1.4140625, 0.54296875, 4.5, 0.71875, 4.0625, 3.90625, 2.203125, 3.390625]> : tensor<8xbf16>
  %z = stablehlo.remainder %x, %y : tensor<8xbf16>
  %must = stablehlo.constant dense<[0.6015625, 0.1328125, 4.09375, -0.018188477, -3.40625, 1.75, -0.625, 1.328125]> : tensor<8xbf16>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @remainder_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = stablehlo.constant dense<[1.085185, 4.32766, 3.2092178, 1.267828, 4.3707666, 2.8672144, 3.303491, 3.1718912]> : tensor<8xf32>
  %z = stablehlo.remainder %x, %y : tensor<8xf32>
  %must = stablehlo.constant dense<[0.29228592, 0.76648754, -1.1133039, -0.57441163, 1.064292, 1.5619328, -3.0459366, -0.23657197]> : tensor<8xf32>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @remainder_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = stablehlo.constant dense<[2.7406504296917626, 2.224215728769175, 3.6735530767554447, 3.120542198559316, 3.904307029863002, 0.7999798910004063, 3.2656073749101564, 3.8843759510593996]> : tensor<8xf64>
  %z = stablehlo.remainder %x, %y : tensor<8xf64>
  %must = stablehlo.constant dense<[-2.2570094398949694, 1.0693764151892653, -0.9272795997548204, -1.4175099610840096, -0.7695512676754355, -0.547735279194181, 0.38140758563819777, 3.0053026971511514]> : tensor<8xf64>
  check.expect_close %z, %must, max_ulp_difference = 1 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @power_f8E5M2() {
  %x = stablehlo.constant dense<[1.5, 0.75, 2.5, 0.75, 3.5, 4.0, 4.0, 0.875]> : tensor<8xf8E5M2>
  %y = stablehlo.constant dense<[-0.875, -2.5, -1.75, -2.5, -2.0, -2.5, 0.4375, -0.375]> : tensor<8xf8E5M2>
  %z = stablehlo.power %x, %y : tensor<8xf8E5M2>
  %must = stablehlo.constant dense<[0.75, 2.0, 0.1875, 2.0, 0.078125, 0.03125, 1.75, 1.0]> : tensor<8xf8E5M2>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xf8E5M2>, tensor<8xf8E5M2>
  return
}

// -----

func.func @power_f8E4M3FN() {
  %x = stablehlo.constant dense<[4.0, 1.375, 2.75, 0.8125, 0.6875, 3.25, 2.5, 1.375]> : tensor<8xf8E4M3FN>
  %y = stablehlo.constant dense<[-1.5, -1.25, -0.8125, 0.0625, 2.0, 3.0, -0.875, 3.0]> : tensor<8xf8E4M3FN>
  %z = stablehlo.power %x, %y : tensor<8xf8E4M3FN>
  %must = stablehlo.constant dense<[0.125, 0.6875, 0.4375, 1.0, 0.46875, 36.0, 0.4375, 2.5]> : tensor<8xf8E4M3FN>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>
  return
}

// -----

func.func @power_f8E4M3() {
  %x = stablehlo.constant dense<[1.5, 0.8125, 2.75, 0.75, 3.5, 4.0, 4.5, 0.9375]> : tensor<8xf8E4M3>
  %y = stablehlo.constant dense<[-0.9375, -2.75, -1.875, -2.5, -2.25, -2.75, 0.4375, -0.40625]> : tensor<8xf8E4M3>
  %z = stablehlo.power %x, %y : tensor<8xf8E4M3>
  %must = stablehlo.constant dense<[0.6875, 1.75, 0.15625, 2.0, 0.05859375, 0.021484375, 1.875, 1.0]> : tensor<8xf8E4M3>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xf8E4M3>, tensor<8xf8E4M3>
  return
}

// -----

func.func @power_f8E3M4() {
  %x = stablehlo.constant dense<[1.5625, 0.8125, 2.75, 0.78125, 3.5, 4.0, 4.5, 0.90625]> : tensor<8xf8E3M4>
  %y = stablehlo.constant dense<[-0.90625, -2.75, -1.8125, -2.5, -2.25, -2.75, 0.4375, -0.40625]> : tensor<8xf8E3M4>
  %z = stablehlo.power %x, %y : tensor<8xf8E3M4>
  %must = stablehlo.constant dense<[0.65625, 1.75, 0.15625, 1.875, 0.0625, 0.015625, 1.9375, 1.0625]> : tensor<8xf8E3M4>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xf8E3M4>, tensor<8xf8E3M4>
  return
}

// -----

func.func @power_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[2.75, 3.75, 3.25, 1.25, 0.5625, 2.0, 4.0, 3.5]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.constant dense<[0.40625, 0.375, 2.25, -2.75, 3.0, 0.3125, -1.125, -3.0]> : tensor<8xf8E4M3FNUZ>
  %z = stablehlo.power %x, %y : tensor<8xf8E4M3FNUZ>
  %must = stablehlo.constant dense<[1.5, 1.625, 14.0, 0.5625, 0.171875, 1.25, 0.203125, 0.0234375]> : tensor<8xf8E4M3FNUZ>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @power_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[3.0, 3.5, 3.0, 1.25, 0.5, 2.0, 4.0, 3.5]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.constant dense<[0.4375, 0.375, 2.5, -2.5, 3.0, 0.3125, -1.25, -3.0]> : tensor<8xf8E5M2FNUZ>
  %z = stablehlo.power %x, %y : tensor<8xf8E5M2FNUZ>
  %must = stablehlo.constant dense<[1.5, 1.5, 16.0, 0.625, 0.125, 1.25, 0.1875, 0.0234375]> : tensor<8xf8E5M2FNUZ>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @power_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[2.0, 3.25, 1.125, 2.25, 4.0, 3.5, 0.9375, 3.75]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.constant dense<[2.25, -0.1875, -1.375, 1.625, -0.4375, 0.875, 1.75, 2.75]> : tensor<8xf8E4M3B11FNUZ>
  %z = stablehlo.power %x, %y : tensor<8xf8E4M3B11FNUZ>
  %must = stablehlo.constant dense<[5.0, 0.8125, 0.875, 3.75, 0.5625, 3.0, 0.875, 0x80]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @power_f4E2M1FN() {
  %x = stablehlo.constant dense<[4.0, 3.0, 1.5, 1.0, 1.5, 2.0, 2.0, 3.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.constant dense<[1.5, -0.0, 1.5, 2.0, -1.0, -3.0, 1.0, -0.5]> : tensor<8xf4E2M1FN>
  %z = stablehlo.power %x, %y : tensor<8xf4E2M1FN>
  %must = stablehlo.constant dense<[6.0, 1.0, 2.0, 1.0, 0.5, 0.0, 2.0, 0.5]> : tensor<8xf4E2M1FN>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>
  return
}

// -----

func.func @power_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0, 4.0, 2.0, 4.0, 4.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.constant dense<[1.0, 0.125, 1.0, 0.5, 1.0, 2.0, 0.0078125, 2.0]> : tensor<8xf8E8M0FNU>
  %z = stablehlo.power %x, %y : tensor<8xf8E8M0FNU>
  %must = stablehlo.constant dense<[1.0, 1.0, 0.5, 2.0, 4.0, 4.0, 1.0, 16.0]> : tensor<8xf8E8M0FNU>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @power_f16() {
  %x = stablehlo.constant dense<[1.0429688, 4.1875, 3.4492188, 1.9277344, 3.1269531, 3.2246094, 2.4941406, 3.8613281]> : tensor<8xf16>
  %y = stablehlo.constant dense<[-2.4570312, 0.34472656, -1.9912109, 2.3007812, -0.00055933, 0.87353516, 2.2441406, -2.4472656]> : tensor<8xf16>
  %z = stablehlo.power %x, %y : tensor<8xf16>
  %must = stablehlo.constant dense<[0.90185547, 1.6386719, 0.08496094, 4.5273438, 0.9995117, 2.78125, 7.7773438, 0.03665161]> : tensor<8xf16>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @power_bf16() {
  %x = stablehlo.constant dense<[3.390625, 2.203125, 3.90625, 4.0625, 0.71875, 4.5, 0.54296875, 1.4140625]> : tensor<8xbf16>
  %y = stablehlo.constant dense<[0.44140625, 1.015625, 0.6484375, -0.66796875, 0.5703125, 2.015625, -1.2890625, -0.039794922]> : tensor<8xbf16>
  %z = stablehlo.power %x, %y : tensor<8xbf16>
  %must = stablehlo.constant dense<[1.7109375, 2.234375, 2.421875, 0.39257812, 0.828125, 20.75, 2.203125, 0.984375]> : tensor<8xbf16>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @power_f32() {
  %x = stablehlo.constant dense<[3.1718912, 3.303491, 2.8672144, 4.3707666, 1.267828, 3.2092178, 4.32766, 1.085185]> : tensor<8xf32>
  %y = stablehlo.constant dense<[-0.29105923, -1.9703531, -0.4098175, 1.0286849, 0.06550965, -0.47070217, 2.3786612, -0.17588232]> : tensor<8xf32>
  %z = stablehlo.power %x, %y : tensor<8xf32>
  %must = stablehlo.constant dense<[0.71463895, 0.094937906, 0.6494188, 4.559654, 1.0156672, 0.5776128, 32.615993, 0.9857244]> : tensor<8xf32>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @power_f64() {
  %x = stablehlo.constant dense<[3.8843759510593996, 3.2656073749101564, 0.7999798910004063, 3.904307029863002, 3.120542198559316, 3.6735530767554447, 2.224215728769175, 2.7406504296917626]> : tensor<8xf64>
  %y = stablehlo.constant dense<[-2.232116101312183, 1.8229924481137543, 2.911996160909533, -2.8642640245329885, -0.6610109207455124, -1.949160986445173, 1.987197469855822, -0.7633841278734201]> : tensor<8xf64>
  %z = stablehlo.power %x, %y : tensor<8xf64>
  %must = stablehlo.constant dense<[0.048368936012493736, 8.648731857062447, 0.5221155463985026, 0.020214449033080596, 0.4713120387183423, 0.07916911550125606, 4.896762857594047, 0.463179657509041]> : tensor<8xf64>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @power_complex_f32() {
  %x = stablehlo.constant dense<[(3.5583558, 1.6142892), (1.8874679, 1.9147922), (3.541996, 3.0391326), (4.4063272, 0.5853275), (1.2926197, 3.3663673), (1.2256321, 2.3614302), (2.9542735, 0.75546384), (2.8724117, 2.3099554)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.constant dense<[(0.15753463, 1.2264731), (-0.26684967, 2.445676), (0.91540617, -0.09874124), (-2.0590792, 2.610833), (2.1729898, -2.5815604), (-0.34301364, 1.1272875), (1.4369587, -0.3314238), (2.5609758, -1.5506755)]> : tensor<8xcomplex<f32>>
  %z = stablehlo.power %x, %y : tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(-0.12280212, 0.72484475), (-0.0657146, 0.088892125), (3.8623471, 2.0951526), (-0.029097792, -0.015196129), (279.30188, -232.6159), (0.1557506, 0.13896394), (5.392589, -0.052655593), (77.399574, -22.962563)]> : tensor<8xcomplex<f32>>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @power_complex_f64() {
  %x = stablehlo.constant dense<[(1.036483386112221, 3.2552292199560773), (0.6734268730688484, 1.2108089993838052), (0.9523763167727317, 2.4453233086186605), (1.0650052995022126, 3.9403501227709254), (4.041354670166958, 2.850670585064143), (2.321639253866393, 2.239415022315404), (0.9716889886492668, 4.229052079130755), (2.422543306957416, 0.6932277492024133)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.constant dense<[(-0.2255286291813512, -1.0732606025149927), (1.4603523342600404, -2.3083664262847874), (0.6102869053504909, 1.8596785360251857), (-0.14129578821529964, -2.154548468591065), (-1.1802425615378174, -1.6917182101417134), (-0.45835753135998125, -0.7780782896567349), (2.0547403981817167, -2.7005774359391514), (-1.0395331930577458, 2.334353360573928)]> : tensor<8xcomplex<f64>>
  %z = stablehlo.power %x, %y : tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(-0.0954678525255465, -2.9371348996380253), (13.053028029764775, 13.440927976769483), (-0.15812208814519535, 0.11179337200835997), (-13.6559194779427, 1.0052212351612746), (-0.4109395888691102, 0.12158516804282914), (0.3218099754535835, -1.0122020972895798), (279.3514124338161, -718.7777148220861), (-0.058386216456510924, 0.19089646120487921)]> : tensor<8xcomplex<f64>>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @atan2_f8E5M2() {
  %x = stablehlo.constant dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %y = stablehlo.constant dense<[-0.875, -2.5, -1.75, -2.5, -2.0, -2.5, 0.4375, -0.375]> : tensor<8xf8E5M2>
  %z = stablehlo.atan2 %x, %y : tensor<8xf8E5M2>
  %must = stablehlo.constant dense<[1.75, -2.0, 1.75, 2.0, 3.0, 2.0, 1.5, 2.5]> : tensor<8xf8E5M2>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xf8E5M2>, tensor<8xf8E5M2>
  return
}

// -----

func.func @atan2_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.constant dense<[-1.5, -1.25, -0.8125, 0.0625, 2.0, 3.0, -0.875, 3.0]> : tensor<8xf8E4M3FN>
  %z = stablehlo.atan2 %x, %y : tensor<8xf8E4M3FN>
  %must = stablehlo.constant dense<[2.25, -2.0, 1.75, 1.375, -1.125, 1.0, 2.0, -0.8125]> : tensor<8xf8E4M3FN>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>
  return
}

// -----

func.func @atan2_f8E4M3() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %y = stablehlo.constant dense<[-0.9375, -2.75, -1.875, -2.5, -2.25, -2.75, 0.4375, -0.40625]> : tensor<8xf8E4M3>
  %z = stablehlo.atan2 %x, %y : tensor<8xf8E4M3>
  %must = stablehlo.constant dense<[1.75, -2.0, 1.875, 2.0, 3.0, 2.0, 1.5, 2.5]> : tensor<8xf8E4M3>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xf8E4M3>, tensor<8xf8E4M3>
  return
}

// -----

func.func @atan2_f8E3M4() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %y = stablehlo.constant dense<[-0.90625, -2.75, -1.8125, -2.5, -2.25, -2.75, 0.4375, -0.40625]> : tensor<8xf8E3M4>
  %z = stablehlo.atan2 %x, %y : tensor<8xf8E3M4>
  %must = stablehlo.constant dense<[1.75, -2.0, 1.875, 2.125, 3.125, 2.0, 1.5, 2.375]> : tensor<8xf8E3M4>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xf8E3M4>, tensor<8xf8E3M4>
  return
}

// -----

func.func @atan2_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.constant dense<[0.40625, 0.375, 2.25, -2.75, 3.0, 0.3125, -1.125, -3.0]> : tensor<8xf8E4M3FNUZ>
  %z = stablehlo.atan2 %x, %y : tensor<8xf8E4M3FNUZ>
  %must = stablehlo.constant dense<[-1.25, 1.5, -0.46875, 2.0, -1.125, 1.5, 1.875, 2.25]> : tensor<8xf8E4M3FNUZ>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @atan2_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.constant dense<[0.4375, 0.375, 2.5, -2.5, 3.0, 0.3125, -1.25, -3.0]> : tensor<8xf8E5M2FNUZ>
  %z = stablehlo.atan2 %x, %y : tensor<8xf8E5M2FNUZ>
  %must = stablehlo.constant dense<[-1.25, 1.5, -0.375, 2.0, -1.0, 1.5, 1.75, 2.0]> : tensor<8xf8E5M2FNUZ>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @atan2_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.constant dense<[2.25, -0.1875, -1.375, 1.625, -0.4375, 0.875, 1.75, 2.75]> : tensor<8xf8E4M3B11FNUZ>
  %z = stablehlo.atan2 %x, %y : tensor<8xf8E4M3B11FNUZ>
  %must = stablehlo.constant dense<[-1.125, 1.625, 2.0, 0.625, -1.625, -1.25, 0.234375, 0.6875]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @atan2_f4E2M1FN() {
  %x = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.constant dense<[1.5, -0.0, 1.5, 2.0, -1.0, -3.0, 1.0, -0.5]> : tensor<8xf4E2M1FN>
  %z = stablehlo.atan2 %x, %y : tensor<8xf4E2M1FN>
  %must = stablehlo.constant dense<[1.0, 1.5, 1.0, 1.0, -2.0, 2.0, 0.5, -1.5]> : tensor<8xf4E2M1FN>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>
  return
}

// -----

func.func @atan2_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.constant dense<[1.0, 0.125, 1.0, 0.5, 1.0, 2.0, 0.0078125, 2.0]> : tensor<8xf8E8M0FNU>
  %z = stablehlo.atan2 %x, %y : tensor<8xf8E8M0FNU>
  %must = stablehlo.constant dense<[1.0, 2.0, 1.0, 1.0, 1.0, 1.0, 2.0, 1.0]> : tensor<8xf8E8M0FNU>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @atan2_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = stablehlo.constant dense<[-2.4570312, 0.34472656, -1.9912109, 2.3007812, -0.00055933, 0.87353516, 2.2441406, -2.4472656]> : tensor<8xf16>
  %z = stablehlo.atan2 %x, %y : tensor<8xf16>
  %must = stablehlo.constant dense<[2.8320312, -1.5126953, -1.9697266, 0.9160156, 1.5712891, 0.6953125, 0.31811523, 2.7050781]> : tensor<8xf16>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @atan2_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = stablehlo.constant dense<[0.44140625, 1.015625, 0.6484375, -0.66796875, 0.5703125, 2.015625, -1.2890625, -0.039794922]> : tensor<8xbf16>
  %z = stablehlo.atan2 %x, %y : tensor<8xbf16>
  %must = stablehlo.constant dense<[1.4765625, 1.390625, 1.4140625, -3.109375, -1.40625, 1.2265625, -1.8203125, 1.578125]> : tensor<8xbf16>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @atan2_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = stablehlo.constant dense<[-0.29105923, -1.9703531, -0.4098175, 1.0286849, 0.06550965, -0.47070217, 2.3786612, -0.17588232]> : tensor<8xf32>
  %z = stablehlo.atan2 %x, %y : tensor<8xf32>
  %must = stablehlo.constant dense<[1.6216528, 2.770596, -1.6653236, -1.0615358, 1.5093216, 1.6766727, -0.9077925, -2.2101002]> : tensor<8xf32>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @atan2_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = stablehlo.constant dense<[-2.232116101312183, 1.8229924481137543, 2.911996160909533, -2.8642640245329885, -0.6610109207455124, -1.949160986445173, 1.987197469855822, -0.7633841278734201]> : tensor<8xf64>
  %z = stablehlo.atan2 %x, %y : tensor<8xf64>
  %must = stablehlo.constant dense<[-1.9908461073930797, 1.0652724586557565, -1.006516228103606, -2.6820373736629985, -1.7112918056589923, -2.0503955285790845, 1.0718899863509674, 1.8195477794238926]> : tensor<8xf64>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @atan2_complex_f32() {
  %x = stablehlo.constant dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.constant dense<[(0.15753463, 1.2264731), (-0.26684967, 2.445676), (0.91540617, -0.09874124), (-2.0590792, 2.610833), (2.1729898, -2.5815604), (-0.34301364, 1.1272875), (1.4369587, -0.3314238), (2.5609758, -1.5506755)]> : tensor<8xcomplex<f32>>
  %z = stablehlo.atan2 %x, %y : tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(-0.44554615, -0.1131303), (1.9594773, -0.5563303), (1.3569919, -0.14742309), (2.7554135, -0.20495595), (0.9566625, -0.62025446), (1.9160361, 0.023387896), (-1.448662, -0.16645716), (1.6327202, 0.51086634)]> : tensor<8xcomplex<f32>>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @atan2_complex_f64() {
  %x = stablehlo.constant dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.constant dense<[(-0.2255286291813512, -1.0732606025149927), (1.4603523342600404, -2.3083664262847874), (0.6102869053504909, 1.8596785360251857), (-0.14129578821529964, -2.154548468591065), (-1.1802425615378174, -1.6917182101417134), (-0.45835753135998125, -0.7780782896567349), (2.0547403981817167, -2.7005774359391514), (-1.0395331930577458, 2.334353360573928)]> : tensor<8xcomplex<f64>>
  %z = stablehlo.atan2 %x, %y : tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(2.0054405743161525, 0.07207327647593813), (1.10944482637973, 0.2367607759610265), (-0.8339578451983749, 0.5821326688173457), (2.5096073142995547, 0.408995980031232), (1.517151732791834, 0.28570253713099025), (-1.7868412907748907, 0.0659413984532338), (-0.8169120724243609, -0.17432582213041567), (1.4150168003918635, -0.3485516866838639)]> : tensor<8xcomplex<f64>>
  check.expect_close %z, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @and_i2() {
  %x = stablehlo.constant dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi2>
  %y = stablehlo.constant dense<[-2, -2, -1, 0, 1, 0, 1, -2]> : tensor<8xi2>
  %z = stablehlo.and %x, %y : tensor<8xi2>
  check.expect_eq_const %z, dense<[-2, 0, 0, 0, 0, 0, 0, -2]> : tensor<8xi2>
  return
}

// -----

func.func @and_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 1, 3, -4, 6, 0]> : tensor<8xi4>
  %y = stablehlo.constant dense<[0, 6, -4, 3, 1, 0, 7, -8]> : tensor<8xi4>
  %z = stablehlo.and %x, %y : tensor<8xi4>
  check.expect_eq_const %z, dense<[0, 6, 0, 1, 1, 0, 6, 0]> : tensor<8xi4>
  return
}

// -----

func.func @and_i8() {
  %x = stablehlo.constant dense<[-128, 127, 0, 1, 63, -64, 119, 33]> : tensor<8xi8>
  %y = stablehlo.constant dense<[33, 119, -64, 63, 1, 0, 127, -128]> : tensor<8xi8>
  %z = stablehlo.and %x, %y : tensor<8xi8>
  check.expect_eq_const %z, dense<[0, 119, 0, 1, 1, 0, 119, 0]> : tensor<8xi8>
  return
}

// -----

func.func @and_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 0, 1, 16383, -16384, 23984, -19355]> : tensor<8xi16>
  %y = stablehlo.constant dense<[-19355, 23984, -16384, 16383, 1, 0, 32767, -32768]> : tensor<8xi16>
  %z = stablehlo.and %x, %y : tensor<8xi16>
  check.expect_eq_const %z, dense<[-32768, 23984, 0, 1, 1, 0, 23984, -32768]> : tensor<8xi16>
  return
}

// -----

func.func @and_i32() {
  %x = stablehlo.constant dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, 917137660, -59504060]> : tensor<8xi32>
  %y = stablehlo.constant dense<[-59504060, 917137660, -1073741824, 1073741823, 1, 0, 2147483647, -2147483648]> : tensor<8xi32>
  %z = stablehlo.and %x, %y : tensor<8xi32>
  check.expect_eq_const %z, dense<[-2147483648, 917137660, 0, 1, 1, 0, 917137660, -2147483648]> : tensor<8xi32>
  return
}

// -----

func.func @and_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, -4611686018427387904, -4442621652540867298, 1875531077028753871]> : tensor<8xi64>
  %y = stablehlo.constant dense<[1875531077028753871, -4442621652540867298, -4611686018427387904, 4611686018427387903, 1, 0, 9223372036854775807, -9223372036854775808]> : tensor<8xi64>
  %z = stablehlo.and %x, %y : tensor<8xi64>
  check.expect_eq_const %z, dense<[0, 4780750384313908510, 0, 1, 1, 0, 4780750384313908510, 0]> : tensor<8xi64>
  return
}

// -----

func.func @and_ui2() {
  %x = stablehlo.constant dense<[0, 3, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  %y = stablehlo.constant dense<[0, 1, 0, 1, 1, 0, 3, 0]> : tensor<8xui2>
  %z = stablehlo.and %x, %y : tensor<8xui2>
  check.expect_eq_const %z, dense<[0, 1, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  return
}

// -----

func.func @and_ui4() {
  %x = stablehlo.constant dense<[0, 15, 0, 1, 7, 0, 3, 4]> : tensor<8xui4>
  %y = stablehlo.constant dense<[4, 3, 0, 7, 1, 0, 15, 0]> : tensor<8xui4>
  %z = stablehlo.and %x, %y : tensor<8xui4>
  check.expect_eq_const %z, dense<[0, 3, 0, 1, 1, 0, 3, 0]> : tensor<8xui4>
  return
}

// -----

func.func @and_ui8() {
  %x = stablehlo.constant dense<[0, 255, 0, 1, 127, 0, 178, 198]> : tensor<8xui8>
  %y = stablehlo.constant dense<[198, 178, 0, 127, 1, 0, 255, 0]> : tensor<8xui8>
  %z = stablehlo.and %x, %y : tensor<8xui8>
  check.expect_eq_const %z, dense<[0, 178, 0, 1, 1, 0, 178, 0]> : tensor<8xui8>
  return
}

// -----

func.func @and_ui16() {
  %x = stablehlo.constant dense<[0, 65535, 0, 1, 32767, 0, 11615, 25254]> : tensor<8xui16>
  %y = stablehlo.constant dense<[25254, 11615, 0, 32767, 1, 0, 65535, 0]> : tensor<8xui16>
  %z = stablehlo.and %x, %y : tensor<8xui16>
  check.expect_eq_const %z, dense<[0, 11615, 0, 1, 1, 0, 11615, 0]> : tensor<8xui16>
  return
}

// -----

func.func @and_ui32() {
  %x = stablehlo.constant dense<[0, 4294967295, 0, 1, 2147483647, 0, 3832136357, 443256444]> : tensor<8xui32>
  %y = stablehlo.constant dense<[443256444, 3832136357, 0, 2147483647, 1, 0, 4294967295, 0]> : tensor<8xui32>
  %z = stablehlo.and %x, %y : tensor<8xui32>
  check.expect_eq_const %z, dense<[0, 3832136357, 0, 1, 1, 0, 3832136357, 0]> : tensor<8xui32>
  return
}

// -----

func.func @and_ui64() {
  %x = stablehlo.constant dense<[0, 18446744073709551615, 0, 1, 9223372036854775807, 0, 3651146168191674878, 2581680906778753474]> : tensor<8xui64>
  %y = stablehlo.constant dense<[2581680906778753474, 3651146168191674878, 0, 9223372036854775807, 1, 0, 18446744073709551615, 0]> : tensor<8xui64>
  %z = stablehlo.and %x, %y : tensor<8xui64>
  check.expect_eq_const %z, dense<[0, 3651146168191674878, 0, 1, 1, 0, 3651146168191674878, 0]> : tensor<8xui64>
  return
}

// -----

func.func @and_i1() {
  %x = stablehlo.constant dense<[false, true, false, false, true, true, true, true]> : tensor<8xi1>
  %y = stablehlo.constant dense<[false, false, false, false, true, false, false, true]> : tensor<8xi1>
  %z = stablehlo.and %x, %y : tensor<8xi1>
  check.expect_eq_const %z, dense<[false, false, false, false, true, false, false, true]> : tensor<8xi1>
  return
}

// -----

func.func @or_i2() {
  %x = stablehlo.constant dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi2>
  %y = stablehlo.constant dense<[-2, -2, -1, 0, 1, 0, 1, -2]> : tensor<8xi2>
  %z = stablehlo.or %x, %y : tensor<8xi2>
  check.expect_eq_const %z, dense<[-2, -1, -1, 1, 1, -1, -1, -2]> : tensor<8xi2>
  return
}

// -----

func.func @or_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 1, 3, -4, 6, 0]> : tensor<8xi4>
  %y = stablehlo.constant dense<[0, 6, -4, 3, 1, 0, 7, -8]> : tensor<8xi4>
  %z = stablehlo.or %x, %y : tensor<8xi4>
  check.expect_eq_const %z, dense<[-8, 7, -4, 3, 3, -4, 7, -8]> : tensor<8xi4>
  return
}

// -----

func.func @or_i8() {
  %x = stablehlo.constant dense<[-128, 127, 0, 1, 63, -64, 119, 33]> : tensor<8xi8>
  %y = stablehlo.constant dense<[33, 119, -64, 63, 1, 0, 127, -128]> : tensor<8xi8>
  %z = stablehlo.or %x, %y : tensor<8xi8>
  check.expect_eq_const %z, dense<[-95, 127, -64, 63, 63, -64, 127, -95]> : tensor<8xi8>
  return
}

// -----

func.func @or_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 0, 1, 16383, -16384, 23984, -19355]> : tensor<8xi16>
  %y = stablehlo.constant dense<[-19355, 23984, -16384, 16383, 1, 0, 32767, -32768]> : tensor<8xi16>
  %z = stablehlo.or %x, %y : tensor<8xi16>
  check.expect_eq_const %z, dense<[-19355, 32767, -16384, 16383, 16383, -16384, 32767, -19355]> : tensor<8xi16>
  return
}

// -----

func.func @or_i32() {
  %x = stablehlo.constant dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, 917137660, -59504060]> : tensor<8xi32>
  %y = stablehlo.constant dense<[-59504060, 917137660, -1073741824, 1073741823, 1, 0, 2147483647, -2147483648]> : tensor<8xi32>
  %z = stablehlo.or %x, %y : tensor<8xi32>
  check.expect_eq_const %z, dense<[-59504060, 2147483647, -1073741824, 1073741823, 1073741823, -1073741824, 2147483647, -59504060]> : tensor<8xi32>
  return
}

// -----

func.func @or_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, -4611686018427387904, -4442621652540867298, 1875531077028753871]> : tensor<8xi64>
  %y = stablehlo.constant dense<[1875531077028753871, -4442621652540867298, -4611686018427387904, 4611686018427387903, 1, 0, 9223372036854775807, -9223372036854775808]> : tensor<8xi64>
  %z = stablehlo.or %x, %y : tensor<8xi64>
  check.expect_eq_const %z, dense<[-7347840959826021937, -1, -4611686018427387904, 4611686018427387903, 4611686018427387903, -4611686018427387904, -1, -7347840959826021937]> : tensor<8xi64>
  return
}

// -----

func.func @or_ui2() {
  %x = stablehlo.constant dense<[0, 3, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  %y = stablehlo.constant dense<[0, 1, 0, 1, 1, 0, 3, 0]> : tensor<8xui2>
  %z = stablehlo.or %x, %y : tensor<8xui2>
  check.expect_eq_const %z, dense<[0, 3, 0, 1, 1, 0, 3, 0]> : tensor<8xui2>
  return
}

// -----

func.func @or_ui4() {
  %x = stablehlo.constant dense<[0, 15, 0, 1, 7, 0, 3, 4]> : tensor<8xui4>
  %y = stablehlo.constant dense<[4, 3, 0, 7, 1, 0, 15, 0]> : tensor<8xui4>
  %z = stablehlo.or %x, %y : tensor<8xui4>
  check.expect_eq_const %z, dense<[4, 15, 0, 7, 7, 0, 15, 4]> : tensor<8xui4>
  return
}

// -----

func.func @or_ui8() {
  %x = stablehlo.constant dense<[0, 255, 0, 1, 127, 0, 178, 198]> : tensor<8xui8>
  %y = stablehlo.constant dense<[198, 178, 0, 127, 1, 0, 255, 0]> : tensor<8xui8>
  %z = stablehlo.or %x, %y : tensor<8xui8>
  check.expect_eq_const %z, dense<[198, 255, 0, 127, 127, 0, 255, 198]> : tensor<8xui8>
  return
}

// -----

func.func @or_ui16() {
  %x = stablehlo.constant dense<[0, 65535, 0, 1, 32767, 0, 11615, 25254]> : tensor<8xui16>
  %y = stablehlo.constant dense<[25254, 11615, 0, 32767, 1, 0, 65535, 0]> : tensor<8xui16>
  %z = stablehlo.or %x, %y : tensor<8xui16>
  check.expect_eq_const %z, dense<[25254, 65535, 0, 32767, 32767, 0, 65535, 25254]> : tensor<8xui16>
  return
}

// -----

func.func @or_ui32() {
  %x = stablehlo.constant dense<[0, 4294967295, 0, 1, 2147483647, 0, 3832136357, 443256444]> : tensor<8xui32>
  %y = stablehlo.constant dense<[443256444, 3832136357, 0, 2147483647, 1, 0, 4294967295, 0]> : tensor<8xui32>
  %z = stablehlo.or %x, %y : tensor<8xui32>
  check.expect_eq_const %z, dense<[443256444, 4294967295, 0, 2147483647, 2147483647, 0, 4294967295, 443256444]> : tensor<8xui32>
  return
}

// -----

func.func @or_ui64() {
  %x = stablehlo.constant dense<[0, 18446744073709551615, 0, 1, 9223372036854775807, 0, 3651146168191674878, 2581680906778753474]> : tensor<8xui64>
  %y = stablehlo.constant dense<[2581680906778753474, 3651146168191674878, 0, 9223372036854775807, 1, 0, 18446744073709551615, 0]> : tensor<8xui64>
  %z = stablehlo.or %x, %y : tensor<8xui64>
  check.expect_eq_const %z, dense<[2581680906778753474, 18446744073709551615, 0, 9223372036854775807, 9223372036854775807, 0, 18446744073709551615, 2581680906778753474]> : tensor<8xui64>
  return
}

// -----

func.func @or_i1() {
  %x = stablehlo.constant dense<[false, true, false, false, true, true, true, true]> : tensor<8xi1>
  %y = stablehlo.constant dense<[false, false, false, false, true, false, false, true]> : tensor<8xi1>
  %z = stablehlo.or %x, %y : tensor<8xi1>
  check.expect_eq_const %z, dense<[false, true, false, false, true, true, true, true]> : tensor<8xi1>
  return
}

// -----

func.func @xor_i2() {
  %x = stablehlo.constant dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi2>
  %y = stablehlo.constant dense<[-2, -2, -1, 0, 1, 0, 1, -2]> : tensor<8xi2>
  %z = stablehlo.xor %x, %y : tensor<8xi2>
  check.expect_eq_const %z, dense<[0, -1, -1, 1, 1, -1, -1, 0]> : tensor<8xi2>
  return
}

// -----

func.func @xor_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 1, 3, -4, 6, 0]> : tensor<8xi4>
  %y = stablehlo.constant dense<[0, 6, -4, 3, 1, 0, 7, -8]> : tensor<8xi4>
  %z = stablehlo.xor %x, %y : tensor<8xi4>
  check.expect_eq_const %z, dense<[-8, 1, -4, 2, 2, -4, 1, -8]> : tensor<8xi4>
  return
}

// -----

func.func @xor_i8() {
  %x = stablehlo.constant dense<[-128, 127, 0, 1, 63, -64, 119, 33]> : tensor<8xi8>
  %y = stablehlo.constant dense<[33, 119, -64, 63, 1, 0, 127, -128]> : tensor<8xi8>
  %z = stablehlo.xor %x, %y : tensor<8xi8>
  check.expect_eq_const %z, dense<[-95, 8, -64, 62, 62, -64, 8, -95]> : tensor<8xi8>
  return
}

// -----

func.func @xor_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 0, 1, 16383, -16384, 23984, -19355]> : tensor<8xi16>
  %y = stablehlo.constant dense<[-19355, 23984, -16384, 16383, 1, 0, 32767, -32768]> : tensor<8xi16>
  %z = stablehlo.xor %x, %y : tensor<8xi16>
  check.expect_eq_const %z, dense<[13413, 8783, -16384, 16382, 16382, -16384, 8783, 13413]> : tensor<8xi16>
  return
}

// -----

func.func @xor_i32() {
  %x = stablehlo.constant dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, 917137660, -59504060]> : tensor<8xi32>
  %y = stablehlo.constant dense<[-59504060, 917137660, -1073741824, 1073741823, 1, 0, 2147483647, -2147483648]> : tensor<8xi32>
  %z = stablehlo.xor %x, %y : tensor<8xi32>
  check.expect_eq_const %z, dense<[2087979588, 1230345987, -1073741824, 1073741822, 1073741822, -1073741824, 1230345987, 2087979588]> : tensor<8xi32>
  return
}

// -----

func.func @xor_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, -4611686018427387904, -4442621652540867298, 1875531077028753871]> : tensor<8xi64>
  %y = stablehlo.constant dense<[1875531077028753871, -4442621652540867298, -4611686018427387904, 4611686018427387903, 1, 0, 9223372036854775807, -9223372036854775808]> : tensor<8xi64>
  %z = stablehlo.xor %x, %y : tensor<8xi64>
  check.expect_eq_const %z, dense<[-7347840959826021937, -4780750384313908511, -4611686018427387904, 4611686018427387902, 4611686018427387902, -4611686018427387904, -4780750384313908511, -7347840959826021937]> : tensor<8xi64>
  return
}

// -----

func.func @xor_ui2() {
  %x = stablehlo.constant dense<[0, 3, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  %y = stablehlo.constant dense<[0, 1, 0, 1, 1, 0, 3, 0]> : tensor<8xui2>
  %z = stablehlo.xor %x, %y : tensor<8xui2>
  check.expect_eq_const %z, dense<[0, 2, 0, 0, 0, 0, 2, 0]> : tensor<8xui2>
  return
}

// -----

func.func @xor_ui4() {
  %x = stablehlo.constant dense<[0, 15, 0, 1, 7, 0, 3, 4]> : tensor<8xui4>
  %y = stablehlo.constant dense<[4, 3, 0, 7, 1, 0, 15, 0]> : tensor<8xui4>
  %z = stablehlo.xor %x, %y : tensor<8xui4>
  check.expect_eq_const %z, dense<[4, 12, 0, 6, 6, 0, 12, 4]> : tensor<8xui4>
  return
}

// -----

func.func @xor_ui8() {
  %x = stablehlo.constant dense<[0, 255, 0, 1, 127, 0, 178, 198]> : tensor<8xui8>
  %y = stablehlo.constant dense<[198, 178, 0, 127, 1, 0, 255, 0]> : tensor<8xui8>
  %z = stablehlo.xor %x, %y : tensor<8xui8>
  check.expect_eq_const %z, dense<[198, 77, 0, 126, 126, 0, 77, 198]> : tensor<8xui8>
  return
}

// -----

func.func @xor_ui16() {
  %x = stablehlo.constant dense<[0, 65535, 0, 1, 32767, 0, 11615, 25254]> : tensor<8xui16>
  %y = stablehlo.constant dense<[25254, 11615, 0, 32767, 1, 0, 65535, 0]> : tensor<8xui16>
  %z = stablehlo.xor %x, %y : tensor<8xui16>
  check.expect_eq_const %z, dense<[25254, 53920, 0, 32766, 32766, 0, 53920, 25254]> : tensor<8xui16>
  return
}

// -----

func.func @xor_ui32() {
  %x = stablehlo.constant dense<[0, 4294967295, 0, 1, 2147483647, 0, 3832136357, 443256444]> : tensor<8xui32>
  %y = stablehlo.constant dense<[443256444, 3832136357, 0, 2147483647, 1, 0, 4294967295, 0]> : tensor<8xui32>
  %z = stablehlo.xor %x, %y : tensor<8xui32>
  check.expect_eq_const %z, dense<[443256444, 462830938, 0, 2147483646, 2147483646, 0, 462830938, 443256444]> : tensor<8xui32>
  return
}

// -----

func.func @xor_ui64() {
  %x = stablehlo.constant dense<[0, 18446744073709551615, 0, 1, 9223372036854775807, 0, 3651146168191674878, 2581680906778753474]> : tensor<8xui64>
  %y = stablehlo.constant dense<[2581680906778753474, 3651146168191674878, 0, 9223372036854775807, 1, 0, 18446744073709551615, 0]> : tensor<8xui64>
  %z = stablehlo.xor %x, %y : tensor<8xui64>
  check.expect_eq_const %z, dense<[2581680906778753474, 14795597905517876737, 0, 9223372036854775806, 9223372036854775806, 0, 14795597905517876737, 2581680906778753474]> : tensor<8xui64>
  return
}

// -----

func.func @xor_i1() {
  %x = stablehlo.constant dense<[false, true, false, false, true, true, true, true]> : tensor<8xi1>
  %y = stablehlo.constant dense<[false, false, false, false, true, false, false, true]> : tensor<8xi1>
  %z = stablehlo.xor %x, %y : tensor<8xi1>
  check.expect_eq_const %z, dense<[false, true, false, false, false, true, true, false]> : tensor<8xi1>
  return
}

// -----

func.func @maximum_i2() {
  %x = stablehlo.constant dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi2>
  %y = stablehlo.constant dense<[-2, -2, -1, 0, 1, 0, 1, -2]> : tensor<8xi2>
  %z = stablehlo.maximum %x, %y : tensor<8xi2>
  check.expect_eq_const %z, dense<[-2, 1, 0, 1, 1, 0, 1, -2]> : tensor<8xi2>
  return
}

// -----

func.func @maximum_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 1, 3, -4, 6, 0]> : tensor<8xi4>
  %y = stablehlo.constant dense<[0, 6, -4, 3, 1, 0, 7, -8]> : tensor<8xi4>
  %z = stablehlo.maximum %x, %y : tensor<8xi4>
  check.expect_eq_const %z, dense<[0, 7, 0, 3, 3, 0, 7, 0]> : tensor<8xi4>
  return
}

// -----

func.func @maximum_i8() {
  %x = stablehlo.constant dense<[-128, 127, 0, 1, 63, -64, 119, 33]> : tensor<8xi8>
  %y = stablehlo.constant dense<[33, 119, -64, 63, 1, 0, 127, -128]> : tensor<8xi8>
  %z = stablehlo.maximum %x, %y : tensor<8xi8>
  check.expect_eq_const %z, dense<[33, 127, 0, 63, 63, 0, 127, 33]> : tensor<8xi8>
  return
}

// -----

func.func @maximum_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 0, 1, 16383, -16384, 23984, -19355]> : tensor<8xi16>
  %y = stablehlo.constant dense<[-19355, 23984, -16384, 16383, 1, 0, 32767, -32768]> : tensor<8xi16>
  %z = stablehlo.maximum %x, %y : tensor<8xi16>
  check.expect_eq_const %z, dense<[-19355, 32767, 0, 16383, 16383, 0, 32767, -19355]> : tensor<8xi16>
  return
}

// -----

func.func @maximum_i32() {
  %x = stablehlo.constant dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, 917137660, -59504060]> : tensor<8xi32>
  %y = stablehlo.constant dense<[-59504060, 917137660, -1073741824, 1073741823, 1, 0, 2147483647, -2147483648]> : tensor<8xi32>
  %z = stablehlo.maximum %x, %y : tensor<8xi32>
  check.expect_eq_const %z, dense<[-59504060, 2147483647, 0, 1073741823, 1073741823, 0, 2147483647, -59504060]> : tensor<8xi32>
  return
}

// -----

func.func @maximum_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, -4611686018427387904, -4442621652540867298, 1875531077028753871]> : tensor<8xi64>
  %y = stablehlo.constant dense<[1875531077028753871, -4442621652540867298, -4611686018427387904, 4611686018427387903, 1, 0, 9223372036854775807, -9223372036854775808]> : tensor<8xi64>
  %z = stablehlo.maximum %x, %y : tensor<8xi64>
  check.expect_eq_const %z, dense<[1875531077028753871, 9223372036854775807, 0, 4611686018427387903, 4611686018427387903, 0, 9223372036854775807, 1875531077028753871]> : tensor<8xi64>
  return
}

// -----

func.func @maximum_ui2() {
  %x = stablehlo.constant dense<[0, 3, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  %y = stablehlo.constant dense<[0, 1, 0, 1, 1, 0, 3, 0]> : tensor<8xui2>
  %z = stablehlo.maximum %x, %y : tensor<8xui2>
  check.expect_eq_const %z, dense<[0, 3, 0, 1, 1, 0, 3, 0]> : tensor<8xui2>
  return
}

// -----

func.func @maximum_ui4() {
  %x = stablehlo.constant dense<[0, 15, 0, 1, 7, 0, 3, 4]> : tensor<8xui4>
  %y = stablehlo.constant dense<[4, 3, 0, 7, 1, 0, 15, 0]> : tensor<8xui4>
  %z = stablehlo.maximum %x, %y : tensor<8xui4>
  check.expect_eq_const %z, dense<[4, 15, 0, 7, 7, 0, 15, 4]> : tensor<8xui4>
  return
}

// -----

func.func @maximum_ui8() {
  %x = stablehlo.constant dense<[0, 255, 0, 1, 127, 0, 178, 198]> : tensor<8xui8>
  %y = stablehlo.constant dense<[198, 178, 0, 127, 1, 0, 255, 0]> : tensor<8xui8>
  %z = stablehlo.maximum %x, %y : tensor<8xui8>
  check.expect_eq_const %z, dense<[198, 255, 0, 127, 127, 0, 255, 198]> : tensor<8xui8>
  return
}

// -----

func.func @maximum_ui16() {
  %x = stablehlo.constant dense<[0, 65535, 0, 1, 32767, 0, 11615, 25254]> : tensor<8xui16>
  %y = stablehlo.constant dense<[25254, 11615, 0, 32767, 1, 0, 65535, 0]> : tensor<8xui16>
  %z = stablehlo.maximum %x, %y : tensor<8xui16>
  check.expect_eq_const %z, dense<[25254, 65535, 0, 32767, 32767, 0, 65535, 25254]> : tensor<8xui16>
  return
}

// -----

func.func @maximum_ui32() {
  %x = stablehlo.constant dense<[0, 4294967295, 0, 1, 2147483647, 0, 3832136357, 443256444]> : tensor<8xui32>
  %y = stablehlo.constant dense<[443256444, 3832136357, 0, 2147483647, 1, 0, 4294967295, 0]> : tensor<8xui32>
  %z = stablehlo.maximum %x, %y : tensor<8xui32>
  check.expect_eq_const %z, dense<[443256444, 4294967295, 0, 2147483647, 2147483647, 0, 4294967295, 443256444]> : tensor<8xui32>
  return
}

// -----

func.func @maximum_ui64() {
  %x = stablehlo.constant dense<[0, 18446744073709551615, 0, 1, 9223372036854775807, 0, 3651146168191674878, 2581680906778753474]> : tensor<8xui64>
  %y = stablehlo.constant dense<[2581680906778753474, 3651146168191674878, 0, 9223372036854775807, 1, 0, 18446744073709551615, 0]> : tensor<8xui64>
  %z = stablehlo.maximum %x, %y : tensor<8xui64>
  check.expect_eq_const %z, dense<[2581680906778753474, 18446744073709551615, 0, 9223372036854775807, 9223372036854775807, 0, 18446744073709551615, 2581680906778753474]> : tensor<8xui64>
  return
}

// -----

func.func @maximum_f8E5M2() {
  %x = stablehlo.constant dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %y = stablehlo.constant dense<[-0.875, -2.5, -1.75, -2.5, -2.0, -2.5, 0.4375, -0.375]> : tensor<8xf8E5M2>
  %z = stablehlo.maximum %x, %y : tensor<8xf8E5M2>
  check.expect_eq_const %z, dense<[6.0, -2.5, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  return
}

// -----

func.func @maximum_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.constant dense<[-1.5, -1.25, -0.8125, 0.0625, 2.0, 3.0, -0.875, 3.0]> : tensor<8xf8E4M3FN>
  %z = stablehlo.maximum %x, %y : tensor<8xf8E4M3FN>
  check.expect_eq_const %z, dense<[1.625, -1.25, 5.5, 0.4375, 2.0, 5.0, 1.625, 3.0]> : tensor<8xf8E4M3FN>
  return
}

// -----

func.func @maximum_f8E4M3() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %y = stablehlo.constant dense<[-0.9375, -2.75, -1.875, -2.5, -2.25, -2.75, 0.4375, -0.40625]> : tensor<8xf8E4M3>
  %z = stablehlo.maximum %x, %y : tensor<8xf8E4M3>
  check.expect_eq_const %z, dense<[6.0, -2.75, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  return
}

// -----

func.func @maximum_f8E3M4() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %y = stablehlo.constant dense<[-0.90625, -2.75, -1.8125, -2.5, -2.25, -2.75, 0.4375, -0.40625]> : tensor<8xf8E3M4>
  %z = stablehlo.maximum %x, %y : tensor<8xf8E3M4>
  check.expect_eq_const %z, dense<[6.0, -2.75, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  return
}

// -----

func.func @maximum_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.constant dense<[0.40625, 0.375, 2.25, -2.75, 3.0, 0.3125, -1.125, -3.0]> : tensor<8xf8E4M3FNUZ>
  %z = stablehlo.maximum %x, %y : tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %z, dense<[0.40625, 3.75, 2.25, 5.5, 3.0, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @maximum_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.constant dense<[0.4375, 0.375, 2.5, -2.5, 3.0, 0.3125, -1.25, -3.0]> : tensor<8xf8E5M2FNUZ>
  %z = stablehlo.maximum %x, %y : tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %z, dense<[0.4375, 3.5, 2.5, 5.0, 3.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @maximum_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.constant dense<[2.25, -0.1875, -1.375, 1.625, -0.4375, 0.875, 1.75, 2.75]> : tensor<8xf8E4M3B11FNUZ>
  %z = stablehlo.maximum %x, %y : tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %z, dense<[2.25, 1.875, 2.25, 1.625, -0.4375, 0.875, 1.75, 2.75]> : tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @maximum_f4E2M1FN() {
  %x = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.constant dense<[1.5, -0.0, 1.5, 2.0, -1.0, -3.0, 1.0, -0.5]> : tensor<8xf4E2M1FN>
  %z = stablehlo.maximum %x, %y : tensor<8xf4E2M1FN>
  check.expect_eq_const %z, dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 1.0, -0.5]> : tensor<8xf4E2M1FN>
  return
}

// -----

func.func @maximum_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.constant dense<[1.0, 0.125, 1.0, 0.5, 1.0, 2.0, 0.0078125, 2.0]> : tensor<8xf8E8M0FNU>
  %z = stablehlo.maximum %x, %y : tensor<8xf8E8M0FNU>
  check.expect_eq_const %z, dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @maximum_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = stablehlo.constant dense<[-2.4570312, 0.34472656, -1.9912109, 2.3007812, -0.00055933, 0.87353516, 2.2441406, -2.4472656]> : tensor<8xf16>
  %z = stablehlo.maximum %x, %y : tensor<8xf16>
  check.expect_eq_const %z, dense<[0.78759766, 0.34472656, -1.9912109, 2.9960938, 4.109375, 0.87353516, 2.2441406, 1.1396484]> : tensor<8xf16>
  return
}

// -----

func.func @maximum_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = stablehlo.constant dense<[0.44140625, 1.015625, 0.6484375, -0.66796875, 0.5703125, 2.015625, -1.2890625, -0.039794922]> : tensor<8xbf16>
  %z = stablehlo.maximum %x, %y : tensor<8xbf16>
  check.expect_eq_const %z, dense<[4.84375, 5.5625, 4.09375, -0.018188477, 0.5703125, 5.65625, -1.2890625, 4.71875]> : tensor<8xbf16>
  return
}

// -----

func.func @maximum_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = stablehlo.constant dense<[-0.29105923, -1.9703531, -0.4098175, 1.0286849, 0.06550965, -0.47070217, 2.3786612, -0.17588232]> : tensor<8xf32>
  %z = stablehlo.maximum %x, %y : tensor<8xf32>
  check.expect_eq_const %z, dense<[5.718211, 0.76648754, -0.4098175, 1.0286849, 1.064292, 4.4291472, 2.3786612, -0.17588232]> : tensor<8xf32>
  return
}

// -----

func.func @maximum_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = stablehlo.constant dense<[-2.232116101312183, 1.8229924481137543, 2.911996160909533, -2.8642640245329885, -0.6610109207455124, -1.949160986445173, 1.987197469855822, -0.7633841278734201]> : tensor<8xf64>
  %z = stablehlo.maximum %x, %y : tensor<8xf64>
  check.expect_eq_const %z, dense<[-2.232116101312183, 3.29359214395844, 2.911996160909533, -1.4175099610840096, -0.6610109207455124, -1.949160986445173, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  return
}

// -----

func.func @maximum_complex_f32() {
  %x = stablehlo.constant dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.constant dense<[(0.15753463, 1.2264731), (-0.26684967, 2.445676), (0.91540617, -0.09874124), (-2.0590792, 2.610833), (2.1729898, -2.5815604), (-0.34301364, 1.1272875), (1.4369587, -0.3314238), (2.5609758, -1.5506755)]> : tensor<8xcomplex<f32>>
  %z = stablehlo.maximum %x, %y : tensor<8xcomplex<f32>>
  check.expect_eq_const %z, dense<[(0.15753463, 1.2264731), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (2.1729898, -2.5815604), (0.72003585, -3.1892967), (1.4369587, -0.3314238), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  return
}

// -----

func.func @maximum_complex_f64() {
  %x = stablehlo.constant dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.constant dense<[(-0.2255286291813512, -1.0732606025149927), (1.4603523342600404, -2.3083664262847874), (0.6102869053504909, 1.8596785360251857), (-0.14129578821529964, -2.154548468591065), (-1.1802425615378174, -1.6917182101417134), (-0.45835753135998125, -0.7780782896567349), (2.0547403981817167, -2.7005774359391514), (-1.0395331930577458, 2.334353360573928)]> : tensor<8xcomplex<f64>>
  %z = stablehlo.maximum %x, %y : tensor<8xcomplex<f64>>
  check.expect_eq_const %z, dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (0.6102869053504909, 1.8596785360251857), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.45835753135998125, -0.7780782896567349), (2.0547403981817167, -2.7005774359391514), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @minimum_i2() {
  %x = stablehlo.constant dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi2>
  %y = stablehlo.constant dense<[-2, -2, -1, 0, 1, 0, 1, -2]> : tensor<8xi2>
  %z = stablehlo.minimum %x, %y : tensor<8xi2>
  check.expect_eq_const %z, dense<[-2, -2, -1, 0, 0, -1, -2, -2]> : tensor<8xi2>
  return
}

// -----

func.func @minimum_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 1, 3, -4, 6, 0]> : tensor<8xi4>
  %y = stablehlo.constant dense<[0, 6, -4, 3, 1, 0, 7, -8]> : tensor<8xi4>
  %z = stablehlo.minimum %x, %y : tensor<8xi4>
  check.expect_eq_const %z, dense<[-8, 6, -4, 1, 1, -4, 6, -8]> : tensor<8xi4>
  return
}

// -----

func.func @minimum_i8() {
  %x = stablehlo.constant dense<[-128, 127, 0, 1, 63, -64, 119, 33]> : tensor<8xi8>
  %y = stablehlo.constant dense<[33, 119, -64, 63, 1, 0, 127, -128]> : tensor<8xi8>
  %z = stablehlo.minimum %x, %y : tensor<8xi8>
  check.expect_eq_const %z, dense<[-128, 119, -64, 1, 1, -64, 119, -128]> : tensor<8xi8>
  return
}

// -----

func.func @minimum_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 0, 1, 16383, -16384, 23984, -19355]> : tensor<8xi16>
  %y = stablehlo.constant dense<[-19355, 23984, -16384, 16383, 1, 0, 32767, -32768]> : tensor<8xi16>
  %z = stablehlo.minimum %x, %y : tensor<8xi16>
  check.expect_eq_const %z, dense<[-32768, 23984, -16384, 1, 1, -16384, 23984, -32768]> : tensor<8xi16>
  return
}

// -----

func.func @minimum_i32() {
  %x = stablehlo.constant dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, 917137660, -59504060]> : tensor<8xi32>
  %y = stablehlo.constant dense<[-59504060, 917137660, -1073741824, 1073741823, 1, 0, 2147483647, -2147483648]> : tensor<8xi32>
  %z = stablehlo.minimum %x, %y : tensor<8xi32>
  check.expect_eq_const %z, dense<[-2147483648, 917137660, -1073741824, 1, 1, -1073741824, 917137660, -2147483648]> : tensor<8xi32>
  return
}

// -----

func.func @minimum_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, -4611686018427387904, -4442621652540867298, 1875531077028753871]> : tensor<8xi64>
  %y = stablehlo.constant dense<[1875531077028753871, -4442621652540867298, -4611686018427387904, 4611686018427387903, 1, 0, 9223372036854775807, -9223372036854775808]> : tensor<8xi64>
  %z = stablehlo.minimum %x, %y : tensor<8xi64>
  check.expect_eq_const %z, dense<[-9223372036854775808, -4442621652540867298, -4611686018427387904, 1, 1, -4611686018427387904, -4442621652540867298, -9223372036854775808]> : tensor<8xi64>
  return
}

// -----

func.func @minimum_ui2() {
  %x = stablehlo.constant dense<[0, 3, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  %y = stablehlo.constant dense<[0, 1, 0, 1, 1, 0, 3, 0]> : tensor<8xui2>
  %z = stablehlo.minimum %x, %y : tensor<8xui2>
  check.expect_eq_const %z, dense<[0, 1, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  return
}

// -----

func.func @minimum_ui4() {
  %x = stablehlo.constant dense<[0, 15, 0, 1, 7, 0, 3, 4]> : tensor<8xui4>
  %y = stablehlo.constant dense<[4, 3, 0, 7, 1, 0, 15, 0]> : tensor<8xui4>
  %z = stablehlo.minimum %x, %y : tensor<8xui4>
  check.expect_eq_const %z, dense<[0, 3, 0, 1, 1, 0, 3, 0]> : tensor<8xui4>
  return
}

// -----

func.func @minimum_ui8() {
  %x = stablehlo.constant dense<[0, 255, 0, 1, 127, 0, 178, 198]> : tensor<8xui8>
  %y = stablehlo.constant dense<[198, 178, 0, 127, 1, 0, 255, 0]> : tensor<8xui8>
  %z = stablehlo.minimum %x, %y : tensor<8xui8>
  check.expect_eq_const %z, dense<[0, 178, 0, 1, 1, 0, 178, 0]> : tensor<8xui8>
  return
}

// -----

func.func @minimum_ui16() {
  %x = stablehlo.constant dense<[0, 65535, 0, 1, 32767, 0, 11615, 25254]> : tensor<8xui16>
  %y = stablehlo.constant dense<[25254, 11615, 0, 32767, 1, 0, 65535, 0]> : tensor<8xui16>
  %z = stablehlo.minimum %x, %y : tensor<8xui16>
  check.expect_eq_const %z, dense<[0, 11615, 0, 1, 1, 0, 11615, 0]> : tensor<8xui16>
  return
}

// -----

func.func @minimum_ui32() {
  %x = stablehlo.constant dense<[0, 4294967295, 0, 1, 2147483647, 0, 3832136357, 443256444]> : tensor<8xui32>
  %y = stablehlo.constant dense<[443256444, 3832136357, 0, 2147483647, 1, 0, 4294967295, 0]> : tensor<8xui32>
  %z = stablehlo.minimum %x, %y : tensor<8xui32>
  check.expect_eq_const %z, dense<[0, 3832136357, 0, 1, 1, 0, 3832136357, 0]> : tensor<8xui32>
  return
}

// -----

func.func @minimum_ui64() {
  %x = stablehlo.constant dense<[0, 18446744073709551615, 0, 1, 9223372036854775807, 0, 3651146168191674878, 2581680906778753474]> : tensor<8xui64>
  %y = stablehlo.constant dense<[2581680906778753474, 3651146168191674878, 0, 9223372036854775807, 1, 0, 18446744073709551615, 0]> : tensor<8xui64>
  %z = stablehlo.minimum %x, %y : tensor<8xui64>
  check.expect_eq_const %z, dense<[0, 3651146168191674878, 0, 1, 1, 0, 3651146168191674878, 0]> : tensor<8xui64>
  return
}

// -----

func.func @minimum_f8E5M2() {
  %x = stablehlo.constant dense<[6.0, -6.0, 6.0, 4.0, 0.125, 6.0, 5.0, 0.375]> : tensor<8xf8E5M2>
  %y = stablehlo.constant dense<[-0.875, -2.5, -1.75, -2.5, -2.0, -2.5, 0.4375, -0.375]> : tensor<8xf8E5M2>
  %z = stablehlo.minimum %x, %y : tensor<8xf8E5M2>
  check.expect_eq_const %z, dense<[-0.875, -6.0, -1.75, -2.5, -2.0, -2.5, 0.4375, -0.375]> : tensor<8xf8E5M2>
  return
}

// -----

func.func @minimum_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.625, -2.25, 5.5, 0.4375, -4.0, 5.0, 1.625, -3.0]> : tensor<8xf8E4M3FN>
  %y = stablehlo.constant dense<[-1.5, -1.25, -0.8125, 0.0625, 2.0, 3.0, -0.875, 3.0]> : tensor<8xf8E4M3FN>
  %z = stablehlo.minimum %x, %y : tensor<8xf8E4M3FN>
  check.expect_eq_const %z, dense<[-1.5, -2.25, -0.8125, 0.0625, -4.0, 3.0, -0.875, -3.0]> : tensor<8xf8E4M3FN>
  return
}

// -----

func.func @minimum_f8E4M3() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.5, 0.140625, 6.0, 5.5, 0.34375]> : tensor<8xf8E4M3>
  %y = stablehlo.constant dense<[-0.9375, -2.75, -1.875, -2.5, -2.25, -2.75, 0.4375, -0.40625]> : tensor<8xf8E4M3>
  %z = stablehlo.minimum %x, %y : tensor<8xf8E4M3>
  check.expect_eq_const %z, dense<[-0.9375, -5.5, -1.875, -2.5, -2.25, -2.75, 0.4375, -0.40625]> : tensor<8xf8E4M3>
  return
}

// -----

func.func @minimum_f8E3M4() {
  %x = stablehlo.constant dense<[6.0, -5.5, 6.0, 4.25, 0.140625, 5.75, 5.25, 0.359375]> : tensor<8xf8E3M4>
  %y = stablehlo.constant dense<[-0.90625, -2.75, -1.8125, -2.5, -2.25, -2.75, 0.4375, -0.40625]> : tensor<8xf8E3M4>
  %z = stablehlo.minimum %x, %y : tensor<8xf8E3M4>
  check.expect_eq_const %z, dense<[-0.90625, -5.5, -1.8125, -2.5, -2.25, -2.75, 0.4375, -0.40625]> : tensor<8xf8E3M4>
  return
}

// -----

func.func @minimum_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-1.125, 3.75, -1.125, 5.5, -5.5, 3.5, 4.5, 3.75]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.constant dense<[0.40625, 0.375, 2.25, -2.75, 3.0, 0.3125, -1.125, -3.0]> : tensor<8xf8E4M3FNUZ>
  %z = stablehlo.minimum %x, %y : tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %z, dense<[-1.125, 0.375, -1.125, -2.75, -5.5, 0.3125, -1.125, -3.0]> : tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @minimum_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-1.25, 3.5, -1.0, 5.0, -5.0, 3.5, 4.0, 4.0]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.constant dense<[0.4375, 0.375, 2.5, -2.5, 3.0, 0.3125, -1.25, -3.0]> : tensor<8xf8E5M2FNUZ>
  %z = stablehlo.minimum %x, %y : tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %z, dense<[-1.25, 0.375, -1.0, -2.5, -5.0, 0.3125, -1.25, -3.0]> : tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @minimum_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-5.0, 1.875, 2.25, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.constant dense<[2.25, -0.1875, -1.375, 1.625, -0.4375, 0.875, 1.75, 2.75]> : tensor<8xf8E4M3B11FNUZ>
  %z = stablehlo.minimum %x, %y : tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %z, dense<[-5.0, -0.1875, -1.375, 1.25, -6.0, -2.5, 0.40625, 2.25]> : tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @minimum_f4E2M1FN() {
  %x = stablehlo.constant dense<[3.0, 3.0, 3.0, 4.0, -1.0, 4.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.constant dense<[1.5, -0.0, 1.5, 2.0, -1.0, -3.0, 1.0, -0.5]> : tensor<8xf4E2M1FN>
  %z = stablehlo.minimum %x, %y : tensor<8xf4E2M1FN>
  check.expect_eq_const %z, dense<[1.5, -0.0, 1.5, 2.0, -1.0, -3.0, 0.5, -4.0]> : tensor<8xf4E2M1FN>
  return
}

// -----

func.func @minimum_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0, 2.0, 4.0, 2.0, 0.25, 4.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.constant dense<[1.0, 0.125, 1.0, 0.5, 1.0, 2.0, 0.0078125, 2.0]> : tensor<8xf8E8M0FNU>
  %z = stablehlo.minimum %x, %y : tensor<8xf8E8M0FNU>
  check.expect_eq_const %z, dense<[1.0, 0.125, 1.0, 0.5, 1.0, 2.0, 0.0078125, 2.0]> : tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @minimum_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = stablehlo.constant dense<[-2.4570312, 0.34472656, -1.9912109, 2.3007812, -0.00055933, 0.87353516, 2.2441406, -2.4472656]> : tensor<8xf16>
  %z = stablehlo.minimum %x, %y : tensor<8xf16>
  check.expect_eq_const %z, dense<[-2.4570312, -5.8984375, -4.7226562, 2.3007812, -0.00055933, 0.7290039, 0.7392578, -2.4472656]> : tensor<8xf16>
  return
}

// -----

func.func @minimum_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = stablehlo.constant dense<[0.44140625, 1.015625, 0.6484375, -0.66796875, 0.5703125, 2.015625, -1.2890625, -0.039794922]> : tensor<8xbf16>
  %z = stablehlo.minimum %x, %y : tensor<8xbf16>
  check.expect_eq_const %z, dense<[0.44140625, 1.015625, 0.6484375, -0.66796875, -3.40625, 2.015625, -5.03125, -0.039794922]> : tensor<8xbf16>
  return
}

// -----

func.func @minimum_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = stablehlo.constant dense<[-0.29105923, -1.9703531, -0.4098175, 1.0286849, 0.06550965, -0.47070217, 2.3786612, -0.17588232]> : tensor<8xf32>
  %z = stablehlo.minimum %x, %y : tensor<8xf32>
  check.expect_eq_const %z, dense<[-0.29105923, -1.9703531, -4.3225217, -1.8422396, 0.06550965, -0.47070217, -3.0459366, -0.23657197]> : tensor<8xf32>
  return
}

// -----

func.func @minimum_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = stablehlo.constant dense<[-2.232116101312183, 1.8229924481137543, 2.911996160909533, -2.8642640245329885, -0.6610109207455124, -1.949160986445173, 1.987197469855822, -0.7633841278734201]> : tensor<8xf64>
  %z = stablehlo.minimum %x, %y : tensor<8xf64>
  check.expect_eq_const %z, dense<[-4.997659869586732, 1.8229924481137543, -4.600832676510265, -2.8642640245329885, -4.6738582975384375, -3.7476548431958063, 1.987197469855822, -0.7633841278734201]> : tensor<8xf64>
  return
}

// -----

func.func @minimum_complex_f32() {
  %x = stablehlo.constant dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.constant dense<[(0.15753463, 1.2264731), (-0.26684967, 2.445676), (0.91540617, -0.09874124), (-2.0590792, 2.610833), (2.1729898, -2.5815604), (-0.34301364, 1.1272875), (1.4369587, -0.3314238), (2.5609758, -1.5506755)]> : tensor<8xcomplex<f32>>
  %z = stablehlo.minimum %x, %y : tensor<8xcomplex<f32>>
  check.expect_eq_const %z, dense<[(0.095118985, -0.5983603), (-0.26684967, 2.445676), (0.91540617, -0.09874124), (-2.0590792, 2.610833), (-1.3285826, -3.8204913), (-0.34301364, 1.1272875), (-5.3718123, -4.755186), (2.5609758, -1.5506755)]> : tensor<8xcomplex<f32>>
  return
}

// -----

func.func @minimum_complex_f64() {
  %x = stablehlo.constant dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.constant dense<[(-0.2255286291813512, -1.0732606025149927), (1.4603523342600404, -2.3083664262847874), (0.6102869053504909, 1.8596785360251857), (-0.14129578821529964, -2.154548468591065), (-1.1802425615378174, -1.6917182101417134), (-0.45835753135998125, -0.7780782896567349), (2.0547403981817167, -2.7005774359391514), (-1.0395331930577458, 2.334353360573928)]> : tensor<8xcomplex<f64>>
  %z = stablehlo.minimum %x, %y : tensor<8xcomplex<f64>>
  check.expect_eq_const %z, dense<[(-0.2255286291813512, -1.0732606025149927), (1.4603523342600404, -2.3083664262847874), (-1.9844522310627877, -0.5831910532469893), (-0.14129578821529964, -2.154548468591065), (-1.1802425615378174, -1.6917182101417134), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (-1.0395331930577458, 2.334353360573928)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @shift_left_i2() {
  %x = stablehlo.constant dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi2>
  %y = stablehlo.constant dense<[0, 1, 0, 0, 1, 0, 1, 0]> : tensor<8xi2>
  %z = stablehlo.shift_left %x, %y : tensor<8xi2>
  check.expect_eq_const %z, dense<[-2, -2, 0, 1, 0, -1, 0, -2]> : tensor<8xi2>
  return
}

// -----

func.func @shift_left_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 1, 3, -4, 6, 0]> : tensor<8xi4>
  %y = stablehlo.constant dense<[3, 0, 5, 5, 5, 4, 4, 5]> : tensor<8xi4>
  %z = stablehlo.shift_left %x, %y : tensor<8xi4>
  check.expect_eq_const %z, dense<[0, 7, 0, 0, 0, 0, 0, 0]> : tensor<8xi4>
  return
}

// -----

func.func @shift_left_i8() {
  %x = stablehlo.constant dense<[-128, 127, 0, 1, 63, -64, 119, 33]> : tensor<8xi8>
  %y = stablehlo.constant dense<[6, 3, 10, 4, 7, 6, 7, 1]> : tensor<8xi8>
  %z = stablehlo.shift_left %x, %y : tensor<8xi8>
  check.expect_eq_const %z, dense<[0, -8, 0, 16, -128, 0, -128, 66]> : tensor<8xi8>
  return
}

// -----

func.func @shift_left_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 0, 1, 16383, -16384, 23984, -19355]> : tensor<8xi16>
  %y = stablehlo.constant dense<[13, 3, 10, 4, 7, 7, 10, 0]> : tensor<8xi16>
  %z = stablehlo.shift_left %x, %y : tensor<8xi16>
  check.expect_eq_const %z, dense<[0, -8, 0, 16, -128, 0, -16384, -19355]> : tensor<8xi16>
  return
}

// -----

func.func @shift_left_i32() {
  %x = stablehlo.constant dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, 917137660, -59504060]> : tensor<8xi32>
  %y = stablehlo.constant dense<[25, 22, 4, 14, 29, 18, 0, 9]> : tensor<8xi32>
  %z = stablehlo.shift_left %x, %y : tensor<8xi32>
  check.expect_eq_const %z, dense<[0, -4194304, 0, 16384, -536870912, 0, 917137660, -401307648]> : tensor<8xi32>
  return
}

// -----

func.func @shift_left_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, -4611686018427387904, -4442621652540867298, 1875531077028753871]> : tensor<8xi64>
  %y = stablehlo.constant dense<[51, 44, 65, 25, 22, 36, 49, 26]> : tensor<8xi64>
  %z = stablehlo.shift_left %x, %y : tensor<8xi64>
  check.expect_eq_const %z, dense<[0, -17592186044416, 0, 33554432, -4194304, 0, 8807914971229847552, 5723517430186115072]> : tensor<8xi64>
  return
}

// -----

func.func @shift_left_ui2() {
  %x = stablehlo.constant dense<[0, 3, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  %y = stablehlo.constant dense<[3, 2, 3, 3, 1, 3, 1, 2]> : tensor<8xui2>
  %z = stablehlo.shift_left %x, %y : tensor<8xui2>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 2, 0, 2, 0]> : tensor<8xui2>
  return
}

// -----

func.func @shift_left_ui4() {
  %x = stablehlo.constant dense<[0, 15, 0, 1, 7, 0, 3, 4]> : tensor<8xui4>
  %y = stablehlo.constant dense<[1, 4, 0, 2, 4, 6, 2, 3]> : tensor<8xui4>
  %z = stablehlo.shift_left %x, %y : tensor<8xui4>
  check.expect_eq_const %z, dense<[0, 0, 0, 4, 0, 0, 12, 0]> : tensor<8xui4>
  return
}

// -----

func.func @shift_left_ui8() {
  %x = stablehlo.constant dense<[0, 255, 0, 1, 127, 0, 178, 198]> : tensor<8xui8>
  %y = stablehlo.constant dense<[1, 8, 9, 10, 10, 10, 1, 7]> : tensor<8xui8>
  %z = stablehlo.shift_left %x, %y : tensor<8xui8>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 100, 0]> : tensor<8xui8>
  return
}

// -----

func.func @shift_left_ui16() {
  %x = stablehlo.constant dense<[0, 65535, 0, 1, 32767, 0, 11615, 25254]> : tensor<8xui16>
  %y = stablehlo.constant dense<[0, 2, 9, 15, 14, 15, 5, 9]> : tensor<8xui16>
  %z = stablehlo.shift_left %x, %y : tensor<8xui16>
  check.expect_eq_const %z, dense<[0, 65532, 0, 32768, 49152, 0, 44000, 19456]> : tensor<8xui16>
  return
}

// -----

func.func @shift_left_ui32() {
  %x = stablehlo.constant dense<[0, 4294967295, 0, 1, 2147483647, 0, 3832136357, 443256444]> : tensor<8xui32>
  %y = stablehlo.constant dense<[19, 26, 16, 2, 26, 10, 13, 2]> : tensor<8xui32>
  %z = stablehlo.shift_left %x, %y : tensor<8xui32>
  check.expect_eq_const %z, dense<[0, 4227858432, 0, 4, 4227858432, 0, 945070080, 1773025776]> : tensor<8xui32>
  return
}

// -----

func.func @shift_left_ui64() {
  %x = stablehlo.constant dense<[0, 18446744073709551615, 0, 1, 9223372036854775807, 0, 3651146168191674878, 2581680906778753474]> : tensor<8xui64>
  %y = stablehlo.constant dense<[43, 30, 23, 42, 65, 50, 17, 53]> : tensor<8xui64>
  %z = stablehlo.shift_left %x, %y : tensor<8xui64>
  check.expect_eq_const %z, dense<[0, 18446744072635809792, 0, 4398046511104, 0, 0, 17595797046021586944, 4053239664633446400]> : tensor<8xui64>
  return
}

// -----

func.func @shift_right_logical_i2() {
  %x = stablehlo.constant dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi2>
  %y = stablehlo.constant dense<[0, 1, 0, 0, 1, 0, 1, 0]> : tensor<8xi2>
  %z = stablehlo.shift_right_logical %x, %y : tensor<8xi2>
  check.expect_eq_const %z, dense<[-2, 0, 0, 1, 0, -1, 1, -2]> : tensor<8xi2>
  return
}

// -----

func.func @shift_right_logical_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 1, 3, -4, 6, 0]> : tensor<8xi4>
  %y = stablehlo.constant dense<[3, 0, 5, 5, 5, 4, 4, 5]> : tensor<8xi4>
  %z = stablehlo.shift_right_logical %x, %y : tensor<8xi4>
  check.expect_eq_const %z, dense<[1, 7, 0, 0, 0, 0, 0, 0]> : tensor<8xi4>
  return
}

// -----

func.func @shift_right_logical_i8() {
  %x = stablehlo.constant dense<[-128, 127, 0, 1, 63, -64, 119, 33]> : tensor<8xi8>
  %y = stablehlo.constant dense<[6, 3, 10, 4, 7, 6, 7, 1]> : tensor<8xi8>
  %z = stablehlo.shift_right_logical %x, %y : tensor<8xi8>
  check.expect_eq_const %z, dense<[2, 15, 0, 0, 0, 3, 0, 16]> : tensor<8xi8>
  return
}

// -----

func.func @shift_right_logical_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 0, 1, 16383, -16384, 23984, -19355]> : tensor<8xi16>
  %y = stablehlo.constant dense<[13, 3, 10, 4, 7, 7, 10, 0]> : tensor<8xi16>
  %z = stablehlo.shift_right_logical %x, %y : tensor<8xi16>
  check.expect_eq_const %z, dense<[4, 4095, 0, 0, 127, 384, 23, -19355]> : tensor<8xi16>
  return
}

// -----

func.func @shift_right_logical_i32() {
  %x = stablehlo.constant dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, 917137660, -59504060]> : tensor<8xi32>
  %y = stablehlo.constant dense<[25, 22, 4, 14, 29, 18, 0, 9]> : tensor<8xi32>
  %z = stablehlo.shift_right_logical %x, %y : tensor<8xi32>
  check.expect_eq_const %z, dense<[64, 511, 0, 0, 1, 12288, 917137660, 8272389]> : tensor<8xi32>
  return
}

// -----

func.func @shift_right_logical_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, -4611686018427387904, -4442621652540867298, 1875531077028753871]> : tensor<8xi64>
  %y = stablehlo.constant dense<[51, 44, 65, 25, 22, 36, 49, 26]> : tensor<8xi64>
  %z = stablehlo.shift_right_logical %x, %y : tensor<8xi64>
  check.expect_eq_const %z, dense<[4096, 524287, 0, 0, 1099511627775, 201326592, 24876, 27947590902]> : tensor<8xi64>
  return
}

// -----

func.func @shift_right_logical_ui2() {
  %x = stablehlo.constant dense<[0, 3, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  %y = stablehlo.constant dense<[3, 2, 3, 3, 1, 3, 1, 2]> : tensor<8xui2>
  %z = stablehlo.shift_right_logical %x, %y : tensor<8xui2>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 0]> : tensor<8xui2>
  return
}

// -----

func.func @shift_right_logical_ui4() {
  %x = stablehlo.constant dense<[0, 15, 0, 1, 7, 0, 3, 4]> : tensor<8xui4>
  %y = stablehlo.constant dense<[1, 4, 0, 2, 4, 6, 2, 3]> : tensor<8xui4>
  %z = stablehlo.shift_right_logical %x, %y : tensor<8xui4>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 0]> : tensor<8xui4>
  return
}

// -----

func.func @shift_right_logical_ui8() {
  %x = stablehlo.constant dense<[0, 255, 0, 1, 127, 0, 178, 198]> : tensor<8xui8>
  %y = stablehlo.constant dense<[1, 8, 9, 10, 10, 10, 1, 7]> : tensor<8xui8>
  %z = stablehlo.shift_right_logical %x, %y : tensor<8xui8>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 89, 1]> : tensor<8xui8>
  return
}

// -----

func.func @shift_right_logical_ui16() {
  %x = stablehlo.constant dense<[0, 65535, 0, 1, 32767, 0, 11615, 25254]> : tensor<8xui16>
  %y = stablehlo.constant dense<[0, 2, 9, 15, 14, 15, 5, 9]> : tensor<8xui16>
  %z = stablehlo.shift_right_logical %x, %y : tensor<8xui16>
  check.expect_eq_const %z, dense<[0, 16383, 0, 0, 1, 0, 362, 49]> : tensor<8xui16>
  return
}

// -----

func.func @shift_right_logical_ui32() {
  %x = stablehlo.constant dense<[0, 4294967295, 0, 1, 2147483647, 0, 3832136357, 443256444]> : tensor<8xui32>
  %y = stablehlo.constant dense<[19, 26, 16, 2, 26, 10, 13, 2]> : tensor<8xui32>
  %z = stablehlo.shift_right_logical %x, %y : tensor<8xui32>
  check.expect_eq_const %z, dense<[0, 63, 0, 0, 31, 0, 467790, 110814111]> : tensor<8xui32>
  return
}

// -----

func.func @shift_right_logical_ui64() {
  %x = stablehlo.constant dense<[0, 18446744073709551615, 0, 1, 9223372036854775807, 0, 3651146168191674878, 2581680906778753474]> : tensor<8xui64>
  %y = stablehlo.constant dense<[43, 30, 23, 42, 65, 50, 17, 53]> : tensor<8xui64>
  %z = stablehlo.shift_right_logical %x, %y : tensor<8xui64>
  check.expect_eq_const %z, dense<[0, 17179869183, 0, 0, 0, 0, 27856034608395, 286]> : tensor<8xui64>
  return
}

// -----

func.func @shift_right_arithmetic_i2() {
  %x = stablehlo.constant dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi2>
  %y = stablehlo.constant dense<[0, 1, 0, 0, 1, 0, 1, 0]> : tensor<8xi2>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<8xi2>
  check.expect_eq_const %z, dense<[-2, 0, 0, 1, 0, -1, -1, -2]> : tensor<8xi2>
  return
}

// -----

func.func @shift_right_arithmetic_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 1, 3, -4, 6, 0]> : tensor<8xi4>
  %y = stablehlo.constant dense<[3, 0, 5, 5, 5, 4, 4, 5]> : tensor<8xi4>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<8xi4>
  check.expect_eq_const %z, dense<[-1, 7, 0, 0, 0, -1, 0, 0]> : tensor<8xi4>
  return
}

// -----

func.func @shift_right_arithmetic_i8() {
  %x = stablehlo.constant dense<[-128, 127, 0, 1, 63, -64, 119, 33]> : tensor<8xi8>
  %y = stablehlo.constant dense<[6, 3, 10, 4, 7, 6, 7, 1]> : tensor<8xi8>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<8xi8>
  check.expect_eq_const %z, dense<[-2, 15, 0, 0, 0, -1, 0, 16]> : tensor<8xi8>
  return
}

// -----

func.func @shift_right_arithmetic_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 0, 1, 16383, -16384, 23984, -19355]> : tensor<8xi16>
  %y = stablehlo.constant dense<[13, 3, 10, 4, 7, 7, 10, 0]> : tensor<8xi16>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<8xi16>
  check.expect_eq_const %z, dense<[-4, 4095, 0, 0, 127, -128, 23, -19355]> : tensor<8xi16>
  return
}

// -----

func.func @shift_right_arithmetic_i32() {
  %x = stablehlo.constant dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, 917137660, -59504060]> : tensor<8xi32>
  %y = stablehlo.constant dense<[25, 22, 4, 14, 29, 18, 0, 9]> : tensor<8xi32>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<8xi32>
  check.expect_eq_const %z, dense<[-64, 511, 0, 0, 1, -4096, 917137660, -116219]> : tensor<8xi32>
  return
}

// -----

func.func @shift_right_arithmetic_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, -4611686018427387904, -4442621652540867298, 1875531077028753871]> : tensor<8xi64>
  %y = stablehlo.constant dense<[51, 44, 65, 25, 22, 36, 49, 26]> : tensor<8xi64>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<8xi64>
  check.expect_eq_const %z, dense<[-4096, 524287, 0, 0, 1099511627775, -67108864, -7892, 27947590902]> : tensor<8xi64>
  return
}

// -----

func.func @shift_right_arithmetic_ui2() {
  %x = stablehlo.constant dense<[0, 3, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  %y = stablehlo.constant dense<[3, 2, 3, 3, 1, 3, 1, 2]> : tensor<8xui2>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<8xui2>
  check.expect_eq_const %z, dense<[0, 3, 0, 0, 0, 0, 0, 0]> : tensor<8xui2>
  return
}

// -----

func.func @shift_right_arithmetic_ui4() {
  %x = stablehlo.constant dense<[0, 15, 0, 1, 7, 0, 3, 4]> : tensor<8xui4>
  %y = stablehlo.constant dense<[1, 4, 0, 2, 4, 6, 2, 3]> : tensor<8xui4>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<8xui4>
  check.expect_eq_const %z, dense<[0, 15, 0, 0, 0, 0, 0, 0]> : tensor<8xui4>
  return
}

// -----

func.func @shift_right_arithmetic_ui8() {
  %x = stablehlo.constant dense<[0, 255, 0, 1, 127, 0, 178, 198]> : tensor<8xui8>
  %y = stablehlo.constant dense<[1, 8, 9, 10, 10, 10, 1, 7]> : tensor<8xui8>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<8xui8>
  check.expect_eq_const %z, dense<[0, 255, 0, 0, 0, 0, 217, 255]> : tensor<8xui8>
  return
}

// -----

func.func @shift_right_arithmetic_ui16() {
  %x = stablehlo.constant dense<[0, 65535, 0, 1, 32767, 0, 11615, 25254]> : tensor<8xui16>
  %y = stablehlo.constant dense<[0, 2, 9, 15, 14, 15, 5, 9]> : tensor<8xui16>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<8xui16>
  check.expect_eq_const %z, dense<[0, 65535, 0, 0, 1, 0, 362, 49]> : tensor<8xui16>
  return
}

// -----

func.func @shift_right_arithmetic_ui32() {
  %x = stablehlo.constant dense<[0, 4294967295, 0, 1, 2147483647, 0, 3832136357, 443256444]> : tensor<8xui32>
  %y = stablehlo.constant dense<[19, 26, 16, 2, 26, 10, 13, 2]> : tensor<8xui32>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<8xui32>
  check.expect_eq_const %z, dense<[0, 4294967295, 0, 0, 31, 0, 4294910798, 110814111]> : tensor<8xui32>
  return
}

// -----

func.func @shift_right_arithmetic_ui64() {
  %x = stablehlo.constant dense<[0, 18446744073709551615, 0, 1, 9223372036854775807, 0, 3651146168191674878, 2581680906778753474]> : tensor<8xui64>
  %y = stablehlo.constant dense<[43, 30, 23, 42, 65, 50, 17, 53]> : tensor<8xui64>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<8xui64>
  check.expect_eq_const %z, dense<[0, 18446744073709551615, 0, 0, 0, 0, 27856034608395, 286]> : tensor<8xui64>
  return
}

// -----

func.func @compare_i2() {
  %x = stablehlo.constant dense<[-2, -2, -1, 0, 0, -1, -2, -2]> : tensor<8xi2>
  %y = stablehlo.constant dense<[-2, -2, -1, 0, 1, 0, 1, -2]> : tensor<8xi2>
  %0 = stablehlo.compare EQ, %x, %y, SIGNED : (tensor<8xi2>, tensor<8xi2>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, false, false, true]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, SIGNED : (tensor<8xi2>, tensor<8xi2>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, true, true, false]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, SIGNED : (tensor<8xi2>, tensor<8xi2>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, true, true, true, false]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, SIGNED : (tensor<8xi2>, tensor<8xi2>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, SIGNED : (tensor<8xi2>, tensor<8xi2>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, false, false, false, false]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, SIGNED : (tensor<8xi2>, tensor<8xi2>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, false, false, false, true]> : tensor<8xi1>
  return
}

// -----

func.func @compare_i4() {
  %x = stablehlo.constant dense<[0, 6, -4, 3, 3, -4, 6, 0]> : tensor<8xi4>
  %y = stablehlo.constant dense<[0, 6, -4, 3, 1, 0, 7, -8]> : tensor<8xi4>
  %0 = stablehlo.compare EQ, %x, %y, SIGNED : (tensor<8xi4>, tensor<8xi4>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, false, false, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, SIGNED : (tensor<8xi4>, tensor<8xi4>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, true, true, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, SIGNED : (tensor<8xi4>, tensor<8xi4>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, false, true, true, false]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, SIGNED : (tensor<8xi4>, tensor<8xi4>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, false, true, true, false]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, SIGNED : (tensor<8xi4>, tensor<8xi4>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, true, false, false, true]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, SIGNED : (tensor<8xi4>, tensor<8xi4>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, true, false, false, true]> : tensor<8xi1>
  return
}

// -----

func.func @compare_i8() {
  %x = stablehlo.constant dense<[33, 119, -64, 63, 63, -64, 119, 33]> : tensor<8xi8>
  %y = stablehlo.constant dense<[33, 119, -64, 63, 1, 0, 127, -128]> : tensor<8xi8>
  %0 = stablehlo.compare EQ, %x, %y, SIGNED : (tensor<8xi8>, tensor<8xi8>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, false, false, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, SIGNED : (tensor<8xi8>, tensor<8xi8>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, true, true, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, SIGNED : (tensor<8xi8>, tensor<8xi8>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, false, true, true, false]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, SIGNED : (tensor<8xi8>, tensor<8xi8>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, false, true, true, false]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, SIGNED : (tensor<8xi8>, tensor<8xi8>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, true, false, false, true]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, SIGNED : (tensor<8xi8>, tensor<8xi8>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, true, false, false, true]> : tensor<8xi1>
  return
}

// -----

func.func @compare_i16() {
  %x = stablehlo.constant dense<[-19355, 23984, -16384, 16383, 16383, -16384, 23984, -19355]> : tensor<8xi16>
  %y = stablehlo.constant dense<[-19355, 23984, -16384, 16383, 1, 0, 32767, -32768]> : tensor<8xi16>
  %0 = stablehlo.compare EQ, %x, %y, SIGNED : (tensor<8xi16>, tensor<8xi16>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, false, false, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, SIGNED : (tensor<8xi16>, tensor<8xi16>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, true, true, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, SIGNED : (tensor<8xi16>, tensor<8xi16>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, false, true, true, false]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, SIGNED : (tensor<8xi16>, tensor<8xi16>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, false, true, true, false]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, SIGNED : (tensor<8xi16>, tensor<8xi16>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, true, false, false, true]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, SIGNED : (tensor<8xi16>, tensor<8xi16>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, true, false, false, true]> : tensor<8xi1>
  return
}

// -----

func.func @compare_i32() {
  %x = stablehlo.constant dense<[-59504060, 917137660, -1073741824, 1073741823, 1073741823, -1073741824, 917137660, -59504060]> : tensor<8xi32>
  %y = stablehlo.constant dense<[-59504060, 917137660, -1073741824, 1073741823, 1, 0, 2147483647, -2147483648]> : tensor<8xi32>
  %0 = stablehlo.compare EQ, %x, %y, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, false, false, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, true, true, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, false, true, true, false]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, false, true, true, false]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, true, false, false, true]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, true, false, false, true]> : tensor<8xi1>
  return
}

// -----

func.func @compare_i64() {
  %x = stablehlo.constant dense<[1875531077028753871, -4442621652540867298, -4611686018427387904, 4611686018427387903, 4611686018427387903, -4611686018427387904, -4442621652540867298, 1875531077028753871]> : tensor<8xi64>
  %y = stablehlo.constant dense<[1875531077028753871, -4442621652540867298, -4611686018427387904, 4611686018427387903, 1, 0, 9223372036854775807, -9223372036854775808]> : tensor<8xi64>
  %0 = stablehlo.compare EQ, %x, %y, SIGNED : (tensor<8xi64>, tensor<8xi64>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, false, false, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, SIGNED : (tensor<8xi64>, tensor<8xi64>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, true, true, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, SIGNED : (tensor<8xi64>, tensor<8xi64>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, false, true, true, false]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, SIGNED : (tensor<8xi64>, tensor<8xi64>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, false, true, true, false]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, SIGNED : (tensor<8xi64>, tensor<8xi64>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, true, false, false, true]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, SIGNED : (tensor<8xi64>, tensor<8xi64>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, true, false, false, true]> : tensor<8xi1>
  return
}

// -----

func.func @compare_ui2() {
  %x = stablehlo.constant dense<[0, 1, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  %y = stablehlo.constant dense<[0, 1, 0, 1, 1, 0, 3, 0]> : tensor<8xui2>
  %0 = stablehlo.compare EQ, %x, %y, UNSIGNED : (tensor<8xui2>, tensor<8xui2>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, true, true, false, true]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, UNSIGNED : (tensor<8xui2>, tensor<8xui2>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, false, false, true, false]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, UNSIGNED : (tensor<8xui2>, tensor<8xui2>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, false, false, true, false]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, UNSIGNED : (tensor<8xui2>, tensor<8xui2>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, UNSIGNED : (tensor<8xui2>, tensor<8xui2>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, false, false, false, false]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, UNSIGNED : (tensor<8xui2>, tensor<8xui2>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, true, true, false, true]> : tensor<8xi1>
  return
}

// -----

func.func @compare_ui4() {
  %x = stablehlo.constant dense<[4, 3, 0, 7, 7, 0, 3, 4]> : tensor<8xui4>
  %y = stablehlo.constant dense<[4, 3, 0, 7, 1, 0, 15, 0]> : tensor<8xui4>
  %0 = stablehlo.compare EQ, %x, %y, UNSIGNED : (tensor<8xui4>, tensor<8xui4>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, true, false, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, UNSIGNED : (tensor<8xui4>, tensor<8xui4>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, false, true, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, UNSIGNED : (tensor<8xui4>, tensor<8xui4>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, false, false, true, false]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, UNSIGNED : (tensor<8xui4>, tensor<8xui4>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, false, true, true, false]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, UNSIGNED : (tensor<8xui4>, tensor<8xui4>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, true, false, false, true]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, UNSIGNED : (tensor<8xui4>, tensor<8xui4>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, true, true, false, true]> : tensor<8xi1>
  return
}

// -----

func.func @compare_ui8() {
  %x = stablehlo.constant dense<[198, 178, 0, 127, 127, 0, 178, 198]> : tensor<8xui8>
  %y = stablehlo.constant dense<[198, 178, 0, 127, 1, 0, 255, 0]> : tensor<8xui8>
  %0 = stablehlo.compare EQ, %x, %y, UNSIGNED : (tensor<8xui8>, tensor<8xui8>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, true, false, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, UNSIGNED : (tensor<8xui8>, tensor<8xui8>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, false, true, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, UNSIGNED : (tensor<8xui8>, tensor<8xui8>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, false, false, true, false]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, UNSIGNED : (tensor<8xui8>, tensor<8xui8>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, false, true, true, false]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, UNSIGNED : (tensor<8xui8>, tensor<8xui8>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, true, false, false, true]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, UNSIGNED : (tensor<8xui8>, tensor<8xui8>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, true, true, false, true]> : tensor<8xi1>
  return
}

// -----

func.func @compare_ui16() {
  %x = stablehlo.constant dense<[25254, 11615, 0, 32767, 32767, 0, 11615, 25254]> : tensor<8xui16>
  %y = stablehlo.constant dense<[25254, 11615, 0, 32767, 1, 0, 65535, 0]> : tensor<8xui16>
  %0 = stablehlo.compare EQ, %x, %y, UNSIGNED : (tensor<8xui16>, tensor<8xui16>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, true, false, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, UNSIGNED : (tensor<8xui16>, tensor<8xui16>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, false, true, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, UNSIGNED : (tensor<8xui16>, tensor<8xui16>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, false, false, true, false]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, UNSIGNED : (tensor<8xui16>, tensor<8xui16>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, false, true, true, false]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, UNSIGNED : (tensor<8xui16>, tensor<8xui16>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, true, false, false, true]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, UNSIGNED : (tensor<8xui16>, tensor<8xui16>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, true, true, false, true]> : tensor<8xi1>
  return
}

// -----

func.func @compare_ui32() {
  %x = stablehlo.constant dense<[443256444, 3832136357, 0, 2147483647, 2147483647, 0, 3832136357, 443256444]> : tensor<8xui32>
  %y = stablehlo.constant dense<[443256444, 3832136357, 0, 2147483647, 1, 0, 4294967295, 0]> : tensor<8xui32>
  %0 = stablehlo.compare EQ, %x, %y, UNSIGNED : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, true, false, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, UNSIGNED : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, false, true, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, UNSIGNED : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, false, false, true, false]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, UNSIGNED : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, false, true, true, false]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, UNSIGNED : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, true, false, false, true]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, UNSIGNED : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, true, true, false, true]> : tensor<8xi1>
  return
}

// -----

func.func @compare_ui64() {
  %x = stablehlo.constant dense<[2581680906778753474, 3651146168191674878, 0, 9223372036854775807, 9223372036854775807, 0, 3651146168191674878, 2581680906778753474]> : tensor<8xui64>
  %y = stablehlo.constant dense<[2581680906778753474, 3651146168191674878, 0, 9223372036854775807, 1, 0, 18446744073709551615, 0]> : tensor<8xui64>
  %0 = stablehlo.compare EQ, %x, %y, UNSIGNED : (tensor<8xui64>, tensor<8xui64>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, true, false, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, UNSIGNED : (tensor<8xui64>, tensor<8xui64>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, false, true, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, UNSIGNED : (tensor<8xui64>, tensor<8xui64>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, false, false, true, false]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, UNSIGNED : (tensor<8xui64>, tensor<8xui64>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, false, true, true, false]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, UNSIGNED : (tensor<8xui64>, tensor<8xui64>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, true, false, false, true]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, UNSIGNED : (tensor<8xui64>, tensor<8xui64>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, true, true, false, true]> : tensor<8xi1>
  return
}

// -----

func.func @compare_f8E5M2() {
  %x = stablehlo.constant dense<[-2.5, 2.5, 0.09375, 2.0, 2.0, 0.09375, 2.5, -2.5]> : tensor<8xf8E5M2>
  %y = stablehlo.constant dense<[-2.5, 2.5, 0.09375, 2.0, -0.4375, 3.0, 2.0, -0.75]> : tensor<8xf8E5M2>
  %0 = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<8xf8E5M2>, tensor<8xf8E5M2>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, false, false, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, FLOAT : (tensor<8xf8E5M2>, tensor<8xf8E5M2>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, true, true, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<8xf8E5M2>, tensor<8xf8E5M2>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, false, true, false, true]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, FLOAT : (tensor<8xf8E5M2>, tensor<8xf8E5M2>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, false, true, false, true]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, FLOAT : (tensor<8xf8E5M2>, tensor<8xf8E5M2>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, true, false, true, false]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, FLOAT : (tensor<8xf8E5M2>, tensor<8xf8E5M2>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, true, false, true, false]> : tensor<8xi1>
  return
}

// -----

func.func @compare_f8E4M3FN() {
  %x = stablehlo.constant dense<[-0.46875, 0.625, 3.0, 0.375, 0.375, 3.0, 0.625, -0.46875]> : tensor<8xf8E4M3FN>
  %y = stablehlo.constant dense<[-0.46875, 0.625, 3.0, 0.375, -2.5, 2.5, 2.75, 0.625]> : tensor<8xf8E4M3FN>
  %0 = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, false, false, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, FLOAT : (tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, true, true, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, false, false, true, true]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, FLOAT : (tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, false, false, true, true]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, FLOAT : (tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, true, true, false, false]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, FLOAT : (tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, true, true, false, false]> : tensor<8xi1>
  return
}

// -----

func.func @compare_f8E4M3() {
  %x = stablehlo.constant dense<[-2.5, 2.75, 0.09375, 1.875, 1.875, 0.09375, 2.75, -2.5]> : tensor<8xf8E4M3>
  %y = stablehlo.constant dense<[-2.5, 2.75, 0.09375, 1.875, -0.40625, 3.0, 2.25, -0.75]> : tensor<8xf8E4M3>
  %0 = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<8xf8E4M3>, tensor<8xf8E4M3>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, false, false, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, FLOAT : (tensor<8xf8E4M3>, tensor<8xf8E4M3>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, true, true, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<8xf8E4M3>, tensor<8xf8E4M3>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, false, true, false, true]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, FLOAT : (tensor<8xf8E4M3>, tensor<8xf8E4M3>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, false, true, false, true]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, FLOAT : (tensor<8xf8E4M3>, tensor<8xf8E4M3>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, true, false, true, false]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, FLOAT : (tensor<8xf8E4M3>, tensor<8xf8E4M3>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, true, false, true, false]> : tensor<8xi1>
  return
}

// -----

func.func @compare_f8E3M4() {
  %x = stablehlo.constant dense<[-2.625, 2.75, 0.09375, 1.875, 1.875, 0.09375, 2.75, -2.625]> : tensor<8xf8E3M4>
  %y = stablehlo.constant dense<[-2.625, 2.75, 0.09375, 1.875, -0.421875, 2.875, 2.125, -0.78125]> : tensor<8xf8E3M4>
  %0 = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<8xf8E3M4>, tensor<8xf8E3M4>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, false, false, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, FLOAT : (tensor<8xf8E3M4>, tensor<8xf8E3M4>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, true, true, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<8xf8E3M4>, tensor<8xf8E3M4>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, false, true, false, true]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, FLOAT : (tensor<8xf8E3M4>, tensor<8xf8E3M4>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, false, true, false, true]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, FLOAT : (tensor<8xf8E3M4>, tensor<8xf8E3M4>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, true, false, true, false]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, FLOAT : (tensor<8xf8E3M4>, tensor<8xf8E3M4>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, true, false, true, false]> : tensor<8xi1>
  return
}

// -----

func.func @compare_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-0.625, -0.9375, 2.25, -0.0859375, -0.0859375, 2.25, -0.9375, -0.625]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.constant dense<[-0.625, -0.9375, 2.25, -0.0859375, 1.75, -0.15625, -2.0, -2.75]> : tensor<8xf8E4M3FNUZ>
  %0 = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, false, false, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, FLOAT : (tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, true, true, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, true, false, false, false]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, FLOAT : (tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, true, false, false, false]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, FLOAT : (tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, false, true, true, true]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, FLOAT : (tensor<8xf8E4M3FNUZ>, tensor<8xf8E4M3FNUZ>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, false, true, true, true]> : tensor<8xi1>
  return
}

// -----

func.func @compare_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-0.625, -0.875, 2.5, -0.078125, -0.078125, 2.5, -0.875, -0.625]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.constant dense<[-0.625, -0.875, 2.5, -0.078125, 1.75, -0.15625, -2.0, -2.5]> : tensor<8xf8E5M2FNUZ>
  %0 = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, false, false, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, FLOAT : (tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, true, true, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, true, false, false, false]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, FLOAT : (tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, true, false, false, false]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, FLOAT : (tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, false, true, true, true]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, FLOAT : (tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, false, true, true, true]> : tensor<8xi1>
  return
}

// -----

func.func @compare_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[0.5625, 2.25, -2.5, -2.0, -2.0, -2.5, 2.25, 0.5625]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.constant dense<[0.5625, 2.25, -2.5, -2.0, 3.0, -2.0, 0.1015625, -2.75]> : tensor<8xf8E4M3B11FNUZ>
  %0 = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, false, false, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, FLOAT : (tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, true, true, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, true, true, false, false]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, FLOAT : (tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, true, true, false, false]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, FLOAT : (tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, false, false, true, true]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, FLOAT : (tensor<8xf8E4M3B11FNUZ>, tensor<8xf8E4M3B11FNUZ>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, false, false, true, true]> : tensor<8xi1>
  return
}

// -----

func.func @compare_f4E2M1FN() {
  %x = stablehlo.constant dense<[2.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.constant dense<[2.0, 1.0, 1.0, 1.0, 0.5, -0.5, 3.0, -1.0]> : tensor<8xf4E2M1FN>
  %0 = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, false, false, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, FLOAT : (tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, true, true, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, false, false, true, false]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, FLOAT : (tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, false, false, true, false]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, FLOAT : (tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, true, true, false, true]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, FLOAT : (tensor<8xf4E2M1FN>, tensor<8xf4E2M1FN>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, true, true, false, true]> : tensor<8xi1>
  return
}

// -----

func.func @compare_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 2.0, 0.5, 0.5, 2.0, 2.0, 1.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.constant dense<[1.0, 2.0, 2.0, 0.5, 0.25, 1.0, 2.0, 2.0]> : tensor<8xf8E8M0FNU>
  %0 = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, false, true, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, FLOAT : (tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, true, false, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, false, false, false, true]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, FLOAT : (tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, false, false, true, true]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, FLOAT : (tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, true, true, false, false]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, FLOAT : (tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, true, true, true, false]> : tensor<8xi1>
  return
}

// -----

func.func @compare_f16() {
  %x = stablehlo.constant dense<[-1.0019531, -2.5117188, -0.8232422, -1.9169922, -1.9169922, -0.8232422, -2.5117188, -1.0019531]> : tensor<8xf16>
  %y = stablehlo.constant dense<[-1.0019531, -2.5117188, -0.8232422, -1.9169922, -1.0332031, 2.40625, 0.81103516, 0.3918457]> : tensor<8xf16>
  %0 = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, false, false, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, FLOAT : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, true, true, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, true, true, true, true]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, FLOAT : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, FLOAT : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, false, false, false, false]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, FLOAT : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, false, false, false, false]> : tensor<8xi1>
  return
}

// -----

func.func @compare_bf16() {
  %x = stablehlo.constant dense<[0.54296875, -1.5234375, 1.9609375, -0.47070312, -0.47070312, 1.9609375, -1.5234375, 0.54296875]> : tensor<8xbf16>
  %y = stablehlo.constant dense<[0.54296875, -1.5234375, 1.9609375, -0.47070312, 1.8515625, -0.95703125, -2.28125, 2.28125]> : tensor<8xbf16>
  %0 = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<8xbf16>, tensor<8xbf16>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, false, false, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, FLOAT : (tensor<8xbf16>, tensor<8xbf16>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, true, true, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<8xbf16>, tensor<8xbf16>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, true, false, false, true]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, FLOAT : (tensor<8xbf16>, tensor<8xbf16>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, true, false, false, true]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, FLOAT : (tensor<8xbf16>, tensor<8xbf16>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, false, true, true, false]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, FLOAT : (tensor<8xbf16>, tensor<8xbf16>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, false, true, true, false]> : tensor<8xi1>
  return
}

// -----

func.func @compare_f32() {
  %x = stablehlo.constant dense<[2.1156154, 1.6901914, -0.58072543, -0.92582214, -0.92582214, -0.58072543, 1.6901914, 2.1156154]> : tensor<8xf32>
  %y = stablehlo.constant dense<[2.1156154, 1.6901914, -0.58072543, -0.92582214, 1.7493116, -0.015837342, 2.5958488, 2.0116053]> : tensor<8xf32>
  %0 = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, false, false, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, true, true, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, true, true, true, false]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, true, true, true, false]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, false, false, false, true]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, false, false, false, true]> : tensor<8xi1>
  return
}

// -----

func.func @compare_f64() {
  %x = stablehlo.constant dense<[-0.5393930853796585, -2.4021014070199005, -0.6692116696395716, -1.6473608365609846, -1.6473608365609846, -0.6692116696395716, -2.4021014070199005, -0.5393930853796585]> : tensor<8xf64>
  %y = stablehlo.constant dense<[-0.5393930853796585, -2.4021014070199005, -0.6692116696395716, -1.6473608365609846, 2.0087996708053666, -2.2299229230666384, -2.4082005161505124, -1.771986887977493]> : tensor<8xf64>
  %0 = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, false, false, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, FLOAT : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, true, true, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, true, false, false, false]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, FLOAT : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, true, false, false, false]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, FLOAT : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, false, true, true, true]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, FLOAT : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, false, true, true, true]> : tensor<8xi1>
  return
}

// -----

func.func @compare_complex_f32() {
  %x = stablehlo.constant dense<[(2.332854, 1.741751), (-0.18816769, 0.64215416), (-1.391893, 0.5369167), (1.588265, -0.78409994), (1.588265, -0.78409994), (-1.391893, 0.5369167), (-0.18816769, 0.64215416), (2.332854, 1.741751)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.constant dense<[(2.332854, 1.741751), (-0.18816769, 0.64215416), (-1.391893, 0.5369167), (1.588265, -0.78409994), (-0.42278057, 0.6034981), (0.8457843, 0.9410481), (1.7963814, 0.29263753), (2.7638948, 1.5264754)]> : tensor<8xcomplex<f32>>
  %0 = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, false, false, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, FLOAT : (tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, true, true, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, false, true, true, true]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, FLOAT : (tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, false, true, true, true]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, FLOAT : (tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, true, false, false, false]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, FLOAT : (tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, true, false, false, false]> : tensor<8xi1>
  return
}

// -----

func.func @compare_complex_f64() {
  %x = stablehlo.constant dense<[(-0.07258265133186015, 2.549705743258907), (0.6180387954233257, 0.2694989165833066), (2.7747101266148757, 0.23109723439299845), (-0.5439792349802337, -1.993052121975061), (-0.5439792349802337, -1.993052121975061), (2.7747101266148757, 0.23109723439299845), (0.6180387954233257, 0.2694989165833066), (-0.07258265133186015, 2.549705743258907)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.constant dense<[(-0.07258265133186015, 2.549705743258907), (0.6180387954233257, 0.2694989165833066), (2.7747101266148757, 0.23109723439299845), (-0.5439792349802337, -1.993052121975061), (2.780267293521087, 1.3470627198624605), (-2.9574524498920582, 0.8590680215250046), (-0.5031863234762683, -2.7447130311739114), (0.5743238430241084, 1.9626763574142174)]> : tensor<8xcomplex<f64>>
  %0 = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>) -> tensor<8xi1>
  check.expect_eq_const %0, dense<[true, true, true, true, false, false, false, false]> : tensor<8xi1>
  %1 = stablehlo.compare NE, %x, %y, FLOAT : (tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>) -> tensor<8xi1>
  check.expect_eq_const %1, dense<[false, false, false, false, true, true, true, true]> : tensor<8xi1>
  %2 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<[false, false, false, false, true, false, false, true]> : tensor<8xi1>
  %3 = stablehlo.compare LE, %x, %y, FLOAT : (tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>) -> tensor<8xi1>
  check.expect_eq_const %3, dense<[true, true, true, true, true, false, false, true]> : tensor<8xi1>
  %4 = stablehlo.compare GT, %x, %y, FLOAT : (tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>) -> tensor<8xi1>
  check.expect_eq_const %4, dense<[false, false, false, false, false, true, true, false]> : tensor<8xi1>
  %5 = stablehlo.compare GE, %x, %y, FLOAT : (tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>) -> tensor<8xi1>
  check.expect_eq_const %5, dense<[true, true, true, true, false, true, true, false]> : tensor<8xi1>
  return
}

// -----

func.func @select_i1() {
  %x = stablehlo.constant dense<[false, true, false, false, true, true, true, true]> : tensor<8xi1>
  %y = stablehlo.constant dense<[false, false, false, false, true, false, false, true]> : tensor<8xi1>
  %p = stablehlo.constant dense<[true, true, true, true, false, true, false, true]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xi1>
  check.expect_eq_const %z, dense<[false, true, false, false, true, true, false, true]> : tensor<8xi1>
  return
}

// -----

func.func @select_i2() {
  %x = stablehlo.constant dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi2>
  %y = stablehlo.constant dense<[-2, -2, -1, 0, 1, 0, 1, -2]> : tensor<8xi2>
  %p = stablehlo.constant dense<[true, false, false, false, true, true, true, true]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xi2>
  check.expect_eq_const %z, dense<[-2, -2, -1, 0, 0, -1, -2, -2]> : tensor<8xi2>
  return
}

// -----

func.func @select_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 1, 3, -4, 6, 0]> : tensor<8xi4>
  %y = stablehlo.constant dense<[-5, 3, -4, 3, 1, 0, 7, -8]> : tensor<8xi4>
  %p = stablehlo.constant dense<[false, false, false, true, false, true, false, true]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xi4>
  check.expect_eq_const %z, dense<[-5, 3, -4, 1, 1, -4, 7, 0]> : tensor<8xi4>
  return
}

// -----

func.func @select_i8() {
  %x = stablehlo.constant dense<[-128, 127, 0, 1, 63, -64, 119, 33]> : tensor<8xi8>
  %y = stablehlo.constant dense<[-65, 84, -64, 63, 1, 0, 127, -128]> : tensor<8xi8>
  %p = stablehlo.constant dense<[true, true, false, true, true, false, false, true]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xi8>
  check.expect_eq_const %z, dense<[-128, 127, -64, 1, 63, 0, 127, 33]> : tensor<8xi8>
  return
}

// -----

func.func @select_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 0, 1, 16383, -16384, 23984, -19355]> : tensor<8xi16>
  %y = stablehlo.constant dense<[-27294, 8701, -16384, 16383, 1, 0, 32767, -32768]> : tensor<8xi16>
  %p = stablehlo.constant dense<[true, false, false, true, false, false, true, false]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xi16>
  check.expect_eq_const %z, dense<[-32768, 8701, -16384, 1, 1, 0, 23984, -32768]> : tensor<8xi16>
  return
}

// -----

func.func @select_i32() {
  %x = stablehlo.constant dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, 917137660, -59504060]> : tensor<8xi32>
  %y = stablehlo.constant dense<[1627798387, -1420013848, -1073741824, 1073741823, 1, 0, 2147483647, -2147483648]> : tensor<8xi32>
  %p = stablehlo.constant dense<[true, true, true, true, true, true, false, true]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xi32>
  check.expect_eq_const %z, dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, 2147483647, -59504060]> : tensor<8xi32>
  return
}

// -----

func.func @select_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, -4611686018427387904, -4442621652540867298, 1875531077028753871]> : tensor<8xi64>
  %y = stablehlo.constant dense<[624618355754654662, -3722825649529268131, -4611686018427387904, 4611686018427387903, 1, 0, 9223372036854775807, -9223372036854775808]> : tensor<8xi64>
  %p = stablehlo.constant dense<[false, true, true, true, true, true, true, false]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xi64>
  check.expect_eq_const %z, dense<[624618355754654662, 9223372036854775807, 0, 1, 4611686018427387903, -4611686018427387904, -4442621652540867298, -9223372036854775808]> : tensor<8xi64>
  return
}

// -----

func.func @select_ui2() {
  %x = stablehlo.constant dense<[0, 3, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  %y = stablehlo.constant dense<[0, 3, 0, 1, 1, 0, 3, 0]> : tensor<8xui2>
  %p = stablehlo.constant dense<[false, true, true, false, false, false, true, false]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xui2>
  check.expect_eq_const %z, dense<[0, 3, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  return
}

// -----

func.func @select_ui4() {
  %x = stablehlo.constant dense<[0, 15, 0, 1, 7, 0, 3, 4]> : tensor<8xui4>
  %y = stablehlo.constant dense<[11, 15, 0, 7, 1, 0, 15, 0]> : tensor<8xui4>
  %p = stablehlo.constant dense<[false, true, false, true, true, true, false, false]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xui4>
  check.expect_eq_const %z, dense<[11, 15, 0, 1, 7, 0, 15, 0]> : tensor<8xui4>
  return
}

// -----

func.func @select_ui8() {
  %x = stablehlo.constant dense<[0, 255, 0, 1, 127, 0, 178, 198]> : tensor<8xui8>
  %y = stablehlo.constant dense<[117, 248, 0, 127, 1, 0, 255, 0]> : tensor<8xui8>
  %p = stablehlo.constant dense<[true, true, false, true, true, false, true, true]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xui8>
  check.expect_eq_const %z, dense<[0, 255, 0, 1, 127, 0, 178, 198]> : tensor<8xui8>
  return
}

// -----

func.func @select_ui16() {
  %x = stablehlo.constant dense<[0, 65535, 0, 1, 32767, 0, 11615, 25254]> : tensor<8xui16>
  %y = stablehlo.constant dense<[46280, 33431, 0, 32767, 1, 0, 65535, 0]> : tensor<8xui16>
  %p = stablehlo.constant dense<[true, false, true, true, true, false, false, true]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xui16>
  check.expect_eq_const %z, dense<[0, 33431, 0, 1, 32767, 0, 65535, 25254]> : tensor<8xui16>
  return
}

// -----

func.func @select_ui32() {
  %x = stablehlo.constant dense<[0, 4294967295, 0, 1, 2147483647, 0, 3832136357, 443256444]> : tensor<8xui32>
  %y = stablehlo.constant dense<[3982735543, 2497775793, 0, 2147483647, 1, 0, 4294967295, 0]> : tensor<8xui32>
  %p = stablehlo.constant dense<[true, true, false, true, true, true, false, true]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xui32>
  check.expect_eq_const %z, dense<[0, 4294967295, 0, 1, 2147483647, 0, 4294967295, 443256444]> : tensor<8xui32>
  return
}

// -----

func.func @select_ui64() {
  %x = stablehlo.constant dense<[0, 18446744073709551615, 0, 1, 9223372036854775807, 0, 3651146168191674878, 2581680906778753474]> : tensor<8xui64>
  %y = stablehlo.constant dense<[1058054356203186690, 767058538845161176, 0, 9223372036854775807, 1, 0, 18446744073709551615, 0]> : tensor<8xui64>
  %p = stablehlo.constant dense<[false, true, false, false, true, true, true, true]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xui64>
  check.expect_eq_const %z, dense<[1058054356203186690, 18446744073709551615, 0, 9223372036854775807, 9223372036854775807, 0, 3651146168191674878, 2581680906778753474]> : tensor<8xui64>
  return
}

// -----

func.func @select_f8E5M2() {
  %x = stablehlo.constant dense<[-0.75, 2.0, 3.0, -0.4375, 2.0, 0.09375, 2.5, -2.5]> : tensor<8xf8E5M2>
  %y = stablehlo.constant dense<[0.1875, 2.5, 3.0, 0.0625, 2.0, 3.0, -3.0, 3.0]> : tensor<8xf8E5M2>
  %p = stablehlo.constant dense<[false, true, false, true, true, false, true, true]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xf8E5M2>
  check.expect_eq_const %z, dense<[0.1875, 2.0, 3.0, -0.4375, 2.0, 3.0, 2.5, -2.5]> : tensor<8xf8E5M2>
  return
}

// -----

func.func @select_f8E4M3FN() {
  %x = stablehlo.constant dense<[0.625, 2.75, 2.5, -2.5, 0.375, 3.0, 0.625, -0.46875]> : tensor<8xf8E4M3FN>
  %y = stablehlo.constant dense<[-1.5, 0.8125, 2.5, -2.0, 0.21875, 2.75, -1.125, 0.8125]> : tensor<8xf8E4M3FN>
  %p = stablehlo.constant dense<[true, true, true, true, true, false, false, false]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xf8E4M3FN>
  check.expect_eq_const %z, dense<[0.625, 2.75, 2.5, -2.5, 0.375, 2.75, -1.125, 0.8125]> : tensor<8xf8E4M3FN>
  return
}

// -----

func.func @select_f8E4M3() {
  %x = stablehlo.constant dense<[-0.75, 2.25, 3.0, -0.40625, 1.875, 0.09375, 2.75, -2.5]> : tensor<8xf8E4M3>
  %y = stablehlo.constant dense<[0.171875, 2.75, 3.0, 0.0703125, 2.25, 3.0, -2.75, 3.0]> : tensor<8xf8E4M3>
  %p = stablehlo.constant dense<[false, true, false, true, true, false, true, true]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xf8E4M3>
  check.expect_eq_const %z, dense<[0.171875, 2.25, 3.0, -0.40625, 1.875, 3.0, 2.75, -2.5]> : tensor<8xf8E4M3>
  return
}

// -----

func.func @select_f8E3M4() {
  %x = stablehlo.constant dense<[-0.78125, 2.125, 2.875, -0.421875, 1.875, 0.09375, 2.75, -2.625]> : tensor<8xf8E3M4>
  %y = stablehlo.constant dense<[0.171875, 2.625, 2.875, 0.0625, 2.125, 3.0, -2.75, 3.0]> : tensor<8xf8E3M4>
  %p = stablehlo.constant dense<[false, true, false, true, true, false, true, true]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xf8E3M4>
  check.expect_eq_const %z, dense<[0.171875, 2.125, 2.875, -0.421875, 1.875, 3.0, 2.75, -2.625]> : tensor<8xf8E3M4>
  return
}

// -----

func.func @select_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[-2.75, -2.0, -0.15625, 1.75, -0.0859375, 2.25, -0.9375, -0.625]> : tensor<8xf8E4M3FNUZ>
  %y = stablehlo.constant dense<[1.875, 2.25, 1.75, -2.75, 2.75, -0.5625, 1.875, -0.5625]> : tensor<8xf8E4M3FNUZ>
  %p = stablehlo.constant dense<[false, true, false, true, true, true, true, true]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %z, dense<[1.875, -2.0, 1.75, 1.75, -0.0859375, 2.25, -0.9375, -0.625]> : tensor<8xf8E4M3FNUZ>
  return
}

// -----

func.func @select_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[-2.5, -2.0, -0.15625, 1.75, -0.078125, 2.5, -0.875, -0.625]> : tensor<8xf8E5M2FNUZ>
  %y = stablehlo.constant dense<[2.0, 2.0, 1.75, -2.5, 2.5, -0.5, 1.75, -0.625]> : tensor<8xf8E5M2FNUZ>
  %p = stablehlo.constant dense<[false, true, false, true, true, true, true, true]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %z, dense<[2.0, -2.0, 1.75, 1.75, -0.078125, 2.5, -0.875, -0.625]> : tensor<8xf8E5M2FNUZ>
  return
}

// -----

func.func @select_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[-2.75, 0.1015625, -2.0, 3.0, -2.0, -2.5, 2.25, 0.5625]> : tensor<8xf8E4M3B11FNUZ>
  %y = stablehlo.constant dense<[1.125, 0.203125, -1.25, -3.0, 0.625, 1.125, 0.9375, -2.5]> : tensor<8xf8E4M3B11FNUZ>
  %p = stablehlo.constant dense<[true, true, true, false, true, true, false, false]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %z, dense<[-2.75, 0.1015625, -2.0, -3.0, -2.0, -2.5, 0.9375, -2.5]> : tensor<8xf8E4M3B11FNUZ>
  return
}

// -----

func.func @select_f4E2M1FN() {
  %x = stablehlo.constant dense<[-1.0, 3.0, -0.5, 0.5, 1.0, 1.0, 1.0, 2.0]> : tensor<8xf4E2M1FN>
  %y = stablehlo.constant dense<[-2.0, 0.5, 2.0, -0.5, 2.0, 1.5, 1.5, 1.5]> : tensor<8xf4E2M1FN>
  %p = stablehlo.constant dense<[false, true, true, true, false, true, false, true]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xf4E2M1FN>
  check.expect_eq_const %z, dense<[-2.0, 3.0, -0.5, 0.5, 2.0, 1.0, 1.5, 2.0]> : tensor<8xf4E2M1FN>
  return
}

// -----

func.func @select_f8E8M0FNU() {
  %x = stablehlo.constant dense<[2.0, 2.0, 1.0, 0.25, 0.5, 2.0, 2.0, 1.0]> : tensor<8xf8E8M0FNU>
  %y = stablehlo.constant dense<[2.0, 0.125, 1.0, 2.0, 1.0, 2.0, 1.0, 0.5]> : tensor<8xf8E8M0FNU>
  %p = stablehlo.constant dense<[true, true, false, false, true, false, false, false]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xf8E8M0FNU>
  check.expect_eq_const %z, dense<[2.0, 2.0, 1.0, 2.0, 0.5, 2.0, 1.0, 0.5]> : tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @select_f16() {
  %x = stablehlo.constant dense<[0.3918457, 0.81103516, 2.40625, -1.0332031, -1.9169922, -0.8232422, -2.5117188, -1.0019531]> : tensor<8xf16>
  %y = stablehlo.constant dense<[0.5698242, 0.3696289, 0.36450195, 2.0546875, 1.4980469, -2.3613281, -2.9492188, 0.39379883]> : tensor<8xf16>
  %p = stablehlo.constant dense<[false, false, false, true, true, false, true, true]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xf16>
  check.expect_eq_const %z, dense<[0.5698242, 0.3696289, 0.36450195, -1.0332031, -1.9169922, -2.3613281, -2.5117188, -1.0019531]> : tensor<8xf16>
  return
}

// -----

func.func @select_bf16() {
  %x = stablehlo.constant dense<[2.28125, -2.28125, -0.95703125, 1.8515625, -0.47070312, 1.9609375, -1.5234375, 0.54296875]> : tensor<8xbf16>
  %y = stablehlo.constant dense<[2.359375, -2.515625, 2.828125, -1.703125, -0.009094238, 2.046875, 2.78125, 2.421875]> : tensor<8xbf16>
  %p = stablehlo.constant dense<[false, false, false, true, true, false, false, true]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xbf16>
  check.expect_eq_const %z, dense<[2.359375, -2.515625, 2.828125, 1.8515625, -0.47070312, 2.046875, 2.78125, 0.54296875]> : tensor<8xbf16>
  return
}

// -----

func.func @select_f32() {
  %x = stablehlo.constant dense<[2.0116053, 2.5958488, -0.015837342, 1.7493116, -0.92582214, -0.58072543, 1.6901914, 2.1156154]> : tensor<8xf32>
  %y = stablehlo.constant dense<[-0.118285984, -1.5229683, 2.2145736, 0.532146, -0.9211198, -2.1612608, 0.38324377, 2.8591056]> : tensor<8xf32>
  %p = stablehlo.constant dense<[true, false, false, false, true, false, true, true]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xf32>
  check.expect_eq_const %z, dense<[2.0116053, -1.5229683, 2.2145736, 0.532146, -0.92582214, -2.1612608, 1.6901914, 2.1156154]> : tensor<8xf32>
  return
}

// -----

func.func @select_f64() {
  %x = stablehlo.constant dense<[-1.771986887977493, -2.4082005161505124, -2.2299229230666384, 2.0087996708053666, -1.6473608365609846, -0.6692116696395716, -2.4021014070199005, -0.5393930853796585]> : tensor<8xf64>
  %y = stablehlo.constant dense<[1.5026513485755757, 1.823507480274177, -1.8738274215979032, -2.3369291487692188, -0.7087549805420048, -2.3004163382551326, 1.64679607197922, -2.498829934793366]> : tensor<8xf64>
  %p = stablehlo.constant dense<[true, false, false, true, false, false, true, false]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xf64>
  check.expect_eq_const %z, dense<[-1.771986887977493, 1.823507480274177, -1.8738274215979032, 2.0087996708053666, -0.7087549805420048, -2.3004163382551326, -2.4021014070199005, -2.498829934793366]> : tensor<8xf64>
  return
}

// -----

func.func @select_complex_f32() {
  %x = stablehlo.constant dense<[(2.7638948, 1.5264754), (1.7963814, 0.29263753), (0.8457843, 0.9410481), (-0.42278057, 0.6034981), (1.588265, -0.78409994), (-1.391893, 0.5369167), (-0.18816769, 0.64215416), (2.332854, 1.741751)]> : tensor<8xcomplex<f32>>
  %y = stablehlo.constant dense<[(1.3512877, 2.8508096), (-2.6859062, -2.377593), (0.36001793, -1.5946484), (-0.6642913, -1.9102457), (0.70423687, -0.26479304), (1.30799, -1.1761034), (1.8018447, -0.6955814), (0.047559492, -0.29918015)]> : tensor<8xcomplex<f32>>
  %p = stablehlo.constant dense<[true, true, true, true, true, true, true, false]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xcomplex<f32>>
  check.expect_eq_const %z, dense<[(2.7638948, 1.5264754), (1.7963814, 0.29263753), (0.8457843, 0.9410481), (-0.42278057, 0.6034981), (1.588265, -0.78409994), (-1.391893, 0.5369167), (-0.18816769, 0.64215416), (0.047559492, -0.29918015)]> : tensor<8xcomplex<f32>>
  return
}

// -----

func.func @select_complex_f64() {
  %x = stablehlo.constant dense<[(0.5743238430241084, 1.9626763574142174), (-0.5031863234762683, -2.7447130311739114), (-2.9574524498920582, 0.8590680215250046), (2.780267293521087, 1.3470627198624605), (-0.5439792349802337, -1.993052121975061), (2.7747101266148757, 0.23109723439299845), (0.6180387954233257, 0.2694989165833066), (-0.07258265133186015, 2.549705743258907)]> : tensor<8xcomplex<f64>>
  %y = stablehlo.constant dense<[(2.3971514150077287, 2.491325422219573), (-1.5081029002140753, 0.9836751436878397), (-0.4424384571949167, -1.9204600185493141), (2.575733916303337, -2.573180784867188), (0.6342834092890621, 0.5813430266973736), (-0.9922261155313938, -0.29159552662349464), (2.25109750333337, -1.0994633925348642), (0.4486089809859761, 1.0782603479386434)]> : tensor<8xcomplex<f64>>
  %p = stablehlo.constant dense<[false, true, false, false, false, true, false, false]> : tensor<8xi1>
  %z = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xcomplex<f64>>
  check.expect_eq_const %z, dense<[(2.3971514150077287, 2.491325422219573), (-0.5031863234762683, -2.7447130311739114), (-0.4424384571949167, -1.9204600185493141), (2.575733916303337, -2.573180784867188), (0.6342834092890621, 0.5813430266973736), (2.7747101266148757, 0.23109723439299845), (2.25109750333337, -1.0994633925348642), (0.4486089809859761, 1.0782603479386434)]> : tensor<8xcomplex<f64>>
  return
}

// -----

func.func @complex_complex_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = stablehlo.constant dense<[-0.17588232, 2.3786612, -0.47070217, 0.06550965, 1.0286849, -0.4098175, -1.9703531, -0.29105923]> : tensor<8xf32>
  %z = stablehlo.complex %x, %y : tensor<8xcomplex<f32>>
  check.expect_eq_const %z, dense<[(5.718211, -0.17588232), (0.76648754, 2.3786612), (-4.3225217, -0.47070217), (-1.8422396, 0.06550965), (1.064292, 1.0286849), (4.4291472, -0.4098175), (-3.0459366, -1.9703531), (-0.23657197, -0.29105923)]> : tensor<8xcomplex<f32>>
  return
}

// -----

func.func @complex_complex_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = stablehlo.constant dense<[-0.7633841278734201, 1.987197469855822, -1.949160986445173, -0.6610109207455124, -2.8642640245329885, 2.911996160909533, 1.8229924481137543, -2.232116101312183]> : tensor<8xf64>
  %z = stablehlo.complex %x, %y : tensor<8xcomplex<f64>>
  check.expect_eq_const %z, dense<[(-4.997659869586732, -0.7633841278734201), (3.29359214395844, 1.987197469855822), (-4.600832676510265, -1.949160986445173), (-1.4175099610840096, -0.6610109207455124), (-4.6738582975384375, -2.8642640245329885), (-3.7476548431958063, 2.911996160909533), (3.647014960548354, 1.8229924481137543), (3.0053026971511514, -2.232116101312183)]> : tensor<8xcomplex<f64>>
  return
}
