//! Strongly connected components by Tarjan's algorithm, with an explicit stack.
//!
//! Source: Tarjan, *Depth-first search and linear graph algorithms*, 1972.

use sprague_core::Stopped;

const UNSEEN: u32 = u32::MAX;

/// Returns the strongly connected components of the nodes 0 to `count` − 1, each after the components it leads to.
///
/// `next` returns the successor of a node with a given index, or `None` after the last one.
pub(super) fn components(
    count: usize,
    mut next: impl FnMut(u32, usize) -> Result<Option<u32>, Stopped>,
) -> Result<Vec<Vec<u32>>, Stopped> {
    let (mut number, mut low, mut is_on) = (vec![UNSEEN; count], vec![0; count], vec![false; count]);
    let (mut stack, mut calls, mut seen, mut found) = (vec![], vec![], 0, vec![]);
    for root in 0..count as u32 {
        if number[root as usize] != UNSEEN {
            continue;
        }
        calls.push((root, 0));
        while let Some((node, i)) = calls.last_mut() {
            let (v, at) = (*node, *node as usize);
            // 1. a new node goes on the stack
            if *i == 0 {
                (number[at], low[at], is_on[at]) = (seen, seen, true);
                seen += 1;
                stack.push(v);
            }
            let successor = next(v, *i)?;
            *i += 1;
            // 2. visit its next successor
            if let Some(w) = successor {
                match number[w as usize] {
                    UNSEEN => calls.push((w, 0)),
                    earlier if is_on[w as usize] => low[at] = low[at].min(earlier),
                    _ => {}
                }
                continue;
            }
            // 3. all successors are visited: pass `low` to the node before
            calls.pop();
            if let Some(&(above, _)) = calls.last() {
                low[above as usize] = low[above as usize].min(low[at]);
            }
            // 4. the root of a component: the nodes above it on the stack belong to it
            if low[at] == number[at] {
                let start = stack.iter().rposition(|&w| w == v).unwrap_or_default();
                let component = stack.split_off(start);
                component.iter().for_each(|&w| is_on[w as usize] = false);
                found.push(component);
            }
        }
    }
    Ok(found)
}
