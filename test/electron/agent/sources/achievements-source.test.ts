import fc from 'fast-check';
import { ANNOUNCED, pageWith, pollAt, recordingAt } from './poll-under-test.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { NetworkError, type Network } from '../../../../electron/api/network.ts';
import type { StreamId } from '../../../../electron/agent/ids.ts';
import {
  pollAchievements,
  forgetAchievements,
  newBadgeTitles,
  reputationWasAsked,
  recordBadges,
} from '../../../../electron/agent/sources/achievements-source.ts';
import { recordAccounts } from '../../../../electron/agent/sources/reputation/record-changes.ts';
import type { NotificationRules } from '../../../../electron/agent/notifications/rules.ts';
import type { BadgeEvent } from '../../../../electron/store/events.ts';
import { openProfile, type History, type ProfileHistory } from '../../../support/profile.ts';
import { Achievement } from '../../../../common/resources.ts';
import { streamsUnderTest } from '../scheduler/streams-under-test.ts';

const now = Date.UTC(2026, 5, 1, 9);
const hour = 3600_000;
const day = 24 * hour;

/** An achievement on the wire, as docs/api.md, "Inbox and achievements", describes it. */
const achievement = (site: string, type: string, part: object = {}) => ({
  account_id: 1,
  achievement_type: type,
  creation_date: now / 1000 - 100,
  is_unread: true,
  link: `https://${site}.example/questions/7`,
  on_site: { api_site_parameter: site, name: site.toUpperCase(), site_url: `https://${site}.example` },
  title: 'How?',
  ...part,
});
const reputation = (site: string, change: number, part: object = {}) =>
  achievement(site, 'reputation', { reputation_change: change, ...part });
const badge = (site: string, name: string, part: object = {}) =>
  achievement(site, 'badge', { badge_rank: 'bronze', title: name, link: `https://${site}.example/badges/3`, ...part });
const privilege = (site: string) =>
  achievement(site, 'privilege', {
    link: `https://${site}.example/help/privileges/comment`,
    title: 'Congrats! You&#39;ve gained the privilege "comment everywhere"!',
  });

let history: History;
let profile: ProfileHistory;
beforeEach(() => {
  ({ history, profile } = openProfile());
  const account = { userId: 1, reputation: 100, saidAt: now };
  const accounts = ['loops', 'garden'].map((id) => ({ ...account, site: { id, name: id } }));
  recordAccounts(profile, accounts);
  for (const { site } of accounts) profile.setMark(`baseline:reputation:${site.id}`, now);
  profile.setMark('accounts-at', now);
});

const poll = (items: object[] | NetworkError, { hasMore = false, mutedSites = [] as string[] } = {}) => {
  const achievements: Network['achievements'] = async () => {
    if (items instanceof NetworkError) throw items;
    return pageWith(
      items.map((item) => Achievement.parse(item)),
      { hasMore },
    );
  };
  const network = { achievements } as Partial<Network> as Network;
  return pollAchievements(pollAt(now, { network, history, profile, rules: { ...ANNOUNCED, mutedSites } }));
};
const streams = (at = now, readsAchievements = true) => {
  const preferences = { achievements: true, notify: { badges: true } };
  const stored = { watches: [], networks: [{ id: 'demo', mayReadPrivate: readsAchievements }], preferences };
  const { streams: list, states } = streamsUnderTest(profile, { get: () => stored } as never, at);
  states.change('badges:loops', { lastSentAt: now });
  states.change('badges:garden', { lastSentAt: now, restsUntil: now + hour, notBefore: now + hour });
  return list.list();
};
const wanted = (at?: number): StreamId[] =>
  streams(at).flatMap(({ id, wanted: isWanted }) => (isWanted && id !== 'sites' ? [id] : []));
const pending = () => profile.notifications.pending().map(({ title, body }) => ({ title, body }));
/** The first list is read, and the totals that it asks for. */
const begin = async (items: object[] = []) => {
  await poll(items);
  profile.setMark('accounts-at', now);
};

describe('achievements', () => {
  it('that were there before, or came while they were off, tell nothing, and have the totals read once more', async () => {
    const earlier = [reputation('loops', 10), badge('loops', 'Student'), privilege('loops')];
    await poll(earlier);
    expect(wanted()).toEqual(['accounts']);
    expect(pending()).toEqual([]);
    forgetAchievements(profile);
    await begin([...earlier, privilege('garden'), reputation('garden', 10), badge('garden', 'Student')]);
    expect([wanted(), pending()]).toEqual([[], []]);
  });

  it('have the list of a site asked for whose reputation is new, has grown or is gone, and the accounts where it has none', async () => {
    const older = reputation('garden', 5, { creation_date: now / 1000 - 90_000 });
    await begin([older]);
    await poll([older]);
    expect(wanted()).toEqual([]);
    for (const list of [[reputation('loops', 10), older], [reputation('loops', 20), older], [older]]) {
      await poll(list);
      expect(wanted()).toEqual(['reputation:loops']);
      reputationWasAsked(profile, 'loops');
    }
    await poll([reputation('elsewhere', 10), older]);
    expect(wanted()).toEqual(['accounts']);
  });

  it('that move up into a full page are no news', async () => {
    const at = (seconds: number) => ({ creation_date: now / 1000 - seconds, link: `https://x.example/${seconds}` });
    await poll([reputation('loops', 10, at(1000)), reputation('loops', 10, at(2000))], { hasMore: true });
    profile.setMark('accounts-at', now);
    await poll([reputation('loops', 10, at(2000)), reputation('garden', 10, at(3000))], { hasMore: true });
    expect(wanted()).toEqual(['reputation:loops']);
  });

  it('have the badges of a site asked for at once, which are told once, also on a first look there', async () => {
    await begin();
    await poll([badge('garden', 'Teacher')]);
    expect(wanted()).toEqual(['badges:garden']);
    const asked = streams().find(({ id }) => id === 'badges:garden');
    expect(asked).toMatchObject({ minIntervalMs: undefined, notBefore: undefined });
    const event = (name: string, badgeId: number) =>
      ({ site: { id: 'garden', name: 'Garden' }, badgeId, name, rank: 'bronze', times: 1 }) as const;
    const [teacher, student] = [event('Teacher', 2), event('Student', 1)];
    for (const titles of [newBadgeTitles(profile, 'garden'), ['Teacher'], []])
      recordBadges(recordingAt(profile, now), 'garden', [teacher, student], titles);
    expect(pending().map(({ title }) => title)).toEqual(['New badge: Teacher (bronze) on Garden']);
  });

  it('announce a privilege once, in the network’s words, unless the site is muted', async () => {
    await begin();
    await poll([privilege('loops')]);
    await poll([]);
    await poll([privilege('loops')]);
    await poll([privilege('loops'), privilege('garden')], { mutedSites: ['garden'] });
    expect(pending()).toEqual([
      { title: 'Congrats! You\'ve gained the privilege "comment everywhere"!', body: 'loops' },
    ]);
  });

  it('lose no change of any site, whatever list follows which', async () => {
    const few = fc.integer({ min: 1, max: 3 });
    const entry = fc.record({ site: fc.constantFrom('loops', 'garden'), change: few, post: few });
    const listed = fc.uniqueArray(entry, { selector: ({ site, post }) => `${site}${post}`, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(listed, listed, async (before, after) => {
        forgetAchievements(profile);
        // An older entry that stays shows that the list reaches back far enough.
        const oldest = reputation('loops', 1, { creation_date: now / 1000 - 90_000, link: 'https://loops.example/0' });
        const onWire = (list: typeof before) => [
          ...list.map(({ site, change, post }) =>
            reputation(site, change, { link: `https://${site}.example/${post}` }),
          ),
          oldest,
        ];
        await begin(onWire(before));
        await poll(onWire(after));
        const of = (list: typeof before, site: string) => {
          const own = list.filter((each) => each.site === site);
          const texts = own.map(({ post, change }) => `${post}:${change}`);
          return texts.toSorted().join();
        };
        const moved = ['loops', 'garden'].filter((site) => of(before, site) !== of(after, site));
        expect(wanted().toSorted()).toEqual(moved.map((site) => `reputation:${site}`).toSorted());
      }),
      { numRuns: 40 },
    );
  });
});

describe('the streams', () => {
  const ids = (at?: number, reads?: boolean) => streams(at, reads).map(({ id }) => id);
  const unscheduled = (at?: number, reads?: boolean) =>
    streams(at, reads).flatMap(({ id, onDemand }) => (onDemand ? [] : [id]));

  it('ask for totals and badges without achievements, and with them once a day', async () => {
    const without = ['accounts', 'inbox', 'badges:loops', 'badges:garden'];
    expect(unscheduled(now, false).toSorted()).toEqual(without.toSorted());
    expect(ids(now, false)).not.toContain('achievements');
    await begin();
    expect(unscheduled()).toEqual(['achievements', 'inbox']);
    expect(wanted(now + 5 * hour)).toEqual([]);
    // Read again all the time, as it were.
    profile.setMark('achievements-at', now + day);
    expect(wanted(now + day + 1)).toEqual(expect.arrayContaining(['accounts', 'badges:loops', 'badges:garden']));
    expect(unscheduled(now, false).toSorted()).toEqual(without.toSorted());
  });

  it('ask for totals as before where achievements were not read for hours', async () => {
    await begin();
    expect(unscheduled(now + 7 * hour)).toContain('accounts');
    expect(wanted(now + 7 * hour)).toContain('achievements');
  });

  // docs/api.md, "Inbox and achievements": the specification has no such operation, and it takes a scope.
  it.each(['not-found', 'scope-missing'] as const)('go on as before where the network says %s', async (kind) => {
    const before = ids(now, false);
    await poll(new NetworkError(kind, ''));
    expect(ids()).toEqual(before);
    expect(ids(now + 31 * day)).toContain('achievements');
  });

  it('keep achievements through a failure that passes', async () => {
    await begin();
    await expect(poll(new NetworkError('server-fault', ''))).rejects.toThrow();
    expect(ids()).toContain('achievements');
  });
});

const badgeEvent = (name: string, badgeId: number, times = 1): BadgeEvent => ({
  site: { id: 'loops', name: 'Loops' },
  badgeId,
  name,
  rank: 'bronze',
  times,
  link: `https://loops.example/badges/${badgeId}`,
  profileLink: 'https://loops.example/users/7',
});
const [student, teacher, nice] = [badgeEvent('Student', 1), badgeEvent('Teacher', 2), badgeEvent('Nice Answer', 3)];

const record = (events: BadgeEvent[], rules?: Partial<NotificationRules>) =>
  recordBadges(recordingAt(profile, 5, rules), 'loops', events);
const told = () => profile.notifications.pending().map(({ title, body, link }) => [title, body, link].join('; '));

const ONE = `New badge: Nice Answer (bronze) on Loops; ; ${nice.link}`;
const two = (other: string) => `2 new badges on Loops; Nice Answer (bronze)\n${other} (bronze); ${nice.profileLink}`;
const again = badgeEvent('Nice Answer', 3, 2);
const onePage = [again, nice, student];
const nicePage = [nice, teacher];
it.each<[string, looks: BadgeEvent[][], notifications: string[]]>([
  ['announces what comes after the first look, once', [[student], [nice, student], [nice, student]], [ONE]],
  ['tells several of one poll in one, which opens the person’s page', [[], [nice, teacher]], [two('Teacher')]],
  ['announces once what a page names twice', [[student], onePage, onePage, onePage], [two('Nice Answer')]],
  ['announces the first badge of all, and one that is awarded again', [[], [nice], [again]], [ONE, ONE]],
  ['takes no old badge for a new one', [nicePage, [nice, student]], []],
])('recording badges %s', (_, looks, notifications) => {
  for (const found of looks) record(found);
  expect(told()).toEqual(notifications);
});

it('recording badges announces nothing where badges are switched off or the site is muted', () => {
  record([]);
  record([student], { notify: { ...ANNOUNCED.notify, badges: false } });
  record([teacher, student], { mutedSites: ['loops'] });
  expect(told()).toEqual([]);
});
