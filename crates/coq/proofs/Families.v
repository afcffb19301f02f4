(** Subtraction, asymmetric, no-repeat and Stones: the rules in words, and the
    checkers of their periods, each an instance of bounded look-back. *)
From Coq Require Import List Arith NArith Lia Bool.
From Sprague Require Import Definitions Rows Counters.
Import ListNotations.

Definition largest (set : list nat) : nat := fold_right Nat.max 0 set.

Definition outcome_eqb (a b : outcome) : bool :=
  match a, b with Loss, Loss | Draw, Draw | Win, Win => true | _, _ => false end.
Lemma outcome_eqb_spec a b : outcome_eqb a b = true <-> a = b.
Proof. now destruct a, b. Qed.

Definition unit_eqb (_ _ : unit) : bool := true.
Lemma unit_eqb_spec a b : unit_eqb a b = true <-> a = b.
Proof. now destruct a, b. Qed.

Definition pair_eqb (a b : bool * bool) : bool :=
  Bool.eqb (fst a) (fst b) && Bool.eqb (snd a) (snd b).
Lemma pair_eqb_spec a b : pair_eqb a b = true <-> a = b.
Proof. now destruct a as [[|] [|]], b as [[|] [|]]. Qed.

(** * Subtraction: take an amount of a set *)

Theorem subtraction_spec set n n' u : In (n', u) (counter (subtraction set) (n, tt)) <->
  exists a, In a set /\ 1 <= a /\ n' + a = n.
Proof.
  rewrite counter_spec. unfold subtraction. destruct u. split.
  - intros (a & Ha & H). apply in_map_iff in Ha as (x & E & Hx).
    injection E as ->. eauto.
  - intros (a & Ha & H). exists a. split; auto. apply in_map_iff. eauto.
Qed.

Definition subtraction_nimbers_check (set : list nat) : N -> N -> bool :=
  counter_check (subtraction set) unit_eqb (fun _ => mex) N.eqb 0%N (fun _ => [tt])
    (largest set).
Theorem subtraction_nimbers_period set n0 p :
  subtraction_nimbers_check set n0 p = true ->
  exactly_periodic (subtraction_nimbers set) n0 p.
Proof. apply (counter_period unit_eqb_spec N.eqb_eq). Qed.

Definition subtraction_nimbers_stated (set : list nat) : list (list N) -> bool :=
  counter_stated (subtraction set) unit_eqb (fun _ => mex) N.eqb 0%N (fun _ => [tt])
    (largest set).
Theorem subtraction_nimbers_rows set l : subtraction_nimbers_stated set l = true ->
  map (subtraction_nimbers set) (seq 0 (length l)) = l.
Proof. apply (counter_rows unit_eqb_spec N.eqb_eq). Qed.

Definition subtraction_outcomes_check (play : outcome) (set : list nat) : N -> N -> bool :=
  counter_check (subtraction set) unit_eqb (fun _ => best play) outcome_eqb Loss
    (fun _ => [tt]) (largest set).
Theorem subtraction_outcomes_period play set n0 p :
  subtraction_outcomes_check play set n0 p = true ->
  exactly_periodic (subtraction_outcomes play set) n0 p.
Proof. apply (counter_period unit_eqb_spec outcome_eqb_spec). Qed.

Definition subtraction_outcomes_stated (play : outcome) (set : list nat)
    : list (list outcome) -> bool :=
  counter_stated (subtraction set) unit_eqb (fun _ => best play) outcome_eqb Loss
    (fun _ => [tt]) (largest set).
Theorem subtraction_outcomes_rows play set l :
  subtraction_outcomes_stated play set l = true ->
  map (subtraction_outcomes play set) (seq 0 (length l)) = l.
Proof. apply (counter_rows unit_eqb_spec outcome_eqb_spec). Qed.

(** * Asymmetric: Left takes an amount of one set, Right of another *)

Theorem asymmetric_spec left right n who n' who' :
  In (n', who') (counter (asymmetric left right) (n, who)) <->
  exists a, In a (if who then left else right) /\ who' = negb who /\ 1 <= a /\ n' + a = n.
Proof.
  rewrite counter_spec. unfold asymmetric. split.
  - intros (a & Ha & H). apply in_map_iff in Ha as (x & E & Hx).
    injection E as -> ->. eauto.
  - intros (a & Ha & -> & H). exists a. split; auto. apply in_map_iff. eauto.
Qed.

Definition asymmetric_outcomes_check (play : outcome) (left right : list nat) : N -> N -> bool :=
  counter_check (asymmetric left right) Bool.eqb (fun _ => best play) outcome_eqb Loss
    (fun _ => [true; false]) (largest (left ++ right)).
Theorem asymmetric_outcomes_period play left right n0 p :
  asymmetric_outcomes_check play left right n0 p = true ->
  exactly_periodic (asymmetric_outcomes play left right) n0 p.
Proof. apply (counter_period eqb_true_iff outcome_eqb_spec). Qed.

Definition asymmetric_outcomes_stated (play : outcome) (left right : list nat)
    : list (list outcome) -> bool :=
  counter_stated (asymmetric left right) Bool.eqb (fun _ => best play) outcome_eqb Loss
    (fun _ => [true; false]) (largest (left ++ right)).
Theorem asymmetric_outcomes_rows play left right l :
  asymmetric_outcomes_stated play left right l = true ->
  map (asymmetric_outcomes play left right) (seq 0 (length l)) = l.
Proof. apply (counter_rows eqb_true_iff outcome_eqb_spec). Qed.

(** * No-repeat: take an amount that is none of the last ones *)

Lemma other_than_spec used set a : In a (other_than used set) <-> In a set /\ ~ In a used.
Proof.
  unfold other_than. rewrite filter_In, negb_true_iff, <- not_true_iff_false, existsb_exists.
  split; intros [H1 H2]; split; auto.
  - intros H. apply H2. exists a. split; auto. apply Nat.eqb_refl.
  - intros (x & H3 & H4). apply Nat.eqb_eq in H4. now subst.
Qed.

Theorem no_repeat_spec set memory n last n' last' :
  In (n', last') (counter (no_repeat set memory) (n, last)) <->
  exists a, In a set /\ ~ In a last /\ last' = firstn memory (a :: last) /\
            1 <= a /\ n' + a = n.
Proof.
  rewrite counter_spec. unfold no_repeat. split.
  - intros (a & Ha & H). apply in_map_iff in Ha as (x & E & Hx).
    apply other_than_spec in Hx as [H1 H2]. injection E as -> <-. eauto.
  - intros (a & Ha & Hl & -> & H). exists a. split; auto. apply in_map_iff.
    exists a. split; auto. now apply other_than_spec.
Qed.

Definition no_repeat_contexts (set : list nat) (memory : nat) (_ : bool) : list (list nat) :=
  flat_map (fun k => arrangements k set) (seq 0 (S memory)).

Definition no_repeat_outcomes_check (play : outcome) (set : list nat) (memory : nat)
    : N -> N -> bool :=
  counter_check (no_repeat set memory) (list_eqb Nat.eqb) (fun _ => best play) outcome_eqb
    Loss (no_repeat_contexts set memory) (largest set).
Theorem no_repeat_outcomes_period play set memory n0 p :
  no_repeat_outcomes_check play set memory n0 p = true ->
  exactly_periodic (no_repeat_outcomes play set memory) n0 p.
Proof. apply (counter_period (list_eqb_spec _ Nat.eqb_eq) outcome_eqb_spec). Qed.

Definition no_repeat_outcomes_stated (play : outcome) (set : list nat) (memory : nat)
    : list (list outcome) -> bool :=
  counter_stated (no_repeat set memory) (list_eqb Nat.eqb) (fun _ => best play) outcome_eqb
    Loss (no_repeat_contexts set memory) (largest set).
Theorem no_repeat_outcomes_rows play set memory l :
  no_repeat_outcomes_stated play set memory l = true ->
  map (no_repeat_outcomes play set memory) (seq 0 (length l)) = l.
Proof. apply (counter_rows (list_eqb_spec _ Nat.eqb_eq) outcome_eqb_spec). Qed.

(** * Stones: who holds a number of the winning parity in the end *)

(** The player to move takes a, and the other one is to move. *)
Theorem stones_spec set n mine his n' mine' his' :
  In (n', (mine', his')) (counter (stones set) (n, (mine, his))) <->
  exists a, In a set /\ mine' = his /\ his' = xorb mine (Nat.odd a) /\ 1 <= a /\ n' + a = n.
Proof.
  rewrite counter_spec. unfold stones. cbn [fst snd]. split.
  - intros (a & Ha & H). apply in_map_iff in Ha as (x & E & Hx).
    injection E as -> <- <-. eauto 6.
  - intros (a & Ha & -> & -> & H). exists a. split; auto. apply in_map_iff. eauto.
Qed.

Definition stones_contexts (odd : bool) : list (bool * bool) := [(false, negb odd); (true, odd)].

Definition stones_outcomes_check (odd_wins : bool) (set : list nat) : N -> N -> bool :=
  counter_check (stones set) pair_eqb (fun held => best (stones_ending odd_wins held))
    outcome_eqb Loss stones_contexts (largest set).
Theorem stones_outcomes_period odd_wins set n0 p :
  stones_outcomes_check odd_wins set n0 p = true ->
  exactly_periodic (stones_outcomes odd_wins set) n0 p.
Proof. apply (counter_period pair_eqb_spec outcome_eqb_spec). Qed.

Definition stones_outcomes_stated (odd_wins : bool) (set : list nat)
    : list (list outcome) -> bool :=
  counter_stated (stones set) pair_eqb (fun held => best (stones_ending odd_wins held))
    outcome_eqb Loss stones_contexts (largest set).
Theorem stones_outcomes_rows odd_wins set l :
  stones_outcomes_stated odd_wins set l = true ->
  map (stones_outcomes odd_wins set) (seq 0 (length l)) = l.
Proof. apply (counter_rows pair_eqb_spec outcome_eqb_spec). Qed.
