import { createDumpReport, createProgressBar } from '../dump/dump.ts';
import type { DumpDatabase } from '../dump/open.ts';
import { RegistrationError } from '../api/errors.ts';
import type { Sandbox } from '../server/server.ts';
import { createTickingClock } from '../world/clock.ts';
import { lockDatabase } from './database-lock.ts';
import { HELP, OptionsError, parseOptions, type CliOptions } from './options.ts';

/** How a parent process hears: Node's own channel, or the port of an Electron utility process. */
type ParentPort = { postMessage(message: unknown): void };
const parentPort = (process as { parentPort?: ParentPort }).parentPort;

const say = (line: string) => void process.stderr.write(`${line}\n`);

const isPackageMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';

function fail(code: 1 | 2, error: unknown): never {
  const why = error instanceof Error ? error.message : String(error);
  say(`sandbox: ${isPackageMissing(error) ? 'Its packages are not installed. Run "npm ci", then try again.' : why}`);
  process.exit(code);
}

function read(): CliOptions {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    return fail(2, error);
  }
}

/** Loads the dumps, if any are named. What serves is not in memory yet, so that a dump has room. */
async function load({ dumps, file, now }: CliOptions, signal: AbortSignal): Promise<DumpDatabase | undefined> {
  if (dumps.length === 0) return undefined;
  const { openDumps } = await import('../dump/open.ts');
  const { stderr } = process;
  const screen = {
    isTerminal: stderr.isTTY,
    columns: stderr.columns || 80,
    write: (text: string) => void stderr.write(text),
  };
  const report = createDumpReport(createProgressBar(screen, () => performance.now()));
  return openDumps(file === ':memory:' ? undefined : file, dumps, now, report, signal);
}

const isWrongOption = (error: unknown) =>
  error instanceof RegistrationError ||
  error instanceof OptionsError ||
  (error instanceof Error && error.name === 'DumpError');

/** A network that listens, and how to end it with what was made for it. */
interface Started {
  readonly sandbox: Sandbox;
  close(): Promise<void>;
}

/** Starts the sandbox; its file is this process's until it ends. */
async function start(options: CliOptions, signal: AbortSignal): Promise<Started> {
  const endings: (() => unknown)[] = [];
  const close = async () => {
    for (const end of endings.toReversed()) await end();
  };
  try {
    if (options.file !== ':memory:' && !options.isReadOnly)
      endings.push(await lockDatabase(options.file, { say, signal }));
    const dump = await load(options, signal);
    if (dump) endings.push(() => dump.dispose());
    const { startSandbox } = await import('../server/server.ts');
    const file = dump?.file ?? options.file;
    const sandbox = await startSandbox({ ...options, file, clock: createTickingClock(options.now), log: say });
    endings.push(() => sandbox.close());
    return { sandbox, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Prints where it listens, to whoever reads standard output and to a parent process. */
function announce({ apiBaseUrl, authUrl }: Sandbox): void {
  const ready = { apiBaseUrl, authUrl };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
  process.send?.(ready);
  parentPort?.postMessage(ready);
}

async function main(): Promise<void> {
  const options = read();
  if (options.help) {
    process.stdout.write(HELP);
    return;
  }
  // A reader of the pipes that went away is no reason to fail.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const stopping = new AbortController();
  const starting = start(options, stopping.signal).catch((error: unknown) => {
    if (stopping.signal.aborted) process.exit(0);
    return fail(isWrongOption(error) ? 2 : 1, error);
  });
  const stop = () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    starting
      .then(({ close }) => close())
      .then(() => process.exit(0))
      .catch((error: unknown) => fail(1, error));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('SIGHUP', stop);
  process.on('disconnect', stop);
  const { sandbox } = await starting;
  if (!stopping.signal.aborted) announce(sandbox);
}

await main();
