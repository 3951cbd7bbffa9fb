import { createNetwork } from '../../../electron/api/client.ts';
import { silentLog } from '../../../electron/base/log.ts';
import { systemClock } from '../../../electron/base/clock.ts';
import { outcomeOf } from './clicked.ts';
import { CLIENT_ID } from '../network/sandbox.ts';
import type { Subjects } from '../network/subjects.ts';
import type { Clicked, Polled } from '../operations.ts';
import { nothingSeen, type Seen } from './seen.ts';
import type { Opened } from '../wire/servers.ts';

/** Waits between tries are shortened to this part: they are not worth their real time here. */
const WAIT_FACTOR = 0.01;

/** A fetch that gives up like the client's own, but after `patience` ms. */
const impatient =
  (patience: number): typeof globalThis.fetch =>
  (input, init) => {
    const signals = [...(init?.signal ? [init.signal] : []), AbortSignal.timeout(patience)];
    return fetch(input, { ...init, signal: AbortSignal.any(signals) });
  };

/** Asks for an operation once, over a real socket, of a real server that fails. */
export async function askOverWire(
  opened: Opened,
  operation: Polled | Clicked,
  { subjects, patience }: { subjects: Subjects; patience: number },
): Promise<Seen> {
  const seen = nothingSeen();
  const ask = impatient(patience);
  const counting: typeof globalThis.fetch = (input, init) => {
    seen.sent++;
    return ask(input, init);
  };
  const network = createNetwork(
    { apiBaseUrl: opened.url, authUrl: opened.url, clientId: CLIENT_ID, version: '2.3' },
    { accessToken: 'a-token' },
    {
      clock: { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms * WAIT_FACTOR, signal) },
      random: () => 0.5,
      log: silentLog,
      fetch: counting,
    },
  );
  const made = { newCode: () => 'a-code', fetch: counting, authUrl: opened.url };
  const told = await outcomeOf(() => operation.ask(network, subjects, made), seen.thrown);
  if (told !== undefined) seen.told.add(told);
  seen.backAfterMin = 0;
  seen.met = seen.sent;
  return seen;
}
