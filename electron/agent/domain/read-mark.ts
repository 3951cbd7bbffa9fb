import type { z } from 'zod';
import type { ProfileHistory } from '../../store/profile-history.ts';

/**
 * Reads a mark of the history, a small JSON value. Gives `undefined` where there is none, or where it does not have the
 * shape that is expected, because another version wrote it.
 */
export function readMark<Schema extends z.ZodType>(
  profile: Pick<ProfileHistory, 'mark'>,
  name: string,
  schema: Schema,
): z.output<Schema> | undefined {
  const parsed = schema.safeParse(profile.mark(name));
  return parsed.success ? parsed.data : undefined;
}
