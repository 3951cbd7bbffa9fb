import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { MINUTE_MS } from '../../common/durations.ts';
import { launchChromium } from '../../test/support/chromium.ts';
import { inTime } from '../support/waiting.ts';
import { filesIn, rssMbOf, useOf, type Use } from './process.ts';

const root = join(import.meta.dirname, '../..');

const IS_AT = 'Askbell is at ';

/** What a process took over a while. */
export interface Observed {
  rssMb: number;
  wakeUpsPerMinute: number;
  diskBytesPerHour: number;
  /** Files of its folder that were written. */
  files: string[];
}

/** A program that runs to be measured. */
export class Subject {
  readonly name: string;
  readonly #child: ChildProcess;
  readonly #dataDir: string | undefined;
  /** When it said where its window is, in ms after its start; undefined where it has none. */
  addressMs: number | undefined;
  /** Where its window is; a browser gets in by it once. */
  #address: string | undefined;

  private constructor(name: string, child: ChildProcess, dataDir?: string) {
    this.name = name;
    this.#child = child;
    this.#dataDir = dataDir;
  }

  /** A Node that does nothing. */
  static bareNode(): Subject {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 2 ** 30)'], { stdio: 'ignore' });
    return new Subject('bare Node', child);
  }

  /** Askbell as `npm run headless` has it started, npm itself left out; in a folder of its own, without a window. */
  static async askbell(name: string, dataDir: string, options: string[]): Promise<Subject> {
    mkdirSync(dataDir, { recursive: true });
    const began = performance.now();
    const child = spawn(
      process.execPath,
      ['build/start/start.mjs', '--headless-shell', '--hidden', '--data-dir', dataDir, ...options],
      { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const subject = new Subject(name, child, dataDir);
    const said = new Promise<void>((resolve) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (!line.startsWith(IS_AT)) return;
        subject.#address = line.slice(IS_AT.length);
        resolve();
      });
    });
    await inTime(`The address of ${name}`, said);
    subject.addressMs = performance.now() - began;
    return subject;
  }

  /** A person opens the window, goes through its views, and closes it. */
  async lookAround(): Promise<void> {
    const address = this.#address!;
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await page.goto(address);
      for (const view of ['watches', 'reputation', 'settings', 'inbox']) {
        await page.goto(`${new URL(address).origin}/#/${view}`);
        await page.locator('main h1').first().waitFor();
      }
    } finally {
      await browser.close();
    }
  }

  /** Observes it for some minutes. @throws Error where it has ended */
  async observe(minutes: number): Promise<Observed> {
    const pid = this.#child.pid!;
    const [filesBefore, before] = [this.#files(), useOf(pid)];
    await pause(minutes * MINUTE_MS);
    const after = useOf(pid);
    const perMinute = (what: keyof Use) => (after[what] - before[what]) / minutes;
    return {
      rssMb: rssMbOf(pid),
      wakeUpsPerMinute: perMinute('wakeUps'),
      diskBytesPerHour: perMinute('diskBytes') * 60,
      files: [...this.#files()].flatMap(([path, state]) => (filesBefore.get(path) === state ? [] : [path])),
    };
  }

  #files(): Map<string, string> {
    return this.#dataDir === undefined ? new Map() : filesIn(this.#dataDir);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGTERM');
    await inTime(`The end of ${this.name}`, ended);
  }
}
