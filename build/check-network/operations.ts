import type { z } from 'zod';
import { ENDPOINTS } from '../../electron/api/endpoints.ts';

export type OperationName = keyof typeof ENDPOINTS;

/** What the answers so far have told that later operations need. */
export interface Known {
  site?: string | undefined;
  /** The address of the site that the person's first account is on. */
  homeUrl?: string | undefined;
  userId?: number | undefined;
  filter?: string | undefined;
  questionIds: number[];
  answerId?: number | undefined;
  commentId?: number | undefined;
  tags: string[];
}

type Parameters<Name extends OperationName> = z.input<(typeof ENDPOINTS)[Name]['parameters']>;

/** Why an operation is not asked, in words. */
export interface LeftOut {
  leftOut: string;
}

const leftOut = (why: string): LeftOut => ({ leftOut: why });

/** As many items as show each field. */
const PAGE_ITEMS = 30;
/** The score that some question has everywhere. */
const LOW_SCORE = 1;

const onSite = ({ site }: Known) => (site === undefined ? undefined : { site });
const listOnSite = (known: Known) => withAll(onSite(known), { pagesize: PAGE_ITEMS });
const ofUser = (known: Known) =>
  withAll(onSite(known), known.userId === undefined ? undefined : { userId: known.userId, pagesize: PAGE_ITEMS });
const ofPost = (known: Known, id: number | undefined) => withAll(onSite(known), id === undefined ? undefined : { id });

/** Both together; `undefined` where one is not known. */
function withAll<A extends object, B extends object>(a: A | undefined, b: B | undefined): (A & B) | undefined {
  return a && b && { ...a, ...b };
}

type Plan<Name extends OperationName> = (known: Known) => Parameters<Name> | LeftOut | undefined;

/**
 * With what each operation is asked; `undefined` where an earlier answer lacks what it takes. In the order of asking:
 * what tells something comes first.
 */
export const OPERATIONS: { [Name in OperationName]: Plan<Name> } = {
  associated: () => ({ pagesize: 100 }),
  sites: () => ({ pagesize: 100 }),
  me: onSite,
  inbox: () => ({ pagesize: PAGE_ITEMS }),
  myInbox: listOnSite,
  unreadInbox: () => ({ pagesize: PAGE_ITEMS }),
  createFilter: () => ({ include: ['reputation.title', 'reputation.link'] }),
  reputation: (known) => withAll(ofUser(known), known.filter === undefined ? {} : { filter: known.filter }),
  reputationHistory: ofUser,
  privileges: listOnSite,
  myPrivileges: listOnSite,
  badgesOf: ofUser,
  myTags: listOnSite,
  questionsOf: ofUser,
  answersOf: ofUser,
  questions: (known) => withAll(listOnSite(known), { order: 'desc' as const }),
  search: (known) =>
    withAll(listOnSite(known), known.tags.length === 0 ? undefined : { tagged: known.tags, order: 'desc' as const }),
  scored: (known) => withAll(listOnSite(known), { minScore: LOW_SCORE, fromdate: 0 }),
  featured: listOnSite,
  tags: (known) => withAll(listOnSite(known), { inname: 'a' }),
  tagInfo: (known) => withAll(onSite(known), known.tags.length === 0 ? undefined : { tags: known.tags }),
  topAnswerers: (known) =>
    withAll(
      onSite(known),
      known.tags[0] === undefined ? undefined : { tag: known.tags[0], period: 'all_time' as const },
    ),
  question: (known) => ofPost(known, known.questionIds[0]),
  questionsById: (known) =>
    withAll(onSite(known), known.questionIds.length === 0 ? undefined : { ids: known.questionIds }),
  answer: (known) => ofPost(known, known.answerId),
  comment: (known) => ofPost(known, known.commentId),
  achievements: () => leftOut('it takes a permission that is asked for only with achievements'),
  accept: () => leftOut('it writes'),
  undoAccept: () => leftOut('it writes'),
};

const PERSONAL: readonly OperationName[] = [
  'associated',
  'me',
  'inbox',
  'myInbox',
  'unreadInbox',
  'myPrivileges',
  'myTags',
];

/** Whether an operation is answered only to somebody with a token. */
export const isPersonal = (name: OperationName): boolean => PERSONAL.includes(name);
