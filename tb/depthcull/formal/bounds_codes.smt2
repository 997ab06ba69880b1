; Bounds: the code of a depth is its upper 16 bits, in an order in which depths are unsigned. Where the code of the least depth
; of a primitive is greater than the code of the greatest depth of the half, the first is strictly deeper: GT of range. LT is
; the same with both exchanged.
;   - f32: of all patterns that a depth can have, which are not a NaN and not -0
;   - fixed: of all 24-bit depths
; A code that is greater or equal says nothing, and the order would be wrong for -0, which no depth can be. Nothing is beyond
; the bounds of a half that is not known, as no code of 16 bits is above 65535 or below 0.
; expect: unsat sat sat unsat sat

(define-sort Depth () (_ BitVec 32))
(declare-const p Depth) (declare-const q Depth)
(define-fun float ((d Depth)) Float32 ((_ to_fp 8 24) d))
(define-fun code ((d Depth)) (_ BitVec 16)
  ((_ extract 31 16) (ite (= ((_ extract 31 31) d) #b1) (bvnot d) (bvxor d #x80000000))))
(define-fun is_depth ((d Depth)) Bool (and (not (fp.isNaN (float d))) (not (= d #x80000000))))

(push 1)
(assert (and (is_depth p) (is_depth q)))
(push 1) ; strictly greater
(assert (and (bvugt (code p) (code q)) (not (fp.gt (float p) (float q)))))
(check-sat)
(pop 1)
(push 1) ; or equal
(assert (and (bvuge (code p) (code q)) (fp.lt (float p) (float q))))
(check-sat)
(pop 1)
(pop 1)
(push 1) ; with -0
(assert (and (not (fp.isNaN (float p))) (not (fp.isNaN (float q)))))
(assert (and (bvugt (code p) (code q)) (not (fp.gt (float p) (float q)))))
(check-sat)
(pop 1)

(declare-const u (_ BitVec 24)) (declare-const v (_ BitVec 24))
(define-fun fixed_code ((d (_ BitVec 24))) (_ BitVec 16) ((_ extract 23 8) d))
(push 1)
(assert (and (bvugt (fixed_code u) (fixed_code v)) (not (bvugt u v))))
(check-sat)
(pop 1)
(push 1)
(assert (and (bvuge (fixed_code u) (fixed_code v)) (bvult u v)))
(check-sat)
(pop 1)
