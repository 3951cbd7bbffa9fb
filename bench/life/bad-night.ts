import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Random } from '../../sandbox/world/random.ts';
import { cutBody, otherBody, page } from '../faults/made.ts';
import type { Fault } from '../faults/network/layer.ts';
import { listening } from '../faults/servers.ts';

/** Header with Askbell's time, in ms since the epoch: the network lives by the same clock. */
export const TIME_HEADER = 'x-driven-time';

/** Some bodies are several times as long as Askbell reads; it has to cope with what is in the others. */
const MAX_BODY_BYTES = 12_000_000;

const ODD_NUMBERS = [-1, 0, 0.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e15, 1e300];
const ODD_VALUES = [null, '', [], {}, true, 'NaN', '<b>', '\u0000\u202e'];

/** Draws how a request is spoilt, and the kind of that; undefined where it is not. */
function drawFault(random: Random): [kind: string, fault: Fault] | undefined {
  const draw = random.fraction();
  if (draw < 0.15) return undefined;
  if (draw < 0.25) return ['outage', () => Promise.reject(new Error('The network is down.'))];
  if (draw < 0.35) return ['cut', cutBody(random.fraction())];
  if (draw < 0.45) {
    const status = random.pick([500, 502, 503, 504, 429]);
    const text = `<html><title>Bad gateway</title>${'<p>Sorry.</p>'.repeat(random.integer(0, 50_000))}</html>`;
    return ['page', page(status, {}, text)];
  }
  if (draw >= 0.55)
    return ['mangled', otherBody((text) => (text.startsWith('{') ? mangledAnswer(text, random) : text))];
  const status = random.pick([400, 500, 503]);
  const error = {
    error_id: random.pick([500, 503, 999, 'five', -1]),
    error_name: random.pick(['internal_error', 'temporarily_unavailable', 'odd'.repeat(1000)]),
    error_message: 'Something went wrong. '.repeat(random.integer(1, 50_000)),
  };
  return ['error', () => Response.json(error, { status })];
}

function mangled(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) return value.map((each) => mangled(each, random));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, mangled(field, random)]));
  if (random.chance(0.7)) return value;
  if (typeof value === 'number') return random.chance(0.6) ? random.integer(1, 2 ** 31) : random.pick(ODD_NUMBERS);
  if (typeof value !== 'string' || !random.chance(0.5)) return random.chance(0.3) ? random.pick(ODD_VALUES) : value;
  // Sometimes about a megabyte, different each time.
  return random.chance(0.04) ? `${random.integer(1, 1e9)} Wörter `.repeat(random.integer(1, 70_000)) : `${value}!`;
}

/** Changes an answer as a bad night does: its items come many times over, with other ids, odd values and huge texts. */
function mangledAnswer(text: string, random: Random): string {
  const answer = JSON.parse(text) as { items?: object[] };
  const items: unknown[] = [];
  let bytes = 0;
  const times = random.pick([1, 1, 3, 20]);
  for (let turn = 0; turn < times; turn++)
    for (const source of answer.items ?? []) {
      if (bytes > MAX_BODY_BYTES) break;
      const item = mangled(source, random);
      bytes += JSON.stringify(item).length;
      items.push(item);
    }
  const backoff = random.chance(0.1) && { backoff: random.integer(1, 300) };
  const quota = random.chance(0.1) && { quota_remaining: random.integer(50, 300) };
  return JSON.stringify({ ...answer, items, ...backoff, ...quota });
}

interface GatewayParts {
  /** Address of the network behind it. */
  target: string;
  random: Random;
  /** Called with Askbell's time, in ms since the epoch, before its request is answered. */
  onTime: (ms: number) => void;
  /** Whether the network answers badly at present. */
  isBad: () => boolean;
}

const FORWARDED = ['accept', 'authorization', 'content-type', 'x-api-access-token', 'user-agent'];
const RETURNED = ['content-type', 'date', 'location'];

/** Starts what stands between Askbell and the network: it tells the time, and spoils answers in bad nights. */
export async function startGateway({ target, random, onTime, isBad }: GatewayParts) {
  const spoilt: Record<string, number> = {};
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const time = Number(request.headers[TIME_HEADER]);
    if (time > 0) onTime(time);
    const [kind, fault] = (isBad() ? drawFault(random) : undefined) ?? [];
    if (kind !== undefined) spoilt[kind] = (spoilt[kind] ?? 0) + 1;
    const body = Buffer.concat(await request.toArray());
    const url = new URL(request.url ?? '/', target);
    const given = Object.entries(request.headers).filter(([name]) => FORWARDED.includes(name));
    const good = () =>
      fetch(url, {
        method: request.method ?? 'GET',
        headers: given as [string, string][],
        redirect: 'manual',
        ...(body.length > 0 && { body: new Uint8Array(body) }),
      });
    const answered = fault ? await fault({ url, good, now: time, times: 1 }) : await good();
    response.writeHead(answered.status, [...answered.headers].filter(([name]) => RETURNED.includes(name)).flat());
    response.end(await answered.text());
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  // The answers that were spoilt, counted by kind.
  return { ...(await listening(server)), spoilt };
}
