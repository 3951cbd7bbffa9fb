import type { Clock } from '../clock.ts';
import type { AppState, WindowView } from '../contract.ts';
import type { Desktop, DesktopNotification, SecretKeeping } from '../desktop/desktop.ts';
import type { Log } from '../log.ts';
import type { Subject } from '../store/events.ts';
import type { History } from '../store/history.ts';
import type { SettingsStore } from '../store/settings.ts';
import { createCountdown } from './countdown.ts';
import { createDelivery, type Delivery } from './delivery.ts';
import { namedItem, overview } from './overview.ts';
import { nextQuietChange } from './quiet-hours.ts';
import { createPoller, type Poller } from './poller.ts';
import { createSession, type Live } from './session.ts';
import { snoozeEnd, type SnoozeLength } from './snooze.ts';
import { expiryNotice, nextExpiryMoment } from './token-expiry.ts';
import { carryOut } from './tray-commands.ts';
import { watchDesk } from './watch-desk.ts';

export interface AgentParts {
  desktop: Desktop;
  settings: SettingsStore;
  history: History;
  clock: Clock;
  random: () => number;
  fetch: typeof globalThis.fetch;
  log: Log;
  version: string;
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

/** How often "do not disturb" is looked at while it holds something back, in ms: no system tells of its end everywhere. */
const betweenLooks = 60_000;

export type Agent = ReturnType<typeof createAgent>;

/** A click on a notification older than that opens the window instead of its page. */
const shownNoticesKeptFor = 90 * 24 * 3600_000;

/** Ages in the tray and "today" are brought up to date that often, in ms. */
const refreshEvery = 60_000;

/** The heart: owns the session, the poller and the delivery, and what a person can tell them to do. */
export function createAgent(parts: AgentParts, emit: <E extends keyof AgentEvents>(event: E, detail: AgentEvents[E]) => void) {
  const { desktop, settings, clock, log } = parts;
  let started = false;
  let poller: Poller | undefined;
  let delivery: Delivery | undefined;
  let secrets: SecretKeeping = { persistent: false, why: 'Not looked at yet.' };
  let notificationsFail = false;
  let timer = new AbortController();
  let takingOver: Promise<void> = Promise.resolve();
  /** Requests sent to a network before anybody counted: those of the sign-in. */
  const unclaimed = new Map<string, number>();
  const unsubscribe: (() => void)[] = [];

  const session = createSession({
    ...parts,
    traffic: (networkId) => ({
      sent() {
        if (poller && session.live()?.chosen.id === networkId) poller.sent();
        else unclaimed.set(networkId, (unclaimed.get(networkId) ?? 0) + 1);
      },
      answered: (facts) => session.live()?.chosen.id === networkId && poller?.answered(facts),
    }),
    onLive: takeOver,
    onChange: publish,
  });

  const guarded = (what: string, work: () => void | Promise<void>) =>
    void Promise.resolve().then(work).catch((error: unknown) => log.error(`${what} failed: ${error instanceof Error ? error.message : String(error)}`));

  /** One takeover after the other; one that was overtaken meanwhile does nothing. */
  function takeOver(live: Live | undefined): Promise<void> {
    takingOver = takingOver.then(() => replace(live));
    return takingOver;
  }

  /** Somebody else is signed in now, or nobody. */
  async function replace(live: Live | undefined): Promise<void> {
    await poller?.stop();
    poller = undefined;
    delivery = undefined;
    secrets = await desktop.secrets.keeping();
    if (live && session.live() === live) {
      const { profile, network, chosen } = live;
      profile.notices.prune(clock.now() - shownNoticesKeptFor);
      delivery = createDelivery({
        desktop: { notify, openExternal: (url) => desktop.openExternal(url), doNotDisturb: () => desktop.doNotDisturb(), showWindow: openWindow },
        settings,
        clock,
        log,
        profile,
        onFailing(failing) {
          if (failing === notificationsFail) return;
          notificationsFail = failing;
          publish();
        },
        onRead: readChanged,
        onHeldBack() {
          setTimer();
          publish();
        },
      });
      if (network && !(chosen.tokenExpiresAt !== undefined && chosen.tokenExpiresAt <= clock.now())) {
        poller = createPoller({
          ...parts,
          network,
          networkId: chosen.id,
          networkName: chosen.name,
          profile,
          alreadySent: unclaimed.get(chosen.id) ?? 0,
          onRecorded: recorded,
          onChange: publish,
        });
        unclaimed.delete(chosen.id);
        poller.setPresence(desktop.presence().state);
        poller.start();
      }
      await delivery.deliver();
    }
    setTimer();
    tellLists();
  }

  async function notify(notification: DesktopNotification): Promise<void> {
    await desktop.notify(notification);
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
    void delivery?.deliver();
    publish();
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
      poller,
      secrets,
      notificationsFail,
      doNotDisturb: delivery?.heldBack() === 'do-not-disturb',
    });

  const countsDown = ({ held, conditions }: AppState) => held !== undefined || conditions.some(({ retryAt }) => retryAt !== undefined);
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
      log.error(`The state could not be shown: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }

  /** Wakes at the next moment that is not a poll: a snooze's end, a token's, quiet hours', another look at "do not disturb". */
  function setTimer(): void {
    timer.abort();
    timer = new AbortController();
    const { signal } = timer;
    const live = session.live();
    const { snoozedUntil, preferences } = settings.get();
    const again = delivery?.heldBack() === 'do-not-disturb' ? clock.now() + betweenLooks : undefined;
    const moments = [snoozedUntil, nextQuietChange(preferences.quietHours, clock.now()), again, live?.network && nextExpiryMoment(live.chosen.tokenExpiresAt, clock.now())].filter((moment) => moment !== undefined);
    if (live) moments.push(clock.now() + refreshEvery);
    if (moments.length === 0) return;
    const wait = Math.max(0, Math.min(...moments) - clock.now());
    guarded('A planned moment', () => clock.sleep(wait, signal).then(() => (signal.aborted ? undefined : onMoment())));
  }

  async function onMoment(): Promise<void> {
    const live = session.live();
    const now = clock.now();
    if ((settings.get().snoozedUntil ?? Infinity) <= now) await endSnooze();
    else await delivery?.deliver();
    const notice = live?.network && expiryNotice(live.chosen.name, live.chosen.tokenExpiresAt, now);
    if (live && notice && live.profile.mark('expiry-told') !== live.chosen.tokenExpiresAt) {
      live.profile.transaction(() => {
        live.profile.notices.add(notice, now);
        live.profile.setMark('expiry-told', live.chosen.tokenExpiresAt);
      });
      await delivery?.deliver();
    }
    if (live?.network && live.chosen.tokenExpiresAt !== undefined && live.chosen.tokenExpiresAt <= now) await poller?.stop();
    setTimer();
    publish();
  }

  async function endSnooze(): Promise<void> {
    settings.change({ snoozedUntil: undefined });
    setTimer();
    await delivery?.deliver();
    publish();
  }

  const verbs = {
    syncNow: () => poller?.wantAll({ byPerson: true }),
    pause(): void {
      settings.change({ paused: true });
      poller?.replan();
      publish();
    },
    resume(): void {
      settings.change({ paused: false });
      poller?.wantAll({ byPerson: false });
      publish();
    },
    snooze(length: SnoozeLength): void {
      settings.change({ snoozedUntil: snoozeEnd(length, clock.now()) });
      setTimer();
      publish();
    },
    endSnooze,
    markAllRead(): void {
      const profile = session.live()?.profile;
      profile?.transaction(() => {
        profile.inbox.markAllRead(clock.now());
        profile.questions.markAllRead(clock.now());
      });
      readChanged();
    },
    setRead(keys: string[], read: boolean): void {
      const profile = session.live()?.profile;
      profile?.transaction(() => profile.inbox.setRead(keys, read ? clock.now() : null));
      readChanged();
    },
    markRead: (subject: Subject) => delivery?.markRead([subject]),
    /** Opens what a tray key names in the browser and marks it read. */
    async openItem(key: string): Promise<void> {
      const named = namedItem(key);
      if (named) await this.open(named);
    },
    /** Opens an inbox item or a question in the browser and marks it read. */
    async open(subject: NonNullable<ReturnType<typeof namedItem>>): Promise<void> {
      const profile = session.live()?.profile;
      const item = subject.kind === 'inbox' ? profile?.inbox.get(subject.key) : profile?.questions.get(subject.siteId, subject.questionId);
      if (!item) return;
      if (item.link !== undefined) await desktop.openExternal(item.link);
      delivery?.markRead([subject]);
    },
  };

  /** The machine woke or is connected again. With nobody there only a wait for the connection ends: they get theirs on return. */
  const catchUp = () => poller?.wantAll({ byPerson: false, notAskedFor: desktop.presence().state === 'away' ? Infinity : 0 });

  const { watches, previews } = watchDesk({
    settings,
    history: parts.history,
    clock,
    live: session.live,
    poller: () => poller,
    onChange() {
      emit('changed', 'watches');
      publish();
    },
  });

  return {
    ...verbs,
    session,
    state: () => look().state,
    publish,
    settings,
    /** The signed-in profile, or the last one whose token is gone. */
    profile: () => session.live()?.profile,
    network: () => session.live()?.network,
    watches,
    previews,
    settingsChanged(): void {
      emit('changed', 'settings');
      setTimer();
      void delivery?.deliver();
      publish();
    },
    /** Raises a notification outside the history, to see where they go. */
    testNotification: () =>
      notify({ id: 0, kind: 'status', title: 'Askbell', body: 'This is what a notification looks like.', silent: settings.get().preferences.silent, actions: [] }),
    async start(): Promise<void> {
      unsubscribe.push(
        desktop.on('tray-command', (command) => guarded(`Tray command ${command.do}`, () => carryOut(command, { ...verbs, showWindow: openWindow, quit: () => desktop.quit() }))),
        desktop.on('notification-action', ({ id, action }) => guarded(`Notification ${action}`, () => (id === 0 ? undefined : delivery?.acted(id, action)))),
        desktop.on('woke', () => {
          poller?.woke();
          catchUp();
          // Timers stand still while a machine sleeps: what fell due meanwhile is done now.
          guarded('Waking up', onMoment);
        }),
        desktop.on('online', catchUp),
        desktop.on('presence', ({ state }) => {
          poller?.setPresence(state);
          publish();
        }),
      );
      publish();
      secrets = await desktop.secrets.keeping();
      await session.resume();
      started = true;
      await onMoment();
    },
    /** Stops polling and waits for the request under way; the history stays open for its owner to close. */
    async stop(): Promise<void> {
      for (const stop of unsubscribe.splice(0)) stop();
      timer.abort();
      countdown.stop();
      await poller?.stop();
      await session.stop();
    },
  };
}
