// CHLO's elementwise ops on the types they allow. Written by scripts/hlo_vectors.
func.func @acos_f16() {
  %x = stablehlo.constant dense<[-0.21777344, 0.19006348, -0.7607422, -0.69873047, 0.3322754, 0.6323242, -0.2722168, -0.8491211]> : tensor<8xf16>
  %y = chlo.acos %x : tensor<8xf16> -> tensor<8xf16>
  %must = stablehlo.constant dense<[1.7900391, 1.3798828, 2.4355469, 2.34375, 1.2324219, 0.88623047, 1.8466797, 2.5859375]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @acos_bf16() {
  %x = stablehlo.constant dense<[-0.69140625, -0.19726562, -0.4765625, 0.4453125, -0.61328125, 0.47460938, -0.88671875, 0.29492188]> : tensor<8xbf16>
  %y = chlo.acos %x : tensor<8xbf16> -> tensor<8xbf16>
  %must = stablehlo.constant dense<[2.328125, 1.765625, 2.0625, 1.109375, 2.234375, 1.078125, 2.65625, 1.2734375]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @acos_f32() {
  %x = stablehlo.constant dense<[-0.753913, 0.7004576, 0.18231496, 0.048693582, 0.6862749, 0.74991804, 0.38921815, -0.54614514]> : tensor<8xf32>
  %y = chlo.acos %x : tensor<8xf32> -> tensor<8xf32>
  %must = stablehlo.constant dense<[2.4247942, 0.7947579, 1.3874559, 1.5220835, 0.81444126, 0.72285813, 1.1710137, 2.148552]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @acos_f64() {
  %x = stablehlo.constant dense<[-0.6904137659907051, 0.5542606308939044, 0.11364433816167097, -0.40094068823417073, 0.7777229013196034, 0.16952469509400325, 0.11024476020569507, -0.43323887112231463]> : tensor<8xf64>
  %y = chlo.acos %x : tensor<8xf64> -> tensor<8xf64>
  %must = stablehlo.constant dense<[2.3328571859243, 0.9833219220542345, 1.4569059358201208, 1.9833397780356457, 0.6797611221029078, 1.4004489632273172, 1.4603270188687882, 2.0188796510826834]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @acos_complex_f32() {
  %x = stablehlo.constant dense<[(-0.8470936, 0.07684735), (-0.6690848, -0.005057861), (-0.7189178, 0.06729869), (0.5305883, -0.04582279), (-0.86229694, -0.09241016), (0.52758735, 0.51072294), (-0.6523389, 0.4180958), (0.6538247, -0.3758544)]> : tensor<8xcomplex<f32>>
  %y = chlo.acos %x : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(2.5658352, -0.14067705), (2.3037522, 0.0068054656), (2.368285, -0.096198164), (1.0124133, 0.054002866), (2.585598, 0.17420691), (1.0956188, -0.5467103), (2.189928, -0.49315593), (0.93662965, 0.45111486)]> : tensor<8xcomplex<f32>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @acos_complex_f64() {
  %x = stablehlo.constant dense<[(-0.8925918549470492, 0.8925722269761114), (0.02304037491337918, 0.7400546592895143), (-0.4580605311599715, -0.12997062466030962), (-0.4457809035105249, 0.033712856960437465), (-0.1554029358389104, 0.049484913394943875), (0.5559281269034455, 0.7770613615747171), (0.5865094349512192, 0.09452891900464166), (0.07078980609200025, 0.5186917628624061)]> : tensor<8xcomplex<f64>>
  %y = chlo.acos %x : tensor<8xcomplex<f64>> -> tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(2.21023881697669, -0.9586213026700503), (1.552276057535092, -0.6852739429986848), (2.0412240218770563, 0.14529744564492195), (2.0324901191040414, -0.037646512843013645), (1.7266346655242366, -0.050071014650153865), (1.1350482021780761, -0.7766825246195185), (0.9488938946205557, -0.11604378694257052), (1.5079417955341634, -0.4987782773916843)]> : tensor<8xcomplex<f64>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @acosh_f16() {
  %x = stablehlo.constant dense<[1.9179688, 2.6328125, 2.0234375, 2.8710938, 1.8564453, 3.0996094, 1.9228516, 4.1875]> : tensor<8xf16>
  %y = chlo.acosh %x : tensor<8xf16> -> tensor<8xf16>
  %must = stablehlo.constant dense<[1.2685547, 1.6230469, 1.3300781, 1.7158203, 1.2294922, 1.796875, 1.2714844, 2.1113281]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @acosh_bf16() {
  %x = stablehlo.constant dense<[3.546875, 4.875, 2.875, 4.59375, 2.578125, 1.15625, 3.53125, 3.296875]> : tensor<8xbf16>
  %y = chlo.acosh %x : tensor<8xbf16> -> tensor<8xbf16>
  %must = stablehlo.constant dense<[1.9375, 2.265625, 1.71875, 2.203125, 1.6015625, 0.55078125, 1.9375, 1.859375]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @acosh_f32() {
  %x = stablehlo.constant dense<[1.4847862, 3.6207595, 2.0799165, 2.1267176, 3.3626888, 2.9489057, 4.27744, 1.8957099]> : tensor<8xf32>
  %y = chlo.acosh %x : tensor<8xf32> -> tensor<8xf32>
  %must = stablehlo.constant dense<[0.9486899, 1.9601916, 1.3619155, 1.3872099, 1.8830078, 1.7445072, 2.1325493, 1.2545362]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @acosh_f64() {
  %x = stablehlo.constant dense<[1.2407886033632076, 1.8221133276224926, 4.7050071906747934, 1.4190463940311382, 2.357982951769399, 3.8109696992117694, 3.889780830877733, 3.9652722728329044]> : tensor<8xf64>
  %y = chlo.acosh %x : tensor<8xf64> -> tensor<8xf64>
  %must = stablehlo.constant dense<[0.6807372976014828, 1.2075563108739606, 2.2302849644815157, 0.8861899967009104, 1.5026136987427452, 2.0133550917535783, 2.0345517255881767, 2.0544286230949997]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @acosh_complex_f32() {
  %x = stablehlo.constant dense<[(4.9359565, 1.4872187), (1.9129395, 4.281218), (4.339835, 4.9284744), (1.0167873, 1.9417562), (1.4100349, 4.1756744), (2.6434267, 4.7685738), (2.617692, 4.6919966), (1.9701176, 2.9616454)]> : tensor<8xcomplex<f32>>
  %y = chlo.acosh %x : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(2.3252494, 0.29797387), (2.2460022, 1.1588687), (2.5759692, 0.8545613), (1.5085598, 1.1275288), (2.186581, 1.2527096), (2.3936758, 1.0716618), (2.3790963, 1.0691729), (1.9701059, 1.0016001)]> : tensor<8xcomplex<f32>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @acosh_complex_f64() {
  %x = stablehlo.constant dense<[(1.133879351207229, 4.25857759126787), (1.898114141033088, 3.2733077282428287), (1.6801548203297667, 3.3925581372091944), (4.936132227347326, 1.9133030849977333), (3.98267497651156, 4.317329325758928), (3.0667718172950043, 1.191834888324708), (3.949477486916458, 1.283768504723061), (2.4309369317553227, 3.254064740750791)]> : tensor<8xcomplex<f64>>
  %y = chlo.acosh %x : tensor<8xcomplex<f64>> -> tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(2.187371688235292, 1.316769212805429), (2.032771979709954, 1.0600659776338315), (2.03508472965205, 1.1243994368251948), (2.353116433873932, 0.3759141732294086), (2.4643025974516544, 0.8329048902172601), (1.8670262084162474, 0.38708920586368983), (2.105130757141267, 0.3231078179875185), (2.0993565418973414, 0.9435245166241606)]> : tensor<8xcomplex<f64>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @asin_f16() {
  %x = stablehlo.constant dense<[-0.21777344, 0.19006348, -0.7607422, -0.69873047, 0.3322754, 0.6323242, -0.2722168, -0.8491211]> : tensor<8xf16>
  %y = chlo.asin %x : tensor<8xf16> -> tensor<8xf16>
  %must = stablehlo.constant dense<[-0.21948242, 0.19128418, -0.8642578, -0.7734375, 0.33862305, 0.6845703, -0.27563477, -1.0146484]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @asin_bf16() {
  %x = stablehlo.constant dense<[-0.69140625, -0.19726562, -0.4765625, 0.4453125, -0.61328125, 0.47460938, -0.88671875, 0.29492188]> : tensor<8xbf16>
  %y = chlo.asin %x : tensor<8xbf16> -> tensor<8xbf16>
  %must = stablehlo.constant dense<[-0.76171875, -0.19824219, -0.49609375, 0.4609375, -0.66015625, 0.49414062, -1.09375, 0.29882812]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @asin_f32() {
  %x = stablehlo.constant dense<[-0.753913, 0.7004576, 0.18231496, 0.048693582, 0.6862749, 0.74991804, 0.38921815, -0.54614514]> : tensor<8xf32>
  %y = chlo.asin %x : tensor<8xf32> -> tensor<8xf32>
  %must = stablehlo.constant dense<[-0.85399795, 0.7760384, 0.18334036, 0.048712846, 0.75635505, 0.8479382, 0.39978266, -0.5777555]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @asin_f64() {
  %x = stablehlo.constant dense<[-0.6904137659907051, 0.5542606308939044, 0.11364433816167097, -0.40094068823417073, 0.7777229013196034, 0.16952469509400325, 0.11024476020569507, -0.43323887112231463]> : tensor<8xf64>
  %y = chlo.asin %x : tensor<8xf64> -> tensor<8xf64>
  %must = stablehlo.constant dense<[-0.7620608591294034, 0.587474404740662, 0.11389039097477585, -0.41254345124074904, 0.8910352046919887, 0.1703473635675794, 0.11046930792610848, -0.4480833242877868]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @asin_complex_f32() {
  %x = stablehlo.constant dense<[(-0.8470936, 0.07684735), (-0.6690848, -0.005057861), (-0.7189178, 0.06729869), (0.5305883, -0.04582279), (-0.86229694, -0.09241016), (0.52758735, 0.51072294), (-0.6523389, 0.4180958), (0.6538247, -0.3758544)]> : tensor<8xcomplex<f32>>
  %y = chlo.asin %x : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(-0.99503887, 0.14067705), (-0.7329558, -0.0068054656), (-0.7974886, 0.096198164), (0.5583831, -0.054002866), (-1.0148016, -0.17420691), (0.4751775, 0.5467103), (-0.6191318, 0.49315593), (0.63416666, -0.45111486)]> : tensor<8xcomplex<f32>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @asin_complex_f64() {
  %x = stablehlo.constant dense<[(-0.8925918549470492, 0.8925722269761114), (0.02304037491337918, 0.7400546592895143), (-0.4580605311599715, -0.12997062466030962), (-0.4457809035105249, 0.033712856960437465), (-0.1554029358389104, 0.049484913394943875), (0.5559281269034455, 0.7770613615747171), (0.5865094349512192, 0.09452891900464166), (0.07078980609200025, 0.5186917628624061)]> : tensor<8xcomplex<f64>>
  %y = chlo.asin %x : tensor<8xcomplex<f64>> -> tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(-0.6394424901817933, 0.9586213026700503), (0.01852026925980465, 0.6852739429986848), (-0.47042769508215965, -0.14529744564492195), (-0.4616937923091449, 0.037646512843013645), (-0.15583833872934008, 0.050071014650153865), (0.4357481246168205, 0.7766825246195185), (0.6219024321743409, 0.11604378694257052), (0.06285453126073319, 0.4987782773916843)]> : tensor<8xcomplex<f64>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @asinh_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = chlo.asinh %x : tensor<8xf16> -> tensor<8xf16>
  %must = stablehlo.constant dense<[0.72314453, -2.4746094, -2.2558594, 1.8173828, 2.1210938, 0.67626953, 0.6845703, 0.9765625]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @asinh_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = chlo.asinh %x : tensor<8xbf16> -> tensor<8xbf16>
  %must = stablehlo.constant dense<[2.28125, 2.421875, 2.125, -0.018188477, -1.9375, 2.4375, -2.3125, 2.25]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @asinh_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = chlo.asinh %x : tensor<8xf32> -> tensor<8xf32>
  %must = stablehlo.constant dense<[2.4443626, 0.70628506, -2.1701057, -1.370772, 0.9261122, 2.1938612, -1.8328737, -0.23441908]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @asinh_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = chlo.asinh %x : tensor<8xf64> -> tensor<8xf64>
  %must = stablehlo.constant dense<[-2.3119793006433564, 1.907414034023139, -2.2309910488904454, -1.1481175339035796, -2.246384784162432, -2.031620185749063, 2.005343337471098, 1.8201219868584073]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @asinh_complex_f32() {
  %x = stablehlo.constant dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %y = chlo.asinh %x : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(0.11798867, -0.6362947), (2.056921, -0.35756195), (1.9537632, -0.7124234), (1.1808774, -0.30172354), (-2.078548, -1.2262932), (1.8561598, -1.3380244), (-2.6642525, -0.7197713), (2.5312731, 1.1232439)]> : tensor<8xcomplex<f32>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @asinh_complex_f64() {
  %x = stablehlo.constant dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  %y = chlo.asinh %x : tensor<8xcomplex<f64>> -> tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(1.5094561738190637, 1.140658013518438), (2.310837074031495, -0.44662345682042337), (-1.4668879527796628, -0.2582915088701484), (1.2529264977286814, 0.661326140962616), (2.678544865435322, -0.7801877576208138), (-2.0500042641931877, -1.3370049282934953), (-1.9825126237564128, 0.5607372126186007), (2.6266266182406954, 0.7994326701885207)]> : tensor<8xcomplex<f64>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @atan_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = chlo.atan %x : tensor<8xf16> -> tensor<8xf16>
  %must = stablehlo.constant dense<[0.6669922, -1.4033203, -1.3623047, 1.2490234, 1.3320312, 0.6298828, 0.63671875, 0.85058594]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @atan_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = chlo.atan %x : tensor<8xbf16> -> tensor<8xbf16>
  %must = stablehlo.constant dense<[1.3671875, 1.390625, 1.328125, -0.018188477, -1.2890625, 1.3984375, -1.375, 1.359375]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @atan_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = chlo.atan %x : tensor<8xf32> -> tensor<8xf32>
  %must = stablehlo.constant dense<[1.3976672, 0.6539699, -1.3434495, -1.0734842, 0.8165329, 1.3487424, -1.253577, -0.23230113]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @atan_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = chlo.atan %x : tensor<8xf64> -> tensor<8xf64>
  %must = stablehlo.constant dense<[-1.3733107214066136, 1.2760218733862836, -1.356773212392098, -0.9564137124382439, -1.3600182591828711, -1.3100381490346045, 1.3031769548571406, 1.2495751998458005]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @atan_complex_f32() {
  %x = stablehlo.constant dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %y = chlo.atan %x : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(0.14599128, -0.6778303), (1.3319426, -0.08828014), (1.355267, -0.18369095), (0.99632794, -0.16832057), (-1.4851547, -0.23618744), (1.4970297, -0.30607748), (-1.4659222, -0.09164252), (1.5016096, 0.14351904)]> : tensor<8xcomplex<f32>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @atan_complex_f64() {
  %x = stablehlo.constant dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  %y = chlo.atan %x : tensor<8xcomplex<f64>> -> tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(1.3793637038243112, 0.40366112378241603), (1.3920477711933938, -0.08504454687106139), (-1.1305841184873104, -0.11234446458681982), (1.1144150473178136, 0.3365779635792366), (1.4730378013650594, -0.09644148351891119), (-1.5102182598849898, -0.25155638113757733), (-1.3373565122286197, 0.1447609049095246), (1.4697778529886183, 0.10353284147125981)]> : tensor<8xcomplex<f64>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @atanh_f16() {
  %x = stablehlo.constant dense<[-0.21777344, 0.19006348, -0.7607422, -0.69873047, 0.3322754, 0.6323242, -0.2722168, -0.8491211]> : tensor<8xf16>
  %y = chlo.atanh %x : tensor<8xf16> -> tensor<8xf16>
  %must = stablehlo.constant dense<[-0.22131348, 0.19238281, -0.9980469, -0.8647461, 0.34545898, 0.7451172, -0.27929688, -1.2529297]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @atanh_bf16() {
  %x = stablehlo.constant dense<[-0.69140625, -0.19726562, -0.4765625, 0.4453125, -0.61328125, 0.47460938, -0.88671875, 0.29492188]> : tensor<8xbf16>
  %y = chlo.atanh %x : tensor<8xbf16> -> tensor<8xbf16>
  %must = stablehlo.constant dense<[-0.8515625, -0.20019531, -0.51953125, 0.47851562, -0.71484375, 0.515625, -1.40625, 0.3046875]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @atanh_f32() {
  %x = stablehlo.constant dense<[-0.753913, 0.7004576, 0.18231496, 0.048693582, 0.6862749, 0.74991804, 0.38921815, -0.54614514]> : tensor<8xf32>
  %y = chlo.atanh %x : tensor<8xf32> -> tensor<8xf32>
  %must = stablehlo.constant dense<[-0.9819597, 0.8681983, 0.1843762, 0.048732124, 0.84088, 0.9727678, 0.41087827, -0.61287135]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @atanh_f64() {
  %x = stablehlo.constant dense<[-0.6904137659907051, 0.5542606308939044, 0.11364433816167097, -0.40094068823417073, 0.7777229013196034, 0.16952469509400325, 0.11024476020569507, -0.43323887112231463]> : tensor<8xf64>
  %y = chlo.atanh %x : tensor<8xf64> -> tensor<8xf64>
  %must = stablehlo.constant dense<[-0.8487459664825354, 0.6245104130037119, 0.11413740484719802, -0.4247692994734149, 1.0395818798097838, 0.17117725417221538, 0.1106946806260425, -0.4638770907352823]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @atanh_complex_f32() {
  %x = stablehlo.constant dense<[(-0.8470936, 0.07684735), (-0.6690848, -0.005057861), (-0.7189178, 0.06729869), (0.5305883, -0.04582279), (-0.86229694, -0.09241016), (0.52758735, 0.51072294), (-0.6523389, 0.4180958), (0.6538247, -0.3758544)]> : tensor<8xcomplex<f32>>
  %y = chlo.atanh %x : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(-1.1899015, 0.25364405), (-0.80902815, -0.0091567915), (-0.8918488, 0.13706748), (0.58881664, -0.06361914), (-1.2098963, -0.32031733), (0.41974667, 0.57349795), (-0.5712366, 0.56247574), (0.59984434, -0.5249741)]> : tensor<8xcomplex<f32>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @atanh_complex_f64() {
  %x = stablehlo.constant dense<[(-0.8925918549470492, 0.8925722269761114), (0.02304037491337918, 0.7400546592895143), (-0.4580605311599715, -0.12997062466030962), (-0.4457809035105249, 0.033712856960437465), (-0.1554029358389104, 0.049484913394943875), (0.5559281269034455, 0.7770613615747171), (0.5865094349512192, 0.09452891900464166), (0.07078980609200025, 0.5186917628624061)]> : tensor<8xcomplex<f64>>
  %y = chlo.atanh %x : tensor<8xcomplex<f64>> -> tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(-0.4224113601829886, 0.9458592208327672), (0.014886324265388889, 0.6372696772004435), (-0.482851968349459, -0.16214195150362734), (-0.47863493874275326, 0.04203424225688713), (-0.15627381623258346, 0.05066302108440371), (0.33217204498025127, 0.7573989347119949), (0.6604785104364147, 0.14213117605895553), (0.055793135939879696, 0.480106615306728)]> : tensor<8xcomplex<f64>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @cosh_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = chlo.cosh %x : tensor<8xf16> -> tensor<8xf16>
  %must = stablehlo.constant dense<[1.3261719, 182.25, 56.25, 10.03125, 30.46875, 1.2773438, 1.2861328, 1.7226562]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @cosh_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = chlo.cosh %x : tensor<8xbf16> -> tensor<8xbf16>
  %must = stablehlo.constant dense<[63.5, 130.0, 30.0, 1.0, 15.0625, 143.0, 76.5, 56.0]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @cosh_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = chlo.cosh %x : tensor<8xf32> -> tensor<8xf32>
  %must = stablehlo.constant dense<[152.18164, 1.3084178, 37.69587, 3.234559, 1.6218789, 41.935898, 10.538635, 1.0281138]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @cosh_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = chlo.cosh %x : tensor<8xf64> -> tensor<8xf64>
  %must = stablehlo.constant dense<[74.03650637120319, 13.488290372826548, 49.7886159311589, 2.1845741542871258, 53.559772722917174, 21.22252659759951, 19.193028862643644, 10.120925546165081]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @cosh_complex_f32() {
  %x = stablehlo.constant dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %y = chlo.cosh %x : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(0.830001, -0.05366025), (3.2840028, -18.057827), (-4.8432417, -4.8301315), (1.8702532, -0.97124976), (-1.5723051, -1.1022905), (-1.2691753, 0.03738037), (4.6047873, -107.525444), (6.2608147, -4.079094)]> : tensor<8xcomplex<f32>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @cosh_complex_f64() {
  %x = stablehlo.constant dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  %y = chlo.cosh %x : tensor<8xcomplex<f64>> -> tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(-0.7906390356675388, 0.852089547598066), (-26.509897719014376, -36.49320976498842), (3.093649679951523, 1.965305155592623), (0.7614031377791368, 1.5027951443317398), (36.3063312037767, 78.33603993875934), (-1.084950401480322, -0.6468962495784483), (-3.951773019749326, -9.392175856028686), (16.129612563716485, -58.21324815278167)]> : tensor<8xcomplex<f64>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @sinh_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = chlo.sinh %x : tensor<8xf16> -> tensor<8xf16>
  %must = stablehlo.constant dense<[0.87158203, -182.25, -56.21875, 9.9765625, 30.453125, 0.79541016, 0.80859375, 1.4033203]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @sinh_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = chlo.sinh %x : tensor<8xbf16> -> tensor<8xbf16>
  %must = stablehlo.constant dense<[63.5, 130.0, 30.0, -0.018188477, -15.0625, 143.0, -76.5, 56.0]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @sinh_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = chlo.sinh %x : tensor<8xf32> -> tensor<8xf32>
  %must = stablehlo.constant dense<[152.17834, 0.84377563, -37.682602, -3.0760968, 1.2769068, 41.923973, -10.491083, -0.23878482]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @sinh_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = chlo.sinh %x : tensor<8xf64> -> tensor<8xf64>
  %must = stablehlo.constant dense<[-74.0297526380658, 13.451170104555414, -49.77857246185802, -1.942257510110158, -53.550436544724285, -21.19895363422022, 19.166960033408323, 10.071401784807165]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @sinh_complex_f32() {
  %x = stablehlo.constant dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %y = chlo.sinh %x : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(0.078711614, -0.5658385), (3.2791388, -18.084612), (-4.7917614, -4.882024), (1.6592318, -1.0947735), (1.3661798, 1.268601), (-0.7829943, 0.060590796), (-4.604589, 107.53008), (6.204802, -4.115917)]> : tensor<8xcomplex<f32>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @sinh_complex_f64() {
  %x = stablehlo.constant dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  %y = chlo.sinh %x : tensor<8xcomplex<f64>> -> tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(-0.5652599040498546, 1.1918327363900658), (-26.503384018392428, -36.50217865148903), (-2.978913928200491, -2.0410007848998157), (0.6497880947221948, 1.760932444942122), (36.303896255779854, 78.34129403551485), (0.7690715503630504, 0.9125943423143584), (3.9328522853774213, 9.437361093523332), (16.127402800939088, -58.22122448167399)]> : tensor<8xcomplex<f64>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @tan_f16() {
  %x = stablehlo.constant dense<[-0.21777344, 0.19006348, -0.7607422, -0.69873047, 0.3322754, 0.6323242, -0.2722168, -0.8491211]> : tensor<8xf16>
  %y = chlo.tan %x : tensor<8xf16> -> tensor<8xf16>
  %must = stablehlo.constant dense<[-0.22131348, 0.19238281, -0.95166016, -0.84033203, 0.3449707, 0.73291016, -0.27905273, -1.1367188]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @tan_bf16() {
  %x = stablehlo.constant dense<[-0.69140625, -0.19726562, -0.4765625, 0.4453125, -0.61328125, 0.47460938, -0.88671875, 0.29492188]> : tensor<8xbf16>
  %y = chlo.tan %x : tensor<8xbf16> -> tensor<8xbf16>
  %must = stablehlo.constant dense<[-0.828125, -0.20019531, -0.515625, 0.4765625, -0.703125, 0.515625, -1.2265625, 0.3046875]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @tan_f32() {
  %x = stablehlo.constant dense<[-0.753913, 0.7004576, 0.18231496, 0.048693582, 0.6862749, 0.74991804, 0.38921815, -0.54614514]> : tensor<8xf32>
  %y = chlo.tan %x : tensor<8xf32> -> tensor<8xf32>
  %must = stablehlo.constant dense<[-0.9389322, 0.84307086, 0.18436216, 0.048732106, 0.8190927, 0.9314434, 0.41014126, -0.6078138]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @tan_f64() {
  %x = stablehlo.constant dense<[-0.6904137659907051, 0.5542606308939044, 0.11364433816167097, -0.40094068823417073, 0.7777229013196034, 0.16952469509400325, 0.11024476020569507, -0.43323887112231463]> : tensor<8xf64>
  %y = chlo.tan %x : tensor<8xf64> -> tensor<8xf64>
  %must = stablehlo.constant dense<[-0.826031957918244, 0.6189827958994937, 0.11413611908950187, -0.4239025003634011, 0.9847661008702123, 0.1711675517814809, 0.1106935771436772, -0.4625469822791139]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @tan_complex_f32() {
  %x = stablehlo.constant dense<[(-0.8470936, 0.07684735), (-0.6690848, -0.005057861), (-0.7189178, 0.06729869), (0.5305883, -0.04582279), (-0.86229694, -0.09241016), (0.52758735, 0.51072294), (-0.6523389, 0.4180958), (0.6538247, -0.3758544)]> : tensor<8xcomplex<f32>>
  %y = chlo.tan %x : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(-1.1166131, 0.17361397), (-0.79073274, -0.008220391), (-0.8682007, 0.118254445), (0.5850551, -0.061508708), (-1.1438307, -0.21514826), (0.4219719, 0.58619446), (-0.5906516, 0.57369554), (0.6204662, -0.529832)]> : tensor<8xcomplex<f32>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @tan_complex_f64() {
  %x = stablehlo.constant dense<[(-0.8925918549470492, 0.8925722269761114), (0.02304037491337918, 0.7400546592895143), (-0.4580605311599715, -0.12997062466030962), (-0.4457809035105249, 0.033712856960437465), (-0.1554029358389104, 0.049484913394943875), (0.5559281269034455, 0.7770613615747171), (0.5865094349512192, 0.09452891900464166), (0.07078980609200025, 0.5186917628624061)]> : tensor<8xcomplex<f64>>
  %y = chlo.tan %x : tensor<8xcomplex<f64>> -> tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(-0.34268124762912683, 1.0157735550976654), (0.013919030099941348, 0.6293799970791968), (-0.48283935308063547, -0.160011061043332), (-0.47719556749098535, 0.04138484496199838), (-0.15627374816488557, 0.05065510226261679), (0.3076443316436772, 0.7754500467660635), (0.6560360702875697, 0.1353353535389903), (0.05473304966883086, 0.47853972591187677)]> : tensor<8xcomplex<f64>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @square_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = chlo.square %x : tensor<8xf16> -> tensor<8xf16>
  %must = stablehlo.constant dense<[0.6201172, 34.78125, 22.296875, 8.9765625, 16.890625, 0.53125, 0.5463867, 1.2988281]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @square_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = chlo.square %x : tensor<8xbf16> -> tensor<8xbf16>
  %must = stablehlo.constant dense<[23.5, 31.0, 16.75, 0.0003299713, 11.625, 32.0, 25.375, 22.25]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @square_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = chlo.square %x : tensor<8xf32> -> tensor<8xf32>
  %must = stablehlo.constant dense<[32.69794, 0.58750314, 18.684195, 3.3938468, 1.1327174, 19.617346, 9.27773, 0.055966295]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @square_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = chlo.square %x : tensor<8xf64> -> tensor<8xf64>
  %must = stablehlo.constant dense<[24.97660417207767, 10.847749210744754, 21.16766131724461, 2.0093344897723906, 21.844951385468903, 14.044916823728984, 13.300718122463513, 9.031844301503986]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @square_complex_f32() {
  %x = stablehlo.constant dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %y = chlo.square %x : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(-0.34898743, -0.11383085), (11.051244, -10.026637), (1.3104745, -12.306651), (1.7033368, -1.4918162), (-12.831022, 10.151677), (-9.653162, -4.592816), (6.244573, 51.087936), (-25.204546, 30.818111)]> : tensor<8xcomplex<f32>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @square_complex_f64() {
  %x = stablehlo.constant dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  %y = chlo.square %x : tensor<8xcomplex<f64>> -> tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(-3.845581440461954, 3.869738207410711), (15.43448087195784, -19.79999438353336), (3.597938852782743, 2.31462957350369), (0.25742291443877074, 2.949889895520259), (0.05258342394243035, -53.02263216289965), (-13.969659577765656, 6.797482941691837), (5.227030277299253, -11.867866696513026), (-1.8414698116959092, 47.77667408894701)]> : tensor<8xcomplex<f64>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @conj_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = chlo.conj %x : tensor<8xf16> -> tensor<8xf16>
  %must = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @conj_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = chlo.conj %x : tensor<8xbf16> -> tensor<8xbf16>
  %must = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @conj_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = chlo.conj %x : tensor<8xf32> -> tensor<8xf32>
  %must = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @conj_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = chlo.conj %x : tensor<8xf64> -> tensor<8xf64>
  %must = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @conj_complex_f32() {
  %x = stablehlo.constant dense<[(0.095118985, -0.5983603), (3.6036894, -1.3911628), (2.61598, -2.3522067), (1.4084737, -0.5295861), (-1.3285826, -3.8204913), (0.72003585, -3.1892967), (-5.3718123, -4.755186), (2.7025754, 5.701619)]> : tensor<8xcomplex<f32>>
  %y = chlo.conj %x : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  %must = stablehlo.constant dense<[(0.095118985, 0.5983603), (3.6036894, 1.3911628), (2.61598, 2.3522067), (1.4084737, 0.5295861), (-1.3285826, 3.8204913), (0.72003585, 3.1892967), (-5.3718123, 4.755186), (2.7025754, -5.701619)]> : tensor<8xcomplex<f32>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return
}

// -----

func.func @conj_complex_f64() {
  %x = stablehlo.constant dense<[(0.8972179619719522, 2.156520695877287), (4.50219500666674, -2.1989267850697285), (-1.9844522310627877, -0.5831910532469893), (1.2685668185781243, 1.1626860533947472), (5.151467832606674, -5.146361569734376), (-0.8848769143898334, -3.8409200370986283), (-3.0162058004281507, 1.9673502873756794), (4.794302830015457, 4.982650844439146)]> : tensor<8xcomplex<f64>>
  %y = chlo.conj %x : tensor<8xcomplex<f64>> -> tensor<8xcomplex<f64>>
  %must = stablehlo.constant dense<[(0.8972179619719522, -2.156520695877287), (4.50219500666674, 2.1989267850697285), (-1.9844522310627877, 0.5831910532469893), (1.2685668185781243, -1.1626860533947472), (5.151467832606674, 5.146361569734376), (-0.8848769143898334, 3.8409200370986283), (-3.0162058004281507, -1.9673502873756794), (4.794302830015457, -4.982650844439146)]> : tensor<8xcomplex<f64>>
  check.expect_close %y, %must, max_ulp_difference = 2 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}

// -----

func.func @erf_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = chlo.erf %x : tensor<8xf16> -> tensor<8xf16>
  %must = stablehlo.constant dense<[0.7348633, -1.0, -1.0, 1.0, 1.0, 0.6972656, 0.70410156, 0.8930664]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @erf_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = chlo.erf %x : tensor<8xbf16> -> tensor<8xbf16>
  %must = stablehlo.constant dense<[1.0, 1.0, 1.0, -0.020507812, -1.0, 1.0, -1.0, 1.0]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @erf_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = chlo.erf %x : tensor<8xf32> -> tensor<8xf32>
  %must = stablehlo.constant dense<[1.0, 0.72162503, -1.0, -0.9908212, 0.8677109, 1.0, -0.9999835, -0.26204544]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @erf_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = chlo.erf %x : tensor<8xf64> -> tensor<8xf64>
  %must = stablehlo.constant dense<[-0.9999999999984255, 0.9999968045975357, -0.9999999999231087, -0.9550007862988709, -0.9999999999615248, -0.9999998841873647, 0.9999997499422065, 0.9999786362897988]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @erfc_f16() {
  %x = stablehlo.constant dense<[-2.4472656, 2.2441406, 0.87353516, -0.00055933, 2.3007812, -1.9912109, 0.34472656, -2.4570312]> : tensor<8xf16>
  %y = chlo.erfc %x : tensor<8xf16> -> tensor<8xf16>
  %must = stablehlo.constant dense<[1.9990234, 0.0015048981, 0.2166748, 1.0009766, 0.0011386871, 1.9951172, 0.62597656, 1.9990234]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @erfc_bf16() {
  %x = stablehlo.constant dense<[-0.039794922, -1.2890625, 2.015625, 0.5703125, -0.66796875, 0.6484375, 1.015625, 0.44140625]> : tensor<8xbf16>
  %y = chlo.erfc %x : tensor<8xbf16> -> tensor<8xbf16>
  %must = stablehlo.constant dense<[1.046875, 1.9296875, 0.0043640137, 0.41992188, 1.65625, 0.359375, 0.15136719, 0.53125]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @erfc_f32() {
  %x = stablehlo.constant dense<[-0.17588232, 2.3786612, -0.47070217, 0.06550965, 1.0286849, -0.4098175, -1.9703531, -0.29105923]> : tensor<8xf32>
  %y = chlo.erfc %x : tensor<8xf32> -> tensor<8xf32>
  %must = stablehlo.constant dense<[1.1964344, 0.00076839677, 1.4943801, 0.9261859, 0.14573015, 1.437795, 1.994672, 1.319382]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @erfc_f64() {
  %x = stablehlo.constant dense<[-0.7633841278734201, 1.987197469855822, -1.949160986445173, -0.6610109207455124, -2.8642640245329885, 2.911996160909533, 1.8229924481137543, -2.232116101312183]> : tensor<8xf64>
  %y = chlo.erfc %x : tensor<8xf64> -> tensor<8xf64>
  %must = stablehlo.constant dense<[1.7196743958032599, 0.004949201640057058, 1.9941581728985396, 1.6501140887752535, 1.999948931217339, 3.8186897817442885e-05, 0.009934505827813375, 1.998404284870737]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @erf_inv_f16() {
  %x = stablehlo.constant dense<[-0.21777344, 0.19006348, -0.7607422, -0.69873047, 0.3322754, 0.6323242, -0.2722168, -0.8491211]> : tensor<8xf16>
  %y = chlo.erf_inv %x : tensor<8xf16> -> tensor<8xf16>
  %must = stablehlo.constant dense<[-0.19543457, 0.17004395, -0.83203125, -0.73095703, 0.3034668, 0.63720703, -0.24609375, -1.015625]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @erf_inv_bf16() {
  %x = stablehlo.constant dense<[-0.69140625, -0.19726562, -0.4765625, 0.4453125, -0.61328125, 0.47460938, -0.88671875, 0.29492188]> : tensor<8xbf16>
  %y = chlo.erf_inv %x : tensor<8xbf16> -> tensor<8xbf16>
  %must = stablehlo.constant dense<[-0.71875, -0.17675781, -0.45117188, 0.41796875, -0.61328125, 0.44921875, -1.1171875, 0.26757812]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @erf_inv_f32() {
  %x = stablehlo.constant dense<[-0.753913, 0.7004576, 0.18231496, 0.048693582, 0.6862749, 0.74991804, 0.38921815, -0.54614514]> : tensor<8xf32>
  %y = chlo.erf_inv %x : tensor<8xf32> -> tensor<8xf32>
  %must = stablehlo.constant dense<[-0.8201775, 0.7335633, 0.1630047, 0.043180387, 0.7123651, 0.8132791, 0.35988748, -0.5296257]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @erf_inv_f64() {
  %x = stablehlo.constant dense<[-0.6904137659907051, 0.5542606308939044, 0.11364433816167097, -0.40094068823417073, 0.7777229013196034, 0.16952469509400325, 0.11024476020569507, -0.43323887112231463]> : tensor<8xf64>
  %y = chlo.erf_inv %x : tensor<8xf64> -> tensor<8xf64>
  %must = stablehlo.constant dense<[-0.7184845697354029, 0.5391953204694345, 0.10105764296755497, -0.37176404299006643, 0.8630206364630444, 0.1513859134664758, 0.0980148456095087, -0.4050505943326388]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @digamma_f16() {
  %x = stablehlo.constant dense<[1.9179688, 2.6328125, 2.0234375, 2.8710938, 1.8564453, 3.0996094, 1.9228516, 4.1875]> : tensor<8xf16>
  %y = chlo.digamma %x : tensor<8xf16> -> tensor<8xf16>
  %must = stablehlo.constant dense<[0.3684082, 0.7661133, 0.43774414, 0.87060547, 0.3256836, 0.9614258, 0.37182617, 1.3076172]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @digamma_bf16() {
  %x = stablehlo.constant dense<[3.546875, 4.875, 2.875, 4.59375, 2.578125, 1.15625, 3.53125, 3.296875]> : tensor<8xbf16>
  %y = chlo.digamma %x : tensor<8xbf16> -> tensor<8xbf16>
  %must = stablehlo.constant dense<[1.1171875, 1.4765625, 0.87109375, 1.4140625, 0.7421875, -0.34570312, 1.1171875, 1.03125]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @digamma_f32() {
  %x = stablehlo.constant dense<[1.4847862, 3.6207595, 2.0799165, 2.1267176, 3.3626888, 2.9489057, 4.27744, 1.8957099]> : tensor<8xf32>
  %y = chlo.digamma %x : tensor<8xf32> -> tensor<8xf32>
  %must = stablehlo.constant dense<[0.022171285, 1.1422815, 0.4730753, 0.5014228, 1.0567434, 0.9024016, 1.3319321, 0.35322845]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @digamma_f64() {
  %x = stablehlo.constant dense<[1.2407886033632076, 1.8221133276224926, 4.7050071906747934, 1.4190463940311382, 2.357982951769399, 3.8109696992117694, 3.889780830877733, 3.9652722728329044]> : tensor<8xf64>
  %y = chlo.digamma %x : tensor<8xf64> -> tensor<8xf64>
  %must = stablehlo.constant dense<[-0.23853930132029572, 0.3011615865595421, 1.4386097726066696, -0.0420325396868326, 0.6310229964496178, 1.2009839319873625, 1.2243385175116608, 1.2462125622345546]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @lgamma_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = chlo.lgamma %x : tensor<8xf16> -> tensor<8xf16>
  %must = stablehlo.constant dense<[0.16418457, -4.0859375, -2.9082031, 0.6894531, 1.9306641, 0.22668457, 0.21508789, -0.06555176]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @lgamma_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = chlo.lgamma %x : tensor<8xbf16> -> tensor<8xbf16>
  %must = stablehlo.constant dense<[2.953125, 4.0625, 1.9140625, 4.03125, -1.1328125, 4.21875, -1.375, 2.765625]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @lgamma_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = chlo.lgamma %x : tensor<8xf32> -> tensor<8xf32>
  %must = stablehlo.constant dense<[4.314051, 0.18571937, -2.3660965, 1.3353711, -0.03381277, 2.3559592, 1.2342075, 1.6304299]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @lgamma_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = chlo.lgamma %x : tensor<8xf64> -> tensor<8xf64>
  %must = stablehlo.constant dense<[1.2740579255319926, 0.9804748472850889, -2.9255060527202845, 0.9503216658275685, -2.9389360882757343, -1.321183487500285, 1.3666682370595642, 0.6980459750948202]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @bessel_i1e_f16() {
  %x = stablehlo.constant dense<[0.78759766, -5.8984375, -4.7226562, 2.9960938, 4.109375, 0.7290039, 0.7392578, 1.1396484]> : tensor<8xf16>
  %y = chlo.bessel_i1e %x : tensor<8xf16> -> tensor<8xf16>
  %must = stablehlo.constant dense<[0.19335938, -0.15319824, -0.16772461, 0.19689941, 0.17700195, 0.18774414, 0.18884277, 0.21350098]> : tensor<8xf16>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @bessel_i1e_bf16() {
  %x = stablehlo.constant dense<[4.84375, 5.5625, 4.09375, -0.018188477, -3.40625, 5.65625, -5.03125, 4.71875]> : tensor<8xbf16>
  %y = chlo.bessel_i1e %x : tensor<8xbf16> -> tensor<8xbf16>
  %must = stablehlo.constant dense<[0.16601562, 0.15722656, 0.17675781, -0.008911133, -0.18945312, 0.15625, -0.16308594, 0.16796875]> : tensor<8xbf16>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @bessel_i1e_f32() {
  %x = stablehlo.constant dense<[5.718211, 0.76648754, -4.3225217, -1.8422396, 1.064292, 4.4291472, -3.0459366, -0.23657197]> : tensor<8xf32>
  %y = chlo.bessel_i1e %x : tensor<8xf32> -> tensor<8xf32>
  %must = stablehlo.constant dense<[0.15516423, 0.19147249, -0.17362839, -0.21728699, 0.21082398, 0.17201215, -0.19593571, -0.09402126]> : tensor<8xf32>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @bessel_i1e_f64() {
  %x = stablehlo.constant dense<[-4.997659869586732, 3.29359214395844, -4.600832676510265, -1.4175099610840096, -4.6738582975384375, -3.7476548431958063, 3.647014960548354, 3.0053026971511514]> : tensor<8xf64>
  %y = chlo.bessel_i1e %x : tensor<8xf64> -> tensor<8xf64>
  %must = stablehlo.constant dense<[-0.16400322513000906, 0.1912103669363477, -0.1694877154763543, -0.21864580199313888, -0.1684424181281426, -0.18300900851592763, 0.18476851251542342, 0.19672367675255015]> : tensor<8xf64>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @mulhi_i2() {
  %x = stablehlo.constant dense<[-2, 1, 0, 1, 0, -1, -2, -2]> : tensor<8xi2>
  %y = stablehlo.constant dense<[-2, -2, -1, 0, 1, 0, 1, -2]> : tensor<8xi2>
  %z = chlo.mulhi %x, %y : tensor<8xi2>, tensor<8xi2> -> tensor<8xi2>
  check.expect_eq_const %z, dense<[1, -1, 0, 0, 0, 0, -1, 1]> : tensor<8xi2>
  return
}

// -----

func.func @mulhi_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 1, 3, -4, 6, 0]> : tensor<8xi4>
  %y = stablehlo.constant dense<[-5, 3, -4, 3, 1, 0, 7, -8]> : tensor<8xi4>
  %z = chlo.mulhi %x, %y : tensor<8xi4>, tensor<8xi4> -> tensor<8xi4>
  check.expect_eq_const %z, dense<[2, 1, 0, 0, 0, 0, 2, 0]> : tensor<8xi4>
  return
}

// -----

func.func @mulhi_i8() {
  %x = stablehlo.constant dense<[-128, 127, 0, 1, 63, -64, 119, 33]> : tensor<8xi8>
  %y = stablehlo.constant dense<[-65, 84, -64, 63, 1, 0, 127, -128]> : tensor<8xi8>
  %z = chlo.mulhi %x, %y : tensor<8xi8>, tensor<8xi8> -> tensor<8xi8>
  check.expect_eq_const %z, dense<[32, 41, 0, 0, 0, 0, 59, -17]> : tensor<8xi8>
  return
}

// -----

func.func @mulhi_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 0, 1, 16383, -16384, 23984, -19355]> : tensor<8xi16>
  %y = stablehlo.constant dense<[-27294, 8701, -16384, 16383, 1, 0, 32767, -32768]> : tensor<8xi16>
  %z = chlo.mulhi %x, %y : tensor<8xi16>, tensor<8xi16> -> tensor<8xi16>
  check.expect_eq_const %z, dense<[13647, 4350, 0, 0, 0, 0, 11991, 9677]> : tensor<8xi16>
  return
}

// -----

func.func @mulhi_i32() {
  %x = stablehlo.constant dense<[-2147483648, 2147483647, 0, 1, 1073741823, -1073741824, 917137660, -59504060]> : tensor<8xi32>
  %y = stablehlo.constant dense<[1627798387, -1420013848, -1073741824, 1073741823, 1, 0, 2147483647, -2147483648]> : tensor<8xi32>
  %z = chlo.mulhi %x, %y : tensor<8xi32>, tensor<8xi32> -> tensor<8xi32>
  check.expect_eq_const %z, dense<[-813899194, -710006924, 0, 0, 0, 0, 458568829, 29752030]> : tensor<8xi32>
  return
}

// -----

func.func @mulhi_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4611686018427387903, -4611686018427387904, -4442621652540867298, 1875531077028753871]> : tensor<8xi64>
  %y = stablehlo.constant dense<[624618355754654662, -3722825649529268131, -4611686018427387904, 4611686018427387903, 1, 0, 9223372036854775807, -9223372036854775808]> : tensor<8xi64>
  %z = chlo.mulhi %x, %y : tensor<8xi64>, tensor<8xi64> -> tensor<8xi64>
  check.expect_eq_const %z, dense<[-312309177877327331, -1861412824764634066, 0, 0, 0, 0, -2221310826270433649, -937765538514376936]> : tensor<8xi64>
  return
}

// -----

func.func @mulhi_ui2() {
  %x = stablehlo.constant dense<[0, 3, 0, 1, 1, 0, 1, 0]> : tensor<8xui2>
  %y = stablehlo.constant dense<[0, 3, 0, 1, 1, 0, 3, 0]> : tensor<8xui2>
  %z = chlo.mulhi %x, %y : tensor<8xui2>, tensor<8xui2> -> tensor<8xui2>
  check.expect_eq_const %z, dense<[0, 2, 0, 0, 0, 0, 0, 0]> : tensor<8xui2>
  return
}

// -----

func.func @mulhi_ui4() {
  %x = stablehlo.constant dense<[0, 15, 0, 1, 7, 0, 3, 4]> : tensor<8xui4>
  %y = stablehlo.constant dense<[11, 15, 0, 7, 1, 0, 15, 0]> : tensor<8xui4>
  %z = chlo.mulhi %x, %y : tensor<8xui4>, tensor<8xui4> -> tensor<8xui4>
  check.expect_eq_const %z, dense<[0, 14, 0, 0, 0, 0, 2, 0]> : tensor<8xui4>
  return
}

// -----

func.func @mulhi_ui8() {
  %x = stablehlo.constant dense<[0, 255, 0, 1, 127, 0, 178, 198]> : tensor<8xui8>
  %y = stablehlo.constant dense<[117, 248, 0, 127, 1, 0, 255, 0]> : tensor<8xui8>
  %z = chlo.mulhi %x, %y : tensor<8xui8>, tensor<8xui8> -> tensor<8xui8>
  check.expect_eq_const %z, dense<[0, 247, 0, 0, 0, 0, 177, 0]> : tensor<8xui8>
  return
}

// -----

func.func @mulhi_ui16() {
  %x = stablehlo.constant dense<[0, 65535, 0, 1, 32767, 0, 11615, 25254]> : tensor<8xui16>
  %y = stablehlo.constant dense<[46280, 33431, 0, 32767, 1, 0, 65535, 0]> : tensor<8xui16>
  %z = chlo.mulhi %x, %y : tensor<8xui16>, tensor<8xui16> -> tensor<8xui16>
  check.expect_eq_const %z, dense<[0, 33430, 0, 0, 0, 0, 11614, 0]> : tensor<8xui16>
  return
}

// -----

func.func @mulhi_ui32() {
  %x = stablehlo.constant dense<[0, 4294967295, 0, 1, 2147483647, 0, 3832136357, 443256444]> : tensor<8xui32>
  %y = stablehlo.constant dense<[3982735543, 2497775793, 0, 2147483647, 1, 0, 4294967295, 0]> : tensor<8xui32>
  %z = chlo.mulhi %x, %y : tensor<8xui32>, tensor<8xui32> -> tensor<8xui32>
  check.expect_eq_const %z, dense<[0, 2497775792, 0, 0, 0, 0, 3832136356, 0]> : tensor<8xui32>
  return
}

// -----

func.func @mulhi_ui64() {
  %x = stablehlo.constant dense<[0, 18446744073709551615, 0, 1, 9223372036854775807, 0, 3651146168191674878, 2581680906778753474]> : tensor<8xui64>
  %y = stablehlo.constant dense<[1058054356203186690, 767058538845161176, 0, 9223372036854775807, 1, 0, 18446744073709551615, 0]> : tensor<8xui64>
  %z = chlo.mulhi %x, %y : tensor<8xui64>, tensor<8xui64> -> tensor<8xui64>
  check.expect_eq_const %z, dense<[0, 767058538845161175, 0, 0, 0, 0, 3651146168191674877, 0]> : tensor<8xui64>
  return
}

// -----

func.func @infinities_f16() {
  %x = stablehlo.constant dense<[1.0, 0x7C00, 0xFC00, 0x7E00, -0.0, 3.0]> : tensor<6xf16>
  %0 = chlo.is_inf %x : tensor<6xf16> -> tensor<6xi1>
  check.expect_eq_const %0, dense<[false, true, true, false, false, false]> : tensor<6xi1>
  %1 = chlo.is_pos_inf %x : tensor<6xf16> -> tensor<6xi1>
  check.expect_eq_const %1, dense<[false, true, false, false, false, false]> : tensor<6xi1>
  %2 = chlo.is_neg_inf %x : tensor<6xf16> -> tensor<6xi1>
  check.expect_eq_const %2, dense<[false, false, true, false, false, false]> : tensor<6xi1>
  return
}

// -----

func.func @polygamma_f16() {
  %n = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 5.0]> : tensor<5xf16>
  %x = stablehlo.constant dense<[0.5, 1.25, 2.0, 3.5, 7.0]> : tensor<5xf16>
  %y = chlo.polygamma %n, %x : tensor<5xf16>, tensor<5xf16> -> tensor<5xf16>
  %must = stablehlo.constant dense<[-1.9638672, 1.1972656, -0.40405273, 0.0703125, 0.0020103455]> : tensor<5xf16>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<5xf16>, tensor<5xf16>
  return
}

// -----

func.func @zeta_f16() {
  %s = stablehlo.constant dense<[1.5, 2.0, 3.0, 6.5, 11.0]> : tensor<5xf16>
  %q = stablehlo.constant dense<[0.5, 1.25, 2.0, 3.5, 7.0]> : tensor<5xf16>
  %y = chlo.zeta %s, %q : tensor<5xf16>, tensor<5xf16> -> tensor<5xf16>
  %must = stablehlo.constant dense<[4.7773438, 1.1972656, 0.20202637, 0.0003721714, 0.0]> : tensor<5xf16>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<5xf16>, tensor<5xf16>
  return
}

// -----

func.func @next_after_f16() {
  %a = stablehlo.constant dense<[1.0, 1.0, 0.0, -0.0, -2.0, 3.0, 0x7E00]> : tensor<7xf16>
  %b = stablehlo.constant dense<[2.0, 0.0, 1.0, -1.0, 5.0, 3.0, 1.0]> : tensor<7xf16>
  %y = chlo.next_after %a, %b : tensor<7xf16>, tensor<7xf16> -> tensor<7xf16>
  check.expect_eq_const %y, dense<[1.0009766, 0.9995117, 5.9604645e-08, -5.9604645e-08, -1.9990234, 3.0, 0x7E00]> : tensor<7xf16>
  return
}

// -----

func.func @infinities_bf16() {
  %x = stablehlo.constant dense<[1.0, 0x7F80, 0xFF80, 0x7FC0, -0.0, 3.0]> : tensor<6xbf16>
  %0 = chlo.is_inf %x : tensor<6xbf16> -> tensor<6xi1>
  check.expect_eq_const %0, dense<[false, true, true, false, false, false]> : tensor<6xi1>
  %1 = chlo.is_pos_inf %x : tensor<6xbf16> -> tensor<6xi1>
  check.expect_eq_const %1, dense<[false, true, false, false, false, false]> : tensor<6xi1>
  %2 = chlo.is_neg_inf %x : tensor<6xbf16> -> tensor<6xi1>
  check.expect_eq_const %2, dense<[false, false, true, false, false, false]> : tensor<6xi1>
  return
}

// -----

func.func @polygamma_bf16() {
  %n = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 5.0]> : tensor<5xbf16>
  %x = stablehlo.constant dense<[0.5, 1.25, 2.0, 3.5, 7.0]> : tensor<5xbf16>
  %y = chlo.polygamma %n, %x : tensor<5xbf16>, tensor<5xbf16> -> tensor<5xbf16>
  %must = stablehlo.constant dense<[-1.9609375, 1.1953125, -0.40429688, 0.0703125, 0.0020141602]> : tensor<5xbf16>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<5xbf16>, tensor<5xbf16>
  return
}

// -----

func.func @zeta_bf16() {
  %s = stablehlo.constant dense<[1.5, 2.0, 3.0, 6.5, 11.0]> : tensor<5xbf16>
  %q = stablehlo.constant dense<[0.5, 1.25, 2.0, 3.5, 7.0]> : tensor<5xbf16>
  %y = chlo.zeta %s, %q : tensor<5xbf16>, tensor<5xbf16> -> tensor<5xbf16>
  %must = stablehlo.constant dense<[4.78125, 1.1953125, 0.20214844, 0.00037193298, 6.693881e-10]> : tensor<5xbf16>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<5xbf16>, tensor<5xbf16>
  return
}

// -----

func.func @next_after_bf16() {
  %a = stablehlo.constant dense<[1.0, 1.0, 0.0, -0.0, -2.0, 3.0, 0x7FC0]> : tensor<7xbf16>
  %b = stablehlo.constant dense<[2.0, 0.0, 1.0, -1.0, 5.0, 3.0, 1.0]> : tensor<7xbf16>
  %y = chlo.next_after %a, %b : tensor<7xbf16>, tensor<7xbf16> -> tensor<7xbf16>
  check.expect_eq_const %y, dense<[1.0078125, 0.99609375, 9.1835e-41, -9.1835e-41, -1.9921875, 3.0, 0x7FC0]> : tensor<7xbf16>
  return
}

// -----

func.func @infinities_f32() {
  %x = stablehlo.constant dense<[1.0, 0x7F800000, 0xFF800000, 0x7FC00000, -0.0, 3.0]> : tensor<6xf32>
  %0 = chlo.is_inf %x : tensor<6xf32> -> tensor<6xi1>
  check.expect_eq_const %0, dense<[false, true, true, false, false, false]> : tensor<6xi1>
  %1 = chlo.is_pos_inf %x : tensor<6xf32> -> tensor<6xi1>
  check.expect_eq_const %1, dense<[false, true, false, false, false, false]> : tensor<6xi1>
  %2 = chlo.is_neg_inf %x : tensor<6xf32> -> tensor<6xi1>
  check.expect_eq_const %2, dense<[false, false, true, false, false, false]> : tensor<6xi1>
  return
}

// -----

func.func @polygamma_f32() {
  %n = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 5.0]> : tensor<5xf32>
  %x = stablehlo.constant dense<[0.5, 1.25, 2.0, 3.5, 7.0]> : tensor<5xf32>
  %y = chlo.polygamma %n, %x : tensor<5xf32>, tensor<5xf32> -> tensor<5xf32>
  %must = stablehlo.constant dense<[-1.96351, 1.1973292, -0.4041138, 0.07030585, 0.002009493]> : tensor<5xf32>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<5xf32>, tensor<5xf32>
  return
}

// -----

func.func @zeta_f32() {
  %s = stablehlo.constant dense<[1.5, 2.0, 3.0, 6.5, 11.0]> : tensor<5xf32>
  %q = stablehlo.constant dense<[0.5, 1.25, 2.0, 3.5, 7.0]> : tensor<5xf32>
  %y = chlo.zeta %s, %q : tensor<5xf32>, tensor<5xf32> -> tensor<5xf32>
  %must = stablehlo.constant dense<[4.776538, 1.1973292, 0.2020569, 0.00037211945, 6.6990896e-10]> : tensor<5xf32>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<5xf32>, tensor<5xf32>
  return
}

// -----

func.func @next_after_f32() {
  %a = stablehlo.constant dense<[1.0, 1.0, 0.0, -0.0, -2.0, 3.0, 0x7FC00000]> : tensor<7xf32>
  %b = stablehlo.constant dense<[2.0, 0.0, 1.0, -1.0, 5.0, 3.0, 1.0]> : tensor<7xf32>
  %y = chlo.next_after %a, %b : tensor<7xf32>, tensor<7xf32> -> tensor<7xf32>
  check.expect_eq_const %y, dense<[1.0000001, 0.99999994, 1.0e-45, -1.0e-45, -1.9999999, 3.0, 0x7FC00000]> : tensor<7xf32>
  return
}

// -----

func.func @infinities_f64() {
  %x = stablehlo.constant dense<[1.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, -0.0, 3.0]> : tensor<6xf64>
  %0 = chlo.is_inf %x : tensor<6xf64> -> tensor<6xi1>
  check.expect_eq_const %0, dense<[false, true, true, false, false, false]> : tensor<6xi1>
  %1 = chlo.is_pos_inf %x : tensor<6xf64> -> tensor<6xi1>
  check.expect_eq_const %1, dense<[false, true, false, false, false, false]> : tensor<6xi1>
  %2 = chlo.is_neg_inf %x : tensor<6xf64> -> tensor<6xi1>
  check.expect_eq_const %2, dense<[false, false, true, false, false, false]> : tensor<6xi1>
  return
}

// -----

func.func @polygamma_f64() {
  %n = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 5.0]> : tensor<5xf64>
  %x = stablehlo.constant dense<[0.5, 1.25, 2.0, 3.5, 7.0]> : tensor<5xf64>
  %y = chlo.polygamma %n, %x : tensor<5xf64>, tensor<5xf64> -> tensor<5xf64>
  %must = stablehlo.constant dense<[-1.9635100260214235, 1.1973291545071107, -0.4041138063191886, 0.07030584881725205, 0.0020094931750490293]> : tensor<5xf64>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  return
}

// -----

func.func @zeta_f64() {
  %s = stablehlo.constant dense<[1.5, 2.0, 3.0, 6.5, 11.0]> : tensor<5xf64>
  %q = stablehlo.constant dense<[0.5, 1.25, 2.0, 3.5, 7.0]> : tensor<5xf64>
  %y = chlo.zeta %s, %q : tensor<5xf64>, tensor<5xf64> -> tensor<5xf64>
  %must = stablehlo.constant dense<[4.776537947554833, 1.1973291545071107, 0.2020569031595943, 0.0003721194419337981, 6.699089382472649e-10]> : tensor<5xf64>
  check.expect_close %y, %must, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  return
}

// -----

func.func @next_after_f64() {
  %a = stablehlo.constant dense<[1.0, 1.0, 0.0, -0.0, -2.0, 3.0, 0x7FF8000000000000]> : tensor<7xf64>
  %b = stablehlo.constant dense<[2.0, 0.0, 1.0, -1.0, 5.0, 3.0, 1.0]> : tensor<7xf64>
  %y = chlo.next_after %a, %b : tensor<7xf64>, tensor<7xf64> -> tensor<7xf64>
  check.expect_eq_const %y, dense<[1.0000000000000002, 0.9999999999999999, 5.0e-324, -5.0e-324, -1.9999999999999998, 3.0, 0x7FF8000000000000]> : tensor<7xf64>
  return
}
