import type { Clock } from '../clock.ts';
import type { AppState } from '../../common/contract/contract.ts';
import type { Desktop, DesktopNotification, SecretKeeping, WindowView } from '../desktop/desktop.ts';
import type { Log } from '../log.ts';
import type { History } from '../store/history.ts';
import type { Preferences, SettingsStore } from '../store/settings.ts';
import { speechOf } from '../../common/i18n/localized-text.ts';
import { createAccount } from './accounts/account.ts';
import { createAccounts } from './accounts/account-registry.ts';
import { allWatches } from './services/watches.ts';
import { createCountdown } from './presentation/tray-countdown.ts';
import { dataDesk } from './services/data.ts';
import { createMachine, ownSound } from './services/system-settings.ts';
import { inboxDesk } from './services/inbox.ts';
import { itemActs } from './services/item-actions.ts';
import { createMoments, heldByDoNotDisturb } from './services/timers.ts';
import { overview } from './presentation/snapshot.ts';
import { makeReport } from './services/diagnostic-report.ts';
import { createSession } from './accounts/session.ts';
import { sumUp, sumUpApart } from './services/merge-summaries.ts';
import { carryOut } from './services/tray-commands.ts';
import { createVerbs } from './services/commands.ts';

export interface AgentParts {
  desktop: Desktop;
  settings: SettingsStore;
  history: History;
  clock: Clock;
  random: () => number;
  fetch: typeof globalThis.fetch;
  log: Log;
  version: string;
  /** Versions and the system, for a report: names and values. */
  machine: [string, string][];
  demoFile: string;
  demoSpeed: number;
}

/** What the agent tells whoever shows it. */
export interface AgentEvents {
  state: AppState;
  changed: 'inbox' | 'reputation' | 'watches' | 'sites' | 'settings';
  navigate: WindowView;
  notice: { title: string; body: string };
}

export type Agent = ReturnType<typeof createAgent>;

/** The heart: owns the session, the accounts with their pollers, and what a person can tell them to do. */
export function createAgent(
  parts: AgentParts,
  emit: <E extends keyof AgentEvents>(event: E, detail: AgentEvents[E]) => void,
) {
  const { desktop, settings, clock, log } = parts;
  let started = false;
  let secrets: SecretKeeping = { persistent: false, where: 'keyring', why: 'locked' };
  let notificationsFail = false;
  const unsubscribe: (() => void)[] = [];

  const guarded = (what: string, work: () => void | Promise<void>) =>
    void Promise.resolve()
      .then(work)
      .catch((error: unknown) =>
        log.error(`${what} failed: ${error instanceof Error ? error.message : String(error)}`),
      );

  const accounts = createAccounts({
    session: () => session,
    create: (live, alreadySent) =>
      createAccount(
        {
          ...parts,
          notify,
          isStillNewsAt: (id, subject) => accounts.get(id)?.isStillNews(subject) === true,
          showWindow: openWindow,
          onFailing(failing) {
            if (failing === notificationsFail) return;
            notificationsFail = failing;
            publish();
          },
          onRead: readChanged,
          onHeldBack() {
            moments.set();
            publish();
          },
          onRecorded: recorded,
          onWatches() {
            emit('changed', 'watches');
            publish();
          },
          onChange: publish,
        },
        live,
        alreadySent,
      ),
    onLeaving: (all) => sumUpApart(all, speech(), clock.now()),
    async onTaken(account) {
      secrets = await desktop.secrets.keeping();
      account?.start(desktop.presence().state);
      await deliver();
      moments.set();
      tellLists();
    },
  });

  const speech = () => speechOf(settings.get().preferences.language, desktop.languages);
  const machine = createMachine(desktop, log, () => speech().words);
  const session = createSession({
    ...parts,
    words: () => speech().words,
    traffic: accounts.traffic,
    onLive: accounts.take,
    onChange: publish,
  });

  async function notify(notification: DesktopNotification): Promise<void> {
    const sound = notification.silent ? undefined : ownSound(settings.get().preferences);
    await desktop.notify({ ...notification, ...(sound && { sound }) });
    if (desktop.windowShowsNotifications) emit('notice', { title: notification.title, body: notification.body });
  }

  function openWindow(view: WindowView): void {
    emit('navigate', view);
    desktop.showWindow(view);
  }

  function tellLists(): void {
    for (const list of ['inbox', 'reputation', 'watches', 'sites'] as const) emit('changed', list);
  }

  function recorded(): void {
    tellLists();
    void deliver();
    publish();
  }

  /** Shows what is pending. A snooze that ended while nobody could act on it (off, or asleep): what gathered comes as one. */
  async function deliver(): Promise<void> {
    const { snoozedUntil } = settings.get();
    if (snoozedUntil !== undefined && snoozedUntil <= clock.now()) {
      settings.change({ snoozedUntil: undefined });
      for (const { delivery } of accounts.all()) delivery.gather();
    }
    await sumUp(accounts.all(), speech(), clock.now());
    await Promise.all(accounts.all().map(({ delivery }) => delivery.deliver()));
  }

  function readChanged(): void {
    emit('changed', 'inbox');
    emit('changed', 'watches');
    publish();
  }

  const look = () =>
    overview({
      now: clock.now(),
      version: parts.version,
      shell: desktop.shell,
      notificationsGoTo: desktop.notificationsGoTo,
      presence: desktop.presence(),
      started,
      session,
      settings,
      accounts: accounts.all(),
      secrets,
      notificationsFail,
      doNotDisturb: heldByDoNotDisturb(accounts),
      systemLanguages: desktop.languages,
      abilities: machine.abilities(),
    });

  const countsDown = ({ conditions }: AppState) => conditions.some(({ retryAt }) => retryAt !== undefined);
  const countdown = createCountdown(clock, () => {
    const { state, tray } = look();
    desktop.setTray(tray);
    return countsDown(state);
  });

  /** Tells window and tray how things are. */
  function publish(): void {
    try {
      const { state, tray } = look();
      emit('state', state);
      desktop.setTray(tray);
      if (countsDown(state)) countdown.begin();
    } catch (error) {
      // What cannot be shown must not keep the polling from going on.
      log.error(
        `The state could not be shown: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
  }

  const moments = createMoments({ clock, settings, accounts, onMoment: () => guarded('A planned moment', onMoment) });

  async function onMoment(): Promise<void> {
    if (accounts.all().filter((account) => account.bringBack()).length > 0) readChanged();
    if ((settings.get().snoozedUntil ?? Infinity) <= clock.now()) await endSnooze();
    else await deliver();
    for (const account of accounts.all()) await account.lookAtExpiry();
    data.forgetOld();
    moments.set();
    publish();
  }

  async function endSnooze(): Promise<void> {
    settings.change({ snoozedUntil: undefined });
    moments.set();
    await deliver();
    publish();
  }

  const acts = itemActs({ accounts, desktop, openWindow });

  const verbs = createVerbs({
    accounts,
    settings,
    clock,
    acts,
    publish,
    setTimer: moments.set,
    endSnooze,
    markAllRead: () => void inbox.markAllRead(),
  });

  const inbox = inboxDesk({
    accounts,
    history: parts.history,
    settings,
    clock,
    onChange() {
      moments.set();
      readChanged();
    },
  });

  /** The machine woke or is connected again. With nobody there only a wait for the connection ends: they get theirs on return. */
  const catchUp = () =>
    accounts.wantAll({ byPerson: false, notAskedFor: desktop.presence().state === 'away' ? Infinity : 0 });

  async function changePreferences(part: Partial<Preferences>): Promise<Preferences> {
    const before = settings.get().preferences;
    await machine.change(before, { ...before, ...part });
    // Others may have been changed meanwhile.
    const preferences = { ...settings.get().preferences, ...part };
    settings.change({ preferences });
    if (part.pollingWeights) for (const { poller } of accounts.all()) poller?.reweigh();
    if (part.retention !== undefined) data.retentionChanged();
    emit('changed', 'settings');
    moments.set();
    void deliver();
    publish();
    return preferences;
  }

  const data = dataDesk({
    ...parts,
    accounts,
    words: () => speech().words,
    changePreferences,
    onChange() {
      tellLists();
      publish();
    },
  });

  return {
    ...verbs,
    session,
    /** The words of the language that the person reads. */
    words: () => speech().words,
    state: () => look().state,
    publish,
    settings,
    /** Everybody who is signed in, the first to have come first. */
    accounts,
    inbox,
    watches: allWatches(accounts),
    /** Takes the preferences that change; gives all. Throws a `Refusal` for one that this machine cannot have. */
    changePreferences,
    data,
    /** Text for people who help, without secrets. */
    report: () =>
      makeReport({
        settings,
        session,
        desktop,
        at: new Date(clock.now()),
        state: look().state,
        machine: parts.machine,
      }),
    /** Raises a notification outside the history, to see where they go. */
    testNotification: () =>
      notify({
        id: 0,
        kind: 'status',
        title: 'Askbell',
        body: speech().words('notices.test'),
        silent: settings.get().preferences.sound === 'none',
        actions: [],
      }),
    async start(): Promise<void> {
      unsubscribe.push(
        desktop.on('tray-command', (command) =>
          guarded(`Tray command ${command.do}`, () =>
            carryOut(command, { ...verbs, showWindow: openWindow, quit: () => desktop.quit() }),
          ),
        ),
        desktop.on('notification-action', ({ id, action }) =>
          guarded(`Notification ${action}`, () => (id === 0 ? undefined : acts.acted(id, action))),
        ),
        desktop.on('woke', () => {
          for (const { poller } of accounts.all()) poller?.woke();
          catchUp();
          // Timers stand still while a machine sleeps: what fell due meanwhile is done now.
          guarded('Waking up', onMoment);
        }),
        desktop.on('online', catchUp),
        desktop.on('shortcut', () => desktop.showWindow()),
        desktop.on('presence', ({ state }) => {
          for (const { poller } of accounts.all()) poller?.setPresence(state);
          publish();
        }),
      );
      publish();
      data.qualifyMutedSites();
      await machine.begin(settings.get().preferences);
      secrets = await desktop.secrets.keeping();
      await session.resume();
      started = true;
      await onMoment();
    },
    /** Stops polling and waits for the request under way; the history stays open for its owner to close. */
    async stop(): Promise<void> {
      for (const stop of unsubscribe.splice(0)) stop();
      moments.stop();
      countdown.stop();
      await accounts.stop();
      await session.stop();
    },
  };
}
