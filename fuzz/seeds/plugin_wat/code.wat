;; Kayles as data, a take-and-break code: `sprague solve ./code.wat@500`
(module
  (memory (export "memory") 1)
  (data (i32.const 0) "code: 0.77")
  (func (export "sprague_version") (result i32) (i32.const 1))
  ;; address << 32 | how many bytes
  (func (export "about") (result i64) (i64.const 10)))
