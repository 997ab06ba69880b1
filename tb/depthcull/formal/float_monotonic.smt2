; What f32_order_* and f32_sums ask of an fma, from the solver's own theory of IEEE floats, in a format of 2 exponent
; and 2 fraction bits (an f32 fma is beyond the solvers): it is monotonic in its slope and in its start
; together, for every factor not below 0; and fma(0, slope, start) is the start, for an infinite one too.
; expect: unsat unsat sat
; solver: z3
; timeout: 180
; slow

(define-sort F () (_ FloatingPoint 2 3))
(define-fun real ((f F)) Bool (not (or (fp.isNaN f) (fp.isInfinite f))))
(declare-const n F) (declare-const a F) (declare-const b F) (declare-const c F) (declare-const d F)
(assert (and (real n) (fp.geq n (_ +zero 2 3)) (real a) (real b)))
(assert (not (or (fp.isNaN c) (fp.isNaN d)))) ; starts may be infinite

(push 1)
(assert (and (fp.leq a b) (fp.leq c d)))
(assert (not (fp.leq (fp.fma RNE n a c) (fp.fma RNE n b d))))
(check-sat)
(pop 1)
(push 1)
(assert (not (fp.eq (fp.fma RNE (_ +zero 2 3) a c) c)))
(check-sat)
(pop 1)
(push 1) ; it does not keep a strict order
(assert (and (fp.lt a b) (fp.lt c d) (fp.gt n (_ +zero 2 3)) (real c) (real d)))
(assert (not (fp.lt (fp.fma RNE n a c) (fp.fma RNE n b d))))
(check-sat)
