import type { AppState } from '../../../common/contract/contract.ts';
import { localize } from '../../../common/i18n/localized-text.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import type { TrayView } from '../../desktop/desktop.ts';
import { dateOf, localDay } from '../../base/clock.ts';
import type { StoredSettings } from '../../store/settings.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { siteLabels } from '../accounts/networks.ts';
import { localizeCondition, mostUrgentFirst, problem, type LocalizedCondition } from '../conditions.ts';
import { localeOf, type AgentContext } from '../context.ts';
import type { Forwarding } from '../forwarding/forwarding.ts';
import type { Announcer } from '../notifications/announcer.ts';
import { quietUntil, type Waiting } from '../notifications/quiet.ts';
import { scopedId, trayItemKey } from '../ids.ts';
import { WAIT_IN_MINUTES_MS } from '../../../common/i18n/short-times.ts';
import type { Preferences } from '../settings/preferences.ts';
import { mutedWatches } from '../sources/questions/watch-list.ts';
import {
  AccountView,
  accountConditions,
  mostPressingFirst,
  networkOf,
  personOf,
  toCondition,
} from './account-state.ts';
import { appConditions } from './app-conditions.ts';
import type { Commands } from './commands.ts';
import { MAX_TRAY_ITEMS, toldWaiting, trayOutdatedAt, trayView, type TrayFacts } from './tray-menu.ts';

/**
 * The view turns the agent's data into what window and tray show. The state is read at one moment from the accounts,
 * the announcer and the settings; nothing of it is kept. The publisher sends it whenever something reports a
 * change. Commands carry out what users choose in tray and panel.
 */

/** Objects that the state is read from, besides the context. */
export interface StateSources {
  accounts: Accounts;
  announcer: Announcer;
  commands: Commands;
  preferences: Preferences;
  forwarding: Forwarding;
}

/** Facts about this run of Askbell. */
export interface RunFacts {
  version: string;
  started: boolean;
}

/**
 * State of Askbell at one moment, for window and tray. Read-only. The parts that the tray does not show (plan,
 * accounts) are read only when the state is requested, because usually no window is open.
 */
export class Snapshot {
  readonly #context: AgentContext;
  readonly #sources: StateSources;
  readonly #run: RunFacts;
  readonly #now: number;
  readonly #settings: StoredSettings;
  readonly #locale: Locale;
  /** In the order of sign-in. */
  readonly #signedIn: Account[];
  /** The most urgent first. */
  readonly #accounts: AccountView[];
  /** Conditions that concern no account in particular. */
  readonly #conditions: LocalizedCondition[];
  readonly #waiting: Waiting | undefined;

  constructor(context: AgentContext, sources: StateSources, run: RunFacts) {
    const { clock, settings, history } = context;
    const { accounts, announcer, forwarding } = sources;
    this.#context = context;
    this.#sources = sources;
    this.#run = run;
    this.#now = clock.now();
    this.#settings = settings.get();
    this.#locale = localeOf(context);
    this.#signedIn = accounts.all();
    const shown = { now: this.#now, settings: this.#settings, locale: this.#locale };
    this.#accounts = mostPressingFirst(
      this.#signedIn.map((account) => new AccountView(account, accountConditions(account, accounts, this.#now), shown)),
    );
    const failing = { notifications: announcer.isRefused(), forwarding: forwarding.hasLost() };
    this.#conditions = appConditions(settings, history.file.troubles(), failing, run.version).map((condition) =>
      localizeCondition(condition, this.#locale),
    );
    this.#waiting = announcer.waiting();
  }

  /** Whether any condition ends at a known time, so soon that the wait is told in minutes. */
  hasCountdown(): boolean {
    return this.#allConditions().some(({ retryAt = Infinity }) => retryAt - this.#now <= WAIT_IN_MINUTES_MS);
  }

  /** Returns the state for the window. */
  state(): AppState {
    const { desktop } = this.#context;
    const { accounts, preferences } = this.#sources;
    const presence = desktop.presence();
    const locale = this.#locale;
    const signIn = accounts.signingIn();
    const { network, problem: signInProblem } = signIn ?? {};
    return {
      version: this.#run.version,
      shell: desktop.shell,
      phase: this.#phase(),
      builtIn: accounts.builtIn,
      accounts: this.#accounts.map((account) => account.state()),
      signedOut: accounts
        .left()
        .map((left) => ({ id: left.id, network: networkOf(left.chosen, locale), person: personOf(left) })),
      network: network && networkOf(network, locale),
      signIn: signIn && {
        means: signIn.means,
        dialogUrl: signIn.dialogUrl,
        ...(network?.mayWrite === true && { mayWrite: true }),
        ...(network?.mayReadPrivate === true && { mayReadPrivate: true }),
        ...(signIn.hasOtherWay && { hasOtherWay: true }),
        problem: signInProblem && localize(signInProblem, locale),
        ...(signIn.hasWrongDetails && { wrongDetails: true }),
      },
      conditions: mostUrgentFirst(this.#allConditions()).map((condition) => toCondition(condition, condition.account)),
      paused: this.#settings.paused,
      snoozedUntil: dateOf(this.#snoozedUntil()),
      quiet: this.#quiet(),
      waiting: this.#waiting && toldWaiting(this.#waiting),
      unread: this.#unread(),
      unreadMatches: this.#accounts.reduce((sum, { unreadMatches }) => sum + unreadMatches, 0),
      secrets: accounts.stored.storage,
      notificationsGoTo: desktop.notificationsGoTo,
      systemLanguages: [...desktop.languages],
      abilities: preferences.abilities(),
      presence: { state: presence.state, since: new Date(presence.since) },
    };
  }

  /** Returns the tray's view and the time (ms since the epoch) at which it becomes outdated by itself. */
  tray(): { view: TrayView; outdatedAt: number } {
    const facts = this.#trayFacts();
    return { view: trayView(facts), outdatedAt: trayOutdatedAt(facts) };
  }

  #trayFacts(): TrayFacts {
    const { accounts, commands } = this.#sources;
    const { paused, preferences } = this.#settings;
    const [first] = this.#accounts;
    const scarcest = this.#accounts.find((account) => account.isScarce()) ?? first;
    return {
      now: this.#now,
      phase: this.#phase(),
      conditions: [...failedSignIn(accounts, this.#locale), ...mostUrgentFirst(this.#allConditions())],
      paused,
      snoozedUntil: this.#snoozedUntil(),
      quiet: this.#quiet() !== undefined,
      waiting: this.#waiting,
      unreadCount: this.#unread(),
      unread: this.#newestUnread(),
      markedRead: commands.markedRead(),
      reputationToday: this.#signedIn.reduce((sum, account) => sum + changeToday(account, this.#now), 0),
      quota: scarcest?.quota(),
      pollingPause: first?.pause,
      next: paused ? undefined : scarcest?.next(),
      zoom: preferences.zoom,
      panelPinned: preferences.panelPinned,
      locale: this.#locale,
    };
  }

  #phase(): AppState['phase'] {
    if (!this.#run.started) return 'starting';
    if (this.#sources.accounts.signingIn()) return 'signing-in';
    return this.#accounts.length > 0 ? 'running' : 'welcome';
  }

  /** Returns all conditions; one that several accounts share (no connection, say) appears once. */
  #allConditions(): (LocalizedCondition & { account?: string })[] {
    const ofAccounts = this.#accounts.flatMap(({ account, conditions }) =>
      conditions.map((condition) => ({ ...condition, account: account.id })),
    );
    const groups = Map.groupBy([...ofAccounts, ...this.#conditions], ({ kind, title }) => `${kind}: ${title}`);
    return [...groups.values()].map(([first]) => first!);
  }

  #unread(): number {
    return this.#accounts.reduce((sum, { unread }) => sum + unread, 0);
  }

  #newestUnread(): TrayFacts['unread'] {
    const { named } = siteLabels(this.#signedIn);
    const muted = mutedWatches(this.#settings);
    const unread = this.#signedIn.flatMap((account) =>
      (['inbox', 'watches'] as const).flatMap((source) =>
        account.profile.inbox.unread(source, MAX_TRAY_ITEMS, muted).map((item) => ({
          key: trayItemKey(
            source === 'inbox'
              ? { kind: 'inbox', key: scopedId(account.id, item.key) }
              : { kind: 'question', siteId: scopedId(account.id, item.site.id), questionId: item.questionId! },
          ),
          kind: source === 'inbox' ? item.itemType : 'question',
          title: item.title,
          siteName: named(account, item.site.name),
          createdAt: item.createdAt,
        })),
      ),
    );
    return unread.toSorted((a, b) => b.createdAt - a.createdAt);
  }

  #snoozedUntil(): number | undefined {
    const { snoozedUntil } = this.#settings;
    return snoozedUntil !== undefined && snoozedUntil > this.#now ? snoozedUntil : undefined;
  }

  #quiet(): AppState['quiet'] {
    const until = quietUntil(this.#settings.preferences.quietHours, this.#now);
    if (until !== undefined) return { because: 'quiet-hours', until: new Date(until) };
    return this.#sources.announcer.heldBy() === 'do-not-disturb' ? { because: 'do-not-disturb' } : undefined;
  }
}

const changeToday = ({ profile }: Account, now: number): number =>
  [...profile.reputation.changeSince(localDay(now)).values()].reduce((sum, change) => sum + change, 0);

/** Returns a condition for a failed sign-in. The window shows the failure in its own place; the tray has no other. */
function failedSignIn(accounts: Accounts, locale: Locale): LocalizedCondition[] {
  const advice = accounts.signingIn()?.problem;
  if (advice === undefined) return [];
  const failed = problem('signed-out', { title: ({ words }) => words('conditions.signInFailed'), advice });
  return [localizeCondition(failed, locale)];
}
