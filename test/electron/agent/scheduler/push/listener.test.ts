import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { recordingAt } from '../../sources/poll-under-test.ts';
import { recordAchievements } from '../../../../../electron/agent/sources/achievements-source.ts';
import { recordAccounts } from '../../../../../electron/agent/sources/reputation/record-changes.ts';
import { PushListener, questionTopics, TopbarCounts } from '../../../../../electron/agent/scheduler/push/listener.ts';
import { StreamTrust } from '../../../../../electron/agent/scheduler/push/trust.ts';
import { PollTimer } from '../../../../../electron/agent/scheduler/server-clock.ts';
import type { OpenSocket } from '../../../../../electron/api/socket.ts';
import type { StreamId } from '../../../../../electron/agent/ids.ts';
import { SettingsStore } from '../../../../../electron/store/settings.ts';
import { watchOf } from '../../../../support/watch.ts';
import { openProfile, type History, type ProfileHistory } from '../../../../support/profile.ts';
import { createManualClock } from '../../../../support/manual-clock.ts';
import { schedulerContext } from '../../../../support/scheduler-context.ts';

const HOUR_MS = 3600_000;

let history: History;
let profile: ProfileHistory;
beforeEach(() => {
  ({ history, profile } = openProfile());
  recordAccounts(profile, [{ site: { id: 'loops', name: 'Loops' }, userId: 1, reputation: 100, saidAt: 0 }]);
});

/** A listener whose socket is open, and says what the test lets it say. */
function listening() {
  const clock = createManualClock();
  const trust = new StreamTrust(clock, new PollTimer());
  let socket: Parameters<OpenSocket>[1] | undefined;
  const open: OpenSocket = (_url, on) => {
    socket = on;
    return { send: () => undefined, close: () => undefined };
  };
  const noFetch = () => Promise.reject(new Error('Nothing is fetched here.'));
  const settings = new SettingsStore({ path: '', store: {} });
  const context = { ...schedulerContext({ clock, settings, history }), fetch: noFetch };
  const account = { address: { socket: 'ws://socket.example/' }, networkId: 'demo', accountId: 1, profile };
  const listener = new PushListener(context, account, trust, open);
  onTestFinished(() => listener.stop());
  listener.start();
  socket?.open();
  const tell = (data: object) => socket?.text(JSON.stringify({ action: '1-topbar', data: JSON.stringify(data) }));
  const readAchievements = () => recordAchievements(recordingAt(profile, clock.now()), [], false);
  const isWaiting = (id: StreamId) => trust.hintsOf(id, undefined, 1)?.waiting === true;
  const reputation = (UnreadRepCount: number) => tell({ Achievements: { UnreadRepCount } });
  const inbox = (UnreadInboxCount: number) => tell({ Inbox: { UnreadInboxCount } });
  return { clock, listener, trust, reputation, inbox, readAchievements, isWaiting };
}

test('reputation is hinted at where achievements were read first only after the socket had opened', () => {
  const { listener, reputation, readAchievements, isWaiting } = listening();
  readAchievements();
  listener.polled('achievements');
  reputation(10);
  expect(isWaiting('achievements')).toBe(true);
});

test('reputation is hinted at where achievements were last read so long ago that they are not relied on', async () => {
  const { clock, reputation, readAchievements, isWaiting } = listening();
  readAchievements();
  reputation(10);
  expect([isWaiting('achievements'), isWaiting('reputation:loops')]).toEqual([true, false]);
  clock.set(clock.now() + 7 * HOUR_MS);
  reputation(20);
  expect(isWaiting('reputation:loops')).toBe(true);
});

test('a poll that is answered after achievements are no longer relied on has totals listened to', () => {
  const { clock, listener, trust, readAchievements } = listening();
  readAchievements();
  listener.polled('achievements');
  expect(trust.hintsOf('reputation:loops', undefined, 1)).toBeUndefined();
  clock.set(clock.now() + 7 * HOUR_MS);
  listener.polled('inbox');
  expect(trust.hintsOf('reputation:loops', undefined, 1)).toBeDefined();
  expect(trust.hintsOf('achievements', undefined, 1)).toBeUndefined();
});

const watch = (siteId: string, rule: object) => watchOf(JSON.stringify(rule), siteId, rule);
const number = (siteId: string) => ({ a: 1, b: 2 })[siteId];

test('the topics of watches: are the tags one of which a question must have, each with the stream it tells of', () => {
  const topics = questionTopics(
    [
      watch('a', { anyTags: ['git', 'svn'], titleWords: ['rebase'] }),
      watch('a', { allTags: ['git', 'hooks'] }),
      watch('b', { allTags: ['c*', 'rust'] }),
    ],
    number,
  );
  expect([...topics]).toEqual([
    ['1-questions-newest-tag-git', 'questions:a'],
    ['1-questions-newest-tag-svn', 'questions:a'],
    ['2-questions-newest-tag-rust', 'questions:b'],
  ]);
});

test('the topics of watches: are none where one watch of a site has no such tag, where a list is polled, or where the site has no number', () => {
  expect(questionTopics([watch('a', { anyTags: ['git'] }), watch('a', { titleWords: ['x'] })], number).size).toBe(0);
  expect(questionTopics([watch('a', { anyTags: ['git-*'] })], number).size).toBe(0);
  expect(questionTopics([watch('a', { anyTags: ['git'], minScore: 5 })], number).size).toBe(0);
  expect(questionTopics([watch('elsewhere', { anyTags: ['git'] })], number).size).toBe(0);
});

describe('counts of what is unread', () => {
  const inbox = (UnreadInboxCount: unknown) => ({ Inbox: { UnreadInboxCount } });
  const achievements = (UnreadRepCount: number) => ({ Achievements: { UnreadRepCount, UnreadNonRepCount: 1 } });

  test('say that something is new when they rise, that something was read when they fall', () => {
    const counts = new TopbarCounts();
    expect(counts.take(inbox(3))).toEqual([{ kind: 'inbox', reason: 'unknown' }]);
    expect(counts.take(inbox(4))).toEqual([{ kind: 'inbox', reason: 'new' }]);
    expect(counts.take(inbox(4))).toEqual([]);
    expect(counts.take(inbox(1))).toEqual([{ kind: 'inbox', reason: 'read' }]);
  });

  test('of reputation are read by themselves, and a sum, which a down-vote lowers; looking at it leaves none', () => {
    const counts = new TopbarCounts();
    const first = { Inbox: 'broken', ...achievements(0) };
    expect(counts.take(first)).toEqual([{ kind: 'reputation', reason: 'unknown' }]);
    expect(counts.take(achievements(10))).toEqual([{ kind: 'reputation', reason: 'new' }]);
    expect(counts.take(achievements(8))).toEqual([{ kind: 'reputation', reason: 'new' }]);
    expect(counts.take(achievements(0))).toEqual([{ kind: 'reputation', reason: 'read' }]);
  });

  const odd = [null, 7, 'x', {}, { Inbox: null }, inbox('many'), inbox(1.5), inbox(-1)];
  test.each(odd)('that cannot be read say nothing: %j', (data) => expect(new TopbarCounts().take(data)).toEqual([]));
});
