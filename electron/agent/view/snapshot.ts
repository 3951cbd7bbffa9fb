import type { AppState } from '../../../common/contract/contract.ts';
import type { NotificationsGoTo, Presence, SecretStorage, TrayView } from '../../desktop/desktop.ts';
import type { HistoryTrouble } from '../../store/database/troubles.ts';
import type { SettingsStore } from '../../store/settings.ts';
import type { Account } from '../accounts/account.ts';
import { allConditions, appState, phaseOf, quotaLeft, streamName, type AccountFacts } from './app-state.ts';
import { localize, preferredLocale } from '../../../common/i18n/localized-text.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import {
  localizeCondition,
  mostUrgentFirst,
  conditionText,
  type AgentCondition,
  type LocalizedCondition,
} from '../conditions.ts';
import { pollingPause } from './polling-pause.ts';
import { scopedId } from '../scoped-id.ts';
import { type Waiting, quietUntil } from '../notifications/quiet.ts';
import type { Session } from '../accounts/accounts.ts';
import { mutedWatches } from '../sources/questions/watch-list.ts';
import { siteLabels } from '../accounts/networks.ts';
import { startOfToday } from '../notifications/snooze.ts';
import { expiryCondition } from '../accounts/tokens.ts';
import { storageConditions } from './storage-conditions.ts';
import { trayItemKey } from '../tray-item-key.ts';
import { MAX_TRAY_ITEMS, trayOutdatedAt, trayView, type TrayFacts } from './tray-menu.ts';
import { updateConditions } from './update-condition.ts';
import { isScarce } from '../../../common/scarce-quota.ts';
import { keyringText } from '../../../common/i18n/keyring-text.ts';

/**
 * The folder `presentation` turns the agent's data into the state of the window and the tray. It sends no requests and
 * changes nothing; it is notified of changes and renders again.
 */

/** Sources of state and tray. */
export interface SnapshotSources {
  now: number;
  version: string;
  shell: 'electron' | 'headless';
  notificationsGoTo: NotificationsGoTo;
  systemLanguages: readonly string[];
  abilities: AppState['abilities'];
  presence: Presence;
  started: boolean;
  session: Session;
  settings: SettingsStore;
  /** Problems with the history's file. */
  historyTroubles: readonly HistoryTrouble[];
  /** In the order of sign-in. */
  accounts: Account[];
  /** Signed-out accounts; empty while any account is signed in. */
  left: Account[];
  secrets: SecretStorage;
  notificationsFail: boolean;
  /** Number of items just marked read from the tray, and the time until which undo is offered. */
  markedRead: TrayFacts['markedRead'];
  /** Whether the system's "do not disturb" holds back notifications. */
  doNotDisturb: boolean;
  /** Events not shown yet. */
  waiting: Waiting | undefined;
}

/**
 * State of Askbell at one moment, for window and tray. Read-only. The parts that the tray does not show (plan,
 * accounts) are read only when the state is requested, because usually no window is open.
 */
export class Snapshot {
  readonly #sources: SnapshotSources;
  readonly #locale: Locale;
  /** The most urgent first. */
  readonly #accounts: AccountFacts[];
  readonly #conditions: LocalizedCondition[];

  constructor(sources: SnapshotSources) {
    const locale = preferredLocale(sources.settings.get().preferences.language, sources.systemLanguages);
    this.#sources = sources;
    this.#locale = locale;
    this.#accounts = mostPressingAccountFirst(sources.accounts.map((account) => factsOf(account, sources, locale)));
    this.#conditions = appConditions(sources).map((condition) => localizeCondition(condition, locale));
  }

  /** Whether any condition ends at a known time. */
  hasCountdown(): boolean {
    return this.#allConditions().some(({ retryAt }) => retryAt !== undefined && Number.isFinite(retryAt));
  }

  /** Returns the state for the window. */
  state(): AppState {
    const { version, shell, started, session, settings, secrets, notificationsGoTo } = this.#sources;
    const { systemLanguages, abilities, presence } = this.#sources;
    return appState({
      version,
      shell,
      started,
      accounts: this.#accounts,
      left: this.#sources.left.map(({ signedIn }) => signedIn),
      signingIn: session.signingIn(),
      builtIn: session.builtIn(),
      conditions: this.#conditions,
      paused: settings.get().paused,
      snoozedUntil: this.#snoozedUntil(),
      quiet: this.#quiet(),
      waiting: this.#sources.waiting,
      secrets,
      notificationsGoTo,
      systemLanguages,
      abilities,
      presence,
      locale: this.#locale,
    });
  }

  /** Returns the tray's view and the time (ms since the epoch) at which it becomes outdated by itself. */
  tray(): { view: TrayView; outdatedAt: number } {
    const facts = this.#trayFacts();
    return { view: trayView(facts), outdatedAt: trayOutdatedAt(facts) };
  }

  #trayFacts(): TrayFacts {
    const { now, session, settings, started, markedRead } = this.#sources;
    const [locale, accounts] = [this.#locale, this.#accounts];
    const [first] = accounts;
    const pause = first?.pause;
    const { quota, next, siteName } = accounts.find(hasScarceRequests) ?? first ?? {};
    const { paused, preferences } = settings.get();
    const sites = siteLabels(this.#sources.accounts);
    return {
      now,
      phase: phaseOf({ started, accounts, signingIn: session.signingIn() }),
      conditions: [...failedSignIn(session, locale), ...mostUrgentFirst(this.#allConditions())],
      paused,
      snoozedUntil: this.#snoozedUntil(),
      quiet: this.#quiet() !== undefined,
      waiting: this.#sources.waiting,
      unreadCount: accounts.reduce((sum, { unread }) => sum + unread, 0),
      unread: this.#sources.accounts
        .flatMap((account) => newestUnread(account, sites, mutedWatches(settings.get())))
        .toSorted((a, b) => b.createdAt - a.createdAt),
      markedRead,
      reputationToday: this.#sources.accounts.reduce((sum, account) => sum + changeToday(account, now), 0),
      quota: quota && quotaLeft(quota),
      pollingPause: pause,
      next:
        !paused && siteName && next && Number.isFinite(next.at)
          ? { what: streamName(next.stream, locale, siteName), at: next.at }
          : undefined,
      zoom: preferences.zoom,
      locale,
    };
  }

  #allConditions() {
    return allConditions({ accounts: this.#accounts, conditions: this.#conditions });
  }

  #snoozedUntil(): number | undefined {
    const { now, settings } = this.#sources;
    const { snoozedUntil } = settings.get();
    return snoozedUntil !== undefined && snoozedUntil > now ? snoozedUntil : undefined;
  }

  #quiet(): AppState['quiet'] {
    const { now, settings, doNotDisturb } = this.#sources;
    const until = quietUntil(settings.get().preferences.quietHours, now);
    if (until !== undefined) return { because: 'quiet-hours', until: new Date(until) };
    return doNotDisturb ? { because: 'do-not-disturb' } : undefined;
  }
}

function factsOf(account: Account, sources: SnapshotSources, locale: Locale): AccountFacts {
  const { signedIn, poller, profile } = account;
  const { now, settings } = sources;
  const conditions = accountConditions(account, sources).map((condition) => localizeCondition(condition, locale));
  const quota = poller?.quota();
  const next = poller?.next();
  const unreadMatches = profile.questions.unreadCount(mutedWatches(settings.get()));
  return {
    signedIn,
    conditions,
    quota,
    next,
    lastPollAt: poller?.lastPollAt(),
    plan: () => poller?.plan(locale),
    pause: settings.get().paused ? undefined : pollingPause(now, mostUrgentFirst(conditions)),
    unread: profile.inbox.unreadCount() + unreadMatches,
    unreadMatches,
    siteName: lazily(() => account.siteNames()),
  };
}

const hasScarceRequests = ({ quota }: AccountFacts): boolean => quota !== undefined && isScarce(quotaLeft(quota));

/** Returns a lookup of site names that loads the names at its first call. */
function lazily(load: () => AccountFacts['siteName']): AccountFacts['siteName'] {
  let siteName: AccountFacts['siteName'] | undefined;
  return (siteId) => (siteName ??= load())(siteId);
}

/** Orders accounts by their most urgent problem, then by sign-in. */
const mostPressingAccountFirst = (accounts: AccountFacts[]): AccountFacts[] => {
  const order = mostUrgentFirst(
    accounts.flatMap(({ conditions }) => conditions).filter(({ severity }) => severity === 'problem'),
  );
  const place = ({ conditions }: AccountFacts) => {
    const at = order.findIndex((condition) => conditions.includes(condition));
    return at === -1 ? order.length : at;
  };
  return accounts.toSorted((a, b) => place(a) - place(b));
};

function newestUnread(account: Account, { named }: ReturnType<typeof siteLabels>, muted: readonly string[]) {
  const { id, profile } = account;
  const shown = ({ title, site, createdAt }: { title: string; site: { name: string }; createdAt: number }) => ({
    title,
    siteName: named(account, site.name),
    createdAt,
  });
  return [
    ...profile.inbox.unread('inbox', MAX_TRAY_ITEMS).map((item) => ({
      key: trayItemKey({ kind: 'inbox', key: scopedId(id, item.key) }),
      kind: item.itemType,
      ...shown(item),
    })),
    ...profile.inbox.unread('watches', MAX_TRAY_ITEMS, muted).map((match) => ({
      key: trayItemKey({ kind: 'question', siteId: scopedId(id, match.site.id), questionId: match.questionId! }),
      kind: 'question',
      ...shown(match),
    })),
  ];
}

const changeToday = ({ profile }: Account, now: number): number =>
  [...profile.reputation.changeSince(startOfToday(now)).values()].reduce((sum, change) => sum + change, 0);

/** Returns a condition for a failed sign-in. The window shows the failure in its own place; the tray has no other. */
function failedSignIn(session: Session, locale: Locale): LocalizedCondition[] {
  const problem = session.signingIn()?.problem;
  return problem === undefined
    ? []
    : [
        {
          kind: 'signed-out',
          severity: 'problem',
          title: locale.words('conditions.signInFailed'),
          advice: localize(problem, locale),
        },
      ];
}

/** Returns the conditions of one account. */
function accountConditions(account: Account, { now, session, secrets }: SnapshotSources): AgentCondition[] {
  const { chosen, network, poller } = account;
  const networkName = account.networkName();
  const signInCondition = session.condition(chosen.id);
  const all: (AgentCondition | undefined)[] = [
    signInCondition,
    ...(poller?.conditions() ?? []),
    session.isRenewing(chosen.id) ? undefined : expiryCondition(networkName, chosen.tokenExpiresAt, now),
  ];
  if (!network && !signInCondition) {
    const why = !secrets.persistent && secrets.why === 'locked' ? 'notRead' : 'notKept';
    all.push({ kind: 'signed-out', severity: 'problem', ...conditionText(why, { network: networkName }) });
  }
  const demoReset = chosen.kind === 'demo' ? session.demoSetAside() : undefined;
  if (demoReset !== undefined)
    all.push({ kind: 'demo-network-reset', severity: 'warning', ...conditionText('demoReset', { file: demoReset }) });
  // Signing in again at the demo network costs nothing.
  if (!secrets.persistent && chosen.kind !== 'demo') {
    all.push({
      kind: 'secrets-not-kept',
      severity: 'warning',
      title: ({ words }) => words('conditions.secretsNotKept'),
      advice: ({ words }) => keyringText(words, secrets),
    });
  }
  return firstOfEachKind(all);
}

/** Returns the conditions that concern Askbell as a whole. */
function appConditions({ settings, historyTroubles, notificationsFail, version }: SnapshotSources): AgentCondition[] {
  const all: AgentCondition[] = storageConditions(historyTroubles, settings.trouble());
  if (notificationsFail) {
    all.push({ kind: 'notifications-failed', severity: 'warning', ...conditionText('notificationsFail') });
  }
  if (settings.resetParts.length > 0) {
    all.push({
      kind: 'settings-reset',
      severity: 'warning',
      title: ({ words }) => words('conditions.settingsReset.title'),
      advice: ({ words }) => words('conditions.settingsReset.advice', { parts: settings.resetParts.join(', ') }),
    });
  }
  return [...all, ...updateConditions(settings.get(), version)];
}

/** Keeps the first condition of each kind, which is the nearest to the cause. */
function firstOfEachKind(all: (AgentCondition | undefined)[]): AgentCondition[] {
  const kinds = new Map(
    all
      .filter((condition) => condition !== undefined)
      .toReversed()
      .map((condition) => [condition.kind, condition]),
  );
  return [...kinds.values()].toReversed();
}
