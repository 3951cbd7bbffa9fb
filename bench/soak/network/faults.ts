import type { Random } from '../../../sandbox/world/random.ts';

/** What becomes of a request in a bad night. */
export type Fault =
  | { kind: 'outage' }
  | { kind: 'error'; status: number; type: string; body: string }
  /** The answer comes, and is changed by `mangled`. */
  | { kind: 'mangled' }
  | { kind: 'cut'; share: number };

const MEGABYTE = 1_000_000;
/** Some bodies are several times as long as Askbell reads; it has to cope with what is in the others. */
const MAX_BODY_BYTES = 12 * MEGABYTE;

const ODD_NUMBERS = [-1, 0, 0.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e15, 1e300];
const ODD_VALUES = [null, '', [], {}, true, 'NaN', '<b>', '\u0000\u202e'];

/** Draws what becomes of a request. */
export function drawFault(random: Random): Fault | undefined {
  const draw = random.fraction();
  if (draw < 0.15) return undefined;
  if (draw < 0.25) return { kind: 'outage' };
  if (draw < 0.35) return { kind: 'cut', share: random.fraction() };
  if (draw < 0.45)
    return {
      kind: 'error',
      status: random.pick([500, 502, 503, 504, 429]),
      type: 'text/html',
      body: `<html><title>Bad gateway</title>${'<p>Sorry.</p>'.repeat(random.integer(0, 50_000))}</html>`,
    };
  if (draw < 0.55)
    return {
      kind: 'error',
      status: random.pick([400, 500, 503]),
      type: 'application/json',
      body: JSON.stringify({
        error_id: random.pick([500, 503, 999, 'five', -1]),
        error_name: random.pick(['internal_error', 'temporarily_unavailable', 'odd'.repeat(1000)]),
        error_message: 'Something went wrong. '.repeat(random.integer(1, 50_000)),
      }),
    };
  return { kind: 'mangled' };
}

/** A text of about a megabyte, different each time. */
const hugeText = (random: Random): string => `${random.integer(1, 1e9)} Wörter `.repeat(random.integer(1, 70_000));

function mangledValue(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) return value.map((each) => mangledValue(each, random));
  if (typeof value === 'object' && value !== null) return mangled(value as Record<string, unknown>, random);
  if (random.chance(0.7)) return value;
  if (typeof value === 'number') return random.chance(0.6) ? random.integer(1, 2 ** 31) : random.pick(ODD_NUMBERS);
  if (typeof value === 'string' && random.chance(0.5)) return random.chance(0.04) ? hugeText(random) : `${value}!`;
  return random.chance(0.3) ? random.pick(ODD_VALUES) : value;
}

/** An object of the API with other ids, odd values and texts of a megabyte among its fields. */
export function mangled(object: Record<string, unknown>, random: Random): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, mangledValue(value, random)]));
}

/** An answer as a bad night gives it: its items many times over and changed, and what is around them, too. */
export function mangledAnswer(text: string, random: Random): string {
  const answer = JSON.parse(text) as { items?: Record<string, unknown>[] };
  const items: Record<string, unknown>[] = [];
  let bytes = 0;
  const sources = answer.items ?? [];
  const times = random.pick([1, 1, 3, 20]);
  for (let turn = 0; turn < times; turn++)
    for (const source of sources) {
      if (bytes > MAX_BODY_BYTES) break;
      const item = mangled(source, random);
      bytes += JSON.stringify(item).length;
      items.push(item);
    }
  return JSON.stringify({
    ...answer,
    items,
    ...(random.chance(0.1) && { backoff: random.integer(1, 300) }),
    ...(random.chance(0.1) && { quota_remaining: random.integer(50, 300) }),
  });
}
