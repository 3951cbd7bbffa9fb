import { describe, expect, it } from 'vitest';
import { appState, streamName, type StateFacts } from '../../../../electron/agent/presentation/app-state.ts';
import {
  clockCondition,
  inWords,
  judge,
  mostPressingFirst,
  spentCondition,
} from '../../../../electron/agent/domain/conditions.ts';
import { snoozeEnd, startOfToday } from '../../../../electron/agent/notifications/snooze.ts';
import { expiryCondition, expiryNotice, nextExpiryMoment } from '../../../../electron/agent/accounts/token-expiry.ts';
import { NetworkError, type NetworkErrorKind } from '../../../../electron/api/errors.ts';
import { openHistory } from '../../../../electron/store/history.ts';
import { AppState } from '../../../../common/contract/contract.ts';
import { speechIn } from '../../../../common/i18n/locale.ts';
import type { KeptCondition } from '../../../../electron/agent/domain/conditions.ts';

const now = Date.UTC(2026, 5, 1, 9);
const hour = 3600_000;
const english = (condition: KeptCondition | undefined) => condition && inWords(condition, speechIn('en'));
const judged = (kind: NetworkErrorKind, failures = 1, retryAt?: number) =>
  judge(
    new NetworkError(kind, 'What happened.', retryAt === undefined ? {} : { retryAt }),
    failures,
    now,
    () => 0.5,
    'Loops',
  );

describe('conditions', () => {
  it.each([
    ['offline', 'network', 'offline'],
    ['throttled', 'network', 'throttled'],
    ['quota-exhausted', 'network', 'quota-exhausted'],
    ['token-rejected', 'network', 'signed-out'],
    ['bad-key', 'network', 'bad-key'],
    ['timeout', 'stream', 'timeout'],
    ['scope-missing', 'stream', 'scope-missing'],
    ['server-fault', 'stream', 'server-fault'],
    ['bad-answer', 'stream', 'bad-answer'],
    ['bad-request', 'stream', 'bad-request'],
    ['not-found', 'stream', 'bad-request'],
  ] as const)('%s holds the %s and is shown as %s, with what to do', (kind, reach, shown) => {
    const verdict = judged(kind);
    expect(verdict.reach).toBe(reach);
    expect(verdict.condition).toMatchObject({ kind: shown, severity: 'problem' });
    for (const language of ['en', 'de'] as const) {
      const { title, advice } = inWords(verdict.condition, speechIn(language));
      expect(title.length).toBeGreaterThan(5);
      expect(advice.length).toBeGreaterThan(20);
      expect(`${title} ${advice}`).not.toMatch(/[{}]|conditions\./);
    }
    expect(verdict.condition.retryAt).toBeGreaterThan(now);
  });

  it('a fault of its own is told as that', () => {
    expect(judge(new Error('disk full'), 1, now, () => 0.5, 'Loops')).toMatchObject({
      reach: 'stream',
      condition: { kind: 'askbell-fault' },
    });
  });

  it('waits longer each time, up to a limit', () => {
    const waits = [1, 2, 3, 4, 20].map((failures) => judged('server-fault', failures).condition.retryAt! - now);
    expect(waits).toEqual([60_000, 120_000, 240_000, 480_000, 30 * 60_000]);
  });

  it('waits at least as long as the network says', () => {
    expect(judged('throttled', 1, now + 5 * hour).condition.retryAt).toBe(now + 5 * hour);
  });

  it('does not try by itself what only the person can mend', () => {
    expect(judged('token-rejected').condition.retryAt).toBe(Infinity);
    expect(judged('bad-key').condition.retryAt).toBe(Infinity);
  });

  it('promise of a used-up day only what is there: something for inbox and clicks, for clicks, or nothing', () => {
    const advice = (forClicks: number | undefined, forInbox: number | undefined) =>
      english(
        spentCondition(
          { spendable: 0, forClicks, forInbox, lastsFor: 5 * hour, fullAgainAt: now + 5 * hour },
          (at) => at,
          'Loops',
        ),
      );
    expect(advice(30, 20)).toMatchObject({
      kind: 'quota-exhausted',
      title: 'The day’s requests to Loops are used up',
      advice: expect.stringMatching(/for the inbox.*for what you click/) as string,
    });
    expect(advice(3, 0)?.advice).toMatch(/kept for what you click/);
    expect(advice(3, 0)?.advice).not.toMatch(/inbox/);
    for (const nothing of [advice(0, 0), advice(undefined, undefined)])
      expect(nothing?.advice).not.toMatch(/inbox|click|kept/);
  });

  it('come most pressing first, warnings last', () => {
    const all = [clockCondition(hour)!, judged('server-fault').condition, judged('token-rejected').condition];
    expect(mostPressingFirst(all).map(({ kind }) => kind)).toEqual(['signed-out', 'server-fault', 'clock-wrong']);
  });

  it('tell a clock that is an hour off, in the right direction', () => {
    expect(english(clockCondition(hour))?.title).toBe('This computer’s clock is about 60 minutes behind');
    expect(english(clockCondition(-3 * hour))?.title).toBe('This computer’s clock is about 3 hours ahead');
    expect(english(clockCondition(5 * 24 * hour))?.title).toBe('This computer’s clock is about 5 days behind');
    expect(clockCondition(-60_000)).toBeUndefined();
  });
});

describe('token expiry', () => {
  it('is told an hour before and at the end', () => {
    const end = now + 24 * hour;
    expect(nextExpiryMoment(undefined, now)).toBeUndefined();
    expect(nextExpiryMoment(end, now)).toBe(end - hour);
    expect(nextExpiryMoment(end, end - hour)).toBe(end);
    expect(nextExpiryMoment(end, end)).toBeUndefined();
    expect(expiryCondition('Loops', end, now)).toBeUndefined();
    expect(english(expiryCondition('Loops', end, end - 30 * 60_000))).toMatchObject({
      severity: 'warning',
      title: 'Your sign-in at Loops ends in 30 min',
    });
    expect(expiryCondition('Loops', end, end)).toMatchObject({ severity: 'problem', kind: 'signed-out' });
    expect(expiryNotice('Loops', end, end)?.kind).toBe('status');
    expect(expiryNotice('Loops', undefined, end)).toBeUndefined();
  });
});

describe('snooze', () => {
  it('ends when it says', () => {
    expect(snoozeEnd('30-minutes', now)).toBe(now + hour / 2);
    expect(snoozeEnd('1-hour', now)).toBe(now + hour);
    const morning = new Date(snoozeEnd('until-tomorrow', now));
    expect([morning.getHours(), morning.getMinutes(), morning.getDate() !== new Date(now).getDate()]).toEqual([
      8,
      0,
      true,
    ]);
  });

  it('knows where today begins', () => {
    expect(new Date(startOfToday(now)).getHours()).toBe(0);
    expect(startOfToday(now)).toBeLessThanOrEqual(now);
  });
});

describe('app state', () => {
  it('keeps the contract, with nothing endless in it', () => {
    const history = openHistory(':memory:');
    const profile = history.profile({ network: 'demo', accountId: 1, displayName: 'Ada' });
    const chosen = {
      kind: 'demo',
      id: 'demo',
      name: 'Demo network',
      apiBaseUrl: 'http://a',
      authUrl: 'http://a',
      clientId: 'askbell',
    } as const;
    const account = {
      live: { chosen, profile, network: undefined },
      conditions: [inWords(judged('token-rejected').condition, speechIn('en'))],
      budget: { max: 300, remaining: -2, observedAt: now, windowStartedAt: now, usedByAskbell: 3 },
      next: { stream: 'inbox', at: Infinity } as const,
      lastPollAt: now,
      unread: 2,
      unreadMatches: 1,
    };
    const facts: StateFacts = {
      version: '1',
      shell: 'headless',
      started: true,
      accounts: [account],
      signingIn: undefined,
      conditions: [],
      paused: false,
      snoozedUntil: undefined,
      secrets: { persistent: false, where: 'keyring', why: 'none' },
      notificationsGoTo: 'terminal',
      presence: { state: 'present', since: now },
      systemLanguages: ['de-AT'],
      abilities: { shortcut: { state: 'off' }, sound: { own: false }, proxy: { system: false } },
    };
    const state = appState(facts);
    expect(AppState.parse(state)).toMatchObject({
      phase: 'running',
      conditions: [{ kind: 'signed-out', account: 'demo' }],
      secrets: { why: 'none' },
      unread: 2,
      unreadMatches: 1,
    });
    expect(state.accounts[0]).toMatchObject({
      id: 'demo',
      signedIn: false,
      quota: { remaining: 0, reserve: 0 },
      person: { displayName: 'Ada' },
      conditions: [{ kind: 'signed-out' }],
    });
    const left = (remaining: number) =>
      appState({ ...facts, accounts: [{ ...account, budget: { ...account.budget, remaining } }] }).accounts[0]!.quota!
        .reserve;
    expect([7, 15, 200].map(left)).toEqual([7, 15, 15]);
    expect(state.accounts[0]!.nextPoll).toBeUndefined();
    expect(state.conditions[0]?.retryAt).toBeUndefined();
    history.close();
  });

  it('names streams for people', () => {
    const names = (id: string) => ({ loops: 'Loops & Ranges' })[id] ?? id;
    expect(
      ['questions:loops', 'scored:loops', 'featured:loops', 'reputation:loops', 'history:new', 'inbox'].map((id) =>
        streamName(id as 'inbox', speechIn('de'), names),
      ),
    ).toEqual([
      'Fragen auf Loops & Ranges',
      'Punktestände auf Loops & Ranges',
      'Prämien auf Loops & Ranges',
      'Reputation auf Loops & Ranges',
      'Frühere Reputation auf new',
      'Eingang',
    ]);
    expect(
      ['inbox', 'accounts', 'sites', 'reputation:a', 'questions:a:b'].map((id) => streamName(id as 'inbox')),
    ).toEqual(['Inbox', 'Reputation', 'Sites', 'Reputation on a', 'Questions on a:b']);
  });
});
