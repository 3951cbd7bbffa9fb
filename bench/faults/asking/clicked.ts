import { MINUTE_MS } from '../../../common/durations.ts';
import { createNetwork } from '../../../electron/api/client.ts';
import { NetworkError } from '../../../electron/api/errors.ts';
import { silentLog } from '../../../electron/base/log.ts';
import { FaultLayer, type Fault } from '../network/layer.ts';
import { CLIENT_ID, ORIGIN, type InProcessSandbox } from '../network/sandbox.ts';
import { isOf, type Clicked, type Made } from '../operations.ts';
import { nothingSeen, type Seen } from './seen.ts';

/** How many clicks are made while the fault lasts, a minute apart: the same is not asked twice sooner. */
const CLICKS = 3;
const CLICK_EVERY_MS = MINUTE_MS + 5000;

/** The result of a click: the kind of its error, `refused` for a sign-in that was turned down, or that it went well. */
export async function outcomeOf(click: () => Promise<unknown>, thrown: string[]): Promise<string | undefined> {
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
    {
      status: 400,
    },
  );

/** A person clicks again and again while a fault lasts, and until it goes well; for `afterMin` minutes at most. */
export async function clickUnder(
  sandbox: InProcessSandbox,
  operation: Clicked,
  fault: Fault,
  afterMin: number,
): Promise<Seen> {
  const seen = nothingSeen();
  const { clock } = sandbox;
  const { lacks } = operation;
  const layer = new FaultLayer(sandbox, isOf(operation.path), (path) =>
    lacks !== undefined && isOf(lacks)(path) ? noMethod() : undefined,
  );
  let token = sandbox.many.token;
  const credentials = { accessToken: token };
  const network = createNetwork(
    { apiBaseUrl: ORIGIN, authUrl: ORIGIN, clientId: CLIENT_ID, version: '2.3' },
    credentials,
    { clock, random: () => 0.5, log: silentLog, fetch: layer.fetch },
  );
  const made: Made = { newCode: () => sandbox.newCode(), fetch: layer.fetch };
  const click = async (): Promise<string | undefined> => {
    if (operation.endsToken) credentials.accessToken = sandbox.newToken();
    const outcome = outcomeOf(() => operation.ask(network, sandbox.subjects, made), seen.thrown);
    // Time moves on for a try that waits before the next one.
    const done = outcome.then(() => undefined);
    let isDone = false;
    void done.then(() => (isDone = true));
    await layer.idle();
    while (!isDone) await clock.advance(500, () => layer.idle());
    return outcome;
  };
  layer.begin(fault);
  for (let clicks = 1; clicks <= CLICKS; clicks++) {
    const sentBefore = layer.sent;
    const told = await click();
    seen.sent = Math.max(seen.sent, layer.sent - sentBefore);
    if (told !== undefined && !(told === 'backoff' && clicks > 1)) seen.told.add(told);
    await clock.advance(CLICK_EVERY_MS, () => layer.idle());
  }
  layer.end();
  const endedAt = clock.now();
  while (seen.backAfterMin === Infinity && clock.now() - endedAt < afterMin * MINUTE_MS) {
    if ((await click()) === undefined) seen.backAfterMin = (clock.now() - endedAt) / MINUTE_MS;
    else await clock.advance(CLICK_EVERY_MS, () => layer.idle());
  }
  seen.met = layer.met;
  seen.escaped = layer.escaped;
  return seen;
}
