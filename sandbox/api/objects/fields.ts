import { objectTypes } from './index.ts';

/** Wrapper fields that are there unless a filter leaves them out (docs/api.md, "Wrapper"). */
const DEFAULT_WRAPPER = [
  'backoff',
  'error_id',
  'error_message',
  'error_name',
  'has_more',
  'items',
  'quota_max',
  'quota_remaining',
];
const OTHER_WRAPPER = ['page', 'page_size', 'total', 'type'];

/** Fields of the public service that nothing here has (docs/api.md, "Objects"): filters may name them all the same. */
const ABSENT_IN_DEFAULT = [
  'tag.collectives',
  'user.collectives',
  'user.timed_penalty_date',
  'site.closed_beta_date',
  'site.open_beta_date',
  'site.markdown_extensions',
  'site.twitter_account',
];
const ABSENT_ELSEWHERE = [
  'comment.upvoted',
  'flag_option.question',
  'notice.body',
  'notice.creation_date',
  'notice.owner_user_id',
  'question.notice',
  'tag.synonyms',
];

const DEFAULT_BY_FIELD = new Map<string, boolean>([
  ...ABSENT_IN_DEFAULT.map((field): [string, boolean] => [field, true]),
  ...ABSENT_ELSEWHERE.map((field): [string, boolean] => [field, false]),
  ...DEFAULT_WRAPPER.map((field): [string, boolean] => [`.${field}`, true]),
  ...OTHER_WRAPPER.map((field): [string, boolean] => [`.${field}`, false]),
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
