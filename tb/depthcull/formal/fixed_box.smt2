; range over a box: the least and the greatest depth of a plane are at the two corners that the signs of its slopes name.
; expect: unsat unsat sat sat
; include: fixed.inc
; timeout: 240

; The box, within the tile, and the pixel within the box. Sides are integers, so all boxes are covered, also those of a half.
(declare-const left Int) (declare-const right Int) (declare-const upper Int) (declare-const lower Int)
(assert (and (<= 0 left x) (<= x right) (< right tw) (<= 0 upper y) (<= y lower) (< lower th)))

; n times c for n of 0 to 15, without a product of two unknowns.
(define-fun times ((n Int) (c Int)) Int
  (let ((a (>= n 8)))
    (let ((b (ite a (>= n 12) (>= n 4))) (m (ite a (- n 8) n)))
      (let ((k (ite b (- m 4) m)))
        (+ (ite a (* 8 c) 0) (ite b (* 4 c) 0) (ite (>= k 2) (* 2 c) 0) (ite (or (= k 1) (= k 3)) c 0))))))
(define-fun corner ((i Int) (j Int)) Int (depth (+ (times i s_cx) (times j s_cy) s_cref)))
(define-fun box_min () Int (corner (ite (< s_cx 0) right left) (ite (< s_cy 0) lower upper)))
(define-fun box_max () Int (corner (ite (< s_cx 0) left right) (ite (< s_cy 0) upper lower)))

(push 1)
(assert (not (= (corner x y) s_z))) ; the corners are the block's depths
(check-sat)
(pop 1)
(push 1)
(assert (or (< s_z box_min) (> s_z box_max)))
(check-sat)
(pop 1)
(push 1) ; a box of several pixels whose depths differ
(assert (and (< left right) (< upper lower) (< box_min s_z box_max)))
(check-sat)
(pop 1)
; The corners of other signs would not do.
(assert (> s_z (corner right lower)))
(check-sat)
