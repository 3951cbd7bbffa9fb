import type { Fault } from '../network/layer.ts';
import { GOOD_BODY, type Opened, type WireFaultName } from './servers.ts';

/**
 * What a real fetch made of a real server that fails: it rejected, the body broke off or ended too soon, or all
 * went well. Hours of
 * such a fault are played from this record, because sockets do not follow a driven clock.
 */
export type Recorded =
  | { at: 'fetch'; error: unknown }
  | { at: 'body'; error: unknown; status: number; came: Uint8Array }
  | { at: 'end'; status: number; came: Uint8Array }
  | { at: 'nowhere' };

/**
 * How long to wait: a fault that hangs is given up soon; any other gets the time that a busy machine or a name server
 * may take.
 */
export const patienceMs = (fault: WireFaultName): number => (HANGING.includes(fault) ? 250 : 15_000);
const HANGING: readonly WireFaultName[] = ['hang-before-headers', 'slow-drip'];

/** Asks once, as the client does. */
export async function recordOf({ url }: Opened, patience: number): Promise<Recorded> {
  let response: Response;
  try {
    response = await fetch(`${url}/2.3/sites`, { redirect: 'error', signal: AbortSignal.timeout(patience) });
  } catch (error) {
    return { at: 'fetch', error };
  }
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of response.body!) pieces.push(piece);
  } catch (error) {
    return { at: 'body', error, status: response.status, came: Buffer.concat(pieces) };
  }
  const came = Buffer.concat(pieces);
  return came.toString() === GOOD_BODY ? { at: 'nowhere' } : { at: 'end', status: response.status, came };
}

/** Plays it again, in the place of the network. */
export const played =
  (recorded: Recorded): Fault =>
  (exchange) => {
    if (recorded.at === 'nowhere') return exchange.good();
    if (recorded.at === 'fetch') throw recorded.error;
    const { status, came } = recorded;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        if (came.length > 0) controller.enqueue(new Uint8Array(came));
        if (recorded.at === 'body') controller.error(recorded.error);
        else controller.close();
      },
    });
    return new Response(body, { status, headers: { 'content-type': 'application/json' } });
  };
