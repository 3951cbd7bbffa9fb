import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Delivery } from '../../../../electron/agent/notifications/delivery.ts';
import { Emitter, type AgentEvents } from '../../../../electron/agent/context.ts';
import { Announcements } from '../../../../electron/agent/notifications/announcements.ts';
import type { Account } from '../../../../electron/agent/accounts/account.ts';
import type { AccountRegistry } from '../../../../electron/agent/accounts/accounts.ts';
import type { NoticeRules } from '../../../../electron/agent/notifications/notices.ts';
import { recordQuestions } from '../../../../electron/agent/sources/questions/record-matches.ts';
import { recordInbox } from '../../../../electron/agent/sources/record/inbox.ts';
import { isStillDue, updatePending } from '../../../../electron/agent/notifications/pending-notices.ts';
import type { DesktopNotification } from '../../../../electron/desktop/desktop.ts';
import { silentLog } from '../../../../electron/base/log.ts';
import type { InboxEvent, QuestionEvent, Subject } from '../../../../electron/store/events.ts';
import { openHistory, type History } from '../../../../electron/store/history.ts';
import type { ProfileHistory } from '../../../../electron/store/profile-history.ts';
import type { SettingsStore } from '../../../../electron/store/settings.ts';
import { WatchRule } from '../../../../common/contract/contract.ts';
import { ENGLISH } from '../../../../common/i18n/localized-text.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

const now = Date.UTC(2026, 5, 1, 9);
const rules: NoticeRules = {
  notify: { inbox: true, reputation: true, questions: true, badges: false },
  watches: [
    {
      id: 'w',
      networkId: 'demo',
      siteId: 'loops',
      siteName: 'Loops',
      rule: WatchRule.parse({ anyTags: ['a'] }),
      alert: 'sound',
      muted: false,
    },
  ],
  locale: ENGLISH,
};
const item = (key: string): InboxEvent => ({
  key,
  itemType: 'comment',
  site: { id: 'loops', name: 'Loops' },
  title: key,
  excerpt: '',
  createdAt: now,
  unreadAtNetwork: true,
});

const question: QuestionEvent = {
  site: { id: 'loops', name: 'Loops' },
  questionId: 7,
  title: 'Q7',
  tags: ['a'],
  createdAt: now,
  watchIds: ['w'],
};

describe('what is killed while it tells what waited', () => {
  let history: History;
  let profile: ProfileHistory;
  let busy: boolean;
  const clock = createManualClock(now);
  const settings = {
    preferences: { quietHours: { on: false }, respectDoNotDisturb: true, sound: 'default', notificationLimit: 3 },
  };
  /** Another run of Askbell on the same history; `notify` may never come back. */
  const run = (notify: (notification: DesktopNotification) => Promise<void>): Announcements => {
    const settingsStore = { get: () => settings } as unknown as SettingsStore;
    const delivery = new Delivery({
      desktop: { notify, withdraw: (id) => void withdrawn.push(id) },
      settings: settingsStore,
      profile,
      rules: () => rules,
      isStillNews: (subject) => isStillDue(profile, rules, subject),
      visible: () => visible,
    });
    const poller = { next: () => ({ at: clock.now() }) };
    const accounts = [{ id: 'demo', profile, delivery, poller } as unknown as Account];
    withdrawRead = () => delivery.withdrawRead();
    return new Announcements({
      accounts: () => ({ all: () => accounts }) as unknown as AccountRegistry,
      desktop: { doNotDisturb: () => Promise.resolve(busy) },
      settings: settingsStore,
      history,
      clock,
      log: silentLog,
      events: new Emitter<AgentEvents>(silentLog),
      visible: { isWindowFocused: () => false, isPageShown: () => isPageShown, look: () => Promise.resolve() },
    });
  };
  let withdrawRead: () => void;
  let isPageShown: boolean;
  let visible: ((subject: Subject) => boolean) | undefined;
  const shown: string[] = [];
  const withdrawn: number[] = [];
  const show = (notification: DesktopNotification) =>
    Promise.resolve(void shown.push([notification.title, notification.body].join(': ')));

  beforeEach(async () => {
    shown.length = 0;
    busy = true;
    visible = undefined;
    isPageShown = false;
    history = openHistory(':memory:');
    profile = history.profile({ network: 'demo', accountId: 1, displayName: 'Ada' });
    recordInbox({ history: profile, rules, now }, []);
    for (const key of ['a', 'b', 'c']) recordInbox({ history: profile, rules, now }, [item(key)]);
    await run(show).deliver();
    profile.inbox.setRead(['a'], now);
    busy = false;
  });
  afterEach(() => history.close());

  it('before it was handed over tells it at the next start, once and without what was read', async () => {
    // All that is done before the first notification is handed over.
    updatePending(profile, rules, (subject) => isStillDue(profile, rules, subject));
    expect(shown).toEqual([]);
    await run(show).deliver();
    await run(show).deliver();
    expect(shown).toEqual(['While Askbell was quiet: 2 inbox items']);
  });

  it('while it was handed over does not tell it again', async () => {
    const handed = Promise.withResolvers<void>();
    void run((notification) => {
      void show(notification);
      handed.resolve();
      return new Promise(() => undefined);
    }).deliver();
    await handed.promise;
    await run(show).deliver();
    expect(shown).toEqual(['While Askbell was quiet: 2 inbox items']);
  });

  it('leaves out what is read while another is handed over', async () => {
    await run(show).deliver();
    recordInbox({ history: profile, rules, now }, [item('d')]);
    recordQuestions(
      { history: profile, rules, now },
      { siteId: 'loops', look: 'new', networkNow: now, events: [question], isNews: () => true, marks: {} },
    );
    expect(profile.notices.pending()).toHaveLength(2);
    shown.length = 0;
    await run((notification) => {
      profile.questions.setRead('loops', question.questionId, now);
      return show(notification);
    }).deliver();
    expect(shown.map((text) => text.split(':')[0])).toEqual(['d']);
  });

  it('leaves out what becomes visible while another is handed over, and tells what comes once nothing is', async () => {
    await run(show).deliver();
    recordInbox({ history: profile, rules, now }, [item('d')]);
    const record = (questionId: number) =>
      recordQuestions(
        { history: profile, rules, now },
        {
          siteId: 'loops',
          look: 'new',
          networkNow: now,
          events: [{ ...question, questionId, title: `Q${questionId}` }],
          isNews: () => true,
          marks: {},
        },
      );
    record(7);
    shown.length = 0;
    const announcements = run((notification) => {
      visible = (subject) => subject.kind === 'question';
      return show(notification);
    });
    await announcements.deliver();
    expect(shown.map((text) => text.split(':')[0])).toEqual(['d']);
    expect(profile.notices.pending()).toEqual([]);
    visible = undefined;
    record(8);
    await announcements.deliver();
    expect(shown).toHaveLength(2);
    expect(shown[1]).toContain('Q8');
  });

  it('waits for the rest of a round, and tells at the next start what it waited with', async () => {
    const announcements = run(show);
    announcements.rounds.recorded();
    await announcements.deliver();
    expect(shown).toEqual([]);
    announcements.rounds.stop();
    await run(show).deliver();
    expect(shown).toEqual(['While Askbell was quiet: 2 inbox items']);
  });

  it('takes nothing from a round that begins while it tells of the last one', async () => {
    await run(show).deliver();
    shown.length = 0;
    recordInbox({ history: profile, rules, now }, [item('d')]);
    const announcements: Announcements = run((notification) => {
      if (!announcements.rounds.isOpen()) recordInbox({ history: profile, rules, now }, [item('e')]);
      announcements.rounds.recorded();
      return show(notification);
    });
    await announcements.deliver();
    expect(shown.map((text) => text.split(':')[0])).toEqual(['d']);
    recordInbox({ history: profile, rules, now }, [item('f')]);
    announcements.rounds.stop();
    await announcements.deliver();
    expect(shown.map((text) => text.split(':')[0])).toEqual(['d', '2 new inbox items']);
  });

  it('takes from the screen what was read while it was handed over', async () => {
    withdrawn.length = 0;
    const ids: number[] = [];
    const announcements = run((notification) => {
      ids.push(notification.id);
      profile.inbox.setRead(
        profile.inbox.unread('inbox', 99).map(({ key }) => key),
        now,
      );
      withdrawRead();
      return show(notification);
    });
    await announcements.deliver();
    withdrawRead();
    expect([ids.length, withdrawn]).toEqual([1, ids]);
  });

  it('says that nothing is held back once all of it was read, and tells it where that was undone', async () => {
    busy = true;
    const announcements = run(show);
    await announcements.deliver();
    expect(announcements.waiting()).toEqual({ count: 2, because: 'do-not-disturb' });
    profile.inbox.setRead(
      profile.inbox.unread('inbox', 99).map(({ key }) => key),
      now,
    );
    await announcements.deliver();
    expect(announcements.waiting()).toBeUndefined();
    profile.inbox.setRead(['b'], null);
    busy = false;
    await announcements.deliver();
    expect(shown.map((text) => text.split(':')[0])).toEqual(['b']);
  });

  it('shows what waits when the person asks for it, though the system asks for quiet', async () => {
    busy = true;
    const announcements = run(show);
    await announcements.showNow();
    expect(shown).toEqual(['While Askbell was quiet: 2 inbox items']);
    expect(announcements.waiting()).toBeUndefined();
  });

  it('names an item once that two notifications tell of', async () => {
    await run(show).deliver();
    shown.length = 0;
    recordInbox({ history: profile, rules, now }, [item('d')]);
    const [pending] = profile.notices.pending();
    profile.notices.add(pending!, now);
    await run(show).deliver();
    expect(shown).toEqual(['d: Comment on Loops']);
  });

  it('bundles what is not for the person once there were many, and tells what is at once', async () => {
    await run(show).deliver();
    shown.length = 0;
    const announcements = run(show);
    for (const questionId of [1, 2, 3, 4, 5]) {
      recordQuestions(
        { history: profile, rules, now },
        {
          siteId: 'loops',
          look: 'new',
          networkNow: now,
          events: [{ ...question, questionId, title: `Q${questionId}` }],
          isNews: () => true,
          marks: {},
        },
      );
      recordInbox({ history: profile, rules, now }, [item(`for me ${questionId}`)]);
      recordInbox({ history: profile, rules, now }, [
        { ...item(`board ${questionId}`), itemType: 'subcommunity_leaderboard' },
      ]);
      await announcements.deliver();
    }
    // The summary that came first, a summary of both that are bundled, and then all slots are taken.
    expect(shown.filter((text) => !text.startsWith('for me')).map((text) => text.split(':')[0])).toEqual(
      ['board 1', 'Q1'].toSorted(),
    );
    expect(shown.filter((text) => text.startsWith('for me'))).toHaveLength(5);
    expect(announcements.waiting()).toEqual({ count: 8, because: 'busy', until: now + 3_600_000 });
    expect(announcements.heldUntil()).toBe(now + 3_600_000);
    isPageShown = true;
    expect(announcements.heldUntil()).toBeUndefined();
    // What waits is kept as it came: merging it with each round wrote all of it anew.
    expect(profile.notices.pending()).toHaveLength(8);
    await announcements.showNow();
    expect(shown.at(-1)).toBe('Since the last notification: 4 inbox items\n4 questions from your watches');
  });
});
