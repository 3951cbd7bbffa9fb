import { dirname, join } from 'node:path/posix';

/**
 * Circles of rooms: two folders beside each other may not need each other, not even through different files. The floors
 * in .dependency-cruiser.cjs say which of the named rooms stands above which; this looks at every folder there is.
 */

/** Every import of a neighbour's file; the sources write each with its ending. */
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

/** The window's floors divide folders (`agent/connection/` stands below `feedback/`): there the floors alone count. */
const DIVIDED_BY_FLOORS = new Set(['renderer']);

/** One import, as an example of an arrow: who imports whom. */
type Arrow = [from: string, to: string];
/** What stands beside each other in a folder: for each entry the entries that it imports, with an example. */
type Neighbours = Map<string, Map<string, Arrow>>;

/** The circles in these files, a line each. The keys are paths from the root; only imports among them count. */
export function roomCircles(texts: ReadonlyMap<string, string>): string[] {
  return [...neighboursIn(texts)].flatMap(([folder, neighbours]) => {
    if (DIVIDED_BY_FLOORS.has(folder)) return [];
    const isRoom = (entry: string) => !texts.has(join(folder, entry));
    return circlesOf(neighbours)
      .filter((circle) => circle.filter(isRoom).length > 1)
      .map((circle) => `${folder}: ${circle.join(', ')} import each other: ${examples(circle, neighbours)}`);
  });
}

/** All arrows, by the lowest folder that both ends are in. */
function neighboursIn(texts: ReadonlyMap<string, string>): Map<string, Neighbours> {
  const folders = new Map<string, Neighbours>();
  for (const [from, text] of texts)
    for (const [, path = ''] of text.matchAll(IMPORT)) {
      const to = join(dirname(from), path);
      if (texts.has(to)) addArrow(folders, [from, to]);
    }
  return folders;
}

function addArrow(folders: Map<string, Neighbours>, [from, to]: Arrow): void {
  const [above, below] = [from.split('/'), to.split('/')];
  const depth = above.findIndex((part, index) => part !== below[index]);
  const [room, other] = [above[depth], below[depth]];
  if (depth < 1 || room === undefined || other === undefined) return;
  const folder = above.slice(0, depth).join('/');
  const neighbours: Neighbours = folders.get(folder) ?? new Map();
  folders.set(folder, neighbours);
  const arrows = neighbours.get(room) ?? new Map<string, Arrow>();
  neighbours.set(room, arrows);
  arrows.set(other, [from, to]);
}

/** The sets of entries of which each reaches all others. */
function circlesOf(neighbours: Neighbours): string[][] {
  const reached = new Map([...neighbours.keys()].map((entry) => [entry, reachedFrom(entry, neighbours)]));
  const circles = [...reached]
    .filter(([entry, others]) => others.has(entry))
    .map(([entry, others]) => [...others].filter((other) => reached.get(other)?.has(entry)).toSorted());
  return [...new Map(circles.map((circle) => [circle.join(' '), circle])).values()];
}

function reachedFrom(start: string, neighbours: Neighbours): Set<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let entry = open.pop(); entry !== undefined; entry = open.pop())
    for (const next of neighbours.get(entry)?.keys() ?? [])
      if (!reached.has(next)) {
        reached.add(next);
        open.push(next);
      }
  return reached;
}

const examples = (circle: string[], neighbours: Neighbours): string =>
  circle
    .flatMap((entry) => [...(neighbours.get(entry) ?? [])].filter(([other]) => circle.includes(other)))
    .map(([, arrow]) => arrow.join(' -> '))
    .join('; ');
