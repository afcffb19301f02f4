(** One heap and finitely many contexts: a move takes an amount and changes the
    context. Row n is one function of the rows before it and of whether n is
    odd, so that two equal windows of rows prove a period (bounded look-back).

    Subtraction, asymmetric, no-repeat and Stones are games of this kind, and
    nimbers and outcomes under any play are such rows. *)
From Coq Require Import List Arith NArith Lia Bool.
From Sprague Require Import Definitions Games Rows.
Import ListNotations.

(** * Lists compared *)

Fixpoint list_eqb {A} (eqb : A -> A -> bool) (l l' : list A) : bool :=
  match l, l' with
  | [], [] => true
  | a :: t, b :: t' => if eqb a b then list_eqb eqb t t' else false
  | _, _ => false
  end.

Lemma list_eqb_spec {A} (eqb : A -> A -> bool) :
  (forall a b, eqb a b = true <-> a = b) ->
  forall l l', list_eqb eqb l l' = true <-> l = l'.
Proof.
  intros H. induction l as [|a l IH]; intros [|b l']; simpl; try easy.
  destruct (eqb a b) eqn:E.
  - apply H in E. subst. rewrite IH. split; congruence.
  - split; [easy|]. intros Heq. injection Heq as -> ->.
    rewrite (proj2 (H b b) eq_refl) in E. easy.
Qed.

Section Counter.
  Variable C : Type.
  Variable rules : C -> list (nat * C).

  (** The rule in words: a move takes an amount of at least 1 and at most the
      heap that the context allows, and goes to the context that is named. *)
  Theorem counter_spec n c n' c' : In (n', c') (counter rules (n, c)) <->
    exists a, In (a, c') (rules c) /\ 1 <= a /\ n' + a = n.
  Proof.
    unfold counter. rewrite in_map_iff. cbn [fst snd]. split.
    - intros ([a x] & E & H). apply filter_In in H as [H1 H2]. cbn [fst snd] in *.
      injection E as <- <-. apply andb_true_iff in H2 as [H2 H3].
      apply Nat.leb_le in H2, H3. exists a. repeat split; auto. lia.
    - intros (a & H1 & H2 & H3). exists (a, c'). cbn [fst snd]. split; [f_equal; lia|].
      apply filter_In. split; auto. cbn [fst snd]. apply andb_true_iff.
      split; apply Nat.leb_le; lia.
  Qed.

  Lemma counter_shorter s q : In q (counter rules s) -> fst q < fst s.
  Proof.
    destruct s as [n c], q as [n' c']. intros H.
    apply counter_spec in H as (a & _ & H1 & H2). simpl. lia.
  Qed.

  Variable ceqb : C -> C -> bool.
  Hypothesis ceqb_spec : forall a b, ceqb a b = true <-> a = b.
  Variable A : Type.
  Variable rule : C -> list A -> A.
  Variable eqb : A -> A -> bool.
  Hypothesis eqb_spec : forall a b, eqb a b = true <-> a = b.
  Variable d : A.
  Variable cs : bool -> list C.
  Let f := row rules rule cs.
  Let v := value (counter rules) fst (fun s => rule (snd s)).

  Definition amounts (c : C) (n : nat) : list (nat * C) :=
    filter (fun m => (1 <=? fst m) && (fst m <=? n)) (rules c).

  Lemma v_eq n c : v (n, c) = rule c (map (fun m => v (n - fst m, snd m)) (amounts c n)).
  Proof.
    unfold v. rewrite (value_eq _ _ _ counter_shorter). fold v.
    unfold counter, amounts. cbn [fst snd]. now rewrite map_map.
  Qed.

  (** * Bounded look-back *)

  (** Amounts are at most k, and moves lead from contexts of a row to contexts
      of the row that they reach. *)
  Definition closed (k : nat) : bool :=
    forallb (fun odd =>
      forallb (fun c =>
        forallb (fun m => (fst m <=? k) &&
                          existsb (ceqb (snd m)) (cs (xorb odd (Nat.odd (fst m)))))
          (rules c)) (cs odd)) [false; true].

  Lemma closed_spec k : closed k = true -> forall n c m, In c (cs (Nat.odd n)) ->
    In m (amounts c n) -> fst m <= k /\ 1 <= fst m <= n /\ In (snd m) (cs (Nat.odd (n - fst m))).
  Proof.
    unfold closed. intros H n c m Hc Hm. rewrite forallb_forall in H.
    specialize (H (Nat.odd n)). rewrite forallb_forall in H.
    apply filter_In in Hm as [Hm Hb]. apply andb_true_iff in Hb as [H1 H2].
    apply Nat.leb_le in H1, H2.
    assert (In (Nat.odd n) [false; true]) as Hin by (destruct (Nat.odd n); simpl; auto).
    specialize (H Hin c Hc). rewrite forallb_forall in H. specialize (H m Hm).
    apply andb_true_iff in H as [H3 H4]. apply Nat.leb_le in H3.
    apply existsb_exists in H4 as (x & Hx & E). apply ceqb_spec in E. subst x.
    replace n with (n - fst m + fst m) in Hx at 1 by lia. rewrite Nat.odd_add in Hx.
    destruct (Nat.odd (n - fst m)), (Nat.odd (fst m)); auto.
  Qed.

  (** Rows that are so far apart have the same contexts. *)
  Definition alike (p : nat) : bool :=
    Nat.even p || list_eqb ceqb (cs false) (cs true).

  Lemma alike_spec p : alike p = true -> forall n, cs (Nat.odd (n + p)) = cs (Nat.odd n).
  Proof.
    unfold alike. intros H n. apply orb_true_iff in H as [H|H].
    - now rewrite Nat.odd_add, <- (Nat.negb_even p), H, xorb_false_r.
    - apply (list_eqb_spec _ ceqb_spec) in H.
      now destruct (Nat.odd (n + p)), (Nat.odd n).
  Qed.

  Lemma f_cells n p : cs (Nat.odd (n + p)) = cs (Nat.odd n) ->
    (f (n + p) = f n <-> forall c, In c (cs (Nat.odd n)) -> v (n + p, c) = v (n, c)).
  Proof.
    intros E. unfold f, row. rewrite E. fold v. split.
    - intros H. exact (ext_in_map H).
    - intros H. now apply map_ext_in.
  Qed.

  Theorem look_back k n0 p : closed k = true -> alike p = true ->
    (forall n, n0 <= n < n0 + k -> f (n + p) = f n) ->
    forall n, n0 <= n -> f (n + p) = f n.
  Proof.
    intros Hcl Hal Hw n. induction n as [n IH] using lt_wf_ind. intros Hn.
    destruct (Nat.lt_ge_cases n (n0 + k)) as [L|L]; [auto|].
    apply f_cells; [now apply alike_spec|]. intros c Hc. rewrite !v_eq. f_equal.
    assert (amounts c (n + p) = amounts c n) as ->.
    { unfold amounts. apply filter_ext_in. intros m Hm.
      destruct (1 <=? fst m) eqn:H1; auto. simpl. apply Nat.leb_le in H1.
      assert (fst m <= k) as Hk.
      { assert (exists N, In m (amounts c N) /\ In c (cs (Nat.odd N))) as (N & H2 & H3).
        { exists (n + 2 * fst m). split.
          - apply filter_In. split; auto. apply andb_true_iff. split; apply Nat.leb_le; lia.
          - now rewrite Nat.odd_add_mul_2. }
        now apply (closed_spec k Hcl N c m). }
      assert (fst m <=? n + p = true) as -> by (apply Nat.leb_le; lia).
      symmetry. apply Nat.leb_le. lia. }
    apply map_ext_in. intros m Hm.
    destruct (closed_spec k Hcl n c m Hc Hm) as (H1 & H2 & H3).
    replace (n + p - fst m) with (n - fst m + p) by lia.
    apply f_cells; auto; [now apply alike_spec|]. apply IH; lia.
  Qed.

  (** * Rows by a table *)

  Fixpoint at_context (c : C) (l : list C) (r : list A) : A :=
    match l, r with
    | x :: l', a :: r' => if ceqb c x then a else at_context c l' r'
    | _, _ => d
    end.

  Definition table_row (n : nat) (prev : list (list A)) : option (list A) :=
    Some (map (fun c => rule c (map (fun m =>
      at_context (snd m) (cs (Nat.odd (n - fst m))) (nth (fst m - 1) prev []))
      (amounts c n))) (cs (Nat.odd n))).

  Lemma at_context_row c n : In c (cs (Nat.odd n)) ->
    at_context c (cs (Nat.odd n)) (f n) = v (n, c).
  Proof.
    unfold f, row. fold v. intros H. induction (cs (Nat.odd n)) as [|x l IH]; simpl in *; [easy|].
    destruct (ceqb c x) eqn:E.
    - apply ceqb_spec in E. now subst.
    - destruct H as [->|H]; auto. rewrite (proj2 (ceqb_spec c c) eq_refl) in E. easy.
  Qed.

  Definition table (k n : nat) : option (list (list A)) :=
    if closed k then build table_row n 0 [] else None.

  Lemma table_sound k n l : table k n = Some l -> l = desc f n.
  Proof.
    unfold table. destruct (closed k) eqn:Hcl; [|easy]. apply build_desc.
    clear n l. intros n r E. injection E as <-. unfold f at 2, row. fold v.
    apply map_ext_in. intros c Hc. rewrite v_eq. f_equal. apply map_ext_in.
    intros m Hm. destruct (closed_spec k Hcl n c m Hc Hm) as (H1 & H2 & H3).
    rewrite desc_nth by lia. replace (n - 1 - (fst m - 1)) with (n - fst m) by lia.
    now apply at_context_row.
  Qed.

  (** * The checker *)

  Definition counter_check (k : nat) (n0 p : N) : bool :=
    let apart := if alike (N.to_nat p) then p else (2 * p)%N in
    let n1 := N.to_nat n0 + k in
    alike (N.to_nat apart) &&
    match table k (n1 + N.to_nat apart) with
    | Some l =>
      let low := skipn (n1 + N.to_nat apart - N.to_nat (n0 + p + p)) l in
      same (list_eqb eqb) k l (skipn (N.to_nat apart) l) &&
      (if N.eqb apart p then true
       else same (list_eqb eqb) (N.to_nat p) low (skipn (N.to_nat p) low)) &&
      least (list_eqb eqb) (skipn (n1 + N.to_nat apart - N.to_nat (n0 + p)) l) n0 p
    | None => false
    end.

  Theorem counter_period k n0 p :
    counter_check k n0 p = true -> exactly_periodic f n0 p.
  Proof.
    pose proof (list_eqb_spec eqb eqb_spec) as Hrow. unfold counter_check. cbv zeta.
    set (apart := if alike (N.to_nat p) then p else (2 * p)%N).
    set (n1 := N.to_nat n0 + k). intros H. apply andb_true_iff in H as [Hal H].
    destruct (table k (n1 + N.to_nat apart)) as [l|] eqn:E; [|discriminate].
    assert (closed k = true) as Hcl
      by (unfold table in E; destruct (closed k); [auto|discriminate]).
    apply table_sound in E. subst l. apply andb_true_iff in H as [H H3].
    apply andb_true_iff in H as [H1 H2]. rewrite desc_skipn in H1.
    rewrite (same_desc _ _ Hrow) in H1 by lia.
    assert (apart = p \/ apart = 2 * p)%N as Hp
      by (unfold apart; destruct (alike (N.to_nat p)); auto).
    assert (periodic f n0 apart) as P.
    { apply periodic_nat. apply (look_back k); auto. intros n Hn. apply H1. lia. }
    assert (forall m, m <= n1 + N.to_nat apart ->
      skipn (n1 + N.to_nat apart - m) (desc f (n1 + N.to_nat apart)) = desc f m) as Sk.
    { intros m Hm. replace (n1 + N.to_nat apart) with (m + (n1 + N.to_nat apart - m)) at 2 by lia.
      apply desc_skipn. }
    rewrite Sk in H3 by lia. apply (least_sound _ _ Hrow); auto.
    destruct (N.eqb_spec apart p) as [Ep|Ep]; [now rewrite <- Ep|].
    destruct Hp as [Hp|Hp]; [easy|]. rewrite Hp in P.
    rewrite Sk in H2 by lia.
    replace (N.to_nat (n0 + p + p)) with (N.to_nat (n0 + p) + N.to_nat p) in H2 by lia.
    rewrite desc_skipn, (same_desc _ _ Hrow) in H2 by lia.
    apply periodic_half; auto. intros n Hn. rewrite N2Nat.inj_add. apply H2. lia.
  Qed.

  Definition counter_stated (k : nat) (l : list (list A)) : bool :=
    stated (list_eqb eqb) (table k (length l)) l.

  Theorem counter_rows k l : counter_stated k l = true -> map f (seq 0 (length l)) = l.
  Proof.
    apply (stated_sound _ _ (list_eqb_spec eqb eqb_spec)). apply table_sound.
  Qed.
End Counter.
Arguments counter_check {C} rules ceqb {A}. Arguments counter_stated {C} rules ceqb {A}.
Arguments counter_period {C rules ceqb} _ {A rule eqb} _ {d cs k n0 p}.
Arguments counter_rows {C rules ceqb} _ {A rule eqb} _ {d cs k l}.
