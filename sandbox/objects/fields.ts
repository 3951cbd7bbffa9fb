import { objectTypes } from './index.ts';

/** Wrapper fields that are there unless a filter leaves them out (public-facts section 1). */
const defaultWrapper = ['backoff', 'error_id', 'error_message', 'error_name', 'has_more', 'items', 'quota_max', 'quota_remaining'];
const otherWrapper = ['page', 'page_size', 'total', 'type'];

/** Fields of the public service that nothing here has (public-facts section 6): filters may name them all the same. */
const absentInDefault = [
  'question.migrated_from',
  'question.migrated_to',
  // Dear to work out for each owner in a list; a user as a whole has it.
  'shallow_user.accept_rate',
  'user.age',
  'user.timed_penalty_date',
  'site.closed_beta_date',
  'site.open_beta_date',
  'site.markdown_extensions',
  'site.twitter_account',
  'event.creation_date',
  'event.event_id',
  'event.event_type',
  'migration_info.on_date',
  'migration_info.other_site',
  'migration_info.question_id',
];
const absentElsewhere = [
  'answer.can_flag',
  'comment.body_markdown',
  'comment.can_flag',
  'comment.upvoted',
  'event.excerpt',
  'event.link',
  'flag_option.question',
  'network_user.top_answers',
  'network_user.top_questions',
  'notice.body',
  'notice.creation_date',
  'notice.owner_user_id',
  'question.can_close',
  'question.can_flag',
  'question.favorited',
  'question.notice',
  'tag.synonyms',
];

const marked = new Map<string, boolean>([
  ...absentInDefault.map((field): [string, boolean] => [field, true]),
  ...absentElsewhere.map((field): [string, boolean] => [field, false]),
  ...defaultWrapper.map((field): [string, boolean] => [`.${field}`, true]),
  ...otherWrapper.map((field): [string, boolean] => [`.${field}`, false]),
  ...objectTypes.flatMap((type) =>
    Object.entries(type.fields).map(([field, { inDefault }]): [string, boolean] => [`${type.name}.${field}`, inDefault]),
  ),
]);

/** Every field of every type as filters name it, `question.title`, and of the wrapper, `.items`; in a fixed order. */
export const allFields: readonly string[] = [...marked.keys()].toSorted();

/** The fields of the default filter. */
export const defaultFields: ReadonlySet<string> = new Set(allFields.filter((field) => marked.get(field)));
