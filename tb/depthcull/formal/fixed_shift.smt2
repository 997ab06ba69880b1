; The link from the integers to the block, 2 of 2: on bits, S >>> 8 is the floor of S/256 (the integer q with
; 256 q <= S < 256 q + 256), and the clamp, done on bits, is that of the integers. 45 bits hold the sums of all tiles.
; expect: unsat unsat unsat

(declare-const s (_ BitVec 45))
(define-fun q () (_ BitVec 45) (bvashr s #b000000000000000000000000000000000000000001000))
(define-fun wide ((v (_ BitVec 45))) (_ BitVec 64) ((_ sign_extend 19) v))
(define-fun q256 () (_ BitVec 64) (bvmul (wide q) #x0000000000000100))

(push 1)
(assert (not (and (bvsle q256 (wide s)) (bvslt (wide s) (bvadd q256 #x0000000000000100)))))
(check-sat)
(pop 1)

; On bits: 0 if the sign is set, all ones if a bit above the 24 is set, else the 24 bits.
(define-fun z () (_ BitVec 24)
  (ite (= ((_ extract 44 44) s) #b1) #x000000
    (ite (not (= ((_ extract 43 32) s) #x000)) #xffffff ((_ extract 31 8) s))))
(push 1)
(assert (not (= ((_ zero_extend 21) z)
  (ite (bvslt q (_ bv0 45)) (_ bv0 45) (ite (bvsgt q (_ bv16777215 45)) (_ bv16777215 45) q)))))
(check-sat)
(pop 1)

; Monotonic on bits too.
(declare-const t (_ BitVec 45))
(define-fun zt () (_ BitVec 24)
  (ite (= ((_ extract 44 44) t) #b1) #x000000
    (ite (not (= ((_ extract 43 32) t) #x000)) #xffffff ((_ extract 31 8) t))))
(push 1)
(assert (bvsle s t))
(assert (not (bvule z zt)))
(check-sat)
