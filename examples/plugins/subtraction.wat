;; A subtraction game: take 1, 3 or 4 from a heap. Positions are one word, so they are numbers without `parse` and `show`.
;;
;;     sprague solve ./subtraction.wat@11

(module
  (memory (export "memory") 1)
  (data (i32.const 8192) "name: 1, 3 or 4\nrules: take 1, 3 or 4\nposition: a heap\nexample: 11")
  (func (export "sprague_version") (result i32) (i32.const 1))
  (func (export "about") (result i64) (i64.or (i64.shl (i64.const 8192) (i64.const 32)) (i64.const 66)))
  (func (export "input") (result i32) (i32.const 0))

  (func (export "options") (param $words i32) (param $player i32) (result i64)
    (local $heap i64)
    (local.set $heap (i64.load (i32.const 0)))
    ;; each option is one summand, of one word, which is the heap that is left; the least amount comes first
    (i64.store (i32.const 4096) (i64.const 1))
    (i64.store (i32.const 4104) (i64.const 1))
    (i64.store (i32.const 4112) (i64.sub (local.get $heap) (i64.const 1)))
    (i64.store (i32.const 4120) (i64.const 1))
    (i64.store (i32.const 4128) (i64.const 1))
    (i64.store (i32.const 4136) (i64.sub (local.get $heap) (i64.const 3)))
    (i64.store (i32.const 4144) (i64.const 1))
    (i64.store (i32.const 4152) (i64.const 1))
    (i64.store (i32.const 4160) (i64.sub (local.get $heap) (i64.const 4)))
    ;; address << 32 | how many words: three for each amount that can be taken
    (i64.or (i64.const 0x100000000000)
      (i64.mul (i64.const 3)
        (i64.add (i64.extend_i32_u (i64.ge_u (local.get $heap) (i64.const 1)))
          (i64.add (i64.extend_i32_u (i64.ge_u (local.get $heap) (i64.const 3)))
            (i64.extend_i32_u (i64.ge_u (local.get $heap) (i64.const 4)))))))))
