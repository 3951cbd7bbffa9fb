import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Asked } from './ask-all.ts';

/** What a maintainer may put under test/: the answers, with nothing in them of the person who asked. */

/** Names and kinds that are the network's own, and the same for everybody. */
const KEPT_TEXTS = new Set([
  'item_type',
  'vote_type',
  'reputation_history_type',
  'post_type',
  'user_type',
  'badge_type',
  'rank',
  'site_type',
  'site_state',
  'relation',
  'error_name',
  'type',
]);
/** Numbers that say nothing of a person. */
const KEPT_NUMBERS = new Set([
  'quota_max',
  'error_id',
  'backoff',
  'page',
  'page_size',
  'reputation_change',
  'pagesize',
]);
const DAY_SECONDS = 86_400;
/** The day on which the latest date of a recording falls: 2026-01-01. */
const RECORDED_DAY = Date.UTC(2026, 0, 1) / 1000 / DAY_SECONDS;
/** What is between these on the wire is a date in epoch seconds: 2008 to 2100. */
const isDate = (name: string, value: number): boolean => name.endsWith('date') && value > 1.2e9 && value < 4.1e9;

/** Replaces what is personal, the same by the same, so that what belongs together still does. */
export class Redaction {
  readonly #texts = new Map<string, string>();
  readonly #ids = new Map<number, number>();
  readonly #hosts = new Map<string, string>();
  readonly #daysBack: number;

  /** Takes everything that is to be recorded: dates are moved so that the latest falls on one known day. */
  constructor(bodies: readonly unknown[]) {
    let latest = 0;
    for (const body of bodies)
      visit(body, '', (name, value) => {
        if (typeof value === 'number' && isDate(name, value)) latest = Math.max(latest, value);
      });
    this.#daysBack = latest === 0 ? 0 : Math.floor(latest / DAY_SECONDS) - RECORDED_DAY;
  }

  /** A copy without anything personal. `name`: of the field that holds it. */
  redact(value: unknown, name = ''): unknown {
    if (Array.isArray(value)) return value.map((each) => this.redact(each, name));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, this.redact(each, field)]));
    if (typeof value === 'number') return this.#number(name, value);
    return typeof value === 'string' ? this.#text(name, value) : value;
  }

  #number(name: string, value: number): number {
    if (KEPT_NUMBERS.has(name)) return value;
    // Hours and minutes stay: what is dated 00:00 UTC means something.
    if (isDate(name, value)) return value - this.#daysBack * DAY_SECONDS;
    if (/_ids?$/.test(name)) return numbered(this.#ids, value, (at) => at);
    // Counts and points are cut to their size.
    const size = 10 ** Math.max(0, Math.floor(Math.log10(Math.abs(value) || 1)));
    return Math.trunc(value / size) * size;
  }

  #text(name: string, value: string): string {
    if (KEPT_TEXTS.has(name) || value === '') return value;
    const url = /^https?:/.test(value) ? URL.parse(value) : undefined;
    if (url) {
      const host = numbered(this.#hosts, url.host, (at) => `site-${at}.example`);
      return url.pathname === '/' && url.search === '' ? `https://${host}` : `https://${host}/${this.#word(value)}`;
    }
    const word = this.#word(value);
    if (/<[a-z]+[ >]/i.test(value)) return `<p>${word}</p>`;
    return /&(?:#\d+|[a-z]+);/i.test(value) ? `${word} &amp; ${word}` : word;
  }

  #word(value: string): string {
    return numbered(this.#texts, value, (at) => `text-${at}`);
  }
}

function numbered<From, To>(known: Map<From, To>, value: From, make: (at: number) => To): To {
  const before = known.get(value);
  if (before !== undefined) return before;
  const made = make(known.size + 1);
  known.set(value, made);
  return made;
}

function visit(value: unknown, name: string, seen: (name: string, value: unknown) => void): void {
  seen(name, value);
  if (Array.isArray(value)) for (const each of value) visit(each, name, seen);
  else if (typeof value === 'object' && value !== null)
    for (const [field, each] of Object.entries(value)) visit(each, field, seen);
}

/** Writes each answer into a file of its operation's name. A page is recorded as no more than that. */
export function record(dir: string, asked: readonly Asked[]): void {
  mkdirSync(dir, { recursive: true });
  const answered = asked.flatMap(({ captured, ...rest }) => (captured ? [{ ...rest, captured }] : []));
  const redaction = new Redaction(answered.map(({ captured }) => captured.body));
  for (const { name, method, captured } of answered) {
    const { status, contentType, query } = captured;
    const body = typeof captured.body === 'string' ? 'not JSON' : redaction.redact(captured.body);
    const recording = { method, parameters: Object.keys(query).toSorted(), status, contentType, body };
    writeFileSync(join(dir, `${name}.json`), `${JSON.stringify(recording, undefined, 2)}\n`);
  }
}
