// Places for the vertices of a graph of which no picture is known: a path becomes a line, a cycle a circle, and other graphs are
// placed by springs. Parts that do not hang together are side by side.
//
// Fruchterman & Reingold 1991, starting from circles, so that a graph looks the same every time, with a pull to the middle.

const many = 120;
/** The number of circles from which springs start, in different orders. The best result is taken. */
const tries = 12;

/** Returns places around `[0, 0]`. No two vertices are nearer to each other than 1, which is about the length of an edge. */
export function sprung(count, edges) {
  const parts = connected(count, edges).map(nodes => {
    const index = new Map(nodes.map((node, n) => [node, n]));
    const inside = edges.filter(([from]) => index.has(from)).map(([from, to]) => [index.get(from), index.get(to)]);
    return { nodes, places: spread(whole(nodes.length, inside)) };
  });
  const places = new Array(count);
  let left = 0;
  for (const part of parts) {
    const xs = part.places.map(([x]) => x);
    const by = left - Math.min(...xs);
    part.nodes.forEach((node, n) => (places[node] = [part.places[n][0] + by, part.places[n][1]]));
    left = Math.max(...xs) + by + 1.4;
  }
  return places.map(([x, y]) => [x - (left - 1.4) / 2, y]);
}

/** Returns the places of a graph that hangs together. */
function whole(count, edges) {
  const line = path(count, edges);
  if (line) return line;
  const round = order => {
    const places = new Array(count);
    const radius = Math.max(0.6, count / 6.28);
    order.forEach((node, n) => {
      const angle = (2 * Math.PI * n) / count - Math.PI / 2;
      places[node] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    });
    return places;
  };
  const order = [...Array(count).keys()];
  const isCycle = edges.length === count && edges.every(([from, to]) => to === (from + 1) % count || from === (to + 1) % count);
  if (isCycle || count > many || count < 3) return round(order);
  let [best, least] = [null, Infinity];
  for (let nth = 0, seed = 1; nth < tries && least > 0; nth += 1) {
    const places = round(order);
    const sweeps = 300;
    for (let sweep = 0; sweep < sweeps; sweep += 1) step(places, edges, (count / 25) * (1 - sweep / sweeps) + 0.01);
    const spaced = spread(places);
    const found = conflicts(spaced, edges);
    if (found < least) [best, least] = [spaced, found];
    // another order, but always the same
    for (let at = count - 1; at > 0; at -= 1) {
      seed = (seed * 48271) % 2147483647;
      const other = seed % (at + 1);
      [order[at], order[other]] = [order[other], order[at]];
    }
  }
  // on a circle no edge runs over a vertex
  return least > 0 && conflicts(round(order), edges) < least ? round(order) : best;
}

/** Returns the places so far apart that the nearest have the distance 1. */
function spread(places) {
  let least = Infinity;
  for (let a = 0; a < places.length; a += 1)
    for (let b = 0; b < a; b += 1) least = Math.min(least, Math.hypot(places[a][0] - places[b][0], places[a][1] - places[b][1]));
  const by = least < 1 ? 1 / Math.max(0.05, least) : 1;
  return places.map(place => place.map(each => each * by));
}

/** Returns the number of vertices that an edge runs over. */
export function conflicts(places, edges) {
  let found = 0;
  for (const [from, to] of edges) {
    const [[ax, ay], [bx, by]] = [places[from], places[to]];
    const [dx, dy] = [bx - ax, by - ay];
    const length = dx * dx + dy * dy || 1;
    places.forEach(([x, y], n) => {
      if (n === from || n === to) return;
      const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
      if (Math.hypot(ax + along * dx - x, ay + along * dy - y) < 0.32) found += 1;
    });
  }
  return found;
}

/** Returns the vertices of each part that hangs together. */
function connected(count, edges) {
  const part = Array.from({ length: count }, (_, n) => n);
  const root = n => {
    while (part[n] !== n) n = part[n];
    return n;
  };
  for (const [from, to] of edges) part[root(from)] = root(to);
  return [...Map.groupBy(part.keys(), root).values()];
}

function step(places, edges, heat) {
  const pushed = places.map(() => [0, 0]);
  for (let a = 0; a < places.length; a += 1) {
    for (let b = 0; b < a; b += 1) {
      const [dx, dy, far] = between(places[a], places[b]);
      add(pushed, a, b, dx / far / far, dy / far / far);
    }
  }
  for (const [from, to] of edges) {
    if (from === to) continue;
    const [dx, dy, far] = between(places[from], places[to]);
    add(pushed, from, to, -dx * far, -dy * far);
  }
  places.forEach((place, n) => {
    const [dx, dy] = pushed[n].map((each, axis) => each - 0.05 * place[axis]);
    const far = Math.hypot(dx, dy) || 1;
    place[0] += (dx / far) * Math.min(far, heat);
    place[1] += (dy / far) * Math.min(far, heat);
  });
}

function between([ax, ay], [bx, by]) {
  const dx = ax - bx;
  const dy = ay - by;
  return [dx, dy, Math.max(0.05, Math.hypot(dx, dy))];
}

function add(pushed, a, b, dx, dy) {
  pushed[a][0] += dx;
  pushed[a][1] += dy;
  pushed[b][0] -= dx;
  pushed[b][1] -= dy;
}

/** Returns places along a line if the edges form one path through all vertices, and otherwise `null`. */
function path(count, edges) {
  if (edges.length !== count - 1) return null;
  const near = Array.from({ length: count }, () => []);
  for (const [from, to] of edges) {
    near[from].push(to);
    near[to].push(from);
  }
  if (near.some(each => each.length > 2)) return null;
  let before = -1;
  let here = near.findIndex(each => each.length <= 1);
  const places = new Array(count);
  for (let n = 0; n < count; n += 1) {
    if (here === undefined || places[here]) return null;
    places[here] = [n - (count - 1) / 2, 0];
    [before, here] = [here, near[here].find(each => each !== before)];
  }
  return places;
}
