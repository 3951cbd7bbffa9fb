import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENGLISH } from '../../../../common/i18n/localized-text.ts';
import { queueNotifications } from '../../../../electron/agent/notifications/queue.ts';
import type { BadgeEvent, InboxEvent } from '../../../../electron/store/events.ts';
import type { ProfileHistory } from '../../../../electron/store/profile-history.ts';
import { inboxEvent } from '../../../support/events.ts';
import { HOUR_MS } from '../../../../common/durations.ts';
import { ForwardTarget } from '../../../../common/schemas/forwarding.ts';
import { collectedFor, forwards, targetsNow, withoutGone } from '../../../../electron/agent/forwarding/rules.ts';

const target = (given: Partial<ForwardTarget> = {}) =>
  ForwardTarget.parse({ id: 't', kind: 'email', address: 'smtps://example.org', ...given });

describe('rules of forwarding', () => {
  it.each([
    ['always', [true, true, true]],
    ['away', [false, true, false]],
    ['quiet', [false, false, true]],
  ] as const)('%s', (when, expected) => {
    const moments = [{}, { isAway: true }, { isQuiet: true }];
    const found = moments.map((now) => targetsNow([target({ when })], { isAway: false, isQuiet: false, ...now }));
    expect(found.map(({ length }) => length > 0)).toEqual(expected);
  });

  it.each([
    [{}, 'inbox', [], true],
    [{ kinds: ['badges'] }, 'inbox', [], false],
    [{ sites: ['net/boats'] }, 'inbox', [], true],
    [{ sites: ['other/boats', 'net/beds'] }, 'inbox', [], false],
    [{ watches: ['w1'] }, 'questions', ['w2', 'w1'], true],
    [{ watches: ['w1'] }, 'questions', ['w2'], false],
    [{ watches: ['w1'] }, 'inbox', [], true],
    [{ watches: ['w1'], sites: ['net/beds'] }, 'questions', ['w1'], false],
  ] as const)('%j lets %s of the watches %j through: %s', (rule, kind, watchIds, is) => {
    const given = target({ ...rule } as Partial<ForwardTarget>);
    expect(forwards(given, 'net')(kind)({ site: { id: 'boats' }, watchIds })).toBe(is);
  });

  it.each([
    [['w1', 'w2'], ['w2'], 2],
    [['w1'], [], 1],
    [[], [], 2],
  ] as const)('name the watches that are there of %j: %j', (named, left, kinds) => {
    const rule = { watches: [...named], kinds: ['inbox' as const, 'questions' as const] };
    const { watches, kinds: forwarded } = withoutGone(rule, new Set(['w2', 'w3']));
    expect([watches, forwarded.length]).toEqual([left, kinds]);
  });

  it('give a message the sites that it is about, and the same key on each machine', () => {
    const sent: { id: string; sites: string[] }[] = [];
    const outbox = { add: (_: number, __: string, message: (typeof sent)[number]) => sent.push(message) };
    const profile = { profile: { id: 1, network: 'net', accountId: 7 }, notifications: { add: () => 1 }, outbox };
    const item = (key: string, id: string, unreadAtNetwork = true) =>
      inboxEvent(key, { itemType: 'new_answer', site: { id, name: id }, title: key, unreadAtNetwork });
    const notify = { inbox: true, reputation: true, questions: true, badges: true };
    const rules = { notify, watches: [], mutedSites: ['muted'], locale: ENGLISH, forwardTo: [target()] };
    const poll = (...inbox: InboxEvent[]) =>
      queueNotifications(profile as unknown as ProfileHistory, { inbox }, rules, 0);
    poll(item('a', 'boats'), item('b', 'muted'), item('c', 'seen', false));
    poll(item('a', 'boats'));
    poll(item('d', 'boats'), item('a', 'boats'));
    poll(item('a', 'boats'), item('d', 'boats'));
    const badge = { site: item('', 'beds').site, name: 'Sailor', rank: 'gold' } as BadgeEvent;
    for (const _ of [1, 2]) queueNotifications(profile as unknown as ProfileHistory, { badges: [badge] }, rules, 0);
    expect(sent.map(({ sites }) => sites.join())).toEqual(['boats', 'boats', 'boats', 'boats', 'beds', 'beds']);
    const [first, again, two, twoAgain, ...badges] = sent.map(({ id }) => z.uuid().parse(id));
    expect([again, twoAgain]).toEqual([first, two]);
    expect(new Set([first, two, ...badges]).size).toBe(4);
  });

  it('collect mails only', () => {
    expect(collectedFor(target({ digest: 'hour' }))).toBe(HOUR_MS);
    expect(collectedFor(target({ digest: 'hour', kind: 'webhook' }))).toBe(0);
  });
});
