import type { QuotaState } from './gate/quota.ts';
import type { JsonObject } from './objects/compile.ts';
import type { Filter } from './objects/filter.ts';
import type { Route } from './query/route.ts';

/** The route, filter and version of a request: they decide which fields its wrapper has (docs/api.md, "Wrapper"). */
export interface Wrapping {
  readonly route: Route;
  readonly filter: Filter;
  /** E.g. 2.3. */
  readonly version: number;
}

/** Fields of the wrapper that are the same for whoever asks. */
const SHARED_FIELDS = ['items', 'has_more', 'page', 'page_size', 'total', 'type'];

function sharedFields({ route, filter }: Wrapping): string[] {
  const echoed = route.echoesPage === true && filter.wrapper('items') ? ['page', 'page_size'] : [];
  return SHARED_FIELDS.filter((field) => filter.wrapper(field) || echoed.includes(field));
}

/**
 * Returns the wrapper's JSON text up to the fields that differ with each answer, open at its end.
 * @param fields `items`, `has_more` and `total`, as far as they were read
 */
export function wrapperBeginning(wrapping: Wrapping, fields: JsonObject, page: number, pagesize: number): string {
  const { route, filter, version } = wrapping;
  const all: JsonObject = { ...fields, page, page_size: pagesize, type: route.of.name };
  // Version 1.1 names the list after what is in it.
  const wrapper =
    version < 2 && filter.wrapper('items')
      ? {
          total: fields['total'] ?? 0,
          page,
          pagesize,
          [route.of.plural ?? `${route.of.name}s`]: fields['items'] ?? [],
        }
      : Object.fromEntries(sharedFields(wrapping).map((field) => [field, all[field] ?? 0]));
  return JSON.stringify(wrapper).slice(0, -1);
}

/** Whether the answer can ask for a pause. */
export const tellsBackoff = ({ filter, version }: Wrapping): boolean => version >= 2 && filter.wrapper('backoff');

/** Returns the end of the wrapper's JSON text, its last brace included. */
export function wrapperEnding(wrapping: Wrapping, quota: QuotaState, backoff: number | undefined): string {
  const { filter, version } = wrapping;
  // The wrapper of 1.1 has no such fields; its quota is in the headers.
  if (version < 2) return '}';
  const values = { backoff, quota_max: quota.max, quota_remaining: quota.remaining };
  const fields = Object.entries(values)
    .filter(([name, value]) => value !== undefined && filter.wrapper(name))
    .map(([name, value]) => `"${name}":${value}`);
  return `${fields.length > 0 && sharedFields(wrapping).length > 0 ? ',' : ''}${fields.join(',')}}`;
}
