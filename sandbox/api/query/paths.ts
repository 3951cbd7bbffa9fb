/** What a path leads to, with the vectors in it by name. */
interface Match<Target> {
  readonly target: Target;
  readonly vectors: Readonly<Record<string, string>>;
}

interface Pattern<Target> {
  /** Segments; a vector is its name in braces. */
  readonly segments: readonly string[];
  readonly target: Target;
}

const isVector = (segment: string) => segment.startsWith('{');
/** Longer segments are not looked at; a vector of 100 identifiers is shorter. */
const MAX_VECTOR_CHARACTERS = 4000;

/** Ranks templates: a literal segment comes before a vector, the earlier in the path the more so. */
const rank = (segments: readonly string[]) => segments.map((segment) => (isVector(segment) ? '1' : '0')).join('');

/** Reads a vector's segment. @returns undefined where it is no well-formed one */
function decoded(segment: string): string | undefined {
  if (segment === '' || segment.length > MAX_VECTOR_CHARACTERS) return undefined;
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function vectorsOf(pattern: readonly string[], path: readonly string[]): Record<string, string> | undefined {
  const vectors: Record<string, string> = {};
  for (const [index, segment] of pattern.entries()) {
    const sent = path[index] ?? '';
    if (!isVector(segment)) {
      if (segment !== sent) return undefined;
      continue;
    }
    const value = decoded(sent);
    if (value === undefined) return undefined;
    vectors[segment.slice(1, -1)] = value;
  }
  return vectors;
}

/**
 * Finds what paths lead to.
 * @param targets templates such as `/users/{ids}/answers`, and what each leads to
 * @returns what takes a path without its query and gives undefined for one that leads nowhere, or not plainly
 */
export function createPaths<Target>(
  targets: readonly (readonly [template: string, target: Target])[],
): (path: string) => Match<Target> | undefined {
  const plain = new Map<string, Match<Target>>();
  const byLength = new Map<number, Pattern<Target>[]>();
  for (const [template, target] of targets) {
    if (!template.includes('{')) plain.set(template, { target, vectors: {} });
    const segments = template.split('/');
    byLength.set(segments.length, [...(byLength.get(segments.length) ?? []), { segments, target }]);
  }
  for (const patterns of byLength.values())
    patterns.sort((one, other) => (rank(one.segments) < rank(other.segments) ? -1 : 1));
  return (path) => {
    const known = plain.get(path);
    if (known) return known;
    const segments = path.split('/');
    for (const { segments: pattern, target } of byLength.get(segments.length) ?? []) {
      const vectors = vectorsOf(pattern, segments);
      if (vectors) return { target, vectors };
    }
    return undefined;
  };
}
