// Places for the vertices of a graph without layers: a path becomes a line, a cycle a circle, and other graphs are placed by
// springs.
//
// Fruchterman & Reingold 1991, starting from a circle, so that a graph looks the same every time.

const many = 220;

/** Returns places around `[0, 0]`. The unit is about the length of an edge. */
export function sprung(count, edges) {
  const line = path(count, edges);
  if (line) return line;
  const radius = Math.max(1, count / 6.28);
  const places = Array.from({ length: count }, (_, n) => {
    const angle = (2 * Math.PI * n) / count - Math.PI / 2;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  const isCycle = edges.length === count && edges.every(([from, to]) => to === (from + 1) % count || from === (to + 1) % count);
  if (isCycle || count > many || count < 3) return places;
  const sweeps = 300;
  for (let sweep = 0; sweep < sweeps; sweep += 1) step(places, edges, (radius / 4) * (1 - sweep / sweeps) + 0.01);
  return places;
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
    const [dx, dy] = pushed[n];
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
