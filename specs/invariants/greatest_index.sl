; An index that is taken along now and then is one that was seen.
(set-logic BV)
(synth-inv inv ((m (_ BitVec 32)) (x (_ BitVec 32)) (n (_ BitVec 32))))
(define-fun pre ((m (_ BitVec 32)) (x (_ BitVec 32)) (n (_ BitVec 32))) Bool
  (and (= m #x00000000) (= x #x00000000)))
(define-fun trans ((m (_ BitVec 32)) (x (_ BitVec 32)) (n (_ BitVec 32)) (m! (_ BitVec 32)) (x! (_ BitVec 32)) (n! (_ BitVec 32))) Bool
  (and (bvult x n) (or (= m! m) (= m! x)) (= x! (bvadd x #x00000001)) (= n! n)))
(define-fun post ((m (_ BitVec 32)) (x (_ BitVec 32)) (n (_ BitVec 32))) Bool
  (=> (and (bvuge x n) (not (= n #x00000000))) (bvult m n)))
(inv-constraint inv pre trans post)
(check-synth)
