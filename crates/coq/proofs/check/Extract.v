(** The checkers as a program in OCaml: what Coq computes in its kernel, compiled. *)
From Coq Require Import NArith Extraction ExtrOcamlBasic.
From Sprague Require Import Definitions Octal States Families AllBut Order Options.

Extraction Language OCaml.
Extraction "checker.ml" normal misere
  octal_check octal_stated states_check
  all_but_nim_check all_but_nim_stated all_but_outcome_check all_but_outcome_stated
  subtraction_nimbers_check subtraction_nimbers_stated
  subtraction_outcomes_check subtraction_outcomes_stated
  asymmetric_outcomes_check asymmetric_outcomes_stated
  no_repeat_outcomes_check no_repeat_outcomes_stated
  stones_outcomes_check stones_outcomes_stated
  order_check gains_check options_check.
