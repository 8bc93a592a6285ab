; Multiplication by repeated addition.
(set-logic BV)
(synth-inv inv ((p (_ BitVec 32)) (i (_ BitVec 32)) (a (_ BitVec 32)) (b (_ BitVec 32))))
(define-fun pre ((p (_ BitVec 32)) (i (_ BitVec 32)) (a (_ BitVec 32)) (b (_ BitVec 32))) Bool
  (and (= p #x00000000) (= i #x00000000)))
(define-fun trans ((p (_ BitVec 32)) (i (_ BitVec 32)) (a (_ BitVec 32)) (b (_ BitVec 32)) (p! (_ BitVec 32)) (i! (_ BitVec 32)) (a! (_ BitVec 32)) (b! (_ BitVec 32))) Bool
  (and (not (= i b)) (= p! (bvadd p a)) (= i! (bvadd i #x00000001)) (= a! a) (= b! b)))
(define-fun post ((p (_ BitVec 32)) (i (_ BitVec 32)) (a (_ BitVec 32)) (b (_ BitVec 32))) Bool
  (=> (= i b) (= p (bvmul a b))))
(inv-constraint inv pre trans post)
(check-synth)
