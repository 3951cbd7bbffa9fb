import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../common/durations.ts';
import { errorMessage } from '../../../common/error-message.ts';
import { elapsed, untilBeat } from '../../base/clock.ts';
import { BACKUP_MARK, FULL_CHECK_MARK } from '../../store/database/database.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { nextExpiryTime, nextRenewalTime } from '../accounts/tokens.ts';
import { everythingChanged, type AgentContext } from '../context.ts';
import type { Announcer } from '../notifications/announcer.ts';
import { nextQuietChange } from '../notifications/quiet.ts';

/** Jobs for idle time: interval, and how long beyond it a job waits for the user to be away. */
const BACKUP = { everyMs: DAY_MS, patienceMs: 12 * HOUR_MS };
const FULL_CHECK = { everyMs: 7 * DAY_MS, patienceMs: 2 * DAY_MS };

/** Maximum time until marks of polls are written if nothing else is; a crash loses them. */
const WRITE_EVERY_MS = 4 * HOUR_MS;

/** Minimum run time before the first job of each kind. */
const FIRST_AFTER_MS = HOUR_MS;

const Done = z.object({ at: z.number() });

/** Maintenance of history and settings: files present, written, intact and backed up; old items deleted. */
export class StorageUpkeep {
  readonly #context: AgentContext;
  readonly #startedAt: number;
  #running: Promise<void> | undefined;
  #isStopped = false;
  /** Time of the last write of marks; monotonic clock, in ms. */
  #writtenAt: number;
  /** Last deletion of old items, and the retention time in days that it obeyed. */
  #forgotten = { at: -Infinity, retention: 0 };

  constructor(context: AgentContext) {
    this.#context = context;
    this.#startedAt = context.clock.now();
    this.#writtenAt = elapsed(context.clock);
  }

  /** Runs due jobs; to be called every minute. Never throws. */
  look(): void {
    const { history, settings, clock } = this.#context;
    const changes = [history.file.look(), settings.writeAgain()];
    if (changes.includes(true)) everythingChanged(this.#context);
    if (elapsed(clock) - this.#writtenAt >= WRITE_EVERY_MS) this.writeLater();
    if (this.#running || this.#isStopped) return;
    this.#running = this.#maintain().finally(() => (this.#running = undefined));
  }

  /** Writes the marks of polls and the buffered log lines. Never throws. */
  writeLater(): void {
    const { history, log, clock } = this.#context;
    this.#writtenAt = elapsed(clock);
    try {
      log.flush?.();
      history.writeLater();
    } catch (error) {
      log.warn(`Writing marks failed: ${errorMessage(error)}`);
    }
  }

  /** Stops a running job, which the next run repeats. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#context.history.stopReading();
    await this.#running;
  }

  /** Deletes items older than the retention time: once a day, and when that time has changed. */
  async forgetOld(): Promise<void> {
    const { settings, history, clock, log } = this.#context;
    const { retention } = settings.get().preferences;
    const now = clock.now();
    if (retention === 'forever') return;
    if (retention === this.#forgotten.retention && now - this.#forgotten.at < DAY_MS) return;
    this.#forgotten = { at: now, retention };
    const deleted = await history.deleteOlder(now - retention * DAY_MS, now);
    if (deleted === 0) return;
    log.info(`${deleted} items older than ${retention} days were deleted`);
    everythingChanged(this.#context);
  }

  async #maintain(): Promise<void> {
    const { history, log, clock } = this.#context;
    // Nothing to copy or to check, and no reason to record that it was done.
    if (history.isEmpty()) return;
    try {
      // An unchanged history is not backed up again.
      const isToBackUp = this.#isDue(history.sharedMark(BACKUP_MARK), BACKUP) && !history.isBackedUp();
      const backup = isToBackUp ? await history.backUp(clock.now()) : undefined;
      const check = this.#isDue(history.sharedMark(FULL_CHECK_MARK), FULL_CHECK)
        ? await history.check(clock.now())
        : undefined;
      const problem = backup ?? check;
      if (problem !== undefined && history.file.repair(problem)) everythingChanged(this.#context);
    } catch (error) {
      if (!this.#isStopped) log.warn(`Maintaining the history failed: ${errorMessage(error)}`);
    }
  }

  #isDue(mark: unknown, { everyMs, patienceMs }: typeof BACKUP): boolean {
    if (this.#isStopped) return false;
    const now = this.#context.clock.now();
    const { data: last } = Done.safeParse(mark);
    const isAway = this.#context.desktop.presence().state !== 'present';
    if (!last) return now - this.#startedAt >= FIRST_AFTER_MS;
    const age = now - last.at;
    // A time in the future: the clock was set back.
    return age < 0 || age >= everyMs + (isAway ? 0 : patienceMs);
  }
}

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
  readonly #upkeep: StorageUpkeep;
  #timer = new AbortController();
  #dueAt = Infinity;

  constructor(context: AgentContext, accounts: Accounts, announcer: Announcer, upkeep: StorageUpkeep) {
    this.#context = context;
    this.#accounts = accounts;
    this.#announcer = announcer;
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
    void this.#guarded('Deleting old items', () => this.#upkeep.forgetOld());
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
            profile.inbox.nextSnoozeEnd(),
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
