import fc from 'fast-check';
import { createNetwork } from '../../electron/api/client.ts';
import { ENDPOINTS } from '../../electron/api/endpoints.ts';
import { NetworkError } from '../../electron/api/network.ts';
import { toError } from '../../electron/api/http/facts.ts';
import { toPage } from '../../electron/api/http/request.ts';
import { MethodBackoffs } from '../../electron/api/http/pacing.ts';
import { classify, type Verdict } from '../../electron/api/http/classify.ts';
import { silentLog } from '../../electron/base/log.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { anyNumber, asJson, mutated, mutatedText, oddJson, oddText } from './arbitraries.ts';
import { assert, assertPrototypes, failureOf, inTime, property } from './property.ts';
import { oddItem } from './items.ts';

const SECRETS = ['a-secret-token((', 'a-secret-key'];
const MAX_MESSAGE_CHARACTERS = 700;
const DAY_S = 86_400;
const NOW = Date.UTC(2026, 10, 22);

const status = fc.oneof(
  fc.constantFrom(200, 200, 200, 201, 204, 301, 302, 304, 400, 401, 402, 403, 404, 407, 429, 500, 502, 503, 511, 520),
  fc.integer({ min: 200, max: 599 }),
);

const dateHeader = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
  fc.constantFrom('Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT', '0', '-1', '2026', 'Sun'),
  oddText,
);
const numberHeader = fc.oneof(anyNumber.map(String), oddText, dateHeader);

const headers = fc
  .record(
    {
      date: dateHeader,
      'retry-after': numberHeader,
      'x-ratelimit-max': numberHeader,
      'x-ratelimit-current': numberHeader,
      'content-type': fc.oneof(fc.constantFrom('application/json', 'text/html'), oddText),
      server: fc.oneof(fc.constantFrom('cloudflare', 'nginx'), oddText),
      'cf-mitigated': oddText,
      location: oddText,
    },
    { requiredKeys: [] },
  )
  .map((given) => ({ get: (name: string) => (given as Record<string, string>)[name.toLowerCase()] ?? null }));

const errorObject = fc.record({
  error_id: fc.oneof(fc.constantFrom(400, 401, 402, 403, 404, 405, 406, 407, 409, 500, 502, 503), fc.integer()),
  error_name: fc.oneof(
    fc.constantFrom('throttle_violation', 'access_denied', 'bad_parameter', 'no_method', ...SECRETS),
    oddText,
  ),
  error_message: fc.oneof(
    fc.nat().map((seconds) => `too many requests from this IP, more requests available in ${seconds} seconds`),
    fc.constantFrom(...SECRETS).map((secret) => `the token ${secret} and ${encodeURIComponent(secret)} is wrong`),
    oddText,
  ),
});

const goodWrapper = fc.record({
  items: fc.array(fc.constant({ question_id: 1, title: 'T', creation_date: 1 }), { maxLength: 3 }),
  has_more: fc.boolean(),
  quota_max: fc.constantFrom(300, 10_000),
  quota_remaining: fc.integer({ min: -5, max: 10_000 }),
});

const bodyText = fc.oneof(
  { weight: 5, arbitrary: asJson(mutated(fc.oneof(goodWrapper, errorObject))) },
  { weight: 2, arbitrary: mutatedText(asJson(goodWrapper)) },
  { weight: 1, arbitrary: asJson(oddJson) },
  { weight: 1, arbitrary: oddText },
  { weight: 1, arbitrary: mutatedText(fc.constant('<!doctype html><html><head><title>x</title></head></html>')) },
);

const answer = fc.record({
  status,
  headers,
  text: bodyText,
  address: fc.constant('https://api.example/2.3/inbox'),
  leadsTo: fc.option(oddText, { nil: undefined }),
});

function holdFacts({ facts }: Verdict): void {
  const { quota, networkTime, backoffSeconds } = facts;
  assert(networkTime === undefined || Number.isFinite(networkTime), 'the network tells a time that is none');
  assert(quota === undefined || (Number.isFinite(quota.max) && Number.isFinite(quota.remaining)), 'no number');
  assert(backoffSeconds === undefined || backoffSeconds > 0, 'a backoff is not above 0');
}

function holdShown(text: string | undefined, most: number): void {
  if (text === undefined) return;
  assert(text.length <= most, `a text of ${text.length} characters would be shown`);
  for (const secret of SECRETS)
    assert(!text.includes(secret) && !text.includes(encodeURIComponent(secret)), 'a secret would be shown');
  assert(!/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'a control character would be shown');
}

property({
  name: 'classify',
  holds: 'an answer is items or a fault, told in bounded words without secrets, and waited for a day at most',
  input: fc.record({ answer, tokenSent: fc.boolean(), mayBeEmpty: fc.boolean() }),
  check({ answer: given, tokenSent, mayBeEmpty }) {
    const verdict = inTime('classify', () => classify(given, { secrets: SECRETS, tokenSent, mayBeEmpty }));
    assertPrototypes();
    holdFacts(verdict);
    if ('items' in verdict) return assert(Array.isArray(verdict.items), 'items are no list');
    const { fault } = verdict;
    holdShown(fault.message, MAX_MESSAGE_CHARACTERS);
    holdShown(fault.said, 200);
    holdShown(fault.errorName, 60);
    const { quota } = verdict.facts;
    const error = toError(fault, { method: '/inbox', status: given.status, sentAt: NOW, at: NOW + 1000, quota });
    const wait = (error.retryAt! - NOW) / 1000;
    assert(wait >= 60 && wait <= DAY_S + 10, `a wait of ${wait} s`);
  },
});

property({
  name: 'backoff',
  holds: 'a pause ends within a day, is never shortened by another, and starts over where the clock is set back',
  input: fc.array(fc.tuple(anyNumber, fc.integer({ min: -1e7, max: 1e7 })), { minLength: 1, maxLength: 8 }),
  check(asked) {
    const pauses = new MethodBackoffs();
    let now = NOW;
    for (const [seconds, passed] of asked) {
      now += passed;
      if (!(seconds > 0)) continue;
      const before = pauses.until('/me/inbox', now);
      const until = pauses.add('/users/{ids}/inbox', seconds, now);
      assert(until > now && until <= now + (DAY_S + 10) * 1000, `a pause until ${until - now} ms from now`);
      assert(before === undefined || until >= before, 'a pause was shortened');
      assert(pauses.until('/users/{id}/inbox', now) === until, 'a pause is told otherwise than it was noted');
    }
  },
});

const names = Object.keys(ENDPOINTS) as (keyof typeof ENDPOINTS)[];

/** The longest that a field may be, in code points; a post's text is HTML. */
const MAX_FIELD_LENGTHS: Readonly<Record<string, number>> = {
  title: 500,
  name: 500,
  display_name: 500,
  item_type: 100,
  link: 2048,
  body: 200_000,
};

function holdLengths(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, field] of Object.entries(value)) {
    const most = MAX_FIELD_LENGTHS[key];
    if (typeof field !== 'string') holdLengths(field);
    else if (most !== undefined && field.length > most)
      assert([...field].length <= most, `${key} keeps ${field.length} characters`);
  }
}

property({
  name: 'items',
  holds: 'each item is read or counted as broken, its texts are cut, and what was read reads the same again',
  input: fc
    .constantFrom(...names)
    .chain((name) => fc.record({ name: fc.constant(name), raw: fc.array(oddItem(name), { maxLength: 4 }) })),
  check({ name, raw }) {
    const { item } = ENDPOINTS[name];
    const request = { item } as never;
    const page = inTime('reading items', () => toPage(request, { items: raw, leftOut: 0, hasMore: false }, false));
    assertPrototypes();
    assert(page.items.length + page.broken === raw.length, 'items were lost');
    for (const each of page.items) {
      holdLengths(each);
      for (const value of Object.values(each as object))
        if (value instanceof Date) assert(Number.isFinite(value.getTime()), 'a date is none');
    }
    const again = toPage(request, { items: raw, leftOut: 0, hasMore: false }, true);
    assert(JSON.stringify(again.items) === JSON.stringify(page.items), 'the same item reads otherwise');
  },
});

property({
  name: 'client',
  holds: 'a request ends in a page or a NetworkError, sends few requests, and shows no secret',
  share: 0.5,
  input: fc.record({
    name: fc.constantFrom(...names),
    answers: fc.array(fc.record({ status, text: bodyText, retryAfter: numberHeader }), { minLength: 1, maxLength: 3 }),
  }),
  async check({ name, answers }) {
    let sent = 0;
    const fetch = (() => {
      const { status: code, text, retryAfter } = answers[sent++ % answers.length]!;
      const empty = [204, 205, 304].includes(code);
      const response = new Response(empty ? null : text, { status: code });
      // A header that cannot be sent is none.
      if (/^[\x20-\x7e]*$/.test(retryAfter)) response.headers.set('retry-after', retryAfter);
      return Promise.resolve(response);
    }) as typeof globalThis.fetch;
    const network = createNetwork(
      { apiBaseUrl: 'http://127.0.0.1:1', authUrl: '', clientId: '1', version: '2.3' },
      { accessToken: SECRETS[0]!, key: SECRETS[1]! },
      { fetch, clock: createManualClock(NOW), random: () => 0, log: silentLog },
    );
    const ask = network[name] as (query: object) => Promise<unknown>;
    const query = { site: 's', userId: 1, id: 1, ids: [1], tags: ['a'], tag: 'a', tagged: ['a'], inname: 'a' };
    const rest = { include: ['a'], period: 'month', order: 'desc', minScore: 1, fromdate: 1 };
    const failed = await failureOf(ask({ ...query, ...rest }));
    if (failed !== undefined && !(failed instanceof NetworkError)) throw failed;
    assert(failed?.kind !== 'cancelled', 'a request was called off by nobody');
    holdShown(failed?.message, MAX_MESSAGE_CHARACTERS);
    assert(sent <= 2, `${sent} requests were sent for one`);
  },
});
