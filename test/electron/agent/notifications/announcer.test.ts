import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Announcer } from '../../../../electron/agent/notifications/announcer.ts';
import type { AgentContext } from '../../../../electron/agent/context.ts';
import { agentContext } from '../../../support/agent-context.ts';
import { chosenNetwork } from '../../../support/chosen-network.ts';
import { SettingsStore } from '../../../../electron/store/settings.ts';
import { VisibleItems } from '../../../../electron/agent/notifications/visible-items.ts';
import type { NotificationRules } from '../../../../electron/agent/notifications/rules.ts';
import { ANNOUNCED, foundQuestions, recordingAt } from '../sources/poll-under-test.ts';
import { recordQuestions } from '../../../../electron/agent/sources/questions/record-matches.ts';
import { recordInbox } from '../../../../electron/agent/sources/inbox-source.ts';
import { isStillDue, updatePending } from '../../../../electron/agent/notifications/pending.ts';
import type { Desktop, DesktopNotification } from '../../../../electron/desktop/desktop.ts';
import type { InboxEvent, QuestionEvent } from '../../../../electron/store/events.ts';
import { inboxEvent, questionEvent } from '../../../support/events.ts';
import { watchOf } from '../../../support/watch.ts';
import { scopedId } from '../../../../electron/agent/ids.ts';
import { matchKey } from '../../../../common/schemas/match-kind.ts';
import { openProfile, type History, type ProfileHistory } from '../../../support/profile.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';

const now = Date.UTC(2026, 5, 1, 9);
const watches = [watchOf('w', 'loops'), watchOf('quiet', 'loops', {}, { alert: 'silent' })];
const rules: NotificationRules = { ...ANNOUNCED, watches };

let history: History;
let profile: ProfileHistory;
let other: ProfileHistory;
let clock: ManualClock;
let events: AgentContext['events'];
/** Accounts that are signed in, with the time of their next poll. */
let polled: Map<string, number | undefined>;
let isBusy: boolean;
let isFocused: boolean;
let visible: VisibleItems;
let announcers: Announcer[];
const shown: string[] = [];
const withdrawn: number[] = [];
const titles = () => shown.map((text) => text.split(':')[0]);
const show = async ({ title, body }: DesktopNotification) => void shown.push([title, body].join(': '));

/** Another run of Askbell on the same history; `notify` may never come back. */
function run(notify: (notification: DesktopNotification) => Promise<void>): Announcer {
  const networks = [...polled.keys()].map((id) => chosenNetwork({ id, accountId: 1 }));
  const settings = new SettingsStore({ path: '', store: { watches: rules.watches, networks } });
  const desktop: Partial<Desktop> = {
    notify,
    withdraw: (id: number) => void withdrawn.push(id),
    doNotDisturb: async () => isBusy,
    presence: () => ({ state: 'present', since: 0 }),
    isFocused: () => isFocused,
    isCovered: async () => false,
  };
  const context = agentContext({ clock, history, desktop, settings, dataDir: '' });
  ({ events } = context);
  visible = new VisibleItems(context.desktop, events);
  const announcer = new Announcer(context, visible);
  for (const [id] of polled) {
    const scheduler = { next: () => ({ at: polled.get(id) ?? Infinity }) };
    announcer.accounts.add({ id, profile: id === 'demo' ? profile : other, scheduler });
  }
  announcers.push(announcer);
  return announcer;
}

/** A poll is recorded, and the next one planned. */
function poll(nextInMs: number, id = 'demo'): void {
  polled.set(id, clock.now() + nextInMs);
  events.emit('poll-recorded', { account: 'demo', stream: 'inbox' });
  events.emit('state-changed');
}

/** Tells what waits, and receives an item and a match, which wait now. */
async function tellThenReceive(): Promise<void> {
  await run(show).deliver();
  receive('d');
  match(7);
  shown.length = 0;
}

const receive = (key: string, in_ = profile, part: Partial<InboxEvent> = {}) =>
  recordInbox(recordingAt(in_, now, rules), [inboxEvent(key, { title: key, createdAt: now, ...part })]);
const match = (questionId: number, part: Partial<QuestionEvent> = {}) =>
  recordQuestions(
    recordingAt(profile, now, rules),
    foundQuestions(now, [questionEvent(questionId, { createdAt: now, ...part })]),
  );
const readAll = () => profile.inbox.markRead(['a', 'b', 'c'], now);

beforeEach(() => {
  shown.length = 0;
  withdrawn.length = 0;
  [isBusy, isFocused] = [false, false];
  clock = createManualClock(now);
  [announcers, polled] = [[], new Map([['demo', now]])];
  ({ history, profile } = openProfile());
  other = history.profile({ network: 'other', accountId: 1, displayName: 'Ada' });
  for (const one of [profile, other]) recordInbox(recordingAt(one, now, rules), []);
});
afterEach(() => {
  for (const announcer of announcers) announcer.stop();
});

describe('what is killed while it tells what waited', () => {
  beforeEach(async () => {
    isBusy = true;
    for (const key of ['a', 'b', 'c']) receive(key);
    await run(show).deliver();
    profile.inbox.markRead(['a'], now);
    isBusy = false;
  });

  it('before it was handed over tells it at the next start, once and without what was read', async () => {
    // All that is done before the first notification is handed over.
    updatePending(profile, rules, (subject) => isStillDue(profile, rules, subject));
    expect(shown).toEqual([]);
    await run(show).deliver();
    await run(show).deliver();
    expect(shown).toEqual(['While Askbell was quiet: 2 inbox items']);
  });

  it('while the first of two is handed over tells only the second at the next start', async () => {
    await tellThenReceive();
    const handed = Promise.withResolvers<void>();
    void run((notification) => {
      void show(notification);
      handed.resolve();
      return new Promise(() => undefined);
    }).deliver();
    await handed.promise;
    expect(titles()).toEqual(['d']);
    await run(show).deliver();
    await run(show).deliver();
    expect(titles()).toEqual(['d', 'Q7']);
  });

  it('leaves out what is read or becomes visible while another is handed over, and tells what comes after', async () => {
    await tellThenReceive();
    expect(profile.notifications.pending()).toHaveLength(2);
    await run((notification) => {
      profile.questions.setRead('loops', 7, now);
      return show(notification);
    }).deliver();
    expect(titles()).toEqual(['d']);
    receive('e');
    match(9);
    let leave = () => {};
    const announcer = run((notification) => {
      isFocused = true;
      leave = visible.add({ page: 'window', keys: [scopedId('demo', matchKey('loops', 9))] });
      return show(notification);
    });
    await announcer.deliver();
    expect([titles(), profile.notifications.pending()]).toEqual([['d', 'e'], []]);
    leave();
    match(8);
    await announcer.deliver();
    expect(titles()).toEqual(['d', 'e', 'Q8']);
  });

  it('takes nothing from a round that begins while it tells of the last one', async () => {
    await run(show).deliver();
    shown.length = 0;
    receive('d');
    const announcer: Announcer = run((notification) => {
      if (shown.length === 0) receive('e');
      events.emit('poll-recorded', { account: 'demo', stream: 'inbox' });
      return show(notification);
    });
    await announcer.deliver();
    expect(titles()).toEqual(['d']);
    receive('f');
    poll(60_000);
    await announcer.deliver();
    expect(titles()).toEqual(['d', '2 new inbox items']);
  });

  it('takes from the screen what was read while it was handed over', async () => {
    const ids: number[] = [];
    const announcer = run((notification) => {
      ids.push(notification.id);
      readAll();
      events.emit('read-changed');
      return show(notification);
    });
    await announcer.deliver();
    events.emit('read-changed');
    expect([ids.length, withdrawn]).toEqual([1, ids]);
  });

  it('says that nothing is held back once all of it was read, and tells it where that was undone', async () => {
    isBusy = true;
    const announcer = run(show);
    await announcer.deliver();
    expect(announcer.waiting()).toEqual({ count: 2, because: 'do-not-disturb' });
    readAll();
    await announcer.deliver();
    expect(announcer.waiting()).toBeUndefined();
    profile.inbox.mark(['b'], 'unread', now);
    isBusy = false;
    await announcer.deliver();
    expect(titles()).toEqual(['b']);
    // Whoever asks is shown it although the system asks for quiet.
    isBusy = true;
    receive('d');
    await announcer.showNow();
    expect([titles(), announcer.waiting()]).toEqual([['b', 'd'], undefined]);
  });

  it('names an item once that two notifications tell of', async () => {
    await run(show).deliver();
    shown.length = 0;
    receive('d');
    const [pending] = profile.notifications.pending();
    profile.notifications.add(pending!, now);
    await run(show).deliver();
    expect(shown).toEqual(['d: Comment on Loops']);
  });

  it('makes the sound of the watch that has one where it is told with a silent watch', async () => {
    await run(show).deliver();
    const told: unknown[] = [];
    const announcer = run(async ({ kind, silent }) => void told.push([kind, silent]));
    match(1);
    match(2, { watchIds: ['quiet'] });
    await announcer.deliver();
    expect(told).toEqual([['question', false]]);
  });

  it('bundles what is not for the person once there were many, and tells what is at once', async () => {
    await run(show).deliver();
    shown.length = 0;
    const announcer = run(show);
    for (const questionId of [1, 2, 3, 4, 5]) {
      match(questionId);
      receive(`for me ${questionId}`);
      receive(`board ${questionId}`, profile, { itemType: 'subcommunity_leaderboard' });
      await announcer.deliver();
    }
    // The summary that came first, a summary of both that are bundled, and then all slots are taken.
    const { own = [], others = [] } = Object.groupBy(titles(), (title) =>
      title!.startsWith('for me') ? 'own' : 'others',
    );
    expect(others.toSorted()).toEqual(['Q1', 'board 1']);
    expect(own).toHaveLength(5);
    expect(announcer.waiting()).toEqual({ count: 8, because: 'busy', until: now + 3_600_000 });
    expect(announcer.heldUntil()).toBe(now + 3_600_000);
    visible.add({ page: 'window', keys: [] });
    expect(announcer.heldUntil()).toBeUndefined();
    // What waits is kept as it came: merging it with each round wrote all of it anew.
    expect(profile.notifications.pending()).toHaveLength(8);
    await announcer.showNow();
    expect(shown.at(-1)).toBe('Since the last notification: 4 inbox items\n4 questions from your watches');
  });
});

describe('a round of polls', () => {
  beforeEach(async () => {
    run(show);
    receive('a');
  });

  it('is over with the last poll for a while, and after 15 s in any case', async () => {
    for (let polls = 0; polls < 3; polls++) {
      poll(1000);
      await announcers[0]!.deliver();
      await clock.advance(1000);
      expect(shown).toEqual([]);
    }
    poll(20_000);
    await clock.settle();
    expect(titles()).toEqual(['a']);
    receive('b');
    for (let polls = 0; polls < 14; polls++) {
      poll(1000);
      await clock.advance(1000);
    }
    expect(titles()).toEqual(['a']);
    poll(1000);
    await clock.advance(1000);
    expect(titles()).toEqual(['a', 'b']);
  });

  it('waits for the accounts that are polled next, but for none that is paused or removed', async () => {
    polled.set('other', now + 1000);
    const announcer = run(show);
    poll(60_000);
    await clock.settle();
    expect(shown).toEqual([]);
    polled.set('other', undefined);
    events.emit('state-changed');
    await clock.settle();
    expect(titles()).toEqual(['a']);
    receive('b');
    polled.set('other', clock.now() + 1000);
    announcer.accounts.remove({ id: 'other', profile: other });
    poll(60_000);
    await clock.settle();
    expect(titles()).toEqual(['a', 'b']);
  });

  it('leaves a focused window two seconds to list what came, from the last poll on', async () => {
    isFocused = true;
    visible.add({ page: 'window', keys: ['another'] });
    await clock.settle();
    shown.length = 0;
    receive('b');
    poll(60_000);
    await clock.advance(1500);
    poll(60_000);
    events.emit('state-changed');
    await clock.advance(1999);
    expect(shown).toEqual([]);
    await clock.advance(1);
    expect(titles()).toEqual(['b']);
  });

  it('ends with no word once it is stopped', async () => {
    isFocused = true;
    poll(1000);
    for (const announcer of announcers) announcer.stop();
    await clock.advance(60_000);
    expect(shown).toEqual([]);
  });
});

it('two accounts are both told once, a minute after the desktop refused', async () => {
  polled.set('other', undefined);
  receive('a');
  receive('b', other);
  let isRefusing = true;
  const announcer = run((notification) => (isRefusing ? Promise.reject(new Error('no desktop')) : show(notification)));
  await announcer.deliver();
  expect(announcer.isRefused()).toBe(true);
  isRefusing = false;
  await announcer.deliver();
  expect(shown).toEqual([]);
  await clock.advance(60_000);
  await announcer.deliver();
  await announcer.deliver();
  expect(titles()).toEqual(['2 new inbox items']);
  expect(announcer.isRefused()).toBe(false);
  expect([...profile.notifications.pending(), ...other.notifications.pending()]).toEqual([]);
});
