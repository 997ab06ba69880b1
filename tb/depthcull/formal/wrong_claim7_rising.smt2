; refuted: claim 7 even where all slopes are positive: start and end deeper say nothing of the other corners
; expect: sat
; include: fixed.inc

(assert (and (> s_cx 0) (> s_cy 0) (> d_cx 0) (> d_cy 0) (> s_min d_min) (> s_max d_max)))
(assert (< s_z d_z))
(assert (and (not w8) (not w16) (= x 3) (= y 0))) ; a 4x4 tile, its corner (XE,0)
; a readable one: small slopes, depths from 1 to 4095
(assert (and (<= (- 4096) s_cx 4096) (<= (- 4096) s_cy 4096) (<= (- 4096) d_cx 4096) (<= (- 4096) d_cy 4096)))
(assert (and (<= 256 s_pixel 1048575) (<= 256 d_pixel 1048575)))
(check-sat)
(get-value (tw th s_cx s_cy s_cref d_cx d_cy d_cref x y s_z d_z))
