import type { MyTags, ReadTags, TopAnswerers } from '../../../../common/contract/contract.ts';
import { WatchRule } from '../../../../common/schemas/settings.ts';
import type { Account } from '../../accounts/account.ts';
import { requestForClick, blocksEveryRequest } from '../../user-facing-error.ts';
import { isPlainTag, normalRule, normalTag } from '../../sources/questions/rule.ts';

/** An account that tags are requested for. */
type AskingAccount = Pick<Account, 'profile' | 'clickContext'>;

/** Maximum number of own tags offered. */
const MAX_OWN_TAGS = 30;

/**
 * Maximum number of names in one request (docs/api.md, "Vectors": tokens and filters; the same limit holds for tags).
 */
const TAGS_PER_REQUEST = 20;

/** Maximum number of tags in a watch for any of them (contract, `WatchRule`). */
const MAX_TAGS = 100;

/**
 * Characters that separate tags because no tag contains them: spaces, commas, brackets, quotation marks, bullets and so
 * on.
 */
const TAG_SEPARATORS = /[\s,;|/\\<>()[\]{}"“”„‘’«»‹›`´•·…\u200b\ufeff]+/u;

/** Returns the tags in the address of a page of tagged questions, which joins them by "+", "or" and "and". */
function tagsOfAddress(address: string): string {
  const named = /\/tagged\/([^/?#\s]+)/i.exec(address)?.[1] ?? '';
  try {
    return named
      .split('+')
      .map((tag) => decodeURIComponent(tag))
      .filter((tag) => !/^(?:or|and)$/i.test(tag))
      .join(' ');
  } catch {
    return '';
  }
}

/**
 * Parses the tags of a pasted text with any separators: lists, `<a><b>`, `[a]`, `#a`, a profile's "python × 12",
 * addresses of tagged questions. Returns them in lower case, in order, without duplicates.
 */
export function pastedTags(text: string): string[] {
  const plain = text
    .normalize('NFC')
    .replace(/https?:\/\/\S+/gi, (address) => ` ${tagsOfAddress(address)} `)
    .replace(/[×✕]\s*[\d.,]+\s?k?/giu, ' ');
  const tags = new Set<string>();
  for (const word of plain.split(TAG_SEPARATORS)) {
    // "1." and "2)" number a list; "#" marks a tag in front of it and is part of it behind.
    if (/^\d+[.:]$/.test(word)) continue;
    const tag = word
      .toLowerCase()
      .replace(/^[#'’:=×]+/u, '')
      .replace(/[.:!?'’=×]+$/u, '')
      .replace(/\*+/g, '*');
    if (/[\p{L}\p{N}]/u.test(tag) && tag.length <= 100) tags.add(tag);
  }
  return [...tags];
}

/**
 * Parses pasted tags and requests which of them the network has, twenty per request. Tags that could not be checked are
 * marked as unchecked.
 */
export async function readTags(account: AskingAccount, site: string, text: string): Promise<ReadTags> {
  const all = pastedTags(text).map(normalTag);
  const names = all.slice(0, MAX_TAGS);
  const plain = names.filter(isPlainTag);
  const counts = new Map<string, number | undefined>();
  const checked = new Set<string>();
  let trouble: ReadTags['trouble'];
  for (let from = 0; from < plain.length; from += TAGS_PER_REQUEST) {
    const some = plain.slice(from, from + TAGS_PER_REQUEST);
    const asked = await requestForClick(account.clickContext(), (network) => network.tagInfo({ site, tags: some }));
    if ('trouble' in asked) {
      trouble = asked.trouble;
      break;
    }
    for (const tag of some) checked.add(tag);
    for (const { name, count } of asked.page.items) counts.set(normalTag(name), count);
  }
  const state = (name: string): ReadTags['tags'][number]['state'] =>
    !isPlainTag(name) ? 'pattern' : counts.has(name) ? 'known' : checked.has(name) ? 'unknown' : 'unchecked';
  return {
    tags: names.map((name) => ({ name, state: state(name), count: counts.get(name) })),
    leftOut: all.length - names.length,
    trouble,
  };
}

/**
 * Returns the tags of most of the user's posts; counted from their latest posts if the network does not list them.
 */
export async function myTags(account: AskingAccount, site: string): Promise<MyTags> {
  const own = account.profile.reputation.account(site);
  if (!own) return { account: false, tags: [], from: 'tags' };
  const mine = { site, pagesize: MAX_OWN_TAGS };
  const listed = await requestForClick(account.clickContext(), (network) => network.myTags(mine));
  if ('page' in listed)
    return { account: true, tags: listed.page.items.map(({ name, count }) => ({ name, count })), from: 'tags' };
  if (blocksEveryRequest(listed.trouble)) return { account: true, tags: [], from: 'tags', trouble: listed.trouble };
  const query = { site, userId: own.userId, pagesize: 100 };
  const answers = await requestForClick(account.clickContext(), (network) => network.answersOf(query));
  const questions = await requestForClick(account.clickContext(), (network) => network.questionsOf(query));
  const posts = [answers, questions].flatMap((asked): { tags?: string[] | undefined }[] =>
    'page' in asked ? asked.page.items : [],
  );
  const uses = new Map<string, number>();
  for (const tag of posts.flatMap(({ tags = [] }) => tags)) uses.set(tag, (uses.get(tag) ?? 0) + 1);
  const [trouble] = [answers, questions].flatMap((asked) => ('trouble' in asked ? asked.trouble : []));
  return {
    account: true,
    tags: [...uses]
      .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, MAX_OWN_TAGS)
      .map(([name, count]) => ({ name, count })),
    from: 'posts',
    ...(trouble && uses.size === 0 && { trouble }),
  };
}

/** Returns the rules of an import: `one` watch for any of the tags, or one for `each`. */
export const importRules = (tags: string[], as: 'one' | 'each'): WatchRule[] =>
  (as === 'one' ? [tags] : tags.map((tag) => [tag])).map((anyTags) => normalRule(WatchRule.parse({ anyTags })));

/**
 * Returns the users with the highest-scored answers under a tag. Networks return users, or scores with users; both are
 * read.
 */
export async function topAnswerers(
  account: AskingAccount,
  site: string,
  tag: string,
  period: TopAnswerers['period'],
): Promise<TopAnswerers> {
  const query = { tag: normalTag(tag), period };
  const asked = await requestForClick(account.clickContext(), (network) => network.topAnswerers({ site, ...query }));
  if ('trouble' in asked) return { ...query, people: [], trouble: asked.trouble };
  return {
    ...query,
    people: asked.page.items.flatMap((item) => {
      const { display_name: shownName, link, reputation } = item.user ?? item;
      // A deleted user has no name to show.
      if (shownName === undefined) return [];
      return [{ name: shownName, link, reputation, score: item.score, answers: item.post_count }];
    }),
  };
}
