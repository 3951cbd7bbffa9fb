import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSandbox, type Sandbox } from '../../sandbox/server/server.ts';
import type { Random } from '../../sandbox/world/random.ts';
import { demoDataCopy, storyStart } from '../../test/support/demo-data.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { inTime } from '../support/waiting.ts';
import type { Birth, FromChild, ToChild } from './child/birth.ts';
import { readFolder } from './folder.ts';
import { People } from './people.ts';

const CHILD = new URL('child/main.ts', import.meta.url);

/** A process with Askbell in it, which is loaded and waits to begin. */
export class Life {
  readonly #child: ChildProcess;
  readonly ready: Promise<void>;
  readonly started: Promise<void>;
  /** Resolves with how it ended. */
  readonly ended: Promise<{ signal: NodeJS.Signals | null; code: number | null }>;
  #words = '';

  constructor({ flags = [], env, onMessage }: DriverOptions) {
    this.#child = fork(fileURLToPath(CHILD), [], {
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      execArgv: [...flags],
      env: { ...process.env, ...env },
    });
    this.ready = this.#hears('ready', 'A process ended before it began');
    this.started = this.#hears('started', 'Askbell ended before it had started');
    this.ended = new Promise((resolve) => this.#child.once('exit', (code, signal) => resolve({ signal, code })));
    this.#child.on('message', (message: FromChild) => onMessage?.(message));
    this.#child.stderr?.on('data', (words: Buffer) => (this.#words += words.toString()));
  }

  /** Resolves with the child's word; rejects where it ends without. */
  #hears(word: FromChild, failure: string): Promise<void> {
    const heard = new Promise<void>((resolve, reject) => {
      this.#child.on('message', (message) => message === word && resolve());
      this.#child.once('exit', () => reject(new Error(`${failure}: ${this.#words}`)));
    });
    // Nobody may be waiting for it.
    heard.catch(() => undefined);
    return heard;
  }

  /** Its standard error. */
  get words(): string {
    return this.#words;
  }

  tell(message: ToChild): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

export interface DriverOptions {
  /** Name of the command. */
  name: string;
  /** Returns the network's time, in ms since the epoch. */
  now: () => number;
  /** Decides what people do. */
  random: Random;
  /** Requests a day; without it, as many as the network usually allows. */
  quota?: number;
  /** Options of Node for the processes. */
  flags?: readonly string[];
  env?: NodeJS.ProcessEnv;
  /** Called with what a life reports. */
  onMessage?: (message: FromChild) => void;
}

/** A network with people, one data folder, and Askbells that live in it one after the other. */
export class Driver {
  readonly sandbox: Sandbox;
  readonly people: People;
  readonly dataDir: string;
  readonly #options: DriverOptions;
  readonly #folder: TemporaryFolder;
  readonly #lives: Life[];

  static async create(options: DriverOptions): Promise<Driver> {
    const lives: Life[] = [];
    const folder = temporaryFolder(options.name, () => lives.forEach((life) => life.kill()));
    const sandbox = await startSandbox({
      file: await demoDataCopy(folder.path, storyStart),
      clock: { now: () => Math.floor(options.now() / 1000) },
      apps: [{ clientId: 'mine', key: 'my-key', domain: 'localhost', name: 'Mine' }],
      ...(options.quota !== undefined && { quota: { key: options.quota } }),
      burst: Infinity,
    });
    return new Driver(options, sandbox, folder, lives);
  }

  private constructor(options: DriverOptions, sandbox: Sandbox, folder: TemporaryFolder, lives: Life[]) {
    this.#options = options;
    this.sandbox = sandbox;
    this.people = new People(sandbox, options.random);
    this.dataDir = join(folder.path, 'data');
    this.#folder = folder;
    this.#lives = lives;
    this.load();
  }

  /** Loads the process of the next life, so that it can begin at once. */
  load(): void {
    // What V8 compiled is kept for the next process: loading takes half the time.
    const env = { NODE_COMPILE_CACHE: join(this.#folder.path, 'compiled'), ...this.#options.env };
    this.#lives.push(new Life({ ...this.#options, env }));
  }

  /** Begins a life in the process that was loaded. */
  async begin(birth: Omit<Birth, 'dataDir'>): Promise<Life> {
    const life = this.#lives.at(-1)!;
    await inTime('Loading Askbell', life.ready);
    life.tell({ begin: { ...birth, dataDir: this.dataDir } });
    return life;
  }

  /** Reads the data folder; see {@link readFolder}. */
  readonly read = (since: number, isLive: boolean) => readFolder(this.dataDir, since, isLive);

  /** Ends all processes and the network, and removes the files. */
  async close(): Promise<void> {
    for (const life of this.#lives) life.kill();
    await Promise.all(this.#lives.map(({ ended }) => ended));
    await this.sandbox.close();
    this.#folder.remove();
  }
}
