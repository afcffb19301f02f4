(** The order of two partizan games that are given as data, by search of their difference. *)
From Coq Require Import List Arith Lia Bool.
From Sprague Require Import Definitions Games.
Import ListNotations.

(** * Play ends: every move makes a game smaller *)

Fixpoint size (g : game) : nat :=
  match g with Game l r => S (list_sum (map size l) + list_sum (map size r)) end.

Lemma size_member x l : In x l -> size x <= list_sum (map size l).
Proof.
  induction l as [|y l IH]; simpl; [easy|]. intros [->|H]; [lia|]. specialize (IH H). lia.
Qed.

Definition longest_difference (s : game * game * bool) : nat :=
  size (fst (fst s)) + size (snd (fst s)).

Lemma difference_shorter s q : In q (difference s) -> longest_difference q < longest_difference s.
Proof.
  destruct s as [[[hl hr] [gl gr]] b]. unfold difference, longest_difference.
  intros H. apply in_app_iff in H as [H|H]; apply in_map_iff in H as (x & <- & Hx);
    destruct b; apply size_member in Hx; cbn [fst snd size]; lia.
Qed.

(** * Search to a bounded depth *)

(** Some option is lost for the one who moves there; [None] where the depth ends before play. *)
Fixpoint some_lost (solve : game * game * bool -> option bool) (l : list (game * game * bool))
    : option bool :=
  match l with
  | [] => Some false
  | q :: l => match solve q with
              | Some false => Some true
              | Some true => some_lost solve l
              | None => None
              end
  end.

Fixpoint solve (depth : nat) (s : game * game * bool) : option bool :=
  match depth with
  | O => None
  | S depth => some_lost (solve depth) (difference s)
  end.

Lemma some_lost_sound f l :
  (forall q, In q l -> (f q = Some true -> wins difference q) /\
                       (f q = Some false -> loses difference q)) ->
  (some_lost f l = Some true -> exists q, In q l /\ loses difference q) /\
  (some_lost f l = Some false -> forall q, In q l -> wins difference q).
Proof.
  induction l as [|q l IH]; simpl; intros H; [easy|].
  destruct IH as [I1 I2]; [auto|]. destruct (H q (or_introl eq_refl)) as [W L].
  destruct (f q) as [[|]|]; [|split; [eauto|easy]|easy]. split.
  - intros E. apply I1 in E as (x & Hx & Lx). eauto.
  - intros E x [<-|Hx]; auto.
Qed.

Lemma solve_sound : forall depth s, (solve depth s = Some true -> wins difference s) /\
                                    (solve depth s = Some false -> loses difference s).
Proof.
  induction depth as [|depth IH]; intros s; [easy|]. simpl.
  destruct (some_lost_sound (solve depth) (difference s)) as [W L]; [auto|]. split.
  - intros E. apply W in E as (q & Hq & Lq). now apply (wins_by _ _ s q).
  - intros E. constructor. now apply L.
Qed.

(** * The order *)

Definition is_lost (depth : nat) (h g : game) : bool :=
  match solve depth (h, g, false) with Some won => negb won | None => false end.
Definition is_won (depth : nat) (h g : game) : bool :=
  match solve depth (h, g, false) with Some won => won | None => false end.

Lemma is_at_least depth h g : is_lost depth h g = true -> at_least h g.
Proof.
  unfold is_lost. intros H. apply (solve_sound depth).
  now destruct (solve depth (h, g, false)) as [[|]|].
Qed.

Lemma is_not_at_least depth h g : is_won depth h g = true -> ~ at_least h g.
Proof.
  unfold is_won. intros H L. apply (not_both _ _ _ difference_shorter (h, g, false)); auto.
  apply (solve_sound depth). now destruct (solve depth (h, g, false)) as [[|]|].
Qed.

(** Whether h is at least g, and g at least h, as two numbers say. *)
Definition ordered (up down : bool) (h g : game) : Prop :=
  (if up then at_least h g else ~ at_least h g) /\
  (if down then at_least g h else ~ at_least g h).

Definition order_check (depth : nat) (up down : bool) (h g : game) : bool :=
  (if up then is_lost depth h g else is_won depth h g) &&
  (if down then is_lost depth g h else is_won depth g h).

Lemma order_sound depth up down h g : order_check depth up down h g = true ->
  ordered up down h g.
Proof.
  unfold order_check, ordered. intros H. apply andb_true_iff in H as [H1 H2].
  destruct up, down; split; eauto using is_at_least, is_not_at_least.
Qed.

(** h = g *)
Theorem order_equal depth h g : order_check depth true true h g = true ->
  at_least h g /\ at_least g h.
Proof. exact (order_sound depth true true h g). Qed.

(** h > g *)
Theorem order_greater depth h g : order_check depth true false h g = true ->
  at_least h g /\ ~ at_least g h.
Proof. exact (order_sound depth true false h g). Qed.

(** h < g *)
Theorem order_less depth h g : order_check depth false true h g = true ->
  ~ at_least h g /\ at_least g h.
Proof. exact (order_sound depth false true h g). Qed.

(** h and g are confused. *)
Theorem order_confused depth h g : order_check depth false false h g = true ->
  ~ at_least h g /\ ~ at_least g h.
Proof. exact (order_sound depth false false h g). Qed.
