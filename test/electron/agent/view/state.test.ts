import { describe, expect, it } from 'vitest';
import { AppState } from '../../../../common/contract/contract.ts';
import { localeOf } from '../../../../common/i18n/locale.ts';
import type { Account } from '../../../../electron/agent/accounts/account.ts';
import type { AgentContext } from '../../../../electron/agent/context.ts';
import { assessFailure } from '../../../../electron/agent/scheduler/failures.ts';
import { streamName } from '../../../../electron/agent/view/account-state.ts';
import { Snapshot, type StateSources } from '../../../../electron/agent/view/state.ts';
import { NetworkError } from '../../../../electron/api/errors.ts';
import { DEFAULT_PREFERENCES } from '../../../../electron/store/settings.ts';

const now = Date.UTC(2026, 5, 1, 9);
const rejected = assessFailure(new NetworkError('token-rejected', 'What happened.', {}), 1, now, () => 0.5, 'Loops');

/** Stands in for an object, with what the state reads of it. */
const standIn = <T>(part: object): T => part as T;

describe('the state', () => {
  it('keeps the contract, with nothing endless in it', () => {
    const accountWith = (remaining: number) =>
      standIn<Account>({
        id: 'demo',
        chosen: {
          kind: 'demo',
          id: 'demo',
          name: 'Demo network',
          apiBaseUrl: 'http://a',
          authUrl: 'http://a',
          clientId: 'askbell',
        },
        profile: {
          profile: { displayName: 'Ada' },
          inbox: { unreadCount: () => 1, unread: () => [] },
          questions: { unreadCount: () => 1 },
          reputation: { accounts: () => [] },
        },
        network: undefined,
        poller: {
          conditions: () => [rejected.condition],
          quota: () => ({ max: 300, remaining, observedAt: now, windowStartedAt: now, usedByAskbell: 3 }),
          next: () => ({ stream: 'inbox', at: Infinity }),
          lastPollAt: () => now,
          plan: () => undefined,
        },
        networkName: () => 'Demo network',
        siteNames: () => (id: string) => id,
      });
    const stateWith = (remaining: number) =>
      new Snapshot(
        standIn<AgentContext>({
          clock: { now: () => now },
          settings: {
            get: () => ({ preferences: DEFAULT_PREFERENCES, paused: false, watches: [] }),
            trouble: () => undefined,
            resetParts: [],
          },
          history: { file: { troubles: () => [] } },
          desktop: {
            shell: 'headless',
            languages: ['de-AT'],
            notificationsGoTo: 'terminal',
            presence: () => ({ state: 'present', since: now }),
          },
        }),
        standIn<StateSources>({
          accounts: {
            all: () => [accountWith(remaining)],
            left: () => [],
            secretStorage: () => ({ persistent: false, where: 'keyring', why: 'none' }),
            builtIn: () => [],
            condition: () => undefined,
            demoSetAside: () => undefined,
            isRenewing: () => false,
            signingIn: () => undefined,
          },
          announcer: { isRefused: () => false, waiting: () => undefined, heldBy: () => undefined },
          commands: { markedRead: () => undefined },
          preferences: {
            abilities: () => ({
              shortcut: { state: 'off' },
              panelShortcut: { state: 'off' },
              sound: { own: false },
              proxy: { system: false },
            }),
          },
        }),
        {
          version: '1',
          started: true,
        },
      ).state();
    const state = stateWith(-2);
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
    expect([7, 15, 200].map((remaining) => stateWith(remaining).accounts[0]!.quota!.reserve)).toEqual([7, 15, 15]);
    expect(state.accounts[0]!.nextPoll).toBeUndefined();
    expect(state.conditions[0]?.retryAt).toBeUndefined();
  });

  it('names streams for people', () => {
    const names = (id: string) => ({ loops: 'Loops & Ranges' })[id] ?? id;
    expect(
      [
        'questions:loops',
        'scored:loops',
        'featured:loops',
        'reputation:loops',
        'history:new',
        'badges:loops',
        'inbox',
      ].map((id) => streamName(id as 'inbox', localeOf('de'), names)),
    ).toEqual([
      'Fragen auf Loops & Ranges',
      'Punktestände auf Loops & Ranges',
      'Prämien auf Loops & Ranges',
      'Reputation auf Loops & Ranges',
      'Frühere Reputation auf new',
      'Abzeichen auf Loops & Ranges',
      'Eingang',
    ]);
    expect(
      ['inbox', 'accounts', 'sites', 'reputation:a', 'questions:a:b'].map((id) =>
        streamName(id as 'inbox', localeOf('en'), (siteId) => siteId),
      ),
    ).toEqual(['Inbox', 'Reputation', 'Sites', 'Reputation on a', 'Questions on a:b']);
  });
});
