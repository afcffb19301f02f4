(** Sums of heaps: the Grundy value of a list of heaps is the nim sum of the
    nimbers of its heaps (Sprague 1935, Grundy 1939). *)
From Coq Require Import List Arith NArith Lia Bool.
From Sprague Require Import Definitions Games.
Import ListNotations.

(** * Exclusive or *)

Lemma lt_by_bit x y k :
  N.testbit x k = false -> N.testbit y k = true ->
  (forall j, (k < j)%N -> N.testbit x j = N.testbit y j) -> (x < y)%N.
Proof.
  intros Hx Hy Hj.
  assert (N.shiftr x (N.succ k) = N.shiftr y (N.succ k)) as E.
  { apply N.bits_inj. intro i. rewrite !N.shiftr_spec'. apply Hj. lia. }
  assert (forall z, N.shiftr z k = 2 * N.shiftr z (N.succ k) + N.b2n (N.testbit z k))%N as D.
  { intro z. replace (N.succ k) with (k + 1)%N by lia.
    rewrite <- N.shiftr_shiftr. rewrite <- (N.div2_spec (N.shiftr z k)).
    rewrite (N.div2_odd (N.shiftr z k)) at 1. f_equal. f_equal.
    rewrite <- N.bit0_odd, N.shiftr_spec'. f_equal. }
  pose proof (D x) as Dx. pose proof (D y) as Dy.
  rewrite Hx in Dx. rewrite Hy in Dy. simpl N.b2n in *.
  destruct (N.lt_ge_cases x y) as [H|H]; auto. exfalso.
  rewrite !N.shiftr_div_pow2 in *.
  apply (N.div_le_mono _ _ (2 ^ k)) in H; [|apply N.pow_nonzero; lia].
  lia.
Qed.

Lemma xor_cancel a b c : N.lxor a b = N.lxor c b -> a = c.
Proof.
  intros H. apply (f_equal (fun x => N.lxor x b)) in H.
  now rewrite !N.lxor_assoc, !N.lxor_nilpotent, !N.lxor_0_r in H.
Qed.

Lemma xor_smaller a b w : (w < N.lxor a b)%N ->
  (N.lxor w b < a)%N \/ (N.lxor w a < b)%N.
Proof.
  intros Hw. set (d := N.lxor w (N.lxor a b)).
  assert (d <> 0)%N as Hd.
  { intro E. apply N.lxor_eq in E. subst. lia. }
  set (k := N.log2 d).
  assert (N.testbit d k = true) as Hk by (apply N.bit_log2; auto).
  assert (forall j, (k < j)%N -> N.testbit d j = false) as Hj
    by (intros; now apply N.bits_above_log2).
  assert (N.testbit w k = false) as Hwk.
  { destruct (N.testbit w k) eqn:E; auto. exfalso.
    assert (N.lxor a b < w)%N; [|lia].
    apply (lt_by_bit _ _ k); auto.
    - unfold d in Hk. rewrite N.lxor_spec, E in Hk.
      now destruct (N.testbit (N.lxor a b) k).
    - intros j H. specialize (Hj j H). unfold d in Hj.
      rewrite N.lxor_spec in Hj.
      now destruct (N.testbit w j), (N.testbit (N.lxor a b) j). }
  assert (N.testbit (N.lxor a b) k = true) as Hab.
  { unfold d in Hk. rewrite N.lxor_spec, Hwk in Hk.
    now destruct (N.testbit (N.lxor a b) k). }
  rewrite N.lxor_spec in Hab.
  destruct (N.testbit a k) eqn:Ea.
  - left. apply (lt_by_bit _ _ k); auto.
    + rewrite N.lxor_spec, Hwk. now destruct (N.testbit b k).
    + intros j H. specialize (Hj j H). unfold d in Hj.
      rewrite !N.lxor_spec in *.
      now destruct (N.testbit w j), (N.testbit a j), (N.testbit b j).
  - right. destruct (N.testbit b k) eqn:Eb; [|discriminate].
    apply (lt_by_bit _ _ k); auto.
    + rewrite N.lxor_spec, Hwk, Ea. reflexivity.
    + intros j H. specialize (Hj j H). unfold d in Hj.
      rewrite !N.lxor_spec in *.
      now destruct (N.testbit w j), (N.testbit a j), (N.testbit b j).
Qed.

Lemma mex_xor a b A B : is_mex a A -> is_mex b B ->
  is_mex (N.lxor a b)
    (map (fun x => N.lxor x b) A ++ map (fun y => N.lxor a y) B).
Proof.
  intros [A1 A2] [B1 B2]. split.
  - rewrite in_app_iff, !in_map_iff. intros [[x [E H]]|[y [E H]]].
    + apply xor_cancel in E. now subst.
    + rewrite (N.lxor_comm a y), (N.lxor_comm a b) in E.
      apply xor_cancel in E. now subst.
  - intros w Hw. rewrite in_app_iff, !in_map_iff.
    destruct (xor_smaller _ _ _ Hw) as [H|H].
    + left. exists (N.lxor w b). split; auto.
      now rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r.
    + right. exists (N.lxor w a). split; auto.
      now rewrite N.lxor_comm, N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r.
Qed.

(** * Moves in a list of heaps *)

(** A move replaces one heap. *)
Lemma moves_spec opts p q : In q (moves opts p) <->
  exists l h r o, p = l ++ h :: r /\ In o (opts h) /\ q = l ++ o ++ r.
Proof.
  revert q. induction p as [|h t IH]; intros q; simpl.
  - split; [easy|]. intros (l & h & r & o & E & _). now destruct l.
  - rewrite in_app_iff, !in_map_iff. split.
    + intros [[o [E H]]|[q' [E H]]].
      * exists [], h, t, o. auto.
      * apply IH in H as (l & h' & r & o & -> & Ho & ->).
        exists (h :: l), h', r, o. auto.
    + intros (l & h' & r & o & E & Ho & ->). destruct l as [|x l]; simpl in *.
      * inversion E; subst. left. eauto.
      * inversion E; subst. right. exists (l ++ o ++ r). split; auto.
        apply IH. eauto 8.
Qed.

Lemma moves_single opts n : moves opts [n] = opts n.
Proof.
  simpl. rewrite app_nil_r. rewrite <- (map_id (opts n)) at 2.
  apply map_ext. intro; apply app_nil_r.
Qed.

Lemma moves_app opts p q r : In r (moves opts (p ++ q)) <->
  (exists p', In p' (moves opts p) /\ r = p' ++ q) \/
  (exists q', In q' (moves opts q) /\ r = p ++ q').
Proof.
  revert r. induction p as [|h t IH]; intros r; simpl.
  - split; [right; eauto|]. intros [[p' [[] _]]|[q' [H ->]]]; auto.
  - rewrite in_app_iff, !in_map_iff. split.
    + intros [[o [<- H]]|[r' [<- H]]].
      * left. exists (o ++ t). rewrite in_app_iff, !in_map_iff.
        split; [left; eauto|]. apply app_assoc.
      * apply IH in H as [[p' [H ->]]|[q' [H ->]]].
        -- left. exists (h :: p'). rewrite in_app_iff, !in_map_iff.
           split; [right; eauto|reflexivity].
        -- right. eauto.
    + intros [[p' [H ->]]|[q' [H ->]]].
      * apply in_app_iff in H. rewrite !in_map_iff in H.
        destruct H as [[o [<- H]]|[r' [<- H]]].
        -- left. exists o. split; auto. now rewrite app_assoc.
        -- right. exists (r' ++ q). split; auto. apply IH. eauto.
      * right. exists (t ++ q'). split; auto. apply IH. eauto.
Qed.

(** The nim sum of the values of heaps. *)
Definition xsum (v : nat -> N) (p : position) : N :=
  fold_right (fun h => N.lxor (v h)) 0%N p.

Lemma xsum_app v p q : xsum v (p ++ q) = N.lxor (xsum v p) (xsum v q).
Proof.
  induction p as [|h t IH]; simpl; [easy|]. now rewrite IH, N.lxor_assoc.
Qed.

Lemma xsum_ext v w p : (forall h, In h p -> v h = w h) -> xsum v p = xsum w p.
Proof.
  induction p as [|h t IH]; simpl; intros H; [easy|].
  rewrite H, IH; auto.
Qed.

Section Heaps.
  Variable opts : ruleset.

  (** So many moves, or more, are in a heap; every move makes them fewer. *)
  Variable weight : nat -> nat.
  Definition longest (p : position) : nat := list_sum (map weight p).
  Hypothesis lighter : forall n o, In o (opts n) -> longest o < weight n.

  Lemma longest_app p q : longest (p ++ q) = longest p + longest q.
  Proof. unfold longest. now rewrite map_app, list_sum_app. Qed.

  Lemma heaps_shorter p q : In q (moves opts p) -> longest q < longest p.
  Proof.
    intros H. apply moves_spec in H as (l & h & r & o & -> & Ho & ->).
    apply lighter in Ho. rewrite !longest_app.
    change (h :: r) with ([h] ++ r). rewrite longest_app.
    unfold longest at 5. simpl. lia.
  Qed.

  Definition nimber (n : nat) : N := grundy (moves opts) longest [n].

  (** Values of single heaps that obey the rule add up. *)
  Lemma xsum_mex v p :
    (forall h, In h p -> v h = mex (map (xsum v) (opts h))) ->
    is_mex (xsum v p) (map (xsum v) (moves opts p)).
  Proof.
    induction p as [|h t IH]; simpl; intros H.
    - split; [easy|]. intros w Hw. lia.
    - rewrite map_app, !map_map.
      assert (is_mex (v h) (map (xsum v) (opts h))) as Mh.
      { apply is_mex_mex. symmetry. apply H. auto. }
      assert (is_mex (xsum v t) (map (xsum v) (moves opts t))) as Mt.
      { apply IH. auto. }
      pose proof (mex_xor _ _ _ _ Mh Mt) as M. rewrite !map_map in M.
      erewrite map_ext; [exact M|]. intro o. apply xsum_app.
  Qed.

  (** The Grundy value of a list of heaps is the nim sum of its nimbers. *)
  Theorem sum_of_heaps p : grundy (moves opts) longest p = xsum nimber p.
  Proof.
    remember (longest p) as n. revert p Heqn.
    induction n as [n IH] using lt_wf_ind. intros p ->.
    rewrite (grundy_eq _ _ _ heaps_shorter).
    rewrite (map_ext_in _ (xsum nimber)).
    - apply is_mex_mex. apply xsum_mex. intros h Hh.
      unfold nimber at 1. rewrite (grundy_eq _ _ _ heaps_shorter), moves_single.
      f_equal. apply map_ext_in. intros o Ho. eapply IH; [|reflexivity].
      apply lighter in Ho. apply in_split in Hh as (l & r & ->).
      rewrite longest_app. unfold longest at 3. simpl. lia.
    - intros q Hq. eapply IH; [|reflexivity]. now apply heaps_shorter.
  Qed.

  (** A sum of heaps is lost if and only if the nim sum is 0. *)
  Theorem sprague_grundy p : loses (moves opts) p <-> xsum nimber p = 0%N.
  Proof. rewrite (loses_iff_grundy_0 _ _ _ heaps_shorter), sum_of_heaps. easy. Qed.

  Theorem nimber_eq n : nimber n = mex (map (xsum nimber) (opts n)).
  Proof.
    unfold nimber at 1. rewrite (grundy_eq _ _ _ heaps_shorter), moves_single.
    f_equal. apply map_ext. intro. apply sum_of_heaps.
  Qed.
End Heaps.
