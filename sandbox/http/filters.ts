import { ApiError } from './errors.ts';

/** Wrapper fields that are there unless a filter leaves them out (public-facts section 1). */
const defaultWrapper = new Set(['items', 'has_more', 'quota_max', 'quota_remaining', 'backoff']);

/** Which fields an answer carries (network-api "Filters"). */
export interface Filter {
  /** Names the filter among all; compiled objects are kept under it. */
  readonly name: string;
  /** Minted by another service, so that nobody here can know what it selects. */
  readonly foreign: boolean;
  /** Whether a field of the wrapper, e.g. `total`, is carried. */
  wrapper(field: string): boolean;
  /** Whether a field of an object is carried; `inDefault` is the field's own mark. */
  includes(type: string, field: string, inDefault: boolean): boolean;
}

const none = () => false;
const builtIn: Record<string, Filter> = {
  default: {
    name: 'default',
    foreign: false,
    wrapper: (field) => defaultWrapper.has(field),
    includes: (_type, _field, inDefault) => inDefault,
  },
  withbody: {
    name: 'withbody',
    foreign: false,
    wrapper: (field) => defaultWrapper.has(field),
    includes: (_type, field, inDefault) => inDefault || field === 'body',
  },
  none: { name: 'none', foreign: false, wrapper: none, includes: none },
  total: { name: 'total', foreign: false, wrapper: (field) => field === 'total', includes: none },
};
const foreign: Filter = {
  name: 'foreign',
  foreign: true,
  wrapper: (field) => defaultWrapper.has(field) || field === 'total' || field === 'type',
  includes: () => true,
};

/**
 * @param sent the `filter` parameter as it came; absent or empty is the default filter
 * @throws ApiError 400 when more than one filter is named (network-api "Filters")
 */
export function readFilter(sent: string | string[] | undefined): Filter {
  const invalid = () => new ApiError(400, 'Invalid filter specified');
  if (Array.isArray(sent) || (sent !== undefined && /[;,\s]/.test(sent))) throw invalid();
  const name = sent || 'default';
  if (name.length > 1000) throw invalid();
  return (Object.hasOwn(builtIn, name) ? builtIn[name] : undefined) ?? foreign;
}
