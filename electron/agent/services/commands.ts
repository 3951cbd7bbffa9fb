import type { Clock } from '../../clock.ts';
import type { SettingsStore } from '../../store/settings.ts';
import type { Accounts } from '../accounts/account-registry.ts';
import type { itemActs } from './item-actions.ts';
import type { SnoozeLength } from '../../../common/snooze.ts';
import { snoozeEnd } from '../notifications/snooze.ts';

interface VerbParts {
  accounts: Accounts;
  settings: SettingsStore;
  clock: Clock;
  acts: ReturnType<typeof itemActs>;
  publish: () => void;
  /** Moments to wake at have changed. */
  setTimer: () => void;
  endSnooze: () => Promise<void>;
  markAllRead: () => void;
}

/** What a person can tell the agent, from the window or the tray; it counts for everybody who is signed in. */
export function createVerbs({ accounts, settings, clock, acts, publish, setTimer, endSnooze, markAllRead }: VerbParts) {
  return {
    syncNow: () => accounts.wantAll({ byPerson: true }),
    pause(): void {
      settings.change({ paused: true });
      for (const { poller } of accounts.all()) poller?.replan();
      publish();
    },
    resume(): void {
      settings.change({ paused: false });
      accounts.wantAll({ byPerson: false });
      publish();
    },
    snooze(length: SnoozeLength): void {
      settings.change({ snoozedUntil: snoozeEnd(length, clock.now()) });
      setTimer();
      publish();
    },
    endSnooze,
    markAllRead,
    ...acts,
  };
}
