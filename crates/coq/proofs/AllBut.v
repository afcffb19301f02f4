(** "Take any amount but those of a list": nimbers that gain a number in every
    period, and outcomes that are won from some heap on. *)
From Coq Require Import List Arith NArith Lia Bool.
From Sprague Require Import Definitions Games Rows Families.
Import ListNotations.

(** * The rule in words *)

Theorem all_but_spec F n q : In q (all_but F n) <->
  exists a, 1 <= a /\ ~ In a F /\ q + a = n.
Proof.
  unfold all_but. fold (other_than F (seq 1 n)). rewrite in_map_iff. split.
  - intros (a & <- & H). apply other_than_spec in H as [H1 H2]. apply in_seq in H1.
    exists a. repeat split; auto; lia.
  - intros (a & H1 & H2 & H3). exists a. split; [lia|].
    apply other_than_spec. split; auto. apply in_seq. lia.
Qed.

Lemma all_but_shorter F n q : In q (all_but F n) -> q < n.
Proof. intros H. apply all_but_spec in H as (a & H1 & _ & H2). lia. Qed.

Lemma largest_ge F a : In a F -> a <= largest F.
Proof.
  unfold largest. induction F as [|b l IH]; simpl; [easy|].
  intros [->|H]; [lia|]. specialize (IH H). lia.
Qed.

(** * The saltus *)

Section Saltus.
  Variable F : list nat.
  Variable f : nat.
  Hypothesis f_pos : 1 <= f.
  Hypothesis f_max : forall a, In a F -> a <= f.
  Let g := all_but_nim F.

  Lemma g_mex n : is_mex (g n) (map g (all_but F n)).
  Proof. apply is_mex_mex. symmetry. apply (grundy_eq _ _ _ (all_but_shorter F)). Qed.

  (** Equal values lie at most f apart. *)
  Lemma close i j : i < j -> g i = g j -> j <= i + f.
  Proof.
    intros H E. destruct (g_mex j) as [N _].
    destruct (Nat.le_gt_cases j (i + f)) as [L|L]; auto. exfalso. apply N.
    apply in_map_iff. exists i. split; auto. apply all_but_spec.
    exists (j - i). repeat split; [lia| |lia]. intros Hin. apply f_max in Hin. lia.
  Qed.

  (** A smaller value occurs before. *)
  Lemma before j w : (w < g j)%N -> exists i, i < j /\ g i = w.
  Proof.
    intros H. destruct (g_mex j) as [_ M]. apply M in H.
    apply in_map_iff in H as (i & E & Hi). apply all_but_spec in Hi as (a & Ha & _ & Hs).
    exists i. split; auto. lia.
  Qed.

  Lemma occurs n v : (exists i, i < n /\ g i = v) \/ (forall i, i < n -> g i <> v).
  Proof.
    induction n as [|n [(i & H1 & H2)|IH]].
    - right. intros i Hi. lia.
    - left. exists i. split; auto.
    - destruct (N.eq_dec (g n) v) as [E|E]; [left; eauto|]. right. intros i Hi.
      destruct (Nat.eq_dec i n) as [->|]; auto. apply IH. lia.
  Qed.

  Theorem all_but_saltus n0 p s :
    (forall n, n0 <= n < n0 + 2 * f -> g (n + p) = (g n + s)%N) ->
    forall n, n0 <= n -> g (n + p) = (g n + s)%N.
  Proof.
    intros W n. induction n as [n IH] using lt_wf_ind. intros Hn.
    destruct (Nat.lt_ge_cases n (n0 + 2 * f)) as [L|L]; [auto|].
    apply (is_mex_unique _ _ (map g (all_but F (n + p)))); [apply g_mex|].
    split.
    - intros Hin. apply in_map_iff in Hin as (j & Ej & Hj).
      apply all_but_spec in Hj as (a & Ha & HaF & Hs).
      destruct (Nat.lt_ge_cases j (n0 + p)) as [Lj|Lj].
      + destruct (occurs n (g n)) as [(i & Hi & Ei)|No].
        * pose proof (close i n Hi Ei).
          assert (g (i + p) = g j) as E by (rewrite IH by lia; congruence).
          symmetry in E. apply close in E; lia.
        * assert (g (n - 1) < g n)%N as Lt.
          { destruct (N.lt_trichotomy (g (n - 1)) (g n)) as [H|[H|H]]; auto; exfalso.
            - apply (No (n - 1)); auto. lia.
            - apply before in H as (i & Hi & Ei). apply (No i); auto. lia. }
          assert (g (n - 1 + p) < g j)%N as Lt2 by (rewrite IH by lia; lia).
          apply before in Lt2 as (i & Hi & Ei). apply close in Ei; lia.
      + destruct (g_mex n) as [N _]. apply N. apply in_map_iff.
        exists (j - p). split.
        * assert (g (j - p + p) = (g (j - p) + s)%N) as E by (apply IH; lia).
          replace (j - p + p) with j in E by lia. lia.
        * apply all_but_spec. exists a. repeat split; auto. lia.
    - intros w Hw.
      assert (forall j, j + f < n + p -> g j = w -> In w (map g (all_but F (n + p)))) as Far.
      { intros j Hj E. apply in_map_iff. exists j. split; auto. apply all_but_spec.
        exists (n + p - j). repeat split; [lia| |lia]. intros Hin.
        apply f_max in Hin. lia. }
      set (m := n - f - 1).
      assert (g (m + p) = (g m + s)%N) as Em by (apply IH; unfold m; lia).
      assert ((w <= g (m + p))%N -> In w (map g (all_but F (n + p)))) as Up.
      { intros H. destruct (N.eq_dec w (g (m + p))) as [E|E].
        - apply (Far (m + p)); auto. unfold m. lia.
        - assert (w < g (m + p))%N as H' by lia.
          apply before in H' as (i & Hi & Ei). apply (Far i); auto. unfold m in Hi. lia. }
      destruct (N.lt_ge_cases w s) as [Lw|Lw]; [apply Up; lia|].
      destruct (g_mex n) as [_ M]. specialize (M (w - s)%N ltac:(lia)).
      apply in_map_iff in M as (i & Ei & Hi). apply all_but_spec in Hi as (a & Ha & HaF & Hs).
      destruct (Nat.lt_ge_cases i n0) as [Li|Li].
      + apply Up. destruct (N.lt_ge_cases (g m) (g i)) as [H|H]; [|lia]. exfalso.
        apply before in H as (j & Hj & Ej). apply close in Ej; unfold m in *; lia.
      + apply in_map_iff. exists (i + p). split; [rewrite IH by lia; lia|].
        apply all_but_spec. exists a. repeat split; auto. lia.
  Qed.
End Saltus.

(** * Rows by a table *)

Fixpoint not_taken {A} (F : list nat) (a : nat) (prev : list A) : list A :=
  match prev with
  | [] => []
  | v :: t => if existsb (Nat.eqb a) F then not_taken F (S a) t else v :: not_taken F (S a) t
  end.

Lemma not_taken_options {A} F (g : nat -> A) n :
  not_taken F 1 (desc g n) = map g (all_but F n).
Proof.
  unfold all_but. rewrite map_map.
  assert (forall n a, not_taken F a (desc g n) = map (fun x => g (n + a - 1 - x))
    (filter (fun x => negb (existsb (Nat.eqb x) F)) (seq a n))) as H.
  { clear n. induction n as [|n IH]; intros a; simpl; auto. rewrite IH.
    assert (map (fun x => g (n + S a - 1 - x)) = map (fun x => g (S (n + a) - 1 - x))) as ->
      by (now rewrite Nat.add_succ_r).
    destruct (existsb (Nat.eqb a) F); simpl; auto. do 2 f_equal. lia. }
  rewrite H. apply map_ext. intros a. f_equal. lia.
Qed.

Definition all_but_table {A} (rule : list A -> A) (F : list nat) (n : nat) : option (list A) :=
  build (fun _ prev => Some (rule (not_taken F 1 prev))) n 0 [].

Lemma all_but_table_sound {A} (rule : list A -> A) F n l : all_but_table rule F n = Some l ->
  l = desc (value (all_but F) (fun n => n) (fun _ => rule)) n.
Proof.
  apply build_desc. clear n l. intros n v H. injection H as <-.
  rewrite not_taken_options. symmetry. apply (value_eq _ _ _ (all_but_shorter F)).
Qed.

(** * The least start and period of a gain *)

Lemma gains_times f n0 p s : gains f n0 p s -> forall k n : N, (n0 <= n)%N ->
  f (N.to_nat (n + k * p)) = (f (N.to_nat n) + k * s)%N.
Proof.
  intros H k. induction k as [|k IH] using N.peano_ind; intros n Hn.
  - rewrite N.mul_0_l, N.add_0_r. lia.
  - replace (n + N.succ k * p)%N with ((n + k * p) + p)%N by lia.
    rewrite H, IH by lia. lia.
Qed.

(** Two gains have the same slope. *)
Lemma gains_slope f n0 p s n q t : gains f n0 p s -> gains f n q t -> (p * t = q * s)%N.
Proof.
  intros P Q.
  pose proof (gains_times f n0 p s P q (n0 + n) ltac:(lia)) as H1.
  pose proof (gains_times f n q t Q p (n0 + n) ltac:(lia)) as H2.
  rewrite (N.mul_comm p q) in H2. lia.
Qed.

Lemma gains_gcd f n0 p s n q t : (0 < p)%N -> (0 < q)%N ->
  gains f n0 p s -> gains f n q t -> exists e, gains f n0 (N.gcd p q) e.
Proof.
  intros Hp Hq P Q. set (d := N.gcd p q).
  destruct (N.gcd_bezout_pos q p Hq) as (a & b & E).
  rewrite N.gcd_comm in E. fold d in E.
  pose proof (gains_slope _ _ _ _ _ _ _ P Q) as Sl.
  exists (a * t - b * s)%N. intros m Hm.
  pose proof (gains_times f n0 p s P (b + n) (m + d) ltac:(lia)) as H1.
  replace (m + d + (b + n) * p)%N with (m + n * p + a * q)%N in H1 by lia.
  rewrite (gains_times f n q t Q), (gains_times f n0 p s P) in H1 by nia.
  assert (b * s <= a * t)%N; [|lia].
  apply (N.mul_le_mono_pos_l _ _ p); auto. nia.
Qed.

Theorem gains_least f n0 p s : (0 < p)%N -> gains f n0 p s ->
  (n0 <> 0%N -> f (N.to_nat (N.pred n0 + p)) <> (f (N.to_nat (N.pred n0)) + s)%N) ->
  (forall q e, (0 < q < p)%N -> (p mod q = 0)%N -> ~ gains f n0 q e) ->
  exactly_gains f n0 p s.
Proof.
  intros Hp P Hs Hd. split; [auto|]. split; [auto|]. intros n q t Hq Q. split.
  - destruct (N.le_gt_cases n0 n) as [L|L]; auto. exfalso. apply Hs; [lia|].
    pose proof (gains_slope _ _ _ _ _ _ _ P Q) as Sl.
    pose proof (gains_times f n q t Q p (N.pred n0) ltac:(lia)) as H1.
    pose proof (gains_times f n0 p s P (N.pred q) (N.pred n0 + p) ltac:(lia)) as H2.
    replace (N.pred n0 + p + N.pred q * p)%N with (N.pred n0 + p * q)%N in H2 by nia.
    rewrite H1 in H2. replace q with (N.succ (N.pred q)) in Sl by lia. lia.
  - destruct (N.le_gt_cases p q) as [L|L]; auto. exfalso.
    destruct (gains_gcd f n0 p s n q t Hp Hq P Q) as [e D].
    assert (N.gcd p q <> 0)%N as Z.
    { intros E. apply N.gcd_eq_0_l in E. lia. }
    assert (N.gcd p q <= q)%N. { apply N.divide_pos_le; auto. apply N.gcd_divide_r. }
    apply (Hd (N.gcd p q) e); auto; [lia|].
    apply N.mod_divide; auto. apply N.gcd_divide_l.
Qed.

(** * The checker of nimbers *)

(** The first k members of l are those of l' and s more. *)
Fixpoint raised (s : N) (k : nat) (l l' : list N) : bool :=
  match k with
  | O => true
  | S k' => match l, l' with
            | a :: t, b :: t' => if N.eqb a (b + s) then raised s k' t t' else false
            | _, _ => false
            end
  end.

Lemma raised_desc s g p : forall k n, k <= n ->
  raised s k (desc g (n + p)) (desc g n) = true <->
  forall j, n - k <= j < n -> g (j + p) = (g j + s)%N.
Proof.
  induction k as [|k IH]; intros n Hn; simpl; [split; auto; intros; lia|].
  destruct n as [|n]; [lia|]. simpl. specialize (IH n ltac:(lia)).
  destruct (N.eqb_spec (g (n + p)) (g n + s)) as [E|E].
  - rewrite IH. split; intros H j Hj.
    + destruct (Nat.eq_dec j n) as [->|]; auto. apply H. lia.
    + apply H. lia.
  - split; [easy|]. intros H. exfalso. apply E, H. lia.
Qed.

Definition least_gain (l : list N) (n0 p s : N) : bool :=
  N.ltb 0 p && (N.eqb n0 0 || negb (raised s 1 l (skipn (N.to_nat p) l))) &&
  forallb (fun q =>
    if N.eqb (p mod q) 0 && N.eqb ((q * s) mod p) 0 then
      negb (raised (q * s / p) (N.to_nat (p - q)) l (skipn (N.to_nat q) l))
    else true) (count_from 1 (pred (N.to_nat p))).

Lemma least_gain_sound f n0 p s : gains f n0 p s ->
  least_gain (desc f (N.to_nat (n0 + p))) n0 p s = true -> exactly_gains f n0 p s.
Proof.
  intros P H. unfold least_gain in H. set (l := desc f (N.to_nat (n0 + p))) in *.
  apply andb_true_iff in H as [H H3]. apply andb_true_iff in H as [H1 H2].
  apply N.ltb_lt in H1. apply gains_least; auto.
  - intros Hz E. apply N.eqb_neq in Hz. rewrite Hz, orb_false_l in H2.
    apply N.eqb_neq in Hz. apply negb_true_iff in H2.
    assert (raised s 1 l (skipn (N.to_nat p) l) = true) as S1; [|congruence].
    unfold l. rewrite N2Nat.inj_add, desc_skipn. apply raised_desc; [lia|].
    intros j Hj. replace j with (N.to_nat (N.pred n0)) by lia. rewrite <- E. f_equal. lia.
  - intros q e Hq Hm Q. rewrite forallb_forall in H3.
    assert (In q (count_from 1 (pred (N.to_nat p)))) as Hin by (apply count_from_In; lia).
    specialize (H3 q Hin). pose proof (gains_slope _ _ _ _ _ _ _ P Q) as Sl.
    rewrite Hm, <- Sl, N.mul_comm, N.mod_mul, N.eqb_refl, N.div_mul in H3 by lia.
    simpl in H3. apply negb_true_iff in H3.
    assert (raised e (N.to_nat (p - q)) l (skipn (N.to_nat q) l) = true) as S1; [|congruence].
    unfold l. replace (N.to_nat (n0 + p)) with (N.to_nat (n0 + p - q) + N.to_nat q) by lia.
    rewrite desc_skipn. apply raised_desc; [lia|]. intros j Hj.
    specialize (Q (N.of_nat j) ltac:(lia)). now rewrite N2Nat.inj_add, Nat2N.id in Q.
Qed.

Definition all_but_nim_check (F : list nat) (n0 p s : N) : bool :=
  let f := Nat.max 1 (largest F) in
  let n1 := N.to_nat n0 + 2 * f in
  match all_but_table mex F (n1 + N.to_nat p) with
  | Some l => raised s (2 * f) l (skipn (N.to_nat p) l) && least_gain (skipn (2 * f) l) n0 p s
  | None => false
  end.

Theorem all_but_nim_gains F n0 p s :
  all_but_nim_check F n0 p s = true -> exactly_gains (all_but_nim F) n0 p s.
Proof.
  unfold all_but_nim_check. cbv zeta. set (f := Nat.max 1 (largest F)).
  intros H. destruct (all_but_table _ _ _) as [l|] eqn:E; [|discriminate].
  apply all_but_table_sound in E. fold (all_but_nim F) in E. subst l.
  apply andb_true_iff in H as [H1 H2]. rewrite desc_skipn in H1.
  rewrite raised_desc in H1 by lia.
  replace (N.to_nat n0 + 2 * f + N.to_nat p) with (N.to_nat (n0 + p) + 2 * f) in H2 by lia.
  rewrite desc_skipn in H2. apply least_gain_sound; auto.
  intros n Hn. rewrite N2Nat.inj_add.
  apply (all_but_saltus F f) with (n0 := N.to_nat n0); [lia| | |lia].
  - intros a Ha. apply largest_ge in Ha. lia.
  - intros j Hj. apply H1. lia.
Qed.

Definition all_but_nim_stated (F : list nat) (l : list N) : bool :=
  stated N.eqb (all_but_table mex F (length l)) l.
Theorem all_but_nim_rows F l : all_but_nim_stated F l = true ->
  map (all_but_nim F) (seq 0 (length l)) = l.
Proof. apply (stated_sound _ _ N.eqb_eq). apply all_but_table_sound. Qed.

(** * Outcomes *)

(** A lost heap lies within reach of every one that is larger by more than the
    largest amount that is forbidden. *)
Lemma all_but_won play F j n : all_but_outcome play F j = Loss -> j + largest F < n ->
  all_but_outcome play F n = Win.
Proof.
  intros Hj Hn. unfold all_but_outcome. rewrite (value_eq _ _ _ (all_but_shorter F)).
  change (best play (map (all_but_outcome play F) (all_but F n)) = Win).
  assert (In Loss (map (all_but_outcome play F) (all_but F n))) as Hin.
  { rewrite <- Hj. apply in_map. apply all_but_spec. exists (n - j).
    repeat split; try lia. intros H. apply largest_ge in H. lia. }
  apply best_win; auto. intros E. now rewrite E in Hin.
Qed.

(** From n0 on all heaps are won, because that of j is lost. *)
Definition all_but_outcome_check (play : outcome) (F : list nat) (j : nat) (n0 : N) : bool :=
  let n1 := Nat.max (N.to_nat n0) (j + largest F) + 1 in
  match all_but_table (best play) F (n1 + 1) with
  | Some l => outcome_eqb (nth (n1 - j) l Win) Loss &&
              same outcome_eqb (n1 - N.to_nat n0) l (skipn 1 l) &&
              least outcome_eqb (skipn (n1 - N.to_nat n0) l) n0 1
  | None => false
  end.

Theorem all_but_outcome_period play F j n0 :
  all_but_outcome_check play F j n0 = true -> exactly_periodic (all_but_outcome play F) n0 1.
Proof.
  unfold all_but_outcome_check. cbv zeta.
  set (n1 := Nat.max (N.to_nat n0) (j + largest F) + 1).
  intros H. destruct (all_but_table _ _ _) as [l|] eqn:E; [|discriminate].
  apply all_but_table_sound in E. fold (all_but_outcome play F) in E. subst l.
  apply andb_true_iff in H as [H H3]. apply andb_true_iff in H as [H1 H2].
  apply outcome_eqb_spec in H1. rewrite desc_nth in H1 by lia.
  replace (n1 + 1 - 1 - (n1 - j)) with j in H1 by lia.
  rewrite desc_skipn, (same_desc _ _ outcome_eqb_spec) in H2 by lia.
  replace (n1 + 1) with (N.to_nat (n0 + 1) + (n1 - N.to_nat n0)) in H3 by lia.
  rewrite desc_skipn in H3. apply (least_sound _ _ outcome_eqb_spec); auto.
  apply periodic_nat. intros n Hn. destruct (Nat.lt_ge_cases n n1) as [L|L].
  - apply H2. lia.
  - rewrite !(all_but_won play F j); auto; lia.
Qed.

Definition all_but_outcome_stated (play : outcome) (F : list nat) (l : list outcome) : bool :=
  stated outcome_eqb (all_but_table (best play) F (length l)) l.
Theorem all_but_outcome_rows play F l : all_but_outcome_stated play F l = true ->
  map (all_but_outcome play F) (seq 0 (length l)) = l.
Proof. apply (stated_sound _ _ outcome_eqb_spec). apply all_but_table_sound. Qed.
