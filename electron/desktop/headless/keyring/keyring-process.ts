import { Worker } from 'node:worker_threads';
import { Entry } from '@napi-rs/keyring';
import { errorMessage } from '../../../../common/error-message.ts';
import type { KeyringAnswer, KeyringCall } from './keyring.ts';

/** The process that uses the system's keyring for Askbell, one call after the other; see keyring.ts. */

const SERVICE = 'askbell';
/** How often it is looked whether Askbell is there, in ms. */
const CHECK_PARENT_MS = 5_000;

// An Askbell that was killed cannot end this process, which may hang in a call for ever by then.
const endAlone = `if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL')`;
new Worker(`setInterval(() => { ${endAlone} }, ${CHECK_PARENT_MS})`, { eval: true }).unref();

/**
 * An entry of the keyring. On Linux the library would fall back to the kernel's, which forgets everything at the next
 * boot, so the Secret Service is asked for by name.
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
