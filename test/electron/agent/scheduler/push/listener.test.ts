import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordingAt } from '../../sources/poll-under-test.ts';
import { recordAchievements } from '../../../../../electron/agent/sources/achievements-source.ts';
import { recordAccounts } from '../../../../../electron/agent/sources/reputation/record-changes.ts';
import { PushListener } from '../../../../../electron/agent/scheduler/push/listener.ts';
import { StreamTrust } from '../../../../../electron/agent/scheduler/push/trust.ts';
import { PollTimer } from '../../../../../electron/agent/scheduler/server-clock.ts';
import type { OpenSocket } from '../../../../../electron/api/socket.ts';
import type { StreamId } from '../../../../../electron/agent/ids.ts';
import { silentLog } from '../../../../../electron/base/log.ts';
import { openHistory, type History } from '../../../../../electron/store/history.ts';
import type { ProfileHistory } from '../../../../../electron/store/profile-history.ts';
import { SettingsStore } from '../../../../../electron/store/settings.ts';
import { ENGLISH } from '../../../../../common/i18n/localized-text.ts';
import { createManualClock } from '../../../../support/manual-clock.ts';

const HOUR_MS = 3600_000;

let history: History;
let profile: ProfileHistory;
beforeEach(() => {
  history = openHistory(':memory:');
  profile = history.profile({ network: 'demo', accountId: 1, displayName: 'Ada' });
  recordAccounts(profile, [{ site: { id: 'loops', name: 'Loops' }, userId: 1, reputation: 100, saidAt: 0 }]);
});
afterEach(async () => {
  await running?.stop();
  history.close();
});
let running: PushListener | undefined;

/** A listener whose socket is open, and says what the test lets it say. */
function listening() {
  const clock = createManualClock();
  const trust = new StreamTrust(clock, new PollTimer());
  let socket: Parameters<OpenSocket>[1] | undefined;
  const listener = new PushListener(
    {
      clock,
      random: () => 0.5,
      log: silentLog,
      fetch: () => Promise.reject(new Error('Nothing is fetched here.')),
      settings: new SettingsStore({ path: '', store: {} }),
      history,
    },
    { address: { socket: 'ws://socket.example/' }, networkId: 'demo', accountId: 1, profile },
    trust,
    (_url, on) => {
      socket = on;
      return { send: () => undefined, close: () => undefined };
    },
  );
  running = listener;
  listener.start();
  socket?.open();
  const tell = (data: object) => socket?.text(JSON.stringify({ action: '1-topbar', data: JSON.stringify(data) }));
  const readAchievements = () => {
    const rules = { notify: { inbox: true, reputation: true, questions: true, badges: true }, watches: [] };
    recordAchievements(recordingAt(profile, clock.now(), { ...rules, locale: ENGLISH }), [], false);
  };
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
