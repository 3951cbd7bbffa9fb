import type { Filter } from './objects/filter.ts';
import type { Standing } from './gate/quota.ts';

/** Which fields of the wrapper are told anew with each answer, and so are not kept with it. */
export interface Telling {
  readonly backoff: boolean;
  readonly quotaMax: boolean;
  readonly quotaRemaining: boolean;
  /** Whether other fields come before. */
  readonly follows: boolean;
}

/**
 * @param version the wrapper of 1.1 has no such fields; its quota is in the headers
 * @param follows whether other fields come before
 */
export const tellingOf = (filter: Filter, version: number, follows: boolean): Telling => ({
  backoff: version >= 2 && filter.wrapper('backoff'),
  quotaMax: version >= 2 && filter.wrapper('quota_max'),
  quotaRemaining: version >= 2 && filter.wrapper('quota_remaining'),
  follows,
});

/** The end of the wrapper's JSON text, its last brace included. */
export function endingOf(telling: Telling, standing: Standing, backoff: number | undefined): string {
  const fields: string[] = [];
  if (telling.backoff && backoff !== undefined) fields.push(`"backoff":${backoff}`);
  if (telling.quotaMax) fields.push(`"quota_max":${standing.max}`);
  if (telling.quotaRemaining) fields.push(`"quota_remaining":${standing.remaining}`);
  return `${telling.follows && fields.length > 0 ? ',' : ''}${fields.join(',')}}`;
}
