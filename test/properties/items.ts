import fc from 'fast-check';
import type { z } from 'zod';
import * as resources from '../../common/resources.ts';
import { ENDPOINTS } from '../../electron/api/endpoints.ts';
import { mutated } from './arbitraries.ts';

/** Items as a network gives them, to be spoilt. */

const SITE = { api_site_parameter: 's', name: 'Site', site_url: 'https://s.example', icon_url: 'https://s.example/i' };
const OWNER = { user_id: 7, account_id: 9, display_name: 'Ada &amp; Co', reputation: 101, link: 'https://s.example/u' };
const DATE = 1_780_000_000;

const POST = { creation_date: DATE, score: 3, owner: OWNER, body: '<p>Text</p>' };
const BOUNTY = { bounty_amount: 50, bounty_closes_date: DATE + 86_400 };
const QUESTION = {
  ...{ ...POST, ...BOUNTY, question_id: 1, title: 'It&#39;s a &lt;b&gt;', tags: ['a', 'b-c'] },
  ...{ last_activity_date: DATE, answer_count: 0, is_answered: false, link: 'https://s.example/q/1' },
};
const ANSWER = { ...POST, answer_id: 2, question_id: 1, tags: ['a'], body: '<p>x' };
const NEWS = { creation_date: DATE, title: 'T', link: 'https://s.example/q/1', is_unread: true };
const MESSAGE = { ...NEWS, item_type: 'new_answer', question_id: 1, answer_id: 2, comment_id: 3, body: '', site: SITE };
const TAG = { name: 'a', count: 10 };
const VOTE = { reputation_change: 10, post_id: 1 };
const REPUTATION = { ...VOTE, on_date: DATE, vote_type: 'up_votes', post_type: 'question', title: 'T' };
const CHANGE = { ...VOTE, creation_date: DATE, reputation_history_type: 'post_upvoted', user_id: 7 };
const BADGE = { badge_id: 4, name: 'Nice', rank: 'bronze', award_count: 1, badge_type: 'named', user: OWNER };
const ACHIEVEMENT = { ...NEWS, account_id: 9, achievement_type: 'reputation', on_site: SITE, reputation_change: 10 };
const USER = { ...OWNER, creation_date: DATE, badge_counts: { bronze: 1, silver: 2, gold: 3 } };
const ACCOUNT = { account_id: 9, user_id: 7, site_url: 'https://s.example', site_name: 'Site', reputation: 101 };
const PRIVILEGE = { reputation: 50, short_description: 'comment', description: 'comment everywhere' };

/** An item of each kind that is listed, by its schema. */
const VALID = new Map<z.ZodType, object>([
  [resources.Achievement, ACHIEVEMENT],
  [resources.Answer, ANSWER],
  [resources.Badge, BADGE],
  [resources.Comment, { ...POST, comment_id: 3, post_id: 1 }],
  [resources.InboxItem, MESSAGE],
  [resources.MadeFilter, { filter: '!abc', included_fields: ['.items'], filter_type: 'safe' }],
  [resources.NetworkUser, ACCOUNT],
  [resources.Privilege, PRIVILEGE],
  [resources.Question, QUESTION],
  [resources.Reputation, REPUTATION],
  [resources.ReputationChange, CHANGE],
  [resources.Site, SITE],
  [resources.Tag, TAG],
  [resources.TopAnswerer, { user: OWNER, post_count: 1, score: 2 }],
  [resources.User, USER],
]);

function valid(name: keyof typeof ENDPOINTS): object {
  const item = VALID.get(ENDPOINTS[name].item);
  if (item === undefined) throw new Error(`There is no item as ${name} lists them.`);
  return item;
}
export const validItem = (name: keyof typeof ENDPOINTS): fc.Arbitrary<unknown> => fc.constant(valid(name));

/** Dates long before any network of this kind, and days and ages ahead, in epoch seconds. */
const oddDate = fc.constantFrom(-1, 0, 1_199_145_599, DATE + 2 * 86_400, 4_000_000_000, 253_402_300_799);
/** Longer than any title, address or post may be. */
const longText = fc
  .tuple(fc.constantFrom('x', 'ä', '😀', '&amp;'), fc.constantFrom(501, 6000, 250_000))
  .map(([unit, times]) => unit.repeat(times));

/** Items as broken or hostile networks give them: changed anywhere, dated impossibly, or with one text without end. */
export const oddItem = (name: keyof typeof ENDPOINTS): fc.Arbitrary<unknown> => {
  const changed = (change: (key: string, value: unknown) => unknown): unknown =>
    JSON.parse(JSON.stringify(valid(name)), (key, value: unknown) => change(key, value));
  const dated = oddDate.map((date) => changed((key, value) => (key.endsWith('_date') ? date : value)));
  const long = fc.tuple(longText, fc.nat(9)).map(([text, nth]) => {
    let left = nth;
    return changed((_key, value) => (typeof value === 'string' && left-- === 0 ? text : value));
  });
  return fc.oneof({ weight: 6, arbitrary: mutated(validItem(name)) }, dated, long);
};
