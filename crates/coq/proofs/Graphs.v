(** Who wins on a graph given as data, by vertices that are settled one after the other: a vertex is
    won by an edge to one that is lost, and lost if all its edges lead to won ones. The graph may
    have cycles: what is settled so is won, or lost, in finitely many moves. *)
From Coq Require Import List Arith NArith Bool FMapPositive.
From Sprague Require Import Definitions.
Import ListNotations.

Definition is_known (known : PositiveMap.t bool) (won : bool) (v : N) : bool :=
  match PositiveMap.find (N.succ_pos v) known with
  | Some w => Bool.eqb w won
  | None => false
  end.

(** Vertices in the order in which they are settled, each with whether it is won. *)
Fixpoint settle (graph : list (list N)) (order : list (N * bool)) (known : PositiveMap.t bool)
    : option (PositiveMap.t bool) :=
  match order with
  | [] => Some known
  | (v, won) :: rest =>
    if (if won then existsb (is_known known false) (edges graph v)
        else forallb (is_known known true) (edges graph v))
    then settle graph rest (PositiveMap.add (N.succ_pos v) won known)
    else None
  end.

Definition true_of (graph : list (list N)) (known : PositiveMap.t bool) : Prop :=
  forall v, (is_known known true v = true -> wins (edges graph) v) /\
            (is_known known false v = true -> loses (edges graph) v).

Lemma settle_sound graph : forall order known known',
  true_of graph known -> settle graph order known = Some known' -> true_of graph known'.
Proof.
  induction order as [|[v won] rest IH]; simpl; intros known known' K E; [now injection E as <-|].
  destruct (if won then _ else _) eqn:S in E; [|discriminate].
  apply IH in E; auto. intros u.
  assert (if won then wins (edges graph) v else loses (edges graph) v) as V.
  { destruct won.
    - apply existsb_exists in S as (q & Hq & L). apply (wins_by _ _ v q); auto. now apply K.
    - constructor. intros q Hq. rewrite forallb_forall in S. now apply K, S. }
  unfold is_known. destruct (N.eq_dec u v) as [->|Ne].
  - rewrite PositiveMap.gss. now destruct won.
  - rewrite PositiveMap.gso; [exact (K u)|]. intros H. apply Ne.
    apply (f_equal N.pos) in H. rewrite !N.succ_pos_spec in H. now apply N.succ_inj.
Qed.

Definition settled (graph : list (list N)) (order : list (N * bool)) (won : bool) (v : N) : bool :=
  match settle graph order (PositiveMap.empty bool) with
  | Some known => is_known known won v
  | None => false
  end.

Lemma empty_true graph : true_of graph (PositiveMap.empty bool).
Proof. intros v. unfold is_known. now rewrite PositiveMap.gempty. Qed.

(** The player to move at v wins, by the moves that settle it. *)
Theorem graph_wins graph order v : settled graph order true v = true -> wins (edges graph) v.
Proof.
  unfold settled. destruct (settle _ _ _) as [known|] eqn:E; [|discriminate].
  apply (settle_sound _ _ _ _ (empty_true graph)) in E. apply E.
Qed.

(** The player to move at v loses, whatever is played. *)
Theorem graph_loses graph order v : settled graph order false v = true -> loses (edges graph) v.
Proof.
  unfold settled. destruct (settle _ _ _) as [known|] eqn:E; [|discriminate].
  apply (settle_sound _ _ _ _ (empty_true graph)) in E. apply E.
Qed.
