import { MINUTE_MS } from '../../../common/durations.ts';
import { createNetwork } from '../../../electron/api/client.ts';
import { NetworkError } from '../../../electron/api/network.ts';
import { silentLog } from '../../../electron/base/log.ts';
import { nothingSeen, type Seen } from '../judge.ts';
import { ADDRESS, FaultLayer, type Fault } from '../network/layer.ts';
import type { DrivenSandbox } from '../network/sandbox.ts';
import { isOf, type Clicked } from '../operations.ts';

/** Clicks made while the fault lasts, a minute apart: the same is not asked twice sooner. */
const CLICKS = 3;
export const CLICK_EVERY_MS = MINUTE_MS + 5000;

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
  const exchanging = { newCode: () => layer.during(sandbox.newCode), fetch: layer.fetch };
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
