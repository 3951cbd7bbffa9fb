import type { AppState } from '../contract.ts';
import type { Presence, SecretKeeping, TrayView } from '../desktop/desktop.ts';
import type { SettingsStore } from '../store/settings.ts';
import { appState, phaseOf, streamName } from './app-state.ts';
import { mostPressingFirst, type KeptCondition } from './conditions.ts';
import { heldUntil } from './held.ts';
import type { Poller } from './poller.ts';
import type { Session } from './session.ts';
import { quietUntil } from './quiet-hours.ts';
import { startOfToday } from './snooze.ts';
import { expiryCondition } from './token-expiry.ts';
import { trayView } from './tray-menu.ts';

/** Everything the picture of Askbell is drawn from, as the agent holds it. */
export interface Holdings {
  now: number;
  version: string;
  shell: 'electron' | 'headless';
  notificationsGoTo: string;
  presence: Presence;
  started: boolean;
  session: Session;
  settings: SettingsStore;
  poller: Poller | undefined;
  secrets: SecretKeeping;
  notificationsFail: boolean;
  /** The system's "do not disturb" holds something back. */
  doNotDisturb: boolean;
}

/** What window and tray are to show now. */
export function overview(holdings: Holdings): { state: AppState; tray: TrayView } {
  const { now, session, settings, poller } = holdings;
  const live = session.live();
  const profile = live?.profile;
  const conditions = mostPressingFirst(standing(holdings));
  const kept = settings.get();
  const snoozedUntil = kept.snoozedUntil !== undefined && kept.snoozedUntil > now ? kept.snoozedUntil : undefined;
  const quietEnd = quietUntil(kept.preferences.quietHours, now);
  const quiet =
    quietEnd !== undefined ? { because: 'quiet-hours' as const, until: new Date(quietEnd) } : holdings.doNotDisturb ? { because: 'do-not-disturb' as const } : undefined;
  const unread = profile ? profile.inbox.unreadCount() + profile.questions.unreadCount() : 0;
  const budget = poller?.budget();
  const quota = budget && { max: budget.max, remaining: Math.max(0, budget.remaining) };
  const next = poller?.next();
  const polling = live && !kept.paused;
  const held = polling ? heldUntil({ now, conditions, quota, next }) : undefined;
  const newest = [
    ...(profile?.inbox.unread(10) ?? []).map((item) => ({ key: inboxKey(item.key), title: item.title, siteName: item.site.name, createdAt: item.createdAt })),
    ...(profile?.questions.unread(10) ?? []).map((match) => ({ key: questionKey(match.site.id, match.questionId), title: match.title, siteName: match.site.name, createdAt: match.createdAt })),
  ].toSorted((a, b) => b.createdAt - a.createdAt);
  const today = [...(profile?.reputation.changeSince(startOfToday(now)).values() ?? [])].reduce((sum, change) => sum + change, 0);
  return {
    state: appState({
      version: holdings.version,
      shell: holdings.shell,
      started: holdings.started,
      live,
      signingIn: session.signingIn(),
      conditions,
      budget,
      next,
      lastPollAt: poller?.lastPollAt(),
      plan: poller?.plan(),
      held,
      paused: kept.paused,
      snoozedUntil,
      quiet,
      unread,
      secrets: holdings.secrets,
      notificationsGoTo: holdings.notificationsGoTo,
      presence: holdings.presence,
    }),
    tray: trayView({
      now,
      phase: phaseOf({ started: holdings.started, live, signingIn: session.signingIn() }),
      conditions,
      paused: kept.paused,
      snoozedUntil,
      quiet: quiet !== undefined,
      unreadCount: unread,
      unread: newest,
      reputationToday: today,
      quota,
      held,
      next: polling && next && Number.isFinite(next.at) ? { what: streamName(next.stream), at: next.at } : undefined,
    }),
  };
}

/** How the tray names what it lists. */
const inboxKey = (key: string): string => `inbox:${key}`;
const questionKey = (siteId: string, questionId: number): string => `question:${questionId}:${siteId}`;

/** A tray key back to what it names; undefined for anything else. */
export function namedItem(key: string): { kind: 'inbox'; key: string } | { kind: 'question'; siteId: string; questionId: number } | undefined {
  const inbox = /^inbox:(.+)$/s.exec(key);
  if (inbox) return { kind: 'inbox', key: inbox[1]! };
  const question = /^question:(\d+):(.+)$/s.exec(key);
  return question ? { kind: 'question', questionId: Number(question[1]), siteId: question[2]! } : undefined;
}

/** What is not as it should be, from everywhere. */
function standing({ now, session, settings, poller, secrets, notificationsFail }: Holdings): KeptCondition[] {
  const live = session.live();
  const trouble = session.trouble();
  const all: (KeptCondition | undefined)[] = [trouble, ...(poller?.conditions() ?? [])];
  if (live) {
    all.push(expiryCondition(live.chosen.name, live.chosen.tokenExpiresAt, now));
    if (!live.network && !trouble) {
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
  return all.filter((condition) => condition !== undefined);
}
