import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

/** How to run the program: called before each start, so that what it runs can be built anew. */
export interface Launch {
  program: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
}

/** After this the program is killed: a developer should not wait for one that hangs. */
const MAX_STOP_MS = 5_000;

/** A program that is stopped and started again whenever somebody asks. Its output goes to `onOutput`. */
export class RestartingProgram {
  readonly #prepare: () => Promise<Launch>;
  readonly #onOutput: (text: string) => void;
  #child: ChildProcess | undefined;
  #work: Promise<void> = Promise.resolve();
  #isQueued = false;
  #isClosed = false;

  constructor(prepare: () => Promise<Launch>, onOutput: (text: string) => void) {
    this.#prepare = prepare;
    this.#onOutput = onOutput;
  }

  /**
   * Starts the program, or stops it and starts it anew. Requests that come during a restart become one more restart.
   */
  restart(): Promise<void> {
    if (this.#isQueued) return this.#work;
    this.#isQueued = true;
    this.#work = this.#afterWhatIsUnderWay();
    return this.#work;
  }

  async #afterWhatIsUnderWay(): Promise<void> {
    await this.#work;
    await this.#stop();
    this.#isQueued = false;
    await this.#start();
  }

  /** Stops the program for good. Resolves when it is gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#work;
    await this.#stop();
  }

  async #start(): Promise<void> {
    if (this.#isClosed) return;
    let launch: Launch;
    try {
      launch = await this.#prepare();
    } catch (error) {
      // Most often a half-written source: the next change tries again.
      this.#onOutput(`${error instanceof Error ? error.message : String(error)}\n`);
      return;
    }
    const child = spawn(launch.program, launch.args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...launch.env },
    });
    child.stdout.setEncoding('utf8').on('data', this.#onOutput);
    child.stderr.setEncoding('utf8').on('data', this.#onOutput);
    child.once('error', (error) => this.#onOutput(`${error.message}\n`));
    child.once('exit', (code) => {
      if (this.#child !== child) return;
      this.#child = undefined;
      this.#onOutput(`The agent ended with code ${code ?? 'none'}; it starts again when a source changes.\n`);
    });
    this.#child = child;
  }

  #stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      const kill = setTimeout(() => child.kill('SIGKILL'), MAX_STOP_MS);
      child.once('exit', () => {
        clearTimeout(kill);
        resolve();
      });
      child.kill('SIGTERM');
    });
  }
}
