import { createRequire, enableCompileCache } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { getAsset } from 'node:sea';
import packageJson from '../../../package.json' with { type: 'json' };
import { parseOrAnswer } from '../../start/answer.ts';
import { become } from '../../start/become.ts';
import { MEMORY_GOES_BACK } from '../../../electron/desktop/linux/environment.ts';
import { unpackedApp } from './unpacked-app.ts';

/**
 * What `askbell-headless` runs, the executable for servers: Node with this program and the built app inside. Modules,
 * the demo network and the keyring's binary have to be files, so the app is unpacked into the person's cache once for
 * each version, and started from there as it is.
 */

/** `$XDG_CACHE_HOME`, or `~/.cache` where it is unset or, against the XDG rules, relative. */
function cacheFolder(): string {
  const configured = process.env['XDG_CACHE_HOME'];
  return join(configured?.startsWith('/') ? configured : join(homedir(), '.cache'), 'askbell');
}

function start(program: string, args: readonly string[], folder: string): void {
  enableCompileCache(join(folder, 'compiled'));
  process.argv = [process.execPath, program, ...args];
  // Here, only what is in Node can be loaded; in a file, everything can.
  const load = createRequire(join(folder, 'load.cjs'))('./load.cjs') as (file: string) => Promise<unknown>;
  load(program).catch((error: unknown) => {
    console.error(`Askbell could not start. ${String(error)}`);
    process.exit(1);
  });
}

/**
 * Starts itself anew where the C library was not told to give memory back, which it reads only once: the unit and the
 * container tell it, and a person's own start does not. It makes 4 MB for as long as Askbell runs.
 */
async function becomeSparing(args: readonly string[], isBrief: boolean): Promise<void> {
  const isTold = Object.keys(MEMORY_GOES_BACK).some((name) => process.env[name] !== undefined);
  if (isTold || isBrief || !process.execve) return;
  await become(process.execPath, args, { ...process.env, ...MEMORY_GOES_BACK });
}

async function run(): Promise<void> {
  // Node puts the executable itself where the script's name usually is.
  const [first, ...rest] = process.argv.slice(2);
  // The app forks the programs of the demo network and of the keyring: this one, with their file in front.
  if (process.send && first && ['sandbox.mjs', 'keyring.mjs'].includes(basename(first)))
    return start(first, rest, join(first, '..'));
  // As the command of the npm package has it.
  const args = first === 'headless' ? rest : process.argv.slice(2);
  const options = parseOrAnswer(args, 'server');
  if (typeof options === 'number') {
    process.exitCode = options;
    return;
  }
  await becomeSparing(args, options.doctor || options.command !== undefined);
  const folder = unpackedApp({ version: packageJson.version, places: [cacheFolder(), tmpdir()], read: getAsset });
  start(join(folder, 'headless.mjs'), args, folder);
}

void run();
