; refuted: end3 with >= of the clamped depths in place of the exact sums
; expect: sat
; include: fixed.inc

(assert (and (<= s_cx d_cx) (<= s_cy d_cy) (>= (depth s_xy) (depth d_xy))))
(assert (< s_z d_z))
(assert (and (not w8) (not w16))) ; a 4x4 tile
; a readable one: small slopes, depths from 1 to 4095
(assert (and (<= (- 4096) s_cx 4096) (<= (- 4096) s_cy 4096) (<= (- 4096) d_cx 4096) (<= (- 4096) d_cy 4096)))
(assert (and (<= 256 s_pixel 1048575) (<= 256 d_pixel 1048575)))
(check-sat)
(get-value (tw th s_cx s_cy s_cref d_cx d_cy d_cref x y s_z d_z))
