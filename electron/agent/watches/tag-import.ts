import type { MyTags, ReadTags } from '../../../common/contract/contract.ts';
import type { ProfileHistory } from '../../store/history.ts';
import { requestForClick, blocksEveryRequest, type ClickContext } from '../domain/click-request.ts';
import { mostTags, pastedTags } from './tag-paste.ts';
import { isPlainTag, normalTag } from './rule.ts';

/** Names in one request, at most (docs/api.md, "Vectors": tokens and filters; the same holds for tags). */
const namesAtOnce = 20;

/** Reads pasted tags and asks the network which of them it has: one request for twenty. What cannot be checked is said to be so. */
export async function readTags(asking: () => ClickContext, site: string, text: string): Promise<ReadTags> {
  const all = pastedTags(text).map(normalTag);
  const names = all.slice(0, mostTags);
  const plain = names.filter(isPlainTag);
  const counts = new Map<string, number | undefined>();
  const checked = new Set<string>();
  let trouble: ReadTags['trouble'];
  for (let from = 0; from < plain.length; from += namesAtOnce) {
    const some = plain.slice(from, from + namesAtOnce);
    const asked = await requestForClick(asking(), (network) => network.tagInfo({ site, tags: some }));
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
    tags: names.map((name) => ({
      name,
      state: state(name),
      ...(counts.get(name) !== undefined && { count: counts.get(name) }),
    })),
    leftOut: all.length - names.length,
    ...(trouble && { trouble }),
  };
}

const mostOwnTags = 30;

/** The tags that the person writes about most; counted from their latest posts where the network does not tell. */
export async function myTags(asking: () => ClickContext, profile: ProfileHistory, site: string): Promise<MyTags> {
  const account = profile.reputation.accounts().find((candidate) => candidate.site.id === site);
  if (!account) return { account: false, tags: [], from: 'tags' };
  const told = await requestForClick(asking(), (network) => network.myTags({ site, pagesize: mostOwnTags }));
  if ('page' in told)
    return {
      account: true,
      tags: told.page.items.map(({ name, count }) => ({ name, ...(count !== undefined && { count }) })),
      from: 'tags',
    };
  if (blocksEveryRequest(told.trouble)) return { account: true, tags: [], from: 'tags', trouble: told.trouble };
  const { userId } = account;
  const answers = await requestForClick(asking(), (network) => network.answersOf({ site, userId, pagesize: 100 }));
  const questions = await requestForClick(asking(), (network) => network.questionsOf({ site, userId, pagesize: 100 }));
  const lists = [
    ...('page' in answers ? answers.page.items : []),
    ...('page' in questions ? questions.page.items : []),
  ].map(({ tags }) => tags ?? []);
  const uses = new Map<string, number>();
  for (const tag of lists.flat()) uses.set(tag, (uses.get(tag) ?? 0) + 1);
  const trouble = 'trouble' in answers ? answers.trouble : 'trouble' in questions ? questions.trouble : undefined;
  return {
    account: true,
    tags: [...uses]
      .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, mostOwnTags)
      .map(([name, count]) => ({ name, count })),
    from: 'posts',
    ...(trouble && uses.size === 0 && { trouble }),
  };
}
