import { z } from 'zod';
import { HOUR_MS, DAY_MS } from '../../../../common/durations.ts';
import { errorMessage } from '../../../../common/error-message.ts';
import type { Clock } from '../../../clock.ts';
import type { Desktop } from '../../../desktop/desktop.ts';
import type { Log } from '../../../log.ts';
import type { History } from '../../../store/history.ts';
import type { SettingsStore } from '../../../store/settings.ts';

/** Jobs for idle time: how often each is done, and how long it waits for nobody to be there. */
const BACKUP = { everyMs: DAY_MS, patienceMs: 12 * HOUR_MS };
const FULL_CHECK = { everyMs: 7 * DAY_MS, patienceMs: 2 * DAY_MS };

/** How long marks that polls move on may wait to be written, where nothing else is: what a crash forgets. */
const WRITE_EVERY_MS = 4 * HOUR_MS;

/** How long a run must last before the first of each. */
const FIRST_AFTER_MS = HOUR_MS;

const Done = z.object({ at: z.number() });

export interface UpkeepParts {
  history: History;
  settings: SettingsStore;
  desktop: Pick<Desktop, 'presence'>;
  clock: Clock;
  log: Log;
  /** What is wrong with the files has changed. */
  onChange: () => void;
}

/** Looks after the files of history and settings: that they are there, written, whole, and copied. */
export class Upkeep {
  readonly #parts: UpkeepParts;
  readonly #startedAt: number;
  #running: Promise<void> | undefined;
  #isStopped = false;
  /** When marks were written last, by the steady clock. */
  #writtenAt: number;

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
    this.#startedAt = parts.clock.now();
    this.#writtenAt = this.#elapsed();
  }

  /** To be called every minute. Never throws. */
  look(): void {
    const { history, settings, onChange } = this.#parts;
    const changes = [history.file.look(), settings.writeAgain()];
    if (changes.includes(true)) onChange();
    if (this.#elapsed() - this.#writtenAt >= WRITE_EVERY_MS) this.writeLater();
    if (this.#running || this.#isStopped) return;
    this.#running = this.#maintain().finally(() => (this.#running = undefined));
  }

  /** Writes the marks that polls have moved on, and the log's lines that tell of nothing wrong. Never throws. */
  writeLater(): void {
    this.#writtenAt = this.#elapsed();
    try {
      this.#parts.log.flush?.();
      this.#parts.history.writeLater();
    } catch (error) {
      this.#parts.log.warn(`writing marks: ${errorMessage(error)}`);
    }
  }

  /** Gives up what is under way, which the next run does again. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#parts.history.stopReading();
    await this.#running;
  }

  async #maintain(): Promise<void> {
    const { history, log, onChange } = this.#parts;
    // Nothing to copy or to check, and no reason to write that it was done.
    if (history.isEmpty()) return;
    try {
      // What nothing has been added to is not written once more.
      const isToBackUp = this.#isDue(history.upkeep('backup'), BACKUP) && !history.isBackedUp();
      const backup = isToBackUp ? await history.backUp(this.#now()) : undefined;
      const check = this.#isDue(history.upkeep('full-check'), FULL_CHECK)
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
    // A time that is still to come was noted under a clock that was ahead.
    return age < 0 || age >= everyMs + (isAway ? 0 : patienceMs);
  }
}
