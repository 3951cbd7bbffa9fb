import type { Condition, NetworkAccount } from '../../../common/contract/contract.ts';
import { keyringText } from '../../../common/i18n/state-words.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import { isScarce } from '../../../common/scarce-quota.ts';
import type { ChosenNetwork, StoredSettings } from '../../store/settings.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { dateOf } from '../../base/clock.ts';
import { networkName } from '../accounts/networks.ts';
import { expiryCondition } from '../accounts/tokens.ts';
import {
  conditionText,
  localizeCondition,
  mostUrgentFirst,
  problem,
  warning,
  type AgentCondition,
  type LocalizedCondition,
} from '../conditions.ts';
import { fullReserve } from '../scheduler/quota.ts';
import { mutedWatches } from '../sources/questions/watch-list.ts';
import { streamKind, streamSite, type StreamId, type StreamKind } from '../ids.ts';
import { pollingPause, type PollingPause } from './app-conditions.ts';

/** Returns the name of a site by its id. */
type SiteName = (siteId: string) => string;

/** Moment and settings that an account is shown by. */
export interface Shown {
  now: number;
  settings: StoredSettings;
  locale: Locale;
}

/** One account at a moment, for window and tray; what only the window shows is read when its state is requested. */
export class AccountView {
  readonly account: Account;
  /** In the order found. */
  readonly conditions: LocalizedCondition[];
  /** Unread items and matches. */
  readonly unread: number;
  /** Unread matches of watches among `unread`. */
  readonly unreadMatches: number;
  readonly pause: PollingPause | undefined;
  readonly #locale: Locale;
  #siteNames: SiteName | undefined;

  constructor(account: Account, conditions: AgentCondition[], { now, settings, locale }: Shown) {
    this.account = account;
    this.#locale = locale;
    this.conditions = conditions.map((condition) => localizeCondition(condition, locale));
    this.unreadMatches = account.profile.questions.unreadCount(mutedWatches(settings));
    this.unread = account.profile.inbox.unreadCount() + this.unreadMatches;
    this.pause = settings.paused ? undefined : pollingPause(now, mostUrgentFirst(this.conditions));
  }

  /** Returns the remaining requests of the day, as they are shown. */
  quota(): NetworkAccount['quota'] {
    const quota = this.account.scheduler?.quota();
    if (!quota) return undefined;
    const { max, usedByAskbell } = quota;
    const remaining = Math.max(0, quota.remaining);
    return { max, remaining, reserve: Math.min(fullReserve(max), remaining), usedByAskbell };
  }

  isScarce(): boolean {
    const quota = this.quota();
    return quota !== undefined && isScarce(quota);
  }

  /** Returns the next poll with the name of its stream, or undefined if none is planned. */
  next(): { what: string; at: number } | undefined {
    const next = this.account.scheduler?.next();
    return next && Number.isFinite(next.at) ? { what: this.#streamName(next.stream), at: next.at } : undefined;
  }

  /** Returns the account for the window. */
  state(): NetworkAccount {
    const { chosen, network, scheduler } = this.account;
    const next = this.next();
    return {
      id: chosen.id,
      network: networkOf(chosen, this.#locale),
      person: personOf(this.account),
      signedIn:
        network !== undefined &&
        !this.conditions.some(({ kind, severity }) => kind === 'signed-out' && severity === 'problem'),
      conditions: mostUrgentFirst(this.conditions).map((condition) => toCondition(condition, chosen.id)),
      quota: this.quota(),
      nextPoll: next && { what: next.what, at: new Date(next.at) },
      lastPollAt: dateOf(scheduler?.lastPollAt()),
      pollingPause: this.pause && { until: new Date(this.pause.until), why: this.pause.why },
      plan: scheduler?.plan(this.#locale)?.map((line) => ({ ...line, stream: this.#streamName(line.stream) })),
      unread: this.unread,
      unreadMatches: this.unreadMatches,
      ...(chosen.mayReadPrivate === true && { mayReadPrivate: true }),
    };
  }

  /** Reads the sites' names when the first stream is named. */
  #streamName(id: StreamId): string {
    return streamName(id, this.#locale, (this.#siteNames ??= this.account.siteNames()));
  }
}

/** Returns the user of an account, signed in or out. */
export const personOf = ({ profile }: Account): NetworkAccount['person'] => ({
  displayName: profile.profile.displayName,
  profileImage: profile.profile.profileImage,
  accounts: profile.reputation.accounts().length,
});

export const networkOf = (chosen: ChosenNetwork, { words }: Locale): NetworkAccount['network'] => ({
  kind: chosen.kind,
  name: networkName(chosen, words),
  clientId: chosen.clientId,
});

/** Orders accounts by their most urgent problem, then by sign-in. */
export function mostPressingFirst(accounts: AccountView[]): AccountView[] {
  const problems = accounts
    .flatMap((account) => account.conditions.map(({ kind, severity }) => ({ kind, severity, account })))
    .filter(({ severity }) => severity === 'problem');
  return [...new Set([...mostUrgentFirst(problems).map(({ account }) => account), ...accounts])];
}

/** Returns the conditions of one account; of each kind the one nearest to the cause. */
export function accountConditions(account: Account, accounts: Accounts, now: number): AgentCondition[] {
  const { chosen, network, scheduler } = account;
  const name = account.networkName();
  const secrets = accounts.stored.storage;
  const signInCondition = chosen.id === 'demo' ? accounts.demo.condition() : undefined;
  const all: (AgentCondition | undefined)[] = [
    signInCondition,
    ...(scheduler?.conditions() ?? []),
    accounts.renewals.isRenewing(chosen.id) ? undefined : expiryCondition(name, chosen.tokenExpiresAt, now),
  ];
  if (!network && !signInCondition) {
    const advice = ({ words }: Locale) => words('conditions.notKeptAdvice');
    all.push(problem('signed-out', { ...conditionText('signedOut', { network: name }), advice }));
  }
  const demoReset = chosen.kind === 'demo' ? accounts.demo.setAside : undefined;
  if (demoReset !== undefined) all.push(warning('demo-network-reset', conditionText('demoReset', { file: demoReset })));
  // Signing in again at the demo network costs nothing.
  if (!secrets.persistent && chosen.kind !== 'demo') {
    all.push(
      warning('secrets-not-kept', {
        title: ({ words }) => words('conditions.secretsNotKept'),
        advice: ({ words }) => keyringText(words, secrets),
      }),
    );
  }
  const found = all.filter((condition) => condition !== undefined);
  return found.filter(({ kind }, at) => found.findIndex((other) => other.kind === kind) === at);
}

/** Catalogue entries of the streams' names. */
const STREAM_NAMES = {
  inbox: 'common.views.inbox',
  accounts: 'common.views.reputation',
  achievements: 'plan.achievements',
  sites: 'common.sites',
  reputation: 'reputation.chart.of',
  history: 'plan.history',
  badges: 'plan.badges',
  questions: 'plan.questionsOn',
  scored: 'plan.scored',
  featured: 'plan.featured',
} as const satisfies Record<StreamKind, string>;

/** Returns the localized name of a stream. */
export const streamName = (id: StreamId, { words }: Locale, siteName: SiteName): string =>
  words(STREAM_NAMES[streamKind(id)], { site: siteName(streamSite(id)) });

/** Converts a condition for the window; `account` is the id of the account that it concerns, if any. */
export const toCondition = (condition: LocalizedCondition, account?: string): Condition => ({
  ...condition,
  account,
  retryAt: dateOf(condition.retryAt),
});
