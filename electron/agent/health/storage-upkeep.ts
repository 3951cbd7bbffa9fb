import { z } from 'zod';
import { HOUR_MS, DAY_MS } from '../../../common/durations.ts';
import { errorMessage } from '../../../common/error-message.ts';
import { everythingChanged, type AgentContext } from '../context.ts';
import { elapsed } from '../../base/clock.ts';
import { BACKUP_MARK, FULL_CHECK_MARK } from '../../store/database/later-marks.ts';

/** Jobs for idle time: interval, and how long beyond it a job waits for the user to be away. */
const BACKUP = { everyMs: DAY_MS, patienceMs: 12 * HOUR_MS };
const FULL_CHECK = { everyMs: 7 * DAY_MS, patienceMs: 2 * DAY_MS };

/** Maximum time until marks of polls are written if nothing else is; a crash loses them. */
const WRITE_EVERY_MS = 4 * HOUR_MS;

/** Minimum run time before the first job of each kind. */
const FIRST_AFTER_MS = HOUR_MS;

const Done = z.object({ at: z.number() });

/** Maintenance of the files of history and settings: present, written, intact and backed up. */
export class StorageUpkeep {
  readonly #context: AgentContext;
  readonly #startedAt: number;
  #running: Promise<void> | undefined;
  #isStopped = false;
  /** Time of the last write of marks; monotonic clock, in ms. */
  #writtenAt: number;

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
