import { crc32 } from 'node:zlib';
import { type Filter, allFields, DEFAULT_FIELDS } from '../objects/fields.ts';
import { ApiError, badParameter } from '../errors.ts';
import { htmlSafe } from '../../world/text-of-html.ts';

/** A filter by its fields: `question.title`, `.items` of the wrapper. */
interface FilterFields {
  readonly fields: ReadonlySet<string>;
  readonly unsafe: boolean;
}

/** Numbers below 128 take a byte; of larger ones every byte but the last has its highest bit set. */
function writeNumber(bytes: number[], number: number): void {
  for (let rest = number; ; rest >>= 7) {
    if (rest < 128) return void bytes.push(rest);
    bytes.push((rest & 127) | 128);
  }
}

function* readNumbers(bytes: Iterable<number>): Generator<number> {
  let number = 0;
  let shift = 0;
  for (const byte of bytes) {
    number |= (byte & 127) << shift;
    shift = byte < 128 ? 0 : shift + 7;
    if (byte >= 128) continue;
    yield number;
    number = 0;
  }
}

const UNSAFE_BIT = 1;
const FROM_DEFAULT_BIT = 2;
const CHECKSUM_BYTES = 3;

/** Every sandbox of these fields has the same ids, and no other. */
const VOCABULARY = crc32(allFields.join());

function checksum(bytes: number[]): number[] {
  const sum = crc32(Uint8Array.from(bytes), VOCABULARY);
  return [sum & 255, (sum >> 8) & 255, (sum >> 16) & 255];
}

/** Returns the places, in the list of all fields, where a filter differs from another, each as a step. */
function differences(fields: ReadonlySet<string>, base: ReadonlySet<string>): number[] {
  const bytes: number[] = [];
  let last = -1;
  allFields.forEach((field, place) => {
    if (fields.has(field) === base.has(field)) return;
    writeNumber(bytes, place - last);
    last = place;
  });
  return bytes;
}

/**
 * Returns the id of a filter, e.g. `!AwEFq4c`; the same fields give the same id, always. It holds the filter itself:
 * one byte of marks, then where the filter differs from the default one or from nothing, whichever is shorter, then a
 * checksum. So filters never expire, are the same on every sandbox, and need no table; and an id of another service is
 * told apart by the checksum.
 */
function encode({ fields, unsafe }: FilterFields): string {
  const [fromNone, fromDefault] = [differences(fields, new Set()), differences(fields, DEFAULT_FIELDS)];
  const isFromDefault = fromDefault.length <= fromNone.length;
  const marks = (unsafe ? UNSAFE_BIT : 0) | (isFromDefault ? FROM_DEFAULT_BIT : 0);
  const bytes = [marks, ...(isFromDefault ? fromDefault : fromNone)];
  return `!${Buffer.from([...bytes, ...checksum(bytes)]).toString('base64url')}`;
}

/** Returns the filter of an id; undefined for an id that was not made here. */
function decode(id: string): FilterFields | undefined {
  if (!/^![\w-]{5,}$/.test(id)) return undefined;
  const bytes = [...Buffer.from(id.slice(1), 'base64url')];
  const sum = bytes.splice(-CHECKSUM_BYTES);
  if (checksum(bytes).join() !== sum.join()) return undefined;
  const [marks = 0, ...places] = bytes;
  const fields = new Set(marks & FROM_DEFAULT_BIT ? DEFAULT_FIELDS : []);
  let place = -1;
  for (const step of readNumbers(places)) {
    place += step;
    const field = allFields[place];
    if (field === undefined) return undefined;
    if (!fields.delete(field)) fields.add(field);
  }
  const filter = { fields, unsafe: (marks & UNSAFE_BIT) !== 0 };
  // One filter has one id: another spelling of the same was not made here.
  return encode(filter) === id ? filter : undefined;
}

function filterOf(name: string, fields: ReadonlySet<string>, unsafe = false, early = ''): Filter {
  return {
    name,
    foreign: false,
    unsafe,
    wrapper: (field) => fields.has(`.${field}`),
    early: (type, field) => `${type}.${field}` === early,
    includes: (type, field) => fields.has(`${type}.${field}`),
  };
}

const union = (...fields: Iterable<string>[]) => new Set(fields.flatMap((some) => [...some]));
const BODY_FIELDS = allFields.filter((field) => field.endsWith('.body'));
const ANSWER_FIELDS = ['question.answers'];
const COMMENT_FIELDS = ['question.comments', 'answer.comments'];

/** The filters with a name; the ones with a `_` stand for the `body`, `answers` and `comments` of version 1. */
const NAMED_FILTERS: Record<string, { fields: ReadonlySet<string>; unsafe?: boolean; early?: string }> = {
  default: { fields: DEFAULT_FIELDS },
  withbody: { fields: union(DEFAULT_FIELDS, BODY_FIELDS) },
  none: { fields: new Set() },
  total: { fields: new Set(['.total']) },
  // Answers have tags since 2.1; before that they are what this filter is for.
  tags: { fields: DEFAULT_FIELDS, early: 'answer.tags' },
  _b: { fields: union(DEFAULT_FIELDS, BODY_FIELDS), unsafe: true },
  _ba: { fields: union(DEFAULT_FIELDS, BODY_FIELDS, ANSWER_FIELDS), unsafe: true },
  _bc: { fields: union(DEFAULT_FIELDS, BODY_FIELDS, COMMENT_FIELDS), unsafe: true },
  _bca: { fields: union(DEFAULT_FIELDS, BODY_FIELDS, COMMENT_FIELDS, ANSWER_FIELDS), unsafe: true },
  _a: { fields: union(DEFAULT_FIELDS, ANSWER_FIELDS), unsafe: true },
  _ac: { fields: union(DEFAULT_FIELDS, ANSWER_FIELDS, COMMENT_FIELDS), unsafe: true },
  _c: { fields: union(DEFAULT_FIELDS, COMMENT_FIELDS), unsafe: true },
};
const BUILT_IN_FILTERS = new Map(
  Object.entries(NAMED_FILTERS).map(([name, { fields, unsafe, early }]) => [
    name,
    filterOf(name, fields, unsafe, early),
  ]),
);

/** A foreign filter gives every field, since nobody here knows what the client needs. */
const always = () => true;
const early = () => false;
const foreign: Filter = { name: 'foreign', foreign: true, unsafe: false, wrapper: always, early, includes: always };

const known = new Map<string, Filter>();
const MAX_KNOWN_FILTERS = 500;

function decoded(name: string): Filter | undefined {
  const before = known.get(name);
  if (before) return before;
  const fields = decode(name);
  if (!fields) return undefined;
  if (known.size >= MAX_KNOWN_FILTERS) known.clear();
  const filter = filterOf(name, fields.fields, fields.unsafe);
  known.set(name, filter);
  return filter;
}

const invalid = () => new ApiError(400, 'Invalid filter specified');

/**
 * Whether a word looks like the id of a filter that another service minted. Safe ones begin with an exclamation mark
 * and unsafe ones do not (docs/api.md, "Filters"), but they are as mixed; a plain word is a slip of the pen.
 */
const looksMinted = (name: string): boolean =>
  name.startsWith('!') || (name.length > 5 && !/^_?[a-z]+(?:[A-Z_-][a-z]+)*$|^[A-Z]+$/.test(name));

/**
 * @param sent the `filter` parameter as it came; absent or empty is the default filter
 * @param of what is asked for, by its type's name: the filter `tags` is for answers only (docs/api.md, "Filters")
 * @param refuseForeign whether a filter minted elsewhere is an error
 * @throws ApiError 400 when more than one filter is named (docs/api.md, "Filters")
 */
export function readFilter(sent: string | string[] | undefined, of: string, refuseForeign: boolean): Filter {
  if (Array.isArray(sent) || (sent !== undefined && /[;,\s]/.test(sent))) throw invalid();
  const name = sent || 'default';
  if (name.length > 1000 || (name === 'tags' && of !== 'answer')) throw invalid();
  const found = BUILT_IN_FILTERS.get(name) ?? decoded(name);
  if (!found && (refuseForeign || !looksMinted(name))) throw invalid();
  return found ?? foreign;
}

/**
 * Returns a filter as the API tells of it (docs/api.md, "Filters").
 * @param name any word; one that is no filter of this network is `invalid`
 */
export function describeFilter(name: string) {
  const found = Object.hasOwn(NAMED_FILTERS, name) ? NAMED_FILTERS[name] : decode(name);
  const type = !found ? 'invalid' : found.unsafe ? 'unsafe' : 'safe';
  return { filter: name, filter_type: type, included_fields: [...(found?.fields ?? [])].toSorted() };
}

/**
 * `type.*` is every field of the type. @throws ApiError 400 with the parameter's name for a field that does not exist
 */
function fieldsNamed(parameter: string, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const meant = name.endsWith('.*')
      ? allFields.filter((field) => field.startsWith(name.slice(0, -1)))
      : allFields.filter((field) => field === name);
    if (meant.length === 0)
      throw badParameter(parameter, `\`${htmlSafe(name.slice(0, 100))}\` in \`${parameter}\` is no field`);
    return meant;
  });
}

type FilterRequest = Record<'include' | 'exclude', readonly string[]> & {
  readonly base: string;
  readonly unsafe: boolean;
};

/**
 * Returns the one filter with these fields; the same fields always give the same id.
 * @param request `base` is another filter to begin from
 * @throws ApiError 400 for a base that is no filter, or a field that does not exist
 */
export function createFilter({ include, exclude, base, unsafe }: FilterRequest) {
  const from = describeFilter(base);
  if (from.filter_type === 'invalid') throw badParameter('base', 'Invalid filter specified');
  const fields = union(from.included_fields, fieldsNamed('include', include));
  for (const field of fieldsNamed('exclude', exclude)) fields.delete(field);
  return describeFilter(encode({ fields, unsafe }));
}
