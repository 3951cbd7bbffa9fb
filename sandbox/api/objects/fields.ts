import * as histories from './history.ts';
import * as network from './network.ts';
import type { ObjectType } from './object-type.ts';
import * as people from './people.ts';
import * as posts from './posts.ts';
import * as questions from './question.ts';
import * as tags from './tags.ts';

/** Which fields an answer carries (docs/api.md, "Filters"). */
export interface Filter {
  /** Names the filter among all; compiled objects are kept under it. */
  readonly name: string;
  /** Minted by another service, so that nobody here can know what it selects. */
  readonly foreign: boolean;
  /** Strings come as they are, not made safe for HTML. */
  readonly unsafe: boolean;
  /** Whether a field of the wrapper, e.g. `total`, is carried. */
  wrapper(field: string): boolean;
  /** Whether a field that came with a later version is carried in earlier ones, too. */
  early(type: string, field: string): boolean;
  /** Whether a field of an object is carried; `inDefault` is the field's own mark. */
  includes(type: string, field: string, inDefault: boolean): boolean;
}

/**
 * The room `api/objects` describes the objects of the API, such as questions and users: their fields, where each comes
 * from in SQL, and which of them the default filter has. From that, and from a filter, it makes the code that turns
 * rows into JSON.
 */

/** A type with every type that stands inside it. */
function withInner(type: ObjectType): ObjectType[] {
  const inner = Object.values(type.fields).flatMap((field) => ('type' in field ? withInner(field.type) : []));
  return [type, ...(type.beside ? withInner(type.beside) : []), ...inner];
}

const isType = (exported: unknown): exported is ObjectType =>
  typeof exported === 'object' && exported !== null && 'always' in exported;

/**
 * Every type of object of the API, the ones inside others too; some under one name stand for the same with more fields.
 */
export const objectTypes: readonly ObjectType[] = [
  ...new Set(
    [histories, network, people, posts, questions, tags]
      .flatMap((module): unknown[] => Object.values(module))
      .filter(isType)
      .flatMap(withInner),
  ),
];

/** Wrapper fields that are there unless a filter leaves them out (docs/api.md, "Wrapper"), and the others. */
const WRAPPER = '.backoff .error_id .error_message .error_name .has_more .items .quota_max .quota_remaining';
const WRAPPER_EXTRAS = '.page .page_size .total .type';

/** Fields of the public service that nothing here has (docs/api.md, "Objects"): filters may name them all the same. */
const ABSENT = `tag.collectives user.collectives user.timed_penalty_date site.closed_beta_date site.open_beta_date \
site.markdown_extensions site.twitter_account`;
const ABSENT_EXTRAS = `comment.upvoted flag_option.question notice.body notice.creation_date notice.owner_user_id \
question.notice tag.synonyms`;

const marked = (fields: string, inDefault: boolean) =>
  fields.split(' ').map((field): [string, boolean] => [field, inDefault]);
const DEFAULT_BY_FIELD = new Map<string, boolean>([
  ...marked(`${WRAPPER} ${ABSENT}`, true),
  ...marked(`${WRAPPER_EXTRAS} ${ABSENT_EXTRAS}`, false),
  ...objectTypes.flatMap((type) =>
    Object.entries(type.fields)
      // Version 1.1 knew no filters, so none names what only that has.
      .filter(([, { old }]) => old !== 'only')
      .map(([field, { inDefault }]): [string, boolean] => [`${type.name}.${field}`, inDefault]),
  ),
]);

/** Every field of every type as filters name it, `question.title`, and of the wrapper, `.items`; in a fixed order. */
export const allFields: readonly string[] = [...DEFAULT_BY_FIELD.keys()].toSorted();

/** The fields of the default filter. */
export const DEFAULT_FIELDS: ReadonlySet<string> = new Set(allFields.filter((field) => DEFAULT_BY_FIELD.get(field)));
