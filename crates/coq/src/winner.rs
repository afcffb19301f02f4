//! Coq theorems about the winner on a graph.

use crate::instance::{Instance, file_name, in_comment, list};
use crate::no_proof::NoProof;
use core::fmt::Write;
use sprague_core::Play;
use sprague_core::certificate::Winner;

/// The maximum number of vertices. Coq finds each vertex by walking through a list.
const MAX_VERTICES: usize = 5_000;

const MAX_EDGES: usize = 100_000;

/// Returns the winner on a graph under normal play, and the theorem that the player to move wins or loses.
///
/// The token starts on vertex 0. `vertices` are the names, and `edges` are pairs of indices of vertices. The graph may have
/// cycles. Vertices are settled by retrograde analysis in O(vertices + edges), and Coq uses the same order.
///
/// ```
/// use sprague_coq::winner;
/// // from a one may move to b and back, or on to c, where play ends
/// let (_, instance) = winner("digraph:abc@a", &["a", "b", "c"], &[(0, 1), (1, 0), (0, 2)])?;
/// assert!(instance.text.contains("Theorem winner : wins (edges graph) 0%N."));
/// // round and round nobody wins
/// assert!(winner("digraph:ab@a", &["a", "b"], &[(0, 1), (1, 0)]).is_err());
/// # Ok::<(), sprague_coq::NoProof>(())
/// ```
///
/// # Errors
/// Returns [`NoProof::Theorem`] if neither player can force a win, [`NoProof::TooLarge`] for a large graph, and
/// [`NoProof::Malformed`] if an edge has an unknown vertex.
pub fn winner(position: &str, vertices: &[&str], edges: &[(u32, u32)]) -> Result<(Winner, Instance), NoProof> {
    for (of, found, most) in [("its vertices", vertices.len(), MAX_VERTICES), ("its edges", edges.len(), MAX_EDGES)] {
        if found > most {
            return Err(NoProof::TooLarge { of, found: found as u64, most: most as u64 });
        }
    }
    let mut targets = vec![vec![]; vertices.len()];
    for &(from, to) in edges {
        let is_known = |vertex: u32| (vertex as usize) < vertices.len();
        if !is_known(from) || !is_known(to) {
            return Err(NoProof::Malformed { why: "an edge joins no vertices" });
        }
        targets[from as usize].push(to);
    }
    let order = settled(&targets);
    let winner = match order.iter().find(|(vertex, _)| *vertex == 0) {
        Some((_, true)) => Winner::Mover,
        Some((_, false)) => Winner::Other,
        None => return Err(NoProof::Theorem { of: "positions that nobody can force a win of".into() }),
    };
    let verb = if winner == Winner::Mover { "wins" } else { "loses" };
    let mut text = format!(
        "(** {}: the player to move {verb}. The last mover wins.\n    Written by `sprague strategy`; `sh compile` checks it. \
         Definitions.v says what the statement means. *)\nFrom Coq Require Import List NArith.\n\
         From Sprague Require Import Definitions Graphs.\nImport ListNotations.\n\n(** Where moves lead from each vertex. *)\n\
         Definition graph : list (list N) := [",
        in_comment(position)
    );
    for (vertex, (name, targets)) in vertices.iter().zip(&targets).enumerate() {
        let end = if vertex + 1 == vertices.len() { "" } else { ";" };
        write!(text, "\n  {}{end} (* {vertex}: {} *)", list(targets), in_comment(name)).expect("text takes text");
    }
    let order = list(order.iter().map(|(vertex, is_won)| format!("({vertex}, {is_won})")));
    write!(
        text,
        "]%N.\n\n(** The vertices as they are settled, each with whether it is won. *)\nDefinition order : list (N * bool) := {order}%N.\n\n\
         Theorem winner : {verb} (edges graph) 0%N.\nProof. apply (graph_{verb} graph order). vm_cast_no_check (eq_refl true). Qed.\n\n\
         Print Assumptions winner.\n"
    )
    .expect("text takes text");
    Ok((winner, Instance { file: file_name(position, Play::Normal), text }))
}

/// Returns the vertices that are won (`true`) or lost (`false`), in an order in which each follows from earlier ones.
fn settled(targets: &[Vec<u32>]) -> Vec<(u32, bool)> {
    let mut sources = vec![vec![]; targets.len()];
    for (from, targets) in targets.iter().enumerate() {
        targets.iter().for_each(|&to| sources[to as usize].push(from as u32));
    }
    // for each vertex, the number of edges to vertices that are not known to be won
    let mut open: Vec<usize> = targets.iter().map(Vec::len).collect();
    let mut is_settled: Vec<bool> = open.iter().map(|edges| *edges == 0).collect();
    let mut order: Vec<(u32, bool)> =
        (0..).zip(&is_settled).filter(|(_, is_end)| **is_end).map(|(vertex, _)| (vertex, false)).collect();
    let mut next = 0;
    while let Some(&(vertex, is_won)) = order.get(next) {
        next += 1;
        for &source in &sources[vertex as usize] {
            let from = source as usize;
            open[from] -= usize::from(is_won);
            if !is_settled[from] && (!is_won || open[from] == 0) {
                is_settled[from] = true;
                order.push((source, !is_won));
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_their_comments() {
        let (_, instance) = winner("digraph:\"./a b\"@x", &["x *) \"", "y"], &[(0, 1)]).unwrap();
        assert!(instance.text.contains("[1]; (* 0: x * ) '' *)\n  [] (* 1: y *)]%N."), "{}", instance.text);
        assert!(instance.text.contains("Definition order : list (N * bool) := [(1, false); (0, true)]%N."));
    }

    #[test]
    fn a_graph_that_is_none_or_too_large_is_refused() {
        assert!(matches!(winner("g", &["a"], &[(0, 1)]), Err(NoProof::Malformed { .. })));
        assert!(matches!(winner("g", &[], &[]), Err(NoProof::Theorem { .. })));
        assert!(matches!(winner("g", &["a"; 5_001], &[]), Err(NoProof::TooLarge { found: 5_001, .. })));
    }

    #[test]
    fn what_is_settled_follows_from_what_is_before_it() {
        // 0 can go round with 1 or move to 2, which is won because 3 is an end
        let targets = [vec![1, 2], vec![0], vec![3], vec![]];
        assert_eq!(settled(&targets), [(3, false), (2, true)]);
    }
}
