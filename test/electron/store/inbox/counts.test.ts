import { fc, it } from '@fast-check/vitest';
import { expect } from 'vitest';
import { openHistory, type History } from '../../../../electron/store/history.ts';
import type { ProfileHistory } from '../../../../electron/store/profile-history.ts';
import type { FoundItem } from '../../../../electron/store/inbox/search.ts';
import { ITEM_MARKS } from '../../../../common/contract/inbox.ts';
import { INBOX_STATES } from '../../../../common/schemas/inbox-states.ts';
import type { InboxFilter } from '../../../../common/schemas/settings.ts';
import { UNTIL_REPLY_AT } from '../../../../common/snooze.ts';
import { MATCH_KIND } from '../../../../common/contract/contract.ts';
import { inboxEvent, questionEvent } from '../../../support/events.ts';
import { propertyRuns } from '../../../support/property-runs.ts';

const noon = new Date(2026, 0, 10, 12).getTime();
const SITES = ['loops', 'clocks'].map((id) => ({ id, name: id }));
const MUTED_WATCH = 'w2';
const QUESTIONS = 4;

/** Something that happens to one of a few items, named by numbers: which, and a variant of what happens to it. */
type Step = [what: keyof typeof STEPS, which: number, variant: number];

const siteOf = (which: number) => SITES[which % SITES.length]!;
const keyOf = (which: number) =>
  which % 2 === 0 ? `item-${which}` : `${MATCH_KIND}|${siteOf(which >> 1).id}|${which % QUESTIONS}`;

const STEPS = {
  comes(of, which, variant) {
    const itemType = ['comment', 'new_answer'][variant % 2]!;
    const part = { itemType, site: siteOf(which), questionId: which % QUESTIONS, unreadAtNetwork: variant % 3 !== 0 };
    of.inbox.add([inboxEvent(`item-${which}`, { ...part, createdAt: noon + which })], noon);
  },
  matches(of, which, variant) {
    const watchIds = [['w1'], [MUTED_WATCH], ['w1', MUTED_WATCH], []][variant % 4]!;
    const question = questionEvent(which % QUESTIONS, { site: siteOf(which >> 1), createdAt: noon, watchIds });
    of.questions.add(question, noon, { matchedAt: noon + which, read: variant % 5 === 0, met: true });
  },
  read: (of, which) => of.inbox.markRead([keyOf(which)], noon),
  unread: (of, which) => of.inbox.mark([keyOf(which)], 'unread', noon),
  readMatch: (of, which, variant) =>
    of.questions.setRead(siteOf(which >> 1).id, which % QUESTIONS, variant % 2 === 0 ? null : noon),
  readAll: (of) =>
    of.inbox.markRead(
      [...of.inbox.unread('inbox', 99), ...of.inbox.unread('watches', 99, [MUTED_WATCH])].map(({ key }) => key),
      noon,
    ),
  snooze: (of, which) => of.inbox.snooze([keyOf(which)], noon + which),
  snoozeUntilReply: (of, which) => of.inbox.snooze([keyOf(which)], UNTIL_REPLY_AT),
  mark: (of, which, variant) => of.inbox.mark([keyOf(which)], ITEM_MARKS[variant % ITEM_MARKS.length]!, noon),
  markAndUndo: (of, which, variant) =>
    of.inbox.restore(of.inbox.mark([keyOf(which)], ITEM_MARKS[variant % ITEM_MARKS.length]!, noon)),
  wake: (of) => of.inbox.returnDue(noon + 3),
  mute: (of, which) =>
    of.mutes.add({ siteId: siteOf(which).id, siteName: '', questionId: which % QUESTIONS, title: '', mutedAt: noon }),
  unmute: (of, which) => of.mutes.remove(siteOf(which).id, which % QUESTIONS),
  tags: (of, which, variant) =>
    of.inbox.setTags(siteOf(which).id, which % QUESTIONS, ['a', 'b', 'a'].slice(variant % 3)),
  forgetWatch: (of) => of.questions.removeWatches(['w1'], noon),
} satisfies Record<string, (of: ProfileHistory, which: number, variant: number) => unknown>;

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.tuple(fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])), fc.nat(11), fc.nat(29)),
  { minLength: 5, maxLength: 40 },
);

const run = (of: ProfileHistory, [what, which, variant]: Step) => STEPS[what](of, which, variant);

/** Counted one by one, from the list. */
function counted(history: History, profiles: readonly ProfileHistory[], filter: InboxFilter) {
  const inbox = history.inboxOf(
    profiles.map(({ profile }) => profile.id),
    [MUTED_WATCH],
  );
  const isCounted = ({ profileId, site, questionId, unread, watchIds }: FoundItem) =>
    unread &&
    (questionId === undefined ||
      !profiles.find(({ profile }) => profile.id === profileId)!.mutes.has(site.id, questionId)) &&
    (watchIds.length === 0 || watchIds.some((id) => id !== MUTED_WATCH));
  const { site: _site, kind: _kind, ...rest } = filter;
  const all = inbox.list(rest, 200).items;
  const isSite = ({ profileId, site }: FoundItem) => filter.site?.includes(`${profileId}:${site.id}`) !== false;
  const isKind = ({ itemType }: FoundItem) => filter.kind?.includes(itemType) !== false;
  const shown = all.filter((item) => isSite(item) && isKind(item));
  const sums = (names: string[]) =>
    Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, same]) => [name, same.length]));
  return {
    total: shown.length,
    unread: shown.filter(isCounted).length,
    ...Object.fromEntries(
      INBOX_STATES.map((state) => [state, inbox.list({ ...filter, unread: false, state }, 200).items.length]),
    ),
    sites: sums(all.filter(isKind).map(({ site }) => site.id)),
    kinds: sums(all.filter(isSite).map(({ itemType }) => itemType)),
    tags: sums(
      inbox
        .list({ ...filter, tag: undefined }, 200)
        .items.flatMap((item) => (filter.unread === true && !isCounted(item) ? [] : [...new Set(item.tags)])),
    ),
  };
}

function kept(history: History, profiles: readonly ProfileHistory[], filter: InboxFilter) {
  const ids = profiles.map(({ profile }) => profile.id);
  const { sites, kinds, tags, ...counts } = history.inboxOf(ids, [MUTED_WATCH]).counts(filter);
  const byName = (choices: { value: string; count: number }[]) =>
    Object.fromEntries(choices.map(({ value, count }) => [value, count]));
  return { ...counts, sites: byName(sites), kinds: byName(kinds), tags: byName(tags) };
}

const FILTERS: InboxFilter[] = [
  {},
  { site: ['1:loops'] },
  { kind: ['comment'] },
  { source: 'inbox' },
  { source: 'watches', site: ['1:clocks'] },
  { unread: true },
  { state: 'snoozed', kind: ['new_answer'] },
  { state: 'done' },
  { state: 'saved' },
  { site: [] },
  { state: 'saved', unread: true, tag: ['a'] },
  { tag: ['a'] },
  { tag: ['b'], unread: true },
  { tag: ['a', 'b'] },
  { tag: ['b', 'matched'], unread: true, site: ['1:loops', '2:clocks'] },
  { site: ['1:loops', '2:clocks'], kind: ['comment', 'new_answer'] },
  { tag: ['matched'], source: 'watches', site: ['1:loops'] },
  { watch: 'w1' },
  { watch: MUTED_WATCH, unread: true },
  { watch: 'w1', tag: ['a'], state: 'snoozed' },
];

it.prop([steps, steps, fc.nat({ max: 20 })], { numRuns: propertyRuns(60) })(
  'the counts that are kept are those of the list, whatever happens to the items of two people, rolled back or not',
  async (before, after, failsAt) => {
    const history = openHistory(':memory:');
    const profiles = [1, 2].map((accountId) => history.profile({ network: 'demo', accountId, displayName: 'Ada' }));
    const [ada, bob] = profiles as [ProfileHistory, ProfileHistory];
    for (const step of before) run(step[1] % 3 === 0 ? bob : ada, step);
    const expectSame = () => {
      for (const filter of FILTERS)
        for (const whose of [profiles, [ada]])
          expect(kept(history, whose, filter), JSON.stringify(filter)).toEqual(counted(history, whose, filter));
      for (const of of profiles)
        expect(of.inbox.unreadCount()).toBe(counted(history, [of], { source: 'inbox' }).unread);
    };
    // In the middle of what is taken back they are made, and then gone.
    const taken = () =>
      ada.transaction(() => {
        for (const step of after.slice(0, failsAt)) run(ada, step);
        expectSame();
        throw new Error('Taken back');
      });
    expect(taken).toThrow('Taken back');
    expectSame();
    for (const step of after) run(step[1] % 3 === 0 ? ada : bob, step);
    expectSame();
    expect(taken).toThrow('Taken back');
    await history.deleteOlder(noon + 6, noon + 90 * 24 * 3600_000);
    expectSame();
    await history.deleteEverything(noon);
    expectSame();
    history.close();
  },
);
