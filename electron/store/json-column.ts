/** A list that is kept as JSON; an empty one where damage made it something else. */
export function listOf<Entry>(json: string): Entry[] {
  const value = valueOf(json);
  return Array.isArray(value) ? (value as Entry[]) : [];
}

/** A value that is kept as JSON; undefined where damage made it something else. */
export function valueOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
