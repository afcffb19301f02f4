// Graphs in layers: every arrow that is not part of a cycle leads to a later layer, and few lines cross.
//
// Layers by longest path, order by barycentre sweeps: Sugiyama, Tagawa & Toda 1981.

/** Returns places in units: `layer` counts from the first one, and `row` is centred around 0. Edges are `[from, to, …]`. */
export function layered(count, edges, layerOf = longestPlayLeft(count, edges)) {
  const layers = [];
  for (let node = 0; node < count; node += 1) (layers[layerOf[node]] ??= []).push(node);
  for (let n = 0; n < layers.length; n += 1) layers[n] ??= [];
  const near = neighbours(count, edges);
  const row = new Float64Array(count);
  const settle = layer =>
    layer.forEach((node, at) => {
      row[node] = at - (layer.length - 1) / 2;
    });
  layers.forEach(settle);
  for (let sweep = 0; sweep < 12; sweep += 1) {
    const order = sweep % 2 === 0 ? layers : layers.toReversed();
    for (const layer of order) {
      const middle = new Map(layer.map(node => [node, mean(near[node], row) ?? row[node]]));
      layer.sort((a, b) => middle.get(a) - middle.get(b));
      settle(layer);
    }
  }
  for (let sweep = 0; sweep < 6; sweep += 1) layers.forEach(layer => relax(layer, near, row));
  return { layer: layerOf, row, layers: layers.length };
}

/** Moves each node towards its neighbours, as far as there is room in its layer. */
function relax(layer, near, row) {
  layer.forEach((node, at) => {
    const wanted = mean(near[node], row) ?? row[node];
    const above = at > 0 ? row[layer[at - 1]] + 1 : -Infinity;
    const below = at + 1 < layer.length ? row[layer[at + 1]] - 1 : Infinity;
    row[node] = Math.max(above, Math.min(below, wanted));
  });
}

function mean(nodes, row) {
  return nodes.length === 0 ? null : nodes.reduce((sum, node) => sum + row[node], 0) / nodes.length;
}

function neighbours(count, edges) {
  const near = Array.from({ length: count }, () => []);
  for (const [from, to] of edges) {
    if (from === to) continue;
    near[from].push(to);
    near[to].push(from);
  }
  return near;
}

/**
 * Returns the layer of each node. If node 0 reaches all others, its layer is the first. Arrows that close a cycle are ignored.
 */
export function longestPlayLeft(count, edges) {
  const next = Array.from({ length: count }, () => []);
  for (const [from, to] of edges) next[from].push(to);
  const left = new Int32Array(count);
  const state = new Uint8Array(count); // 0 not seen, 1 on the path, 2 done
  for (let start = 0; start < count; start += 1) {
    if (state[start]) continue;
    const path = [[start, 0]];
    state[start] = 1;
    while (path.length > 0) {
      const top = path.at(-1);
      const [node, at] = top;
      if (at === next[node].length) {
        state[node] = 2;
        path.pop();
        if (path.length > 0) left[path.at(-1)[0]] = Math.max(left[path.at(-1)[0]], left[node] + 1);
        continue;
      }
      top[1] += 1;
      const to = next[node][at];
      if (state[to] === 0) {
        state[to] = 1;
        path.push([to, 0]);
      } else if (state[to] === 2) {
        left[node] = Math.max(left[node], left[to] + 1);
      }
    }
  }
  const longest = left.reduce((most, each) => Math.max(most, each), 0);
  return Array.from(left, each => longest - each);
}

/**
 * Returns the distance of each node from the nearest of `sources`, along edges in either direction. Unreachable nodes get the
 * largest one.
 */
export function distances(count, edges, sources) {
  const near = neighbours(count, edges);
  const far = new Array(count).fill(-1);
  const queue = [...sources];
  for (const node of queue) far[node] = 0;
  for (let at = 0; at < queue.length; at += 1) {
    for (const node of near[queue[at]]) {
      if (far[node] >= 0) continue;
      far[node] = far[queue[at]] + 1;
      queue.push(node);
    }
  }
  const last = Math.max(0, ...far);
  return far.map(each => (each < 0 ? last : each));
}
