(** The period of a take-and-break game, decided by computation. *)
From Coq Require Import List Arith NArith Lia Bool.
From Sprague Require Import Definitions Heaps Rows TakeAndBreak OctalRows SparseRows.
Import ListNotations.

(** The rows below n, latest first; bits is a hint. *)
Definition octal_table (c : code) (bits : list N) (n : nat) : option (list N) :=
  if small c && (1 <=? n) then
    match run c bits (pred n) start with
    | Some st => Some (prev st)
    | None => None
    end
  else build (plain_row c) n 0 [].

Lemma octal_table_sound c bits n l : octal_table c bits n = Some l -> l = desc (nim c) n.
Proof.
  unfold octal_table. destruct (small c && (1 <=? n)) eqn:E.
  - apply andb_true_iff in E as [E1 E2]. apply Nat.leb_le in E2.
    destruct (run c bits (pred n) start) as [st|] eqn:R; [|discriminate].
    intros H. injection H as <-.
    apply (run_sound c) with (n := 1) in R; auto using good_start.
    2:{ intros d Hd. unfold small in E1. rewrite forallb_forall in E1.
        specialize (E1 d Hd). now apply N.ltb_lt. }
    replace (pred n + 1) with n in R by lia. exact (g_prev _ _ _ _ R).
  - apply build_desc. intros. now apply plain_row_sound.
Qed.

(** The theorem of Guy and Smith needs a start of 1 or more; rows from n0 = 0
    are compared besides. *)
Definition octal_check (c : code) (bits : list N) (n0 p : N) : bool :=
  let m0 := Nat.max 1 (N.to_nat n0) in
  let n1 := parts c * m0 + (parts c - 1) * N.to_nat p + reach c in
  match octal_table c bits (n1 + N.to_nat p) with
  | Some l => same N.eqb (n1 - N.to_nat n0) l (skipn (N.to_nat p) l) &&
              least N.eqb (skipn (n1 - N.to_nat n0) l) n0 p
  | None => false
  end.

(** What the check accepts is the period of the nimbers of single heaps. *)
Theorem octal_period c bits n0 p :
  octal_check c bits n0 p = true -> exactly_periodic (nim c) n0 p.
Proof.
  unfold octal_check. cbv zeta. set (m0 := Nat.max 1 (N.to_nat n0)).
  set (n1 := parts c * m0 + (parts c - 1) * N.to_nat p + reach c).
  intros H. destruct (octal_table c bits (n1 + N.to_nat p)) as [l|] eqn:E; [|discriminate].
  apply octal_table_sound in E. subst l. apply andb_true_iff in H as [H1 H2].
  rewrite desc_skipn in H1.
  assert (m0 <= n1) as Hle. { unfold n1, parts. nia. }
  assert (N.to_nat n0 <= m0) as Hm by lia.
  rewrite (same_desc _ _ N.eqb_eq) in H1 by lia.
  replace (n1 + N.to_nat p) with (N.to_nat (n0 + p) + (n1 - N.to_nat n0)) in H2 by lia.
  rewrite desc_skipn in H2.
  apply (least_sound _ _ N.eqb_eq); auto. apply periodic_nat. intros n Hn.
  destruct (Nat.lt_ge_cases n m0) as [L|L]; [apply H1; lia|].
  apply (code_repeats c m0); auto; [lia|]. intros j Hj. apply H1. fold n1 in Hj. lia.
Qed.

(** The first rows are those of a list. *)
Definition octal_stated (c : code) (bits l : list N) : bool :=
  stated N.eqb (octal_table c bits (length l)) l.

Theorem octal_rows c bits l : octal_stated c bits l = true ->
  map (nim c) (seq 0 (length l)) = l.
Proof. apply (stated_sound _ _ N.eqb_eq). apply octal_table_sound. Qed.
