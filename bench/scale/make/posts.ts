import type { Random } from '../../../sandbox/world/random.ts';
import { rowRandom } from '../../support/zipf.ts';
import { momentAt, tagName, type Plan } from './plan.ts';

/** Attributes of a row as they are written, without its number; what is undefined is left out. */
export type Row = Readonly<Record<string, string | number | undefined>>;

/** Source of rows of a file. */
export interface Rows {
  /** How often `make` is called. */
  count: (plan: Plan) => number;
  /** Makes some rows, in the order of their numbers. @param share of the ten years that is over */
  make: (plan: Plan, turn: { id: number; share: number; random: Random }) => Row[];
}

/** One post in so many has its history in the dump; every other one of these was edited. */
const HISTORY_EVERY = 8;
const isEdited = (id: number): boolean => id % (2 * HISTORY_EVERY) === 0;
const isClosed = (plan: Plan, id: number): boolean => plan.isQuestion(id) && id % 40 === 0;
const CHANGED_AFTER_DAYS = 3;

const tagsText = (plan: Plan, id: number): string => `|${plan.tagsOf(id).map(tagName).join('|')}|`;

function titleOf(plan: Plan, id: number): string {
  const random = rowRandom(plan.seed, 'title', id);
  return plan.vocabulary.text(random, random.integer(4, 12));
}

/** Returns who wrote a post; only a name is left of somebody whose account was deleted. */
function authorOf(plan: Plan, id: number): { user?: number; name?: string } {
  const random = rowRandom(plan.seed, 'author', id);
  const user = plan.personAt(random, id / plan.posts);
  return random.chance(0.015) ? { name: `user${user}` } : { user };
}

/** Questions, answers and the texts of tags; votes and comments have to be counted before. */
export const posts: Rows = {
  count: (plan) => plan.posts,
  make(plan, { id, share, random }) {
    const { user, name } = authorOf(plan, id);
    const editedAt = isEdited(id) ? momentAt(share, CHANGED_AFTER_DAYS) : undefined;
    const answeredAt = momentAt((plan.lastAnswers[id]! || id) / plan.posts);
    const row: Row = {
      PostTypeId: id <= plan.wikis ? 5 - (id % 2) : 2,
      ParentId: plan.parents[id] || undefined,
      CreationDate: momentAt(share),
      Score: plan.scores[id],
      Body: plan.vocabulary.body(random),
      OwnerUserId: user,
      OwnerDisplayName: name,
      LastEditDate: editedAt,
      LastActivityDate: editedAt !== undefined && editedAt > answeredAt ? editedAt : answeredAt,
      CommentCount: plan.comments[id],
    };
    if (!plan.isQuestion(id)) return [row];
    const ofQuestion: Row = {
      PostTypeId: 1,
      AcceptedAnswerId: plan.accepted[id] || undefined,
      ViewCount: 20 + Math.floor(random.span(60) * (Math.abs(plan.scores[id]!) + 2)),
      Title: titleOf(plan, id),
      Tags: tagsText(plan, id),
      AnswerCount: plan.answers[id],
      ClosedDate: isClosed(plan, id) ? momentAt(share, CHANGED_AFTER_DAYS) : undefined,
    };
    return [{ ...row, ...ofQuestion }];
  },
};

/** Returns the id of a post's revision, in the form that the network gives them. */
export const revisionOf = (id: number, kind: number): string =>
  `5ca1e000-0000-4000-800${kind}-${id.toString(16).padStart(12, '0')}`;

/** What is kept of the history: first texts (kinds 1 to 3) and edits (4 to 6). */
export const postHistory: Rows = {
  count: (plan) => Math.floor(plan.posts / HISTORY_EVERY),
  make(plan, { id: turn, share, random }) {
    const id = turn * HISTORY_EVERY;
    const { user, name } = authorOf(plan, id);
    const revision = (first: number, days: number): Row[] => {
      const texts = [titleOf(plan, id), plan.vocabulary.text(random, 150), tagsText(plan, id)];
      const rows = texts.map((text, index) => ({
        PostHistoryTypeId: first + index,
        PostId: id,
        RevisionGUID: revisionOf(id, first),
        CreationDate: momentAt(share, days),
        UserId: user,
        UserDisplayName: name,
        Text: text,
      }));
      // An answer has a body only.
      return plan.isQuestion(id) ? rows : rows.slice(1, 2);
    };
    return [...revision(1, 0), ...(isEdited(id) ? revision(4, CHANGED_AFTER_DAYS) : [])];
  },
};
