(** Take-and-break games by their code: the rule in words, the theorem of Guy
    and Smith (1956), by which a repetition seen in finitely many rows holds for ever. *)
From Coq Require Import List Arith NArith Lia Bool.
From Sprague Require Import Definitions Games Heaps.
Import ListNotations.

(** * The rule in words *)

Lemma splits_spec j : forall m o, In o (splits j m) <->
  length o = j /\ (forall h, In h o -> 1 <= h) /\ list_sum o = m.
Proof.
  induction j as [|i IH]; intros m o; simpl.
  - destruct (m =? 0) eqn:E; simpl.
    + apply Nat.eqb_eq in E. subst. split.
      * intros [<-|[]]. repeat split; auto. easy.
      * intros (H & _ & _). destruct o; [auto|discriminate].
    + apply Nat.eqb_neq in E. split; [easy|].
      intros (H & _ & H2). destruct o; [|discriminate]. simpl in H2. lia.
  - rewrite in_flat_map. split.
    + intros [a [Ha H]]. apply in_seq in Ha. apply in_map_iff in H as [o' [<- H]].
      apply IH in H as (H1 & H2 & H3). simpl. split; [lia|]. split; [|lia].
      intros h [<-|Hh]; auto. lia.
    + intros (H1 & H2 & H3). destruct o as [|a o']; [discriminate|].
      simpl in *. assert (1 <= a) by auto. exists a. split.
      * apply in_seq. lia.
      * apply in_map_iff. exists o'. split; auto. apply IH.
        split; [lia|]. split; [auto|lia].
Qed.

Lemma testbit_size d j : N.testbit d (N.of_nat j) = true -> j < N.size_nat d.
Proof.
  intros H. destruct (Nat.lt_ge_cases j (N.size_nat d)) as [L|L]; auto.
  destruct d as [|q]; [now rewrite N.bits_0 in H|].
  rewrite N.bits_above_log2 in H; [discriminate|].
  assert (N.of_nat (N.size_nat (N.pos q)) = N.size (N.pos q)) as E.
  { simpl. clear. induction q; simpl; auto;
      rewrite <- ?IHq; lia. }
  rewrite N.size_log2 in E by easy. lia.
Qed.

Lemma digit_options_spec n t d o : In o (digit_options n t d) <->
  N.testbit d (N.of_nat (length o)) = true /\ (t = 0 -> 2 <= length o) /\
  (forall h, In h o -> 1 <= h) /\ t + list_sum o = n.
Proof.
  unfold digit_options. destruct (t <=? n) eqn:E.
  - apply Nat.leb_le in E. rewrite in_flat_map. split.
    + intros [j [Hj H]]. destruct (N.testbit d (N.of_nat j)) eqn:B; [|easy].
      apply splits_spec in H as (H1 & H2 & H3). subst j.
      apply in_seq in Hj. repeat split; auto; [|lia]. intros ->. lia.
    + intros (H1 & H2 & H3 & H4). exists (length o). rewrite H1. split.
      * apply in_seq. apply testbit_size in H1. destruct t; [|lia].
        specialize (H2 eq_refl). lia.
      * apply splits_spec. repeat split; auto. lia.
  - apply Nat.leb_gt in E. split; [easy|]. intros (_ & _ & _ & H). lia.
Qed.

Lemma code_options_spec n c : forall s o, In o (code_options n s c) <->
  exists i d, nth_error c i = Some d /\ In o (digit_options n (s + i) d).
Proof.
  induction c as [|d c IH]; intros s o; simpl.
  - split; [easy|]. intros (i & d & H & _). now destruct i.
  - rewrite in_app_iff, IH. split.
    + intros [H|(i & e & H1 & H2)].
      * exists 0, d. now rewrite Nat.add_0_r.
      * exists (S i), e. now rewrite Nat.add_succ_r.
    + intros ([|i] & e & H1 & H2); simpl in H1.
      * inversion H1; subst. rewrite Nat.add_0_r in H2. auto.
      * right. exists i, e. now rewrite Nat.add_succ_r in H2.
Qed.

(** An option o of a heap of n: some digit t has the bit of o's number of
    heaps, none is empty, and they have n - t tokens in all. *)
Theorem octal_spec c n o : In o (octal c n) <->
  exists t d, nth_error c t = Some d /\
    N.testbit d (N.of_nat (length o)) = true /\ (t = 0 -> 2 <= length o) /\
    (forall h, In h o -> 1 <= h) /\ t + list_sum o = n.
Proof.
  unfold octal. rewrite code_options_spec. split.
  - intros (t & d & H & Ho). exists t, d. split; auto.
    now apply digit_options_spec in Ho.
  - intros (t & d & H & Ho). exists t, d. split; auto.
    now apply digit_options_spec.
Qed.

Lemma sum_ge_part (o : position) h : In h o -> h <= list_sum o.
Proof.
  induction o as [|a o IH]; simpl; [easy|]. intros [->|H]; [lia|].
  specialize (IH H). lia.
Qed.

Lemma sum_gt_part (o : position) h : 2 <= length o ->
  (forall x, In x o -> 1 <= x) -> In h o -> h < list_sum o.
Proof.
  destruct o as [|a [|b o]]; simpl; try lia. intros _ H Hh.
  assert (1 <= a) by auto. assert (1 <= b) by auto.
  destruct Hh as [->|[->|Hh]]; [lia|lia|].
  pose proof (sum_ge_part o h Hh). lia.
Qed.

Lemma octal_decreasing c n o h : In o (octal c n) -> In h o -> h < n.
Proof.
  intros Ho Hh. apply octal_spec in Ho as (t & d & _ & _ & H2 & H3 & H4).
  destruct t as [|t].
  - pose proof (sum_gt_part o h (H2 eq_refl) H3 Hh). lia.
  - pose proof (sum_ge_part o h Hh). lia.
Qed.

Lemma octal_lighter c n o : In o (octal c n) -> longest_play o < 2 * n - 1.
Proof.
  intros Ho. apply octal_spec in Ho as (t & d & _ & _ & H2 & H3 & H4).
  assert (longest_play o + length o = 2 * list_sum o) as E.
  { clear - H3. unfold longest_play. induction o as [|h o IH]; simpl; auto.
    assert (1 <= h) by auto using in_eq.
    assert (forall x, In x o -> 1 <= x) as Hx by auto using in_cons.
    specialize (IH Hx). simpl in *. lia. }
  destruct t as [|t]; [specialize (H2 eq_refl)|]; lia.
Qed.

(** A position of several heaps is worth the nim sum of its heaps. *)
Theorem octal_sum c p : grundy (moves (octal c)) longest_play p = xsum (nim c) p.
Proof. exact (sum_of_heaps (octal c) _ (octal_lighter c) p). Qed.

(** It is lost if and only if that is 0. *)
Theorem octal_loses c p : loses (moves (octal c)) p <-> xsum (nim c) p = 0%N.
Proof. exact (sprague_grundy (octal c) _ (octal_lighter c) p). Qed.

Theorem nim_eq c n : nim c n = mex (map (xsum (nim c)) (octal c n)).
Proof. exact (nimber_eq (octal c) _ (octal_lighter c) n). Qed.

(** * The theorem of Guy and Smith

    Let every move take at most k tokens and leave at most c heaps. If
    g(n + p) = g(n) for n0 <= n < c n0 + (c - 1) p + k, where n0 >= 1, then for
    all n >= n0. *)

Lemma big_part M : 1 <= M -> forall o c, length o <= c -> 1 <= c ->
  c * M <= list_sum o -> exists h, In h o /\ M <= h.
Proof.
  intros HM o c Hl Hc Hs.
  destruct (existsb (fun h => M <=? h) o) eqn:E.
  - apply existsb_exists in E as [h [H1 H2]]. apply Nat.leb_le in H2. eauto.
  - exfalso.
    assert (forall h, In h o -> h <= M - 1) as Hb.
    { intros h Hh. destruct (Nat.lt_ge_cases h M); [lia|].
      assert (existsb (fun h => M <=? h) o = true); [|congruence].
      apply existsb_exists. exists h. split; auto. now apply Nat.leb_le. }
    assert (list_sum o <= length o * (M - 1)) as Hle.
    { clear - Hb. induction o as [|a o IH]; simpl; [lia|].
      assert (a <= M - 1) by auto using in_eq.
      assert (list_sum o <= length o * (M - 1)) by auto using in_cons. lia. }
    assert (length o * (M - 1) <= c * (M - 1)) by (apply Nat.mul_le_mono_r; lia).
    assert (c * M = c * (M - 1) + c).
    { replace M with (M - 1 + 1) at 1 by lia. lia. }
    lia.
Qed.

Lemma list_sum_app' (l r : list nat) h :
  list_sum (l ++ h :: r) = list_sum l + h + list_sum r.
Proof. rewrite list_sum_app. simpl. lia. Qed.

Section Period.
  Variable cd : code.
  Variables c k : nat.
  Hypothesis Hc : 1 <= c.
  Hypothesis Hk : forall t d, nth_error cd t = Some d ->
    forall j, N.testbit d (N.of_nat j) = true -> t <= k /\ j <= c.
  Let g := nim cd.

  (** A heap of o replaced by another of the same value. *)
  Lemma replace_part n m o : forall h h', In h o ->
    In o (octal cd n) -> 1 <= h' -> n + h' = m + h -> g h' = g h ->
    exists o', In o' (octal cd m) /\ xsum g o' = xsum g o.
  Proof.
    intros h h' Hh Ho H1 Hm Hg.
    apply in_split in Hh as (l & r & ->).
    apply octal_spec in Ho as (t & d & E & H2 & H3 & H4 & H5).
    exists (l ++ h' :: r). split.
    - apply octal_spec. exists t, d. rewrite list_sum_app' in *.
      assert (length (l ++ h' :: r) = length (l ++ h :: r)) as EL
        by (rewrite !app_length; reflexivity).
      rewrite EL. repeat split; auto; [|lia].
      intros x Hx. apply in_app_iff in Hx as [Hx|[<-|Hx]]; auto; apply H4;
        apply in_app_iff; auto using in_cons.
    - rewrite !xsum_app. simpl. now rewrite Hg.
  Qed.

  Theorem guy_smith n0 p : 1 <= n0 ->
    (forall n, n0 <= n < c * n0 + (c - 1) * p + k -> g (n + p) = g n) ->
    forall n, n0 <= n -> g (n + p) = g n.
  Proof.
    intros Hn0 Hw n. induction n as [n IH] using lt_wf_ind. intros Hn.
    destruct (Nat.lt_ge_cases n (c * n0 + (c - 1) * p + k)) as [L|L]; [auto|].
    unfold g. rewrite !nim_eq. fold g. apply mex_equiv. intros w.
    rewrite !in_map_iff.
    assert (c * (n0 + p) = c * n0 + (c - 1) * p + p) as Ec.
    { rewrite Nat.mul_add_distr_l. replace (c * p) with ((c - 1) * p + p); [lia|].
      rewrite Nat.mul_sub_distr_r. assert (1 * p <= c * p) by (apply Nat.mul_le_mono_r; lia). lia. }
    split; intros (o & Hx & Ho); pose proof Ho as Ho';
      apply octal_spec in Ho' as (t & d & E & H2 & H3 & H4 & H5);
      pose proof (fun h => octal_decreasing cd _ o h Ho) as Hdec;
      destruct (Hk t d E _ H2) as [Ht Hl].
    - destruct (big_part (n0 + p) ltac:(lia) o c Hl Hc) as (h & Hh & Hbig); [lia|].
      pose proof (Hdec h Hh) as Hlt.
      destruct (replace_part (n + p) n o h (h - p) Hh Ho) as (o' & Ho1 & Ho2); try lia.
      + replace (g h) with (g (h - p + p)) by (f_equal; lia).
        symmetry. apply IH; lia.
      + exists o'. split; congruence.
    - destruct (big_part n0 Hn0 o c Hl Hc) as (h & Hh & Hbig); [lia|].
      pose proof (Hdec h Hh) as Hlt.
      destruct (replace_part n (n + p) o h (h + p) Hh Ho) as (o' & Ho1 & Ho2); try lia.
      + apply IH; lia.
      + exists o'. split; congruence.
  Qed.
End Period.

(** The most heaps that a move leaves, at least 1; the largest amount taken. *)
Definition parts (c : code) : nat :=
  Nat.max 1 (fold_right (fun d m => Nat.max (pred (N.size_nat d)) m) 0 c).
Definition reach (c : code) : nat := pred (length c).

Lemma parts_spec c : forall d, In d c -> forall j,
  N.testbit d (N.of_nat j) = true -> j <= parts c.
Proof.
  unfold parts. intros d Hd j Hj. apply testbit_size in Hj.
  assert (pred (N.size_nat d) <=
    fold_right (fun d m => Nat.max (pred (N.size_nat d)) m) 0 c); [|lia].
  induction c as [|a c IH]; simpl in *; [easy|].
  destruct Hd as [->|Hd]; [lia|]. specialize (IH Hd). lia.
Qed.

(** The same for a code, with what it takes and leaves. *)
Theorem code_repeats c n0 p : 1 <= n0 ->
  (forall n, n0 <= n < parts c * n0 + (parts c - 1) * p + reach c ->
     nim c (n + p) = nim c n) ->
  forall n, n0 <= n -> nim c (n + p) = nim c n.
Proof.
  intros Hn0 Hw n Hn. apply (guy_smith c (parts c) (reach c)) with (n0 := n0); auto.
  - unfold parts. lia.
  - intros t d Ht j Hj. split.
    + unfold reach. assert (t < length c); [|lia]. apply nth_error_Some. congruence.
    + apply (parts_spec c d); auto. eapply nth_error_In; eauto.
Qed.
