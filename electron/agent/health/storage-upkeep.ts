import { z } from 'zod';
import { HOUR_MS, DAY_MS } from '../../../common/durations.ts';
import { errorMessage } from '../../../common/error-message.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Desktop } from '../../desktop/desktop.ts';
import { BACKUP_MARK, FULL_CHECK_MARK } from '../../store/database/later-marks.ts';
import type { History } from '../../store/history.ts';
import type { SettingsStore } from '../../store/settings.ts';

/** Jobs for idle time: interval, and how long beyond it a job waits for the user to be away. */
const BACKUP = { everyMs: DAY_MS, patienceMs: 12 * HOUR_MS };
const FULL_CHECK = { everyMs: 7 * DAY_MS, patienceMs: 2 * DAY_MS };

/** Maximum time until marks of polls are written if nothing else is; a crash loses them. */
const WRITE_EVERY_MS = 4 * HOUR_MS;

/** Minimum run time before the first job of each kind. */
const FIRST_AFTER_MS = HOUR_MS;

const Done = z.object({ at: z.number() });

export interface UpkeepParts {
  history: History;
  settings: SettingsStore;
  desktop: Pick<Desktop, 'presence'>;
  clock: Clock;
  log: Log;
  /** Called when the problems of the files may have changed. */
  onChange: () => void;
}

/** Maintenance of the files of history and settings: present, written, intact and backed up. */
export class Upkeep {
  readonly #parts: UpkeepParts;
  readonly #startedAt: number;
  #running: Promise<void> | undefined;
  #isStopped = false;
  /** Time of the last write of marks; monotonic clock, in ms. */
  #writtenAt: number;

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
    this.#startedAt = parts.clock.now();
    this.#writtenAt = this.#elapsed();
  }

  /** Runs due jobs; to be called every minute. Never throws. */
  look(): void {
    const { history, settings, onChange } = this.#parts;
    const changes = [history.file.look(), settings.writeAgain()];
    if (changes.includes(true)) onChange();
    if (this.#elapsed() - this.#writtenAt >= WRITE_EVERY_MS) this.writeLater();
    if (this.#running || this.#isStopped) return;
    this.#running = this.#maintain().finally(() => (this.#running = undefined));
  }

  /** Writes the marks of polls and the buffered log lines. Never throws. */
  writeLater(): void {
    this.#writtenAt = this.#elapsed();
    try {
      this.#parts.log.flush?.();
      this.#parts.history.writeLater();
    } catch (error) {
      this.#parts.log.warn(`writing marks: ${errorMessage(error)}`);
    }
  }

  /** Stops a running job, which the next run repeats. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#parts.history.stopReading();
    await this.#running;
  }

  async #maintain(): Promise<void> {
    const { history, log, onChange } = this.#parts;
    // Nothing to copy or to check, and no reason to record that it was done.
    if (history.isEmpty()) return;
    try {
      // An unchanged history is not backed up again.
      const isToBackUp = this.#isDue(history.sharedMark(BACKUP_MARK), BACKUP) && !history.isBackedUp();
      const backup = isToBackUp ? await history.backUp(this.#now()) : undefined;
      const check = this.#isDue(history.sharedMark(FULL_CHECK_MARK), FULL_CHECK)
        ? await history.check(this.#now())
        : undefined;
      const problem = backup ?? check;
      if (problem !== undefined && history.file.repair(problem)) onChange();
    } catch (error) {
      if (!this.#isStopped) log.warn(`looking after the history: ${errorMessage(error)}`);
    }
  }

  #elapsed(): number {
    const { clock } = this.#parts;
    return clock.elapsed?.() ?? clock.now();
  }

  #now(): number {
    return this.#parts.clock.now();
  }

  #isDue(mark: unknown, { everyMs, patienceMs }: typeof BACKUP): boolean {
    if (this.#isStopped) return false;
    const now = this.#now();
    const { data: last } = Done.safeParse(mark);
    const isAway = this.#parts.desktop.presence().state !== 'present';
    if (!last) return now - this.#startedAt >= FIRST_AFTER_MS;
    const age = now - last.at;
    // A time in the future: the clock was set back.
    return age < 0 || age >= everyMs + (isAway ? 0 : patienceMs);
  }
}
