import { errorMessage } from '../../../common/error-message.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { SettingsStore } from '../../store/settings.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { AgentEvents, Emitter } from '../context.ts';
import type { Announcer } from '../notifications/announcer.ts';
import type { Retention } from '../settings/retention.ts';
import type { Upkeep } from './storage-upkeep.ts';

export interface DueWorkParts {
  settings: SettingsStore;
  clock: Clock;
  log: Log;
  events: Emitter<AgentEvents>;
  accounts: Accounts;
  announcements: Announcer;
  retention: Retention;
  upkeep: Upkeep;
}

/**
 * Jobs that run at known times and each minute: maintaining files, ending snoozes, renewing and checking tokens,
 * delivering notifications, deleting old items.
 */
export class DueWork {
  readonly #parts: DueWorkParts;

  constructor(parts: DueWorkParts) {
    this.#parts = parts;
  }

  /** Runs each job by itself: a failure is logged, and the job is tried again the next time. Never rejects. */
  async run(): Promise<void> {
    const { accounts, retention, upkeep } = this.#parts;
    const jobs: [what: string, job: () => unknown][] = [
      // First, because all other jobs need a readable and writable history.
      ['looking after the files', () => upkeep.look()],
      ['ending snoozed items', () => this.#endItemSnoozes()],
      ['renewing tokens', () => accounts.renew()],
      ['looking after tokens', () => this.#checkTokens()],
      ['delivering', () => this.#deliver()],
    ];
    for (const [what, job] of jobs) await this.#guarded(what, job);
    // Not awaited: a large history takes minutes.
    void this.#guarded('deleting what is old', () => retention.forgetOld());
  }

  async #checkTokens(): Promise<void> {
    const { accounts } = this.#parts;
    for (const account of accounts.all())
      await this.#guarded(`looking after the token of ${account.id}`, () =>
        accounts.isRenewing(account.id) ? undefined : account.checkExpiry(),
      );
  }

  #endItemSnoozes(): void {
    const { accounts, events } = this.#parts;
    if (accounts.all().filter((account) => account.endItemSnoozes()).length > 0) events.emit('read-changed');
  }

  async #deliver(): Promise<void> {
    const { settings, clock, announcements, events } = this.#parts;
    const isSnoozeOver = (settings.get().snoozedUntil ?? Infinity) <= clock.now();
    if (isSnoozeOver) settings.change({ snoozedUntil: undefined });
    await announcements.deliver();
    if (isSnoozeOver) events.emit('state-changed');
  }

  async #guarded(what: string, job: () => unknown): Promise<void> {
    try {
      await job();
    } catch (error) {
      this.#parts.log.error(`${what} failed: ${errorMessage(error)}`);
    }
  }
}
