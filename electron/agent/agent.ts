import type { Clock } from '../clock.ts';
import type { AppState, WindowView } from '../contract.ts';
import type { Desktop, SecretKeeping, TrayCommand } from '../desktop/desktop.ts';
import type { Log } from '../log.ts';
import type { History } from '../store/history.ts';
import type { SettingsStore } from '../store/settings.ts';
import { appState, phaseOf } from './app-state.ts';
import type { KeptCondition } from './conditions.ts';
import { mostPressingFirst } from './conditions.ts';
import { createDelivery, type Delivery } from './delivery.ts';
import { createPoller, type Poller } from './poller.ts';
import { createSession, type Live } from './session.ts';
import { snoozeEnd, startOfToday, type SnoozeLength } from './snooze.ts';
import { expiryCondition, expiryNotice, nextExpiryMoment } from './token-expiry.ts';
import { trayView } from './tray-menu.ts';

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
  changed: 'inbox' | 'reputation' | 'watches' | 'settings';
  navigate: WindowView;
}

export type Agent = ReturnType<typeof createAgent>;

/** The heart: owns the session, the poller and the delivery, and what a person can tell them to do. */
export function createAgent(parts: AgentParts, emit: <E extends keyof AgentEvents>(event: E, detail: AgentEvents[E]) => void) {
  const { desktop, settings, clock, log } = parts;
  let started = false;
  let poller: Poller | undefined;
  let delivery: Delivery | undefined;
  let secrets: SecretKeeping = { persistent: false, why: 'Not looked at yet.' };
  let notificationsFail = false;
  let timer = new AbortController();
  const unsubscribe: (() => void)[] = [];

  const session = createSession({
    ...parts,
    traffic: (networkId) => ({
      sent: () => session.live()?.chosen.id === networkId && poller?.sent(),
      answered: (facts) => session.live()?.chosen.id === networkId && poller?.answered(facts),
    }),
    onLive: takeOver,
    onChange: publish,
  });

  /** Somebody else is signed in now, or nobody. */
  async function takeOver(live: Live | undefined): Promise<void> {
    await poller?.stop();
    poller = undefined;
    delivery = undefined;
    secrets = await desktop.secrets.keeping();
    if (live) {
      const { profile, network, chosen } = live;
      delivery = createDelivery({
        desktop,
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
      });
      if (network) {
        poller = createPoller({ ...parts, network, networkId: chosen.id, networkName: chosen.name, profile, onRecorded: recorded, onChange: publish });
        poller.start();
      }
      await delivery.deliver();
    }
    setTimer();
    for (const list of ['inbox', 'reputation', 'watches'] as const) emit('changed', list);
  }

  function recorded(): void {
    for (const list of ['inbox', 'reputation', 'watches'] as const) emit('changed', list);
    void delivery?.deliver();
    publish();
  }

  function readChanged(): void {
    emit('changed', 'inbox');
    emit('changed', 'watches');
    publish();
  }

  function conditions(): KeptCondition[] {
    const live = session.live();
    const all: (KeptCondition | undefined)[] = [session.trouble(), ...(poller?.conditions() ?? [])];
    if (live) {
      all.push(expiryCondition(live.chosen.name, live.chosen.tokenExpiresAt, clock.now()));
      if (!live.network && !session.trouble()) {
        all.push({ kind: 'signed-out', severity: 'problem', title: `You are signed out of ${live.chosen.name}`, advice: 'The sign-in could not be kept on this computer. Sign in again; nothing you had is lost.' });
      }
      if (!secrets.persistent) {
        all.push({ kind: 'secrets-not-kept', severity: 'warning', title: 'You will have to sign in again after a restart', advice: secrets.why });
      }
    }
    if (notificationsFail) {
      all.push({ kind: 'notifications-failed', severity: 'warning', title: 'The system refuses notifications', advice: 'Allow notifications for Askbell in the system settings. Everything new is in this window.' });
    }
    if (settings.setBack.length > 0) {
      all.push({ kind: 'settings-reset', severity: 'warning', title: 'Some settings could not be read and were set back', advice: `Set back: ${settings.setBack.join(', ')}. The old values are kept in the settings file under "rejected".` });
    }
    return mostPressingFirst(all.filter((condition) => condition !== undefined));
  }

  function unread(): number {
    const profile = session.live()?.profile;
    return profile ? profile.inbox.unreadCount() + profile.questions.unreadCount() : 0;
  }

  const snoozedUntil = (): number | undefined => {
    const until = settings.get().snoozedUntil;
    return until !== undefined && until > clock.now() ? until : undefined;
  };

  function state(): AppState {
    return appState({
      version: parts.version,
      shell: desktop.shell,
      started,
      live: session.live(),
      signingIn: session.signingIn(),
      conditions: conditions(),
      budget: poller?.budget(),
      next: poller?.next(),
      lastPollAt: poller?.lastPollAt(),
      paused: settings.get().paused,
      snoozedUntil: snoozedUntil(),
      unread: unread(),
      secrets,
      notificationsGoTo: desktop.notificationsGoTo,
    });
  }

  /** Tells window and tray how things are. */
  function publish(): void {
    emit('state', state());
    const live = session.live();
    const { profile } = live ?? {};
    const budget = poller?.budget();
    const newest = [
      ...(profile?.inbox.unread(10) ?? []).map((item) => ({ key: `inbox:${item.key}`, title: item.title, siteName: item.site.name, createdAt: item.createdAt })),
      ...(profile?.questions.unread(10) ?? []).map((match) => ({ key: `question:${match.questionId}:${match.site.id}`, title: match.title, siteName: match.site.name, createdAt: match.createdAt })),
    ].toSorted((a, b) => b.createdAt - a.createdAt);
    desktop.setTray(
      trayView({
        now: clock.now(),
        phase: phaseOf({ started, live, signingIn: session.signingIn() }),
        conditions: conditions(),
        paused: settings.get().paused,
        snoozedUntil: snoozedUntil(),
        unreadCount: unread(),
        unread: newest,
        reputationToday: [...(profile?.reputation.changeSince(startOfToday(clock.now())).values() ?? [])].reduce((sum, change) => sum + change, 0),
        quota: budget && { max: budget.max, remaining: Math.max(0, budget.remaining) },
      }),
    );
  }

  /** Wakes at the next moment that is not a poll: a snooze's end, a token's. */
  function setTimer(): void {
    timer.abort();
    timer = new AbortController();
    const { signal } = timer;
    const live = session.live();
    const moments = [settings.get().snoozedUntil, live?.network && nextExpiryMoment(live.chosen.tokenExpiresAt, clock.now())].filter((moment) => moment !== undefined);
    if (moments.length === 0) return;
    void clock.sleep(Math.max(0, Math.min(...moments) - clock.now()), signal).then(() => (signal.aborted ? undefined : onMoment()));
  }

  async function onMoment(): Promise<void> {
    const live = session.live();
    const now = clock.now();
    if ((settings.get().snoozedUntil ?? Infinity) <= now) await endSnooze();
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
    await delivery?.deliverHeld();
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
    /** Opens an inbox item (`inbox:KEY`) or a question (`question:ID:SITE`) in the browser and marks it read. */
    async openItem(key: string): Promise<void> {
      const profile = session.live()?.profile;
      const [kind, rest] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)];
      const [questionId, siteId] = [Number(rest.slice(0, rest.indexOf(':'))), rest.slice(rest.indexOf(':') + 1)];
      const item = kind === 'inbox' ? profile?.inbox.get(rest) : profile?.questions.get(siteId, questionId);
      if (!item) return;
      delivery?.markRead([kind === 'inbox' ? { kind: 'inbox', key: rest } : { kind: 'question', siteId, questionId }]);
      if (item.link !== undefined) await desktop.openExternal(item.link);
    },
  };

  function onTray(command: TrayCommand): void | Promise<void> {
    switch (command.do) {
      case 'open-item':
        return verbs.openItem(command.key);
      case 'open-window':
        emit('navigate', command.view);
        return desktop.showWindow(command.view);
      case 'snooze':
        return verbs.snooze(command.for);
      case 'sync-now':
        return verbs.syncNow();
      case 'end-snooze':
        return verbs.endSnooze();
      case 'mark-all-read':
        return verbs.markAllRead();
      case 'pause':
        return verbs.pause();
      case 'resume':
        return verbs.resume();
      case 'quit':
        return desktop.quit();
    }
  }

  const guarded = (what: string, work: () => void | Promise<void>) =>
    void Promise.resolve().then(work).catch((error: unknown) => log.error(`${what} failed: ${error instanceof Error ? error.message : String(error)}`));

  return {
    ...verbs,
    session,
    state,
    publish,
    settings,
    /** The signed-in profile, or the last one whose token is gone. */
    profile: () => session.live()?.profile,
    network: () => session.live()?.network,
    /** Watches changed: plan anew, and forget where a site was that nobody watches any more. */
    watchesChanged(forgottenSite?: string): void {
      if (forgottenSite !== undefined) poller?.forgetQuestions(forgottenSite);
      poller?.replan();
      emit('changed', 'watches');
      publish();
    },
    settingsChanged(): void {
      emit('changed', 'settings');
      publish();
    },
    /** Raises a notification outside the history, to see where they go. */
    testNotification: () =>
      desktop.notify({ id: 0, kind: 'status', title: 'Askbell', body: 'This is what a notification looks like.', silent: settings.get().preferences.silent, actions: [] }),
    async start(): Promise<void> {
      unsubscribe.push(
        desktop.on('tray-command', (command) => guarded(`Tray command ${command.do}`, () => onTray(command))),
        desktop.on('notification-action', ({ id, action }) => guarded(`Notification ${action}`, () => (id === 0 ? undefined : delivery?.acted(id, action)))),
        desktop.on('woke', () => poller?.wantAll({ byPerson: false })),
        desktop.on('online', () => poller?.wantAll({ byPerson: false })),
      );
      publish();
      secrets = await desktop.secrets.keeping();
      await session.resume();
      started = true;
      if ((settings.get().snoozedUntil ?? Infinity) <= clock.now()) await endSnooze();
      setTimer();
      publish();
    },
    /** Stops polling and waits for the request under way; the history stays open for its owner to close. */
    async stop(): Promise<void> {
      for (const stop of unsubscribe.splice(0)) stop();
      timer.abort();
      await poller?.stop();
      await session.stop();
    },
  };
}
