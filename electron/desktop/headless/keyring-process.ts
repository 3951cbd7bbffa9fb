import { Worker } from 'node:worker_threads';
import { Entry } from '@napi-rs/keyring';
import { errorMessage } from '../../../common/error-message.ts';
import type { KeyringAnswer, KeyringCall } from './secrets.ts';

/** Process that accesses the system's keyring, one call at a time; see secrets.ts. */

const SERVICE = 'askbell';
/** Interval of checks for the parent process, in ms. */
const CHECK_PARENT_MS = 5_000;

// A killed Askbell cannot end this process, which may be blocked in a call.
const endAlone = `if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL')`;
new Worker(`setInterval(() => { ${endAlone} }, ${CHECK_PARENT_MS})`, { eval: true }).unref();

/**
 * Returns a keyring entry. On Linux the library would fall back to the kernel's keyring, which is lost at the next
 * boot, so the Secret Service is selected explicitly.
 */
const entryOf = (name: string) => new Entry(SERVICE, name, { linux: { store: 'secret-service' } });

function answer({ id, act, name, secret = '' }: KeyringCall): KeyringAnswer {
  try {
    const entry = entryOf(name);
    if (act === 'set') entry.setPassword(secret);
    if (act === 'delete') entry.deletePassword();
    const found = act === 'get' ? entry.getPassword() : null;
    return { id, ...(found !== null && { secret: found }) };
  } catch (error) {
    return { id, error: errorMessage(error) };
  }
}

process.on('message', (call: KeyringCall) => process.send?.(answer(call)));
process.on('disconnect', () => process.exit(0));
