(** Who wins a sum of heaps of one family: the nim-sum of rows, which are known, or which a period
    repeats, however large a heap is (Sprague 1935, Grundy 1939). *)
From Coq Require Import List Arith NArith Lia Bool.
From Sprague Require Import Definitions Games Heaps Rows TakeAndBreak Counters Families AllBut.
Import ListNotations.

(** * The rows of large heaps *)

(** The row below n0 + p that row h repeats. *)
Definition earlier (n0 p h : N) : N :=
  if (h <? n0 + p)%N then h else (n0 + (h - n0) mod p)%N.

(** Row h, if rows gain s in every p from n0 on. *)
Definition raised_row (rows : list N) (n0 p s h : N) : N :=
  let e := earlier n0 p h in (nth (N.to_nat e) rows 0 + s * ((h - e) / p))%N.

Lemma gains_times f n0 p s : gains f n0 p s -> forall k n : N, (n0 <= n)%N ->
  f (N.to_nat (n + k * p)) = (f (N.to_nat n) + s * k)%N.
Proof.
  intros G k. induction k as [|k IH] using N.peano_ind; intros n Hn.
  - rewrite N.mul_0_l, N.mul_0_r, !N.add_0_r. reflexivity.
  - replace (n + N.succ k * p)%N with ((n + k * p) + p)%N by lia.
    rewrite G by lia. rewrite IH by auto. lia.
Qed.

Lemma earlier_gains f n0 p s h : gains f n0 p s -> (0 < p)%N ->
  f (N.to_nat h) = (f (N.to_nat (earlier n0 p h)) + s * ((h - earlier n0 p h) / p))%N.
Proof.
  intros G Hp. unfold earlier. destruct (N.ltb_spec h (n0 + p)) as [L|L].
  - rewrite N.sub_diag, N.div_0_l, N.mul_0_r, N.add_0_r by lia. reflexivity.
  - pose proof (N.div_mod (h - n0) p ltac:(lia)) as E.
    set (r := ((h - n0) mod p)%N) in *. set (k := ((h - n0) / p)%N) in *.
    replace (h - (n0 + r))%N with (k * p)%N by lia.
    rewrite N.div_mul by lia. replace h with (n0 + r + k * p)%N at 1 by lia.
    apply (gains_times f n0 p s G). lia.
Qed.

(** * The winner of a sum *)

Definition nim_sum (value : N -> N) (heaps : list N) : N :=
  fold_right (fun h => N.lxor (value h)) 0%N heaps.

(** All of these rows are known, and the nim-sum of the heaps says who wins. *)
Definition decided (rows : list N) (at_row value : N -> N) (heaps : list N) (won : bool) : bool :=
  forallb (fun h => (at_row h <? N.of_nat (length rows))%N) heaps &&
  Bool.eqb won (negb (N.eqb (nim_sum value heaps) 0)).

(** The player to move wins, or loses. *)
Definition winner (rules : ruleset) (heaps : list N) (won : bool) : Prop :=
  (if won then wins (moves rules) else loses (moves rules)) (map N.to_nat heaps).

Section Sum.
  Variable rules : ruleset.
  Variable longest : position -> nat.
  Variable g : nat -> N.
  Hypothesis shorter : forall p q, In q (moves rules p) -> longest q < longest p.
  Hypothesis sum : forall p, grundy (moves rules) longest p = xsum g p.
  Variable rows : list N.
  Hypothesis rows_ok : map g (seq 0 (length rows)) = rows.

  Lemma row_ok h : (h < N.of_nat (length rows))%N -> g (N.to_nat h) = nth (N.to_nat h) rows 0%N.
  Proof.
    intros H. rewrite <- rows_ok at 1.
    rewrite (nth_indep _ 0%N (g 0)) by (rewrite map_length, seq_length; lia).
    rewrite map_nth, seq_nth by lia. reflexivity.
  Qed.

  Lemma winner_by at_row value heaps won :
    (forall h, (at_row h < N.of_nat (length rows))%N -> g (N.to_nat h) = value h) ->
    decided rows at_row value heaps won = true -> winner rules heaps won.
  Proof.
    intros V H. apply andb_true_iff in H as [K W]. apply eqb_prop in W. subst won.
    assert (xsum g (map N.to_nat heaps) = nim_sum value heaps) as E.
    { clear -V K. induction heaps as [|h t IH]; simpl in *; auto.
      apply andb_true_iff in K as [K1 K2]. apply N.ltb_lt in K1. now rewrite (V h K1), IH. }
    unfold winner. destruct (N.eqb_spec (nim_sum value heaps) 0) as [Z|Z]; simpl.
    - apply (loses_iff_grundy_0 _ _ longest); auto. now rewrite sum, E.
    - apply (wins_iff_grundy_pos _ _ longest); auto. now rewrite sum, E.
  Qed.

  Definition known_row (h : N) : N := nth (N.to_nat h) rows 0%N.

  Lemma winner_by_rows heaps won :
    decided rows (fun h => h) known_row heaps won = true -> winner rules heaps won.
  Proof. apply winner_by. exact row_ok. Qed.

  Lemma winner_by_gains n0 p s heaps won : gains g n0 p s -> (0 < p)%N ->
    decided rows (earlier n0 p) (raised_row rows n0 p s) heaps won = true ->
    winner rules heaps won.
  Proof.
    intros G Hp. apply winner_by. intros h H. unfold raised_row.
    now rewrite (earlier_gains g n0 p s h G Hp), (row_ok _ H).
  Qed.
End Sum.

(** * Take-and-break codes *)

Section Code.
  Variable c : code.
  Let shorter := heaps_shorter (octal c) _ (octal_lighter c).

  Theorem octal_winner rows heaps won : map (nim c) (seq 0 (length rows)) = rows ->
    decided rows (fun h => h) (known_row rows) heaps won = true -> winner (octal c) heaps won.
  Proof. intros R. exact (winner_by_rows _ _ _ shorter (octal_sum c) rows R heaps won). Qed.

  Theorem octal_winner_later n0 p rows heaps won :
    map (nim c) (seq 0 (length rows)) = rows -> exactly_periodic (nim c) n0 p ->
    decided rows (earlier n0 p) (raised_row rows n0 p 0) heaps won = true ->
    winner (octal c) heaps won.
  Proof.
    intros R (P & Hp & _). apply (winner_by_gains _ _ _ shorter (octal_sum c) rows R); auto.
    intros n Hn. rewrite P by auto. lia.
  Qed.
End Code.

(** * Games of one heap, many heaps of which are played *)

Section OneHeap.
  Variable options : nat -> list nat.
  Hypothesis fewer : forall n m, In m (options n) -> m < n.
  Let g := grundy options (fun n => n).

  Lemma one_heap_lighter n o : In o (one_heap options n) -> longest (fun n => n) o < n.
  Proof.
    intros H. apply in_map_iff in H as (m & <- & H). unfold longest. simpl.
    apply fewer in H. lia.
  Qed.

  Theorem one_heap_sum p :
    grundy (moves (one_heap options)) (longest (fun n => n)) p = xsum g p.
  Proof.
    rewrite (sum_of_heaps _ _ one_heap_lighter). apply xsum_ext. intros h _. revert h.
    apply (value_unique _ _ (fun n => n)); [exact fewer|]. intros h.
    rewrite (nimber_eq _ _ one_heap_lighter). f_equal. unfold one_heap. rewrite map_map.
    apply map_ext. intros m. simpl. apply N.lxor_0_r.
  Qed.
End OneHeap.

(** Nim is all-but with nothing forbidden. *)
Section AllButHeaps.
  Variable F : list nat.
  Let shorter := heaps_shorter _ _ (one_heap_lighter _ (all_but_shorter F)).

  Theorem all_but_winner rows heaps won : map (all_but_nim F) (seq 0 (length rows)) = rows ->
    decided rows (fun h => h) (known_row rows) heaps won = true ->
    winner (one_heap (all_but F)) heaps won.
  Proof.
    intros R. exact (winner_by_rows _ _ _ shorter (one_heap_sum _ (all_but_shorter F)) rows R heaps won).
  Qed.

  Theorem all_but_winner_later n0 p s rows heaps won :
    map (all_but_nim F) (seq 0 (length rows)) = rows -> exactly_gains (all_but_nim F) n0 p s ->
    decided rows (earlier n0 p) (raised_row rows n0 p s) heaps won = true ->
    winner (one_heap (all_but F)) heaps won.
  Proof.
    intros R (G & Hp & _).
    exact (winner_by_gains _ _ _ shorter (one_heap_sum _ (all_but_shorter F)) rows R n0 p s heaps won G Hp).
  Qed.
End AllButHeaps.
