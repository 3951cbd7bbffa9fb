/** Parses a list stored as JSON; an empty one if it is damaged. */
export function listOf<Entry>(json: string): Entry[] {
  const value = valueOf(json);
  return Array.isArray(value) ? (value as Entry[]) : [];
}

/** Parses a value stored as JSON; undefined if it is damaged. */
export function valueOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
