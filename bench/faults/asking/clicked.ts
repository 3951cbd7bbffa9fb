import { MINUTE_MS } from '../../../common/durations.ts';
import { createNetwork } from '../../../electron/api/client.ts';
import { NetworkError } from '../../../electron/api/network.ts';
import { systemClock } from '../../../electron/base/clock.ts';
import { silentLog } from '../../../electron/base/log.ts';
import { nothingSeen, type Seen } from '../judge.ts';
import { ADDRESS, FaultLayer, type Fault } from '../network/layer.ts';
import { CLIENT_ID, ORIGIN, type DrivenSandbox, type Subjects } from '../network/sandbox.ts';
import { isOf, type Clicked, type Polled } from '../operations.ts';
import type { Opened } from '../servers.ts';

/** Clicks made while the fault lasts, a minute apart: the same is not asked twice sooner. */
const CLICKS = 3;
export const CLICK_EVERY_MS = MINUTE_MS + 5000;
/** Waits between tries over a real socket are shortened to this part. */
const WAIT_FACTOR = 0.01;

/** Returns the kind of a click's error, `refused` for a sign-in that was turned down, or undefined if it goes well. */
async function outcomeOf(click: () => Promise<unknown>, thrown: string[]): Promise<string | undefined> {
  try {
    const result = await click();
    const isRefused = typeof result === 'object' && result !== null && 'kind' in result && result.kind !== 'token';
    return isRefused ? 'refused' : undefined;
  } catch (error) {
    if (error instanceof NetworkError) return error.kind;
    thrown.push(String(error));
    return 'thrown';
  }
}

const noMethod = (): Response =>
  Response.json(
    { error_id: 404, error_name: 'no_method', error_message: 'this method does not exist' },
    { status: 400 },
  );

/** Clicks again and again while a fault lasts, and until it goes well, for `afterMin` minutes at most. */
export async function clickUnder(
  sandbox: DrivenSandbox,
  operation: Clicked,
  fault: Fault,
  afterMin: number,
): Promise<Seen> {
  const seen = nothingSeen();
  const { clock } = sandbox;
  const isLacking = operation.lacks === undefined ? () => false : isOf(operation.lacks);
  const layer = new FaultLayer(sandbox, isOf(operation.path), (path) => (isLacking(path) ? noMethod() : undefined));
  const credentials = { accessToken: sandbox.many.token };
  const parts = { clock, random: () => 0.5, log: silentLog, fetch: layer.fetch };
  const network = createNetwork(ADDRESS, credentials, parts);
  const exchanging = { authUrl: ORIGIN, newCode: () => layer.during(sandbox.newCode), fetch: layer.fetch };
  const click = async (): Promise<string | undefined> => {
    if (operation.endsToken) credentials.accessToken = sandbox.newToken();
    let isDone = false;
    const outcome = outcomeOf(() => operation.ask(network, sandbox.subjects, exchanging), seen.thrown).finally(() => {
      isDone = true;
    });
    await layer.idle();
    // Time moves on for a try that waits before the next one.
    while (!isDone) await layer.pass(500);
    return outcome;
  };
  layer.begin(fault);
  for (let clicks = 1; clicks <= CLICKS; clicks++) {
    const sentBefore = layer.sent;
    const told = await click();
    seen.sent = Math.max(seen.sent, layer.sent - sentBefore);
    if (told !== undefined && !(told === 'backoff' && clicks > 1)) seen.told.add(told);
    await layer.pass(CLICK_EVERY_MS);
  }
  layer.end();
  const endedAt = clock.now();
  while (seen.backAfterMin === Infinity && clock.now() - endedAt < afterMin * MINUTE_MS) {
    if ((await click()) === undefined) seen.backAfterMin = (clock.now() - endedAt) / MINUTE_MS;
    else await layer.pass(CLICK_EVERY_MS);
  }
  return { ...seen, met: layer.met, escaped: layer.escaped };
}

/** Asks for an operation once over a real socket of a server that fails. */
export async function askOverWire(server: Opened, operation: Polled | Clicked, subjects: Subjects): Promise<Seen> {
  const seen = nothingSeen();
  const counting: typeof globalThis.fetch = (input, init) => {
    seen.sent++;
    // Gives up like the client's own, but sooner.
    const signals = [...(init?.signal ? [init.signal] : []), AbortSignal.timeout(server.patienceMs)];
    return fetch(input, { ...init, signal: AbortSignal.any(signals) });
  };
  const { url: authUrl } = server;
  const network = createNetwork(
    { apiBaseUrl: authUrl, authUrl, clientId: CLIENT_ID, version: '2.3' },
    { accessToken: 'a-token' },
    {
      clock: { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms * WAIT_FACTOR, signal) },
      random: () => 0.5,
      log: silentLog,
      fetch: counting,
    },
  );
  const exchanging = { authUrl, newCode: () => Promise.resolve('a-code'), fetch: counting };
  const told = await outcomeOf(() => operation.ask(network, subjects, exchanging), seen.thrown);
  if (told !== undefined) seen.told.add(told);
  return { ...seen, backAfterMin: 0, met: seen.sent };
}
