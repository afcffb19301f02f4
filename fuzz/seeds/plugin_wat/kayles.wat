;; Kayles: a row of pins. A move knocks over one pin, or two that stand side by side, and so may split the row. Dudeney 1908.
;;
;;     sprague solve ./kayles.wat@15

(module
  (memory (export "memory") 16)
  (data (i32.const 0) "name: Kayles\nrules: knock over one pin, or two side by side\nposition: how many pins stand in a row\nexample: 15")
  (func (export "sprague_version") (result i32) (i32.const 1))
  (func (export "about") (result i64) (i64.const 109))

  ;; the list begins at 4096; `end` is where it ends so far
  (global $end (mut i32) (i32.const 4096))
  (func $word (param $word i64)
    (i64.store (global.get $end) (local.get $word))
    (global.set $end (i32.add (global.get $end) (i32.const 8))))

  ;; every way to leave `rest` pins in two rows, the shorter one first
  (func $split (param $rest i64) (local $left i64)
    (loop $next
      (if (i64.le_s (i64.shl (local.get $left) (i64.const 1)) (local.get $rest))
        (then
          (call $word (i64.const 2))
          (call $word (local.get $left))
          (call $word (i64.sub (local.get $rest) (local.get $left)))
          (local.set $left (i64.add (local.get $left) (i64.const 1)))
          (br $next)))))

  (func (export "heap_options") (param $n i64) (result i64)
    (global.set $end (i32.const 4096))
    (call $split (i64.sub (local.get $n) (i64.const 1)))
    (call $split (i64.sub (local.get $n) (i64.const 2)))
    ;; address << 32 | how many words
    (i64.or
      (i64.shl (i64.const 4096) (i64.const 32))
      (i64.extend_i32_u (i32.shr_u (i32.sub (global.get $end) (i32.const 4096)) (i32.const 3))))))
