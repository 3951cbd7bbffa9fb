import { describe, expect, it } from 'vitest';
import { AppState } from '../../../../common/contract/contract.ts';
import { localeOf } from '../../../../common/i18n/locale.ts';
import { NetworkError } from '../../../../electron/api/errors.ts';
import { localizeCondition } from '../../../../electron/agent/conditions.ts';
import { assessFailure } from '../../../../electron/agent/scheduler/failures.ts';
import { appState, streamName, type StateFacts } from '../../../../electron/agent/view/app-state.ts';
import { openHistory } from '../../../../electron/store/history.ts';

const now = Date.UTC(2026, 5, 1, 9);
const rejected = assessFailure(new NetworkError('token-rejected', 'What happened.', {}), 1, now, () => 0.5, 'Loops');

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
      signedIn: { chosen, profile, network: undefined },
      conditions: [localizeCondition(rejected.condition, localeOf('en'))],
      quota: { max: 300, remaining: -2, observedAt: now, windowStartedAt: now, usedByAskbell: 3 },
      next: { stream: 'inbox', at: Infinity } as const,
      lastPollAt: now,
      unread: 2,
      unreadMatches: 1,
      siteName: (id: string) => id,
    };
    const facts: StateFacts = {
      version: '1',
      shell: 'headless',
      started: true,
      left: [],
      builtIn: [],
      accounts: [account],
      signingIn: undefined,
      conditions: [],
      paused: false,
      snoozedUntil: undefined,
      secrets: { persistent: false, where: 'keyring', why: 'none' },
      notificationsGoTo: 'terminal',
      presence: { state: 'present', since: now },
      systemLanguages: ['de-AT'],
      abilities: {
        shortcut: { state: 'off' },
        panelShortcut: { state: 'off' },
        sound: { own: false },
        proxy: { system: false },
      },
      locale: localeOf('en'),
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
      appState({ ...facts, accounts: [{ ...account, quota: { ...account.quota, remaining } }] }).accounts[0]!.quota!
        .reserve;
    expect([7, 15, 200].map(left)).toEqual([7, 15, 15]);
    expect(state.accounts[0]!.nextPoll).toBeUndefined();
    expect(state.conditions[0]?.retryAt).toBeUndefined();
    history.close();
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
