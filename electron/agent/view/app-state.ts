import type { AppState, Condition, NetworkAccount } from '../../../common/contract/contract.ts';
import type { NotificationsGoTo, Presence, SecretStorage } from '../../desktop/desktop.ts';
import { fullReserve, type QuotaState } from '../scheduler/quota.ts';
import { localize } from '../../../common/i18n/localized-text.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import { mostUrgentFirst, type LocalizedCondition } from '../conditions.ts';
import type { Waiting } from '../notifications/quiet.ts';
import type { PollingPause } from './polling-pause.ts';
import { networkName, type SignedIn } from '../accounts/networks.ts';
import type { PlanLine } from '../scheduler/plan/explanation.ts';
import type { PlannedPoll } from '../scheduler/plan/plan-types.ts';
import type { Session } from '../accounts/accounts.ts';
import type { ChosenNetwork } from '../../store/settings.ts';
import type { StreamId } from '../stream-id.ts';

/** Returns the name of a site by its id. */
type SiteName = (siteId: string) => string;

/** State of one account. */
export interface AccountFacts {
  signedIn: SignedIn;
  conditions: LocalizedCondition[];
  quota: QuotaState | undefined;
  next: PlannedPoll | undefined;
  lastPollAt: number | undefined;
  pause?: PollingPause | undefined;
  /** Poll plan of every stream; computed only when read. */
  plan?: () => PlanLine[] | undefined;
  unread: number;
  /** Unread matches of watches among `unread`. */
  unreadMatches: number;
  siteName: SiteName;
}

/** Input of {@link appState}. */
export interface StateFacts {
  version: string;
  shell: 'electron' | 'headless';
  started: boolean;
  /** The most urgent first. */
  accounts: AccountFacts[];
  /** Signed-out people whose history is still readable. */
  left: SignedIn[];
  signingIn: ReturnType<Session['signingIn']>;
  builtIn: AppState['builtIn'];
  /** Conditions that concern no account in particular. */
  conditions: LocalizedCondition[];
  paused: boolean;
  snoozedUntil: number | undefined;
  quiet?: AppState['quiet'];
  waiting?: Waiting | undefined;
  secrets: SecretStorage;
  notificationsGoTo: NotificationsGoTo;
  systemLanguages: readonly string[];
  abilities: AppState['abilities'];
  presence: Presence;
  locale: Locale;
}

const personOf = ({ profile }: SignedIn): NetworkAccount['person'] => ({
  displayName: profile.profile.displayName,
  profileImage: profile.profile.profileImage,
  accounts: profile.reputation.accounts().length,
});

const networkOf = (chosen: ChosenNetwork, { words }: Locale): NetworkAccount['network'] => ({
  kind: chosen.kind,
  name: networkName(chosen, words),
  clientId: chosen.clientId,
});

/** Returns the remaining requests of the day, as they are shown. */
export function quotaLeft({ max, remaining }: Pick<QuotaState, 'max' | 'remaining'>) {
  const left = Math.max(0, remaining);
  return { max, remaining: left, reserve: Math.min(fullReserve(max), left) };
}

function accountState(facts: AccountFacts, locale: Locale): NetworkAccount {
  const { quota, next, siteName } = facts;
  const { chosen, network } = facts.signedIn;
  return {
    id: chosen.id,
    network: networkOf(chosen, locale),
    person: personOf(facts.signedIn),
    signedIn:
      network !== undefined &&
      !facts.conditions.some(({ kind, severity }) => kind === 'signed-out' && severity === 'problem'),
    conditions: mostUrgentFirst(facts.conditions).map((condition) => toCondition(condition, chosen.id)),
    quota: quota && { ...quotaLeft(quota), usedByAskbell: quota.usedByAskbell },
    nextPoll:
      next && Number.isFinite(next.at)
        ? { what: streamName(next.stream, locale, siteName), at: new Date(next.at) }
        : undefined,
    lastPollAt: facts.lastPollAt === undefined ? undefined : new Date(facts.lastPollAt),
    pollingPause: facts.pause && { until: new Date(facts.pause.until), why: facts.pause.why },
    plan: facts.plan?.()?.map((line) => ({ ...line, stream: streamName(line.stream, locale, siteName) })),
    unread: facts.unread,
    unreadMatches: facts.unreadMatches,
    ...(chosen.mayReadPrivate === true && { mayReadPrivate: true }),
  };
}

/** Builds the state that the contract promises. Pure. */
export function appState(facts: StateFacts): AppState {
  const { signingIn } = facts;
  const accounts = facts.accounts.map((account) => accountState(account, facts.locale));
  return {
    version: facts.version,
    shell: facts.shell,
    phase: phaseOf(facts),
    builtIn: facts.builtIn,
    accounts,
    signedOut: facts.left.map((left) => ({
      id: left.chosen.id,
      network: networkOf(left.chosen, facts.locale),
      person: personOf(left),
    })),
    network: signingIn && networkOf(signingIn.network, facts.locale),
    signIn: signingIn && {
      means: signingIn.means,
      dialogUrl: signingIn.dialogUrl,
      ...(signingIn.network.mayWrite === true && { mayWrite: true }),
      ...(signingIn.network.mayReadPrivate === true && { mayReadPrivate: true }),
      ...(signingIn.hasOtherWay && { hasOtherWay: true }),
      problem: signingIn.problem && localize(signingIn.problem, facts.locale),
      ...(signingIn.hasWrongDetails && { wrongDetails: true }),
    },
    conditions: mostUrgentFirst(allConditions(facts)).map((condition) => toCondition(condition)),
    paused: facts.paused,
    snoozedUntil: facts.snoozedUntil === undefined ? undefined : new Date(facts.snoozedUntil),
    quiet: facts.quiet,
    waiting: facts.waiting && toldWaiting(facts.waiting),
    unread: accounts.reduce((sum, { unread }) => sum + unread, 0),
    unreadMatches: accounts.reduce((sum, { unreadMatches }) => sum + unreadMatches, 0),
    secrets: facts.secrets,
    notificationsGoTo: facts.notificationsGoTo,
    systemLanguages: [...facts.systemLanguages],
    abilities: facts.abilities,
    presence: { state: facts.presence.state, since: new Date(facts.presence.since) },
  };
}

/** Returns all conditions; one that several accounts share (no connection, say) appears once. */
export function allConditions({
  accounts,
  conditions,
}: Pick<StateFacts, 'accounts' | 'conditions'>): AccountCondition[] {
  const all: AccountCondition[] = [
    ...accounts.flatMap((account) =>
      account.conditions.map((condition) => ({ ...condition, account: account.signedIn.chosen.id })),
    ),
    ...conditions,
  ];
  return [
    ...new Map(all.toReversed().map((condition) => [`${condition.kind}: ${condition.title}`, condition])).values(),
  ].toReversed();
}

/** Condition with the account that it concerns. */
type AccountCondition = LocalizedCondition & { account?: string };

/** Converts held events for the window and the tray. */
export const toldWaiting = ({ count, because, until }: Waiting): NonNullable<AppState['waiting']> => ({
  count,
  because,
  until: until === undefined ? undefined : new Date(until),
});

export function phaseOf(facts: Pick<StateFacts, 'started' | 'signingIn'> & { accounts: unknown[] }): AppState['phase'] {
  if (!facts.started) return 'starting';
  if (facts.signingIn) return 'signing-in';
  return facts.accounts.length > 0 ? 'running' : 'welcome';
}

/** Returns the localized name of a stream. */
export function streamName(id: StreamId, { words }: Locale, siteName: SiteName): string {
  const site = siteName(id.slice(id.indexOf(':') + 1));
  if (id === 'inbox') return words('plan.inbox');
  if (id === 'accounts') return words('plan.reputation');
  if (id === 'achievements') return words('plan.achievements');
  if (id === 'sites') return words('plan.sites');
  if (id.startsWith('scored:')) return words('plan.scored', { site });
  if (id.startsWith('featured:')) return words('plan.featured', { site });
  if (id.startsWith('badges:')) return words('plan.badges', { site });
  if (id.startsWith('history:')) return words('plan.history', { site });
  return id.startsWith('reputation:') ? words('plan.reputationOn', { site }) : words('plan.questionsOn', { site });
}

const toCondition = (condition: AccountCondition, account = condition.account): Condition => ({
  ...condition,
  account,
  retryAt:
    condition.retryAt !== undefined && Number.isFinite(condition.retryAt) ? new Date(condition.retryAt) : undefined,
});
