import { chosenNetwork } from '../../../support/chosen-network.ts';
import type { Account } from '../../../../electron/agent/accounts/account.ts';
import type { AgentCondition } from '../../../../electron/agent/conditions.ts';
import type { AgentContext } from '../../../../electron/agent/context.ts';
import { agentContext } from '../../../support/agent-context.ts';
import type { StateSources } from '../../../../electron/agent/view/state.ts';
import type { Clock } from '../../../../electron/base/clock.ts';

/** Stands in for an object, with what the view reads of it. */
const standIn = <T>(part: object): T => part as T;

/** Context of a view without a history. */
export const viewContext = (clock: Partial<Clock>, setTray: () => void = () => undefined): AgentContext =>
  agentContext({
    clock,
    history: standIn({ file: { troubles: () => [], version: () => 1 } }),
    desktop: {
      shell: 'headless',
      languages: ['de-AT'],
      notificationsGoTo: 'terminal',
      presence: () => ({ state: 'present', since: clock.now!() }),
      setTray,
    },
  });

const shortcuts = { shortcut: { state: 'off' }, panelShortcut: { state: 'off' } } as const;

/** Sources of a state with one account at the demo network, whose token is gone. */
export const viewSources = (conditions: () => AgentCondition[], remaining = 300): StateSources =>
  standIn({
    accounts: {
      all: () => [accountWith(conditions, remaining)],
      left: () => [],
      stored: { storage: { persistent: false, where: 'keyring', why: 'none' } },
      builtIn: [],
      demo: { condition: () => undefined, setAside: undefined },
      renewals: { isRenewing: () => false },
      signingIn: () => undefined,
    },
    announcer: { isRefused: () => false, waiting: () => undefined, heldBy: () => undefined },
    forwarding: { hasLost: () => false },
    commands: { markedRead: () => undefined },
    preferences: { abilities: () => ({ ...shortcuts, sound: { own: false }, proxy: { system: false } }) },
  });

const accountWith = (conditions: () => AgentCondition[], remaining: number): Account =>
  standIn({
    id: 'demo',
    chosen: chosenNetwork({ kind: 'demo', id: 'demo', name: 'Demo network' }),
    profile: {
      profile: { displayName: 'Ada' },
      inbox: { unreadCount: () => 1, unread: () => [] },
      questions: { unreadCount: () => 1 },
      reputation: { accounts: () => [], changeSince: () => new Map() },
    },
    network: undefined,
    scheduler: {
      conditions,
      quota: () => ({ max: 300, remaining, observedAt: 0, windowStartedAt: 0, usedByAskbell: 3 }),
      next: () => ({ stream: 'inbox', at: Infinity }),
      lastPollAt: () => 0,
      plan: () => undefined,
    },
    networkName: () => 'Demo network',
    siteNames: () => (id: string) => id,
  });
