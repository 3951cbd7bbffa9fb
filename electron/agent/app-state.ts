import type { AppState, Condition } from '../contract.ts';
import type { Presence, SecretKeeping } from '../desktop/desktop.ts';
import { reserveOf, type BudgetState } from './budget.ts';
import { mostPressingFirst, type KeptCondition } from './conditions.ts';
import type { Held } from './held.ts';
import type { PlannedPoll } from './planner.ts';
import type { Live, Session } from './session.ts';
import type { StreamId } from './streams.ts';

/** What the window's and the tray's picture of Askbell is made from. */
export interface StateFacts {
  version: string;
  shell: 'electron' | 'headless';
  started: boolean;
  live: Live | undefined;
  signingIn: ReturnType<Session['signingIn']>;
  conditions: KeptCondition[];
  budget: BudgetState | undefined;
  next: PlannedPoll | undefined;
  lastPollAt: number | undefined;
  held?: Held | undefined;
  plan?: AppState['plan'];
  paused: boolean;
  snoozedUntil: number | undefined;
  quiet?: AppState['quiet'];
  unread: number;
  secrets: SecretKeeping;
  notificationsGoTo: string;
  presence: Presence;
}

/** Facts to the state the contract promises. Pure. */
export function appState(facts: StateFacts): AppState {
  const { live, signingIn, next } = facts;
  const chosen = signingIn?.network ?? live?.chosen;
  return {
    version: facts.version,
    shell: facts.shell,
    phase: phaseOf(facts),
    network: chosen && { kind: chosen.kind, name: chosen.name, clientId: chosen.clientId },
    signIn: signingIn && { means: signingIn.means, dialogUrl: signingIn.dialogUrl, problem: signingIn.problem },
    person: live && {
      displayName: live.profile.profile.displayName,
      profileImage: live.profile.profile.profileImage,
      accounts: live.profile.reputation.accounts().length,
    },
    conditions: mostPressingFirst(facts.conditions).map(toCondition),
    quota: facts.budget && { max: facts.budget.max, remaining: Math.max(0, facts.budget.remaining), usedByAskbell: facts.budget.usedByAskbell, reserve: reserveOf(facts.budget.max) },
    nextPoll: next && Number.isFinite(next.at) ? { what: streamName(next.stream), at: new Date(next.at) } : undefined,
    lastPollAt: facts.lastPollAt === undefined ? undefined : new Date(facts.lastPollAt),
    plan: facts.plan,
    held: facts.held && { until: new Date(facts.held.until), why: facts.held.why },
    paused: facts.paused,
    snoozedUntil: facts.snoozedUntil === undefined ? undefined : new Date(facts.snoozedUntil),
    quiet: facts.quiet,
    unread: facts.unread,
    secrets: facts.secrets.persistent ? { persistent: true, detail: facts.secrets.where } : { persistent: false, detail: facts.secrets.why },
    notificationsGoTo: facts.notificationsGoTo,
    presence: { state: facts.presence.state, since: new Date(facts.presence.since) },
  };
}

export function phaseOf(facts: Pick<StateFacts, 'started' | 'live' | 'signingIn'>): AppState['phase'] {
  if (!facts.started) return 'starting';
  if (facts.signingIn) return 'signing-in';
  return facts.live ? 'running' : 'welcome';
}

/** A stream's name for people. */
export function streamName(id: StreamId): string {
  const site = id.slice(id.indexOf(':') + 1);
  if (id === 'inbox') return 'Inbox';
  if (id === 'accounts') return 'Reputation';
  if (id === 'sites') return 'Sites';
  if (id.startsWith('scored:')) return `Scores on ${site}`;
  if (id.startsWith('featured:')) return `Bounties on ${site}`;
  return id.startsWith('reputation:') ? `Reputation on ${site}` : `Questions on ${site}`;
}

const toCondition = (kept: KeptCondition): Condition => ({
  ...kept,
  retryAt: kept.retryAt !== undefined && Number.isFinite(kept.retryAt) ? new Date(kept.retryAt) : undefined,
});
