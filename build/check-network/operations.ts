import type { z } from 'zod';
import { ENDPOINTS } from '../../electron/api/endpoints.ts';

export type OperationName = keyof typeof ENDPOINTS;

/** Parameters of later operations, learnt from earlier answers. */
export interface Known {
  site?: string | undefined;
  /** Address of the site of the person's first account. */
  homeUrl?: string | undefined;
  userId?: number | undefined;
  filter?: string | undefined;
  questionIds?: number[] | undefined;
  answerId?: number | undefined;
  commentId?: number | undefined;
  tags?: string[] | undefined;
}

type Parameters<Name extends OperationName> = z.input<(typeof ENDPOINTS)[Name]['parameters']>;
/** Parameters, undefined where no earlier answer had them, or the reason why the operation is left out. */
type Query<Name extends OperationName> = { [Field in keyof Parameters<Name>]: Parameters<Name>[Field] | undefined };

/** Enough items to show each field. */
const page = { pagesize: 30 };
const list = ({ site }: Known) => ({ site, ...page });
const ofUser = ({ site, userId }: Known) => ({ site, userId, ...page });

/** The query of each operation, in the order of asking: operations that others learn from come first. */
export const QUERIES: { [Name in OperationName]: (known: Known) => Query<Name> | string } = {
  associated: () => ({ pagesize: 100 }),
  sites: () => ({ pagesize: 100 }),
  me: ({ site }) => ({ site }),
  inbox: () => page,
  myInbox: list,
  unreadInbox: () => page,
  createFilter: () => ({ include: ['reputation.title', 'reputation.link'] }),
  reputation: (known) => ({ ...ofUser(known), ...(known.filter !== undefined && { filter: known.filter }) }),
  reputationHistory: ofUser,
  privileges: list,
  myPrivileges: list,
  badgesOf: ofUser,
  myTags: list,
  questionsOf: ofUser,
  answersOf: ofUser,
  questions: (known) => ({ ...list(known), order: 'desc' }),
  search: (known) => ({ ...list(known), tagged: known.tags, order: 'desc' }),
  // Some question has this score everywhere.
  scored: (known) => ({ ...list(known), minScore: 1, fromdate: 0 }),
  featured: list,
  tags: (known) => ({ ...list(known), inname: 'a' }),
  tagInfo: ({ site, tags }) => ({ site, tags }),
  topAnswerers: ({ site, tags }) => ({ site, tag: tags?.[0], period: 'all_time' }),
  question: ({ site, questionIds }) => ({ site, id: questionIds?.[0] }),
  questionsById: ({ site, questionIds }) => ({ site, ids: questionIds }),
  answer: ({ site, answerId }) => ({ site, id: answerId }),
  comment: ({ site, commentId }) => ({ site, id: commentId }),
  commentsUnder: ({ site, answerId }) => ({ site, id: answerId }),
  achievements: () => 'it takes a permission that is asked for only with achievements',
  accept: () => 'it writes',
  undoAccept: () => 'it writes',
};

/** Fields of an operation's items on the wire; none of them is sure to come. */
type Item<Name extends OperationName> = Partial<z.output<(typeof ENDPOINTS)[Name]['item']>>;

/** What the items of an operation teach; a value that is known already stays. */
export const LESSONS: { [Name in OperationName]?: (items: Item<Name>[], known: Known) => Known } = {
  associated: ([first]) => ({ homeUrl: first?.site_url }),
  sites: (items, { homeUrl }) => ({
    site: (items.find(({ site_url }) => site_url === homeUrl) ?? items[0])?.api_site_parameter,
  }),
  me: ([person]) => ({ userId: person?.user_id }),
  // Items come from every site; the comment is asked for on one.
  inbox: (items, known) => ({
    commentId: firstOf(items, (item) => (item.site?.api_site_parameter === known.site ? item.comment_id : undefined)),
  }),
  createFilter: ([made]) => ({ filter: made?.filter }),
  answersOf: ([answer]) => ({ answerId: answer?.answer_id }),
  questions: (items) => ({
    questionIds: items.slice(0, 3).flatMap(({ question_id }) => question_id ?? []),
    tags: [...new Set(items.flatMap(({ tags }) => tags ?? []))].slice(0, 3),
    answerId: firstOf(items, (question) => question.accepted_answer_id),
    userId: firstOf(items, ({ owner }) => owner?.user_id),
  }),
};

const firstOf = <Each>(items: Each[], read: (item: Each) => number | undefined) =>
  items.map(read).find((value) => value !== undefined);
