import type { Filter } from './objects/filter.ts';
import type { QuotaState } from './gate/quota.ts';

/** Which fields of the wrapper are told anew with each answer, and so are not kept with it. */
export interface EndingFields {
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
export const endingFieldsOf = (filter: Filter, version: number, follows: boolean): EndingFields => ({
  backoff: version >= 2 && filter.wrapper('backoff'),
  quotaMax: version >= 2 && filter.wrapper('quota_max'),
  quotaRemaining: version >= 2 && filter.wrapper('quota_remaining'),
  follows,
});

/** The end of the wrapper's JSON text, its last brace included. */
export function wrapperEnding(endingFields: EndingFields, quota: QuotaState, backoff: number | undefined): string {
  const fields: string[] = [];
  if (endingFields.backoff && backoff !== undefined) fields.push(`"backoff":${backoff}`);
  if (endingFields.quotaMax) fields.push(`"quota_max":${quota.max}`);
  if (endingFields.quotaRemaining) fields.push(`"quota_remaining":${quota.remaining}`);
  return `${endingFields.follows && fields.length > 0 ? ',' : ''}${fields.join(',')}}`;
}
