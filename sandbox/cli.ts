import process from 'node:process';
import { RegistrationError } from './apps.ts';
import { tickingClock } from './clock.ts';
import { help, OptionsError, parseOptions, type CliOptions } from './options.ts';
import { startSandbox, type Sandbox } from './server.ts';

/** How a parent process hears: Node's own channel, or the port of an Electron utility process. */
type ParentPort = { postMessage(message: unknown): void };
const parentPort = (process as { parentPort?: ParentPort }).parentPort;

const say = (line: string) => void process.stderr.write(`${line}\n`);

function fail(code: 1 | 2, error: unknown): never {
  say(`sandbox: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(code);
}

function read(): CliOptions {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    return fail(2, error);
  }
}

function start(options: CliOptions): Promise<Sandbox> {
  return startSandbox({
    port: options.port,
    host: options.host,
    apps: options.apps,
    grants: options.grants,
    file: options.file,
    seed: options.seed,
    clock: tickingClock(options.now),
    ...(options.quietWorld ? {} : { speed: options.speed }),
    quota: { anonymous: options.quotaAnonymous, key: options.quotaKey },
    backoff: options.backoff,
    burst: options.burst,
    throttle: options.throttle,
    cache: options.cache,
    control: options.control,
    foreignFilters: options.foreignFilters,
    log: say,
  }).catch((error: unknown) => fail(error instanceof RegistrationError || error instanceof OptionsError ? 2 : 1, error));
}

/** Tells where it listens, to whoever reads standard output and to a parent process. */
function announce({ apiBaseUrl, authUrl }: Sandbox): void {
  const ready = { apiBaseUrl, authUrl };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
  process.send?.(ready);
  parentPort?.postMessage(ready);
}

async function main(): Promise<void> {
  const options = read();
  if (options.help) {
    process.stdout.write(help);
    return;
  }
  // A reader of the pipes that went away is no reason to fail.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const starting = start(options);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    starting
      .then((sandbox) => sandbox.close())
      .then(() => process.exit(0))
      .catch((error: unknown) => fail(1, error));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
  const sandbox = await starting;
  if (!stopping) announce(sandbox);
}

await main();
