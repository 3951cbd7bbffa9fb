import type { z } from 'zod';
import type { ProfileHistory } from './profile-history.ts';

/**
 * Reads a mark of the history, a small JSON value. Returns `undefined` if it is missing, or if another version wrote it
 * in a different shape.
 */
export function readMark<Schema extends z.ZodType>(
  profile: Pick<ProfileHistory, 'mark'>,
  name: string,
  schema: Schema,
): z.output<Schema> | undefined {
  const parsed = schema.safeParse(profile.mark(name));
  return parsed.success ? parsed.data : undefined;
}
