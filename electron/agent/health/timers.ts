import { MINUTE_MS } from '../../../common/durations.ts';
import { errorMessage } from '../../../common/error-message.ts';
import { untilBeat } from '../../base/clock.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { nextRenewalTime, nextExpiryTime } from '../accounts/tokens.ts';
import type { AgentContext } from '../context.ts';
import type { Announcer } from '../notifications/announcer.ts';
import { nextQuietChange } from '../notifications/quiet.ts';
import type { Retention } from '../settings/received-data.ts';
import type { StorageUpkeep } from './storage-upkeep.ts';

/** Interval at which "do not disturb" is read while it holds notifications: not every system reports its end. */
const DO_NOT_DISTURB_CHECK_MS = MINUTE_MS;

/** Interval at which files, ages in the tray, "today" and held notifications are checked. */
const CHECK_INTERVAL_MS = MINUTE_MS;

/**
 * Jobs besides polls, at known times and each minute: maintaining files, ending snoozes, renewing and checking tokens,
 * delivering notifications, deleting old items.
 */
export class Timers {
  readonly #context: AgentContext;
  readonly #accounts: Accounts;
  readonly #announcer: Announcer;
  readonly #retention: Retention;
  readonly #upkeep: StorageUpkeep;
  #timer = new AbortController();
  #dueAt = Infinity;

  constructor(
    context: AgentContext,
    accounts: Accounts,
    announcer: Announcer,
    retention: Retention,
    upkeep: StorageUpkeep,
  ) {
    this.#context = context;
    this.#accounts = accounts;
    this.#announcer = announcer;
    this.#retention = retention;
    this.#upkeep = upkeep;
    for (const name of ['due-changed', 'waiting-changed'] as const) context.events.on(name, () => this.#reset());
  }

  /**
   * Runs each job by itself, and finds when the next is due: a failure is logged, and the job is tried again the next
   * time. Never rejects.
   */
  async run(): Promise<void> {
    const { clock, events } = this.#context;
    const isDue = clock.now() >= this.#dueAt;
    const jobs: [what: string, job: () => unknown][] = [
      // First, because all other jobs need a readable and writable history.
      ['Checking the files', () => this.#upkeep.look()],
      ['Ending snoozes of items', () => this.#endItemSnoozes()],
      ['Renewing tokens', () => this.#accounts.renew()],
      ['Checking tokens', () => this.#checkTokens()],
      ['Delivering notifications', () => this.#deliver()],
    ];
    for (const [what, job] of jobs) await this.#guarded(what, job);
    // Not awaited: a large history takes minutes.
    void this.#guarded('Deleting old items', () => this.#retention.forgetOld());
    this.#reset();
    events.emit(isDue ? 'state-changed' : 'time-passed');
  }

  stop(): void {
    this.#timer.abort();
  }

  /** Waits for the next due time, which may have changed. */
  #reset(): void {
    const { clock } = this.#context;
    this.#timer.abort();
    this.#timer = new AbortController();
    const { signal } = this.#timer;
    const now = clock.now();
    this.#dueAt = this.#nextDue(now);
    const wait = Math.min(this.#dueAt - now, untilBeat(clock, CHECK_INTERVAL_MS));
    void clock.sleep(Math.max(0, wait), signal).then(() => void (signal.aborted || this.run()));
  }

  /** Returns the next due time. If the history is unreadable, everything waits for the regular check. */
  #nextDue(now: number): number {
    const { snoozedUntil, preferences } = this.#context.settings.get();
    try {
      const dueTimes = [
        snoozedUntil,
        nextQuietChange(preferences.quietHours, now),
        this.#announcer.heldBy() === 'do-not-disturb' ? now + DO_NOT_DISTURB_CHECK_MS : undefined,
        this.#announcer.waiting()?.until,
        ...this.#accounts
          .all()
          .flatMap(({ network, chosen, profile }) => [
            network && nextExpiryTime(chosen.tokenExpiresAt, now),
            nextRenewalTime(chosen, now),
            profile.itemSnoozes.nextEnd(),
          ]),
      ];
      return Math.min(...dueTimes.filter((due) => due !== undefined));
    } catch {
      return Infinity;
    }
  }

  async #checkTokens(): Promise<void> {
    for (const account of this.#accounts.all())
      await this.#guarded(`Checking the token of ${account.id}`, () =>
        this.#accounts.renewals.isRenewing(account.id) ? undefined : account.checkExpiry(),
      );
  }

  #endItemSnoozes(): void {
    const ended = this.#accounts.all().filter((account) => account.endItemSnoozes());
    if (ended.length > 0) this.#context.events.emit('read-changed');
  }

  async #deliver(): Promise<void> {
    const { settings, clock, events } = this.#context;
    const isSnoozeOver = (settings.get().snoozedUntil ?? Infinity) <= clock.now();
    if (isSnoozeOver) settings.change({ snoozedUntil: undefined });
    await this.#announcer.deliver();
    if (isSnoozeOver) events.emit('state-changed');
  }

  async #guarded(what: string, job: () => unknown): Promise<void> {
    try {
      await job();
    } catch (error) {
      this.#context.log.error(`${what} failed: ${errorMessage(error)}`);
    }
  }
}
