; f32 at its full width, on bits: a finite magnitude is significand * unit(E), unit(E) = 2^(E-150). What f32_gap
; takes from there:
;   - the next magnitude is one unit(E) further: the significand goes up by one, or from 2^24 - 1 at E to 2^23 at
;     E + 1, where a unit is twice as much; so it is up to the pattern of infinity as 2^128
;   - E does not fall from a magnitude to a greater one
;   - above E = 1 the significand is 2^23 at least
;   - a magnitude between two others, whatever the signs, has an E not above the greater of theirs
; expect: unsat unsat unsat unsat

(define-sort Pattern () (_ BitVec 31))
(define-fun field ((p Pattern)) (_ BitVec 8) ((_ extract 30 23) p))
(define-fun E ((p Pattern)) (_ BitVec 8) (ite (= (field p) #x00) #x01 (field p)))
(define-fun significand ((p Pattern)) (_ BitVec 24)
  (concat (ite (= (field p) #x00) #b0 #b1) ((_ extract 22 0) p)))
(define-fun finite ((p Pattern)) Bool (not (= (field p) #xff)))

(declare-const p Pattern) (declare-const q Pattern)
(assert (finite p))
(push 1)
(define-fun next () Pattern (bvadd p (_ bv1 31)))
(assert (not (or
  (and (= (E next) (E p)) (= (significand next) (bvadd (significand p) #x000001)) (not (= (significand p) #xffffff)))
  (and (= (E next) (bvadd (E p) #x01)) (= (significand p) #xffffff) (= (significand next) #x800000)))))
(check-sat)
(pop 1)
(push 1)
(assert (and (finite q) (bvule p q) (bvugt (E p) (E q))))
(check-sat)
(pop 1)
(push 1)
(assert (and (bvugt (E p) #x01) (bvult (significand p) #x800000)))
(check-sat)
(pop 1)

; keys: a pattern as an ordered integer
(define-sort Key () (_ BitVec 33))
(define-fun mag ((k Key)) Pattern ((_ extract 30 0) (ite (bvslt k (_ bv0 33)) (bvneg k) k)))
(define-fun legal ((k Key)) Bool (and (bvsle k #b001111111011111111111111111111111) (bvsge k (bvneg #b001111111011111111111111111111111))))
(declare-const a Key) (declare-const b Key) (declare-const c Key)
(push 1)
(assert (and (legal a) (legal b) (legal c) (bvsle a b) (bvsle b c)))
(assert (and (bvugt (E (mag b)) (E (mag a))) (bvugt (E (mag b)) (E (mag c)))))
(check-sat)
(pop 1)
