import type { Clock } from '../../clock.ts';
import type { SettingsStore } from '../../store/settings.ts';
import type { Accounts } from '../accounts/account-registry.ts';
import { nextQuietChange } from '../notifications/quiet-hours.ts';
import { nextExpiryMoment } from '../accounts/token-expiry.ts';

/** How often "do not disturb" is looked at while it holds something back, in ms: no system tells of its end everywhere. */
const betweenLooks = 60_000;

/** Ages in the tray and "today" are brought up to date that often, in ms. */
const refreshEvery = 60_000;

export interface MomentParts {
  clock: Clock;
  settings: SettingsStore;
  accounts: Accounts;
  /** The moment has come; must not reject. */
  onMoment: () => void;
}

/** Whether the system's "do not disturb" holds something of somebody's back. */
export const heldByDoNotDisturb = (accounts: Accounts): boolean =>
  accounts.all().some(({ delivery }) => delivery.heldBack() === 'do-not-disturb');

/** Wakes at the next moment that is not a poll: a snooze's end, a token's, quiet hours', another look at "do not disturb". */
export function createMoments({ clock, settings, accounts, onMoment }: MomentParts) {
  let timer = new AbortController();
  return {
    /** Looks anew when the next one is. */
    set(): void {
      timer.abort();
      timer = new AbortController();
      const { signal } = timer;
      const now = clock.now();
      const all = accounts.all();
      const { snoozedUntil, preferences } = settings.get();
      const again = heldByDoNotDisturb(accounts) ? now + betweenLooks : undefined;
      const expiries = all.map(({ network, chosen }) => network && nextExpiryMoment(chosen.tokenExpiresAt, now));
      const returns = all.map(({ profile }) => profile.inbox.nextSnoozeEnd());
      const moments = [
        snoozedUntil,
        nextQuietChange(preferences.quietHours, now),
        again,
        ...expiries,
        ...returns,
      ].filter((moment) => moment !== undefined);
      if (all.length > 0) moments.push(now + refreshEvery);
      if (moments.length === 0) return;
      void clock.sleep(Math.max(0, Math.min(...moments) - now), signal).then(() => void (signal.aborted || onMoment()));
    },
    stop: (): void => timer.abort(),
  };
}
