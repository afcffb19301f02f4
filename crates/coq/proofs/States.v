(** Periods of take-and-break games with digits up to 7 by two equal states, sooner than by Guy and
    Smith's theorem: no large heap is rare, and a value follows from a window of those before it
    (sparse spaces, Gangolli and Plambeck 1989). *)
From Coq Require Import List Arith NArith PArith Lia Bool MSetPositive FMapPositive.
From Sprague Require Import Definitions Games Heaps Rows TakeAndBreak OctalRows SparseRows.
Import ListNotations.

Section States.
  Variable c : code.
  Hypothesis small_digits : forall d, In d c -> (d < 8)%N.
  Variable bits : list N.
  (** Heaps above L are common, and smaller parts up to L exclude rare values. *)
  Variable L : nat.
  Let g := nim c.

  (** What one digit allows, by values, if splits have a part up to L. *)
  Definition near_digit (n t : nat) (d : N) (w : N) : Prop :=
    (t = n /\ t <> 0 /\ N.testbit d 0 = true /\ w = 0%N) \/
    (t < n /\ t <> 0 /\ N.testbit d 1 = true /\ w = g (n - t)) \/
    (N.testbit d 2 = true /\ exists a b, 1 <= a <= L /\ 1 <= b /\ t + (a + b) = n /\
                                   w = N.lxor (g a) (g b)).
  Definition near (n : nat) (w : N) : Prop :=
    exists t d, nth_error c t = Some d /\ near_digit n t d w.

  Lemma near_option n w : near n w -> option_value c n w.
  Proof.
    intros (t & d & Ht & H). apply option_digit; auto. exists t, d. split; auto.
    destruct H as [H|[H|(B & a & b & Ha & H)]]; unfold digit_value; auto.
    right. right. split; auto. exists a, b. intuition.
  Qed.

  (** An option of a common value has a rare part, if it is a split. *)
  Lemma option_near n w : (forall i, L < i < n -> common bits (g i) = true) ->
    common bits w = true -> option_value c n w -> near n w.
  Proof.
    intros Hc Hw H. apply option_digit in H as (t & d & Ht & H); auto. exists t, d. split; auto.
    destruct H as [H|[H|(B & a & b & Ha & Hb & E & ->)]]; unfold near_digit; auto.
    right. right. split; auto. rewrite common_xor in Hw. fold g in Hw.
    destruct (Nat.le_gt_cases a L) as [La|La]; [exists a, b; intuition|].
    destruct (Nat.le_gt_cases b L) as [Lb|Lb].
    - exists b, a. rewrite N.lxor_comm. intuition lia.
    - rewrite (Hc a), (Hc b) in Hw by lia. discriminate.
  Qed.

  (** * Equal states *)

  Variables start p : nat.
  Let k := reach c.
  Hypothesis Hp : 1 <= p.
  Hypothesis Hstart : L + k < start.
  Hypothesis window : forall i, start - (L + k) <= i < start -> g (i + p) = g i.
  Hypothesis all_common : forall i, L < i < start + p -> common bits (g i) = true.
  Definition settled (n : nat) : Prop :=
    forall w, (w < g n)%N -> common bits w = false -> near n w.
  Hypothesis all_settled : forall n, start <= n < start + p -> settled n.

  Lemma digit_reach t d : nth_error c t = Some d -> t <= k.
  Proof.
    intros H. unfold k, reach. assert (t < length c); [|lia]. apply nth_error_Some. congruence.
  Qed.

  Lemma near_later n w : start <= n ->
    (forall i, start - (L + k) <= i < n -> g (i + p) = g i) -> near n w <-> near (n + p) w.
  Proof.
    intros Hn E. split; intros (t & d & Ht & H); exists t, d; (split; [auto|]);
      pose proof (digit_reach t d Ht) as Hk; destruct H as [H|[H|(B & a & b & Ha & Hb & Hs & ->)]];
      unfold near_digit; try lia.
    - right. left. destruct H as (H1 & H2 & H3 & ->). repeat split; auto; [lia|].
      replace (n + p - t) with (n - t + p) by lia. symmetry. apply E. lia.
    - right. right. split; auto. exists a, (b + p). repeat split; auto; try lia.
      f_equal. symmetry. apply E. lia.
    - right. left. destruct H as (H1 & H2 & H3 & ->). repeat split; auto; [lia|].
      replace (n + p - t) with (n - t + p) by lia. apply E. lia.
    - right. right. split; auto. exists a, (b - p). repeat split; auto; try lia.
      f_equal. replace (g b) with (g (b - p + p)) by (f_equal; lia). apply E. lia.
  Qed.

  Theorem states_repeat : forall n, start <= n -> g (n + p) = g n.
  Proof.
    assert (forall n, start <= n ->
      g (n + p) = g n /\ common bits (g (n + p)) = true /\ settled (n + p)) as H; [|firstorder].
    intros n. induction n as [n IH] using lt_wf_ind. intros Hn.
    assert (forall i, start - (L + k) <= i < n -> g (i + p) = g i) as E.
    { intros i Hi. destruct (Nat.lt_ge_cases i start) as [Li|Li]; [apply window; lia|].
      apply IH; lia. }
    assert (forall i, L < i < n + p -> common bits (g i) = true) as C.
    { intros i Hi. destruct (Nat.lt_ge_cases i (start + p)) as [Li|Li]; [apply all_common; lia|].
      replace i with (i - p + p) by lia. apply IH; lia. }
    assert (settled n) as S.
    { destruct (Nat.lt_ge_cases n (start + p)) as [Li|Li]; [apply all_settled; lia|].
      replace n with (n - p + p) by lia. apply IH; lia. }
    assert (common bits (g n) = true) as Cn by (apply C; lia).
    assert (forall m u, is_mex u (map (xsum g) (octal c m)) <-> u = g m) as M.
    { intros m u. unfold g at 2. rewrite nim_eq. fold g. rewrite is_mex_mex. split; congruence. }
    assert (forall m w, In w (map (xsum g) (octal c m)) <-> option_value c m w) as O.
    { intros m w. rewrite in_map_iff. unfold option_value. fold g.
      split; intros (o & A & B); exists o; auto. }
    pose proof (proj2 (M n (g n)) eq_refl) as [N1 N2].
    assert (g (n + p) = g n) as En.
    { symmetry. apply M. split.
      - rewrite O in *. intros H. apply N1, near_option, (near_later n); auto.
        apply option_near; auto.
      - intros w Hw. rewrite O. apply near_option, (near_later n); auto.
        destruct (common bits w) eqn:Cw; [|now apply S].
        apply option_near; auto; [intros i Hi; apply C; lia|]. apply O. now apply N2. }
    rewrite En. repeat split; auto. intros w Hw Cw. apply (near_later n); auto.
    apply S; auto. now rewrite <- En.
  Qed.
End States.

(** * Rows that are settled *)

Section Settled.
  Variable c : code.
  Hypothesis small_digits : forall d, In d c -> (d < 8)%N.
  Variable bits : list N.
  Let g := nim c.

  Definition rares_up_to (L : nat) (st : state) : Prop :=
    forall x, In x (rare st) -> Pos.to_nat (fst x) <= L.

  Lemma rare_digit_near L n st t d s w : good c bits n st -> 1 <= n -> rares_up_to L st ->
    has w (rare_digit st t d s) = true -> has w s = true \/ near_digit c L n t d w.
  Proof.
    intros G Hn R. pose proof (g_size _ _ _ _ G) as Hs.
    assert (forall m s0, t + Pos.to_nat m = n -> has w (put_rares m st s0) = true ->
      has w s0 = true \/ exists a b, 1 <= a <= L /\ 1 <= b /\ t + (a + b) = n /\
        w = N.lxor (nim c a) (nim c b)) as P.
    { intros m s0 E H. apply (put_rares_spec c bits n) in H; auto; [|lia].
      destruct H as [H|(x & q & H1 & H2 & ->)]; auto. right.
      exists (Pos.to_nat (fst x)), (Pos.to_nat q). specialize (R x H1).
      apply (f_equal Pos.to_nat) in H2. rewrite Pos2Nat.inj_add in H2.
      pose proof (Pos2Nat.is_pos (fst x)). pose proof (Pos2Nat.is_pos q).
      repeat split; auto; lia. }
    unfold rare_digit. destruct t as [|t'].
    - destruct (N.testbit d 2) eqn:B2; auto. intros H. apply P in H as [H|H]; auto.
      right. right. right. auto.
    - assert (Pos.to_nat (Pos.of_succ_nat t') = S t') as Et by apply SuccNat2Pos.id_succ.
      destruct (Pos.sub_mask_spec (size st) (Pos.of_succ_nat t')) as [E|m E|m E]; auto;
        apply (f_equal Pos.to_nat) in E; rewrite ?Pos2Nat.inj_add in E;
        try pose proof (Pos2Nat.is_pos m) as Pm.
      + destruct (N.testbit d 0) eqn:B0; auto. rewrite put_spec.
        intros [->|H]; auto. right. left. repeat split; auto; lia.
      + set (s1 := if N.testbit d 1 then put (nth t' (prev st) 0%N) s else s).
        assert (has w s1 = true -> has w s = true \/
          (N.testbit d 1 = true /\ w = nim c (n - S t'))) as S1.
        { unfold s1. destruct (N.testbit d 1); auto. rewrite put_spec, (g_prev _ _ _ _ G), desc_nth by lia.
          replace (n - 1 - t') with (n - S t') by lia. tauto. }
        assert (has w s1 = true -> has w s = true \/ near_digit c L n (S t') d w) as S2.
        { intros H. apply S1 in H as [H|[H1 H2]]; auto. right. right. left. repeat split; auto; lia. }
        destruct (N.testbit d 2) eqn:B2; [|exact S2].
        intros H. apply P in H as [H|H]; [auto| |lia]. right. right. right. auto.
  Qed.

  Lemma rare_digits_near L n st w : good c bits n st -> 1 <= n -> rares_up_to L st ->
    forall cs t s, has w (rare_digits st t cs s) = true -> has w s = true \/
      exists i d, nth_error cs i = Some d /\ near_digit c L n (t + i) d w.
  Proof.
    intros G Hn R. induction cs as [|d cs IH]; intros t s H; simpl in H; auto.
    apply IH in H as [H|(i & e & H1 & H2)].
    - apply (rare_digit_near L n) in H as [H|H]; auto. right. exists 0, d. now rewrite Nat.add_0_r.
    - right. exists (S i), e. now rewrite Nat.add_succ_r.
  Qed.

  (** The row, if it is common and the early heaps exclude every rare value below it. *)
  Definition settled_row (early : list N) (st : state) : option N :=
    let s := rare_digits st 0 c PositiveSet.empty in
    let '(s', cur) := scan_digits bits (prev st) early c s (advance fuel_of_advance s 0) in
    if common bits cur && negb (has cur s') then Some cur else None.

  Theorem settled_row_sound L early n st v : good c bits n st -> 1 <= n -> rares_up_to L st ->
    (forall j, j < length early -> nth j early 0%N = g (S j)) -> length early <= L ->
    settled_row early st = Some v ->
    v = g n /\ common bits v = true /\ settled c bits L n.
  Proof.
    intros G Hn R He HL. unfold settled_row.
    set (s := rare_digits st 0 c PositiveSet.empty).
    assert (forall w, has w s = true -> near c L n w) as R1.
    { intros w H. apply (rare_digits_near L n) in H as [H|H]; auto. now rewrite has_empty in H. }
    destruct (scan_digits bits (prev st) early c s (advance fuel_of_advance s 0)) as [s' cur] eqn:E.
    rewrite (g_prev _ _ _ _ G) in E. replace n with (n - 0) in E at 1 by lia.
    apply (scan_digits_spec c bits (near c L n)) in E; auto; [| |lia|].
    2:{ intros t d i Ht B2 H1 H2. rewrite He by auto. exists t, d. split; auto. right. right. split; auto.
        exists (S i), (n - t - 1 - i). rewrite N.lxor_comm. repeat split; auto; lia. }
    2:{ apply advance_spec. intros w Hw. lia. }
    destruct E as (S1 & S2 & S3).
    destruct (common bits cur && negb (has cur s')) eqn:D; [|discriminate]. intros H. injection H as <-.
    apply andb_true_iff in D as [D1 D2]. apply negb_true_iff in D2.
    assert (cur = g n) as Ev.
    { unfold g. rewrite nim_eq. symmetry. apply is_mex_mex.
      assert (forall w, In w (map (xsum (nim c)) (octal c n)) <-> option_value c n w) as M.
      { intros w. rewrite in_map_iff. unfold option_value.
        split; intros (o & A & B); exists o; auto. }
      split.
      - rewrite M. intros O. apply option_digit in O; auto.
        pose proof (rare_digits_spec c bits n st cur G Hn c 0 PositiveSet.empty) as (_ & _ & I3).
        rewrite (S2 cur) in D2; [discriminate|]. apply I3; auto.
      - intros w Hw. apply M. apply (near_option c small_digits L). apply S3 in Hw.
        apply S1 in Hw as [Hw|Hw]; auto. }
    split; auto. split; auto. intros w Hw _. fold g in Hw. rewrite <- Ev in Hw.
    apply S3 in Hw. apply S1 in Hw as [Hw|Hw]; auto.
  Qed.

  Fixpoint run_settled (early : list N) (todo : nat) (st : state) : option state :=
    match todo with
    | O => Some st
    | S m => match settled_row early st with
             | Some v => run_settled early m (next bits st v)
             | None => None
             end
    end.

  Theorem run_settled_sound L early : (forall j, j < length early -> nth j early 0%N = g (S j)) ->
    length early <= L -> forall todo n st st', good c bits n st -> 1 <= n -> rares_up_to L st ->
    run_settled early todo st = Some st' ->
    good c bits (todo + n) st' /\ rare st' = rare st /\
    forall m, n <= m < todo + n -> settled c bits L m.
  Proof.
    intros He HL. induction todo as [|m IH]; simpl; intros n st st' G Hn R E.
    - inversion E; subst. split; [auto|]. split; [auto|]. intros m Hm. lia.
    - destruct (settled_row early st) as [v|] eqn:Ev; [|discriminate].
      apply (settled_row_sound L early n) in Ev as (E1 & E2 & E3); auto. subst v.
      destruct (IH (S n) (next bits st (g n)) st') as (I1 & I2 & I3); auto.
      + now apply good_next.
      + unfold rares_up_to, next. cbn [rare]. now rewrite E2.
      + rewrite Nat.add_succ_r in I1, I3. split; [auto|]. split.
        * rewrite I2. unfold next. cbn [rare]. now rewrite E2.
        * intros i Hi. destruct (Nat.eq_dec i n) as [->|Ne]; auto. apply I3. lia.
  Qed.
End Settled.

(** * The checker *)

(** [parts] and [from] are hints, as bits are. *)
Definition states_check (c : code) (bits : list N) (parts from n0 p : N) : bool :=
  let depth := N.to_nat parts in let from := N.to_nat from in
  small c && (1 <=? from) && N.ltb 0 p &&
  match run c bits (pred from) start with
  | Some st =>
    let L := fold_right (fun x L => Nat.max (Pos.to_nat (fst x)) L) depth (rare st) in
    let early := firstn depth (front st) in
    (L + reach c <? from) && (N.to_nat n0 + (L + reach c) <=? from) &&
    match run_settled c bits early (N.to_nat p) st with
    | Some st' =>
      let l := prev st' in
      same N.eqb (from - N.to_nat n0) l (skipn (N.to_nat p) l) &&
      least N.eqb (skipn (from - N.to_nat n0) l) n0 p
    | None => false
    end
  | None => false
  end.

Theorem states_period c bits parts from n0 p :
  states_check c bits parts from n0 p = true -> exactly_periodic (nim c) n0 p.
Proof.
  unfold states_check. cbv zeta. generalize (N.to_nat parts) (N.to_nat from). clear parts from.
  intros depth from. rewrite !andb_true_iff, Nat.leb_le, N.ltb_lt.
  intros (((Hs & Hf) & Hp) & H).
  assert (forall d, In d c -> (d < 8)%N) as Hd.
  { intros d Hin. unfold small in Hs. rewrite forallb_forall in Hs. apply N.ltb_lt. now apply Hs. }
  destruct (run c bits (pred from) start) as [st|] eqn:E; [|discriminate].
  apply (run_sound c Hd bits _ 1) in E; auto using good_start.
  replace (pred from + 1) with from in E by lia.
  set (L := fold_right (fun x L => Nat.max (Pos.to_nat (fst x)) L) depth (rare st)) in H.
  assert (rares_up_to L st /\ depth <= L) as [R Dl].
  { unfold rares_up_to, L. clear. induction (rare st) as [|x l [IH1 IH2]]; cbn [fold_right].
    - split; [easy|lia].
    - split; [|lia]. intros y [->|Hy]; [lia|]. specialize (IH1 y Hy). lia. }
  rewrite !andb_true_iff, Nat.ltb_lt, Nat.leb_le in H. destruct H as ((H1 & H2) & H).
  set (early := firstn depth (front st)) in H.
  destruct (run_settled c bits early (N.to_nat p) st) as [st'|] eqn:E'; [|discriminate].
  apply (run_settled_sound c Hd bits L early) with (n := from) in E' as (G' & R' & S'); auto.
  2:{ intros j Hj. unfold early in *. rewrite firstn_length in Hj.
      rewrite <- (g_front _ _ _ _ E) by lia.
      rewrite <- (firstn_skipn depth (front st)) at 2. rewrite app_nth1; auto.
      rewrite firstn_length. lia. }
  2:{ unfold early. rewrite firstn_length. lia. }
  rewrite (g_prev _ _ _ _ G') in H. apply andb_true_iff in H as [H3 H4].
  replace (N.to_nat p + from) with (from + N.to_nat p) in * by lia.
  rewrite desc_skipn in H3. rewrite (same_desc _ _ N.eqb_eq) in H3 by lia.
  replace (from + N.to_nat p) with (N.to_nat (n0 + p) + (from - N.to_nat n0)) in H4 by lia.
  rewrite desc_skipn in H4. apply (least_sound _ _ N.eqb_eq); auto.
  apply periodic_nat. intros n Hn.
  destruct (Nat.lt_ge_cases n from) as [Ln|Ln]; [apply H3; lia|].
  apply (states_repeat c Hd bits L from (N.to_nat p)); auto; try lia.
  - intros i Hi. apply H3. lia.
  - intros i Hi. destruct (common bits (nim c i)) eqn:C; auto. exfalso.
    destruct (g_all _ _ _ _ G' i) as (r & v & Hin & Hr); [lia|auto|].
    rewrite R' in Hin. specialize (R _ Hin). cbn [fst] in R. lia.
Qed.
