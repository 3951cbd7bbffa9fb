import { afterEach, describe, expect, test, vi } from 'vitest';
import { deadAddress, json, type Answerer } from './answering-server.ts';
import { asking, errorOf, key, networkAt, token } from './network-under-test.ts';

const site = 'cooking';

describe('backoff', () => {
  test('holds back the method, whatever its parameters, for as long as the network asked and two seconds', async () => {
    const { network, clock, sent } = await asking((url, response) =>
      json(response, { items: [], ...(url.pathname.endsWith('/me') && { backoff: 90 }) }),
    );
    const first = await network.me({ site });
    const until = clock.now() + 92_000;
    expect(first.backoffUntil).toBe(until);

    const held = await errorOf(network.me({ site: 'gardening' }));
    expect(held).toMatchObject({ kind: 'backoff', retryAt: until, method: '/me' });
    await network.inbox();
    await clock.advance(91_999);
    expect((await errorOf(network.me({ site }))).kind).toBe('backoff');
    await clock.advance(1);
    expect((await network.me({ site })).repeated).toBe(false);
    expect(sent).toEqual(['/me', '/inbox', '/me']);
  });

  test('counts on an error answer too', async () => {
    const { network, clock } = await asking((_, response) =>
      json(response, { error_id: 500, error_name: 'internal_error', backoff: 200 }, 500),
    );
    const error = await errorOf(network.questions({ site, order: 'desc' }));
    expect(error).toMatchObject({ kind: 'server-fault', retryAt: clock.now() + 202_000 });
    const held = await errorOf(network.questions({ site: 'gardening', order: 'desc' }));
    expect(held).toMatchObject({ kind: 'backoff', retryAt: clock.now() + 202_000 });
  });

  test('an absurd one ends after an hour, and a clock set back does not stretch it', async () => {
    const { network, clock } = await asking({ items: [], backoff: 1e12 });
    await network.tags({ site, inname: 'a' });
    clock.set(clock.now() - 3_600_000);
    const error = await errorOf(network.tags({ site, inname: 'b' }));
    expect(error.retryAt).toBe(clock.now() + 3_602_000);
  });

  test('a shorter one does not cut a longer one', async () => {
    let backoff = 0;
    const answers = new Map<string, () => void>();
    const { network, clock, server } = await asking((url, response) => {
      answers.set(url.searchParams.get('inname') ?? '', () => json(response, { items: [], backoff }));
    });
    const both = [network.tags({ site, inname: 'a' }), network.tags({ site, inname: 'b' })];
    await server.arrived(2);
    backoff = 100;
    answers.get('a')!();
    await both[0];
    backoff = 10;
    answers.get('b')!();
    expect((await both[1])!.backoffUntil).toBe(clock.now() + 102_000);
  });
});

describe('never the same request twice within a minute', () => {
  test('the earlier answer is given again as it came, without its time, then the network is asked anew', async () => {
    let served = 0;
    const { network, clock, reports } = await asking((_, response) => json(response, [{ user_id: ++served }]));
    const [first] = (await network.me({ site })).items;
    expect(first?.user_id).toBe(1);
    // No two askers share an object.
    first!.user_id = 99;
    await clock.advance(59_999);
    const again = await network.me({ site });
    expect(again).toMatchObject({ repeated: true, items: [{ user_id: 1 }] });
    expect(again).not.toHaveProperty('networkTime');
    await clock.advance(1);
    expect(await network.me({ site })).toMatchObject({ repeated: false, items: [{ user_id: 2 }] });
    expect(reports).toHaveLength(2);
    // A clock that is set back lengthens the minute by one at most.
    clock.set(clock.now() - 3_600_000);
    expect((await network.me({ site })).repeated).toBe(true);
    await clock.advance(60_000);
    expect((await network.me({ site })).repeated).toBe(false);
  });

  test('other parameters are another request, another order within a vector is none', async () => {
    const { network, server } = await asking([]);
    await network.myInbox({ site, page: 1 });
    await network.myInbox({ site, page: 2 });
    await network.myInbox({ site: 'gardening', page: 1 });
    expect(server.asked).toHaveLength(3);
    await network.tags({ site, inname: 'a;b' });
    expect((await network.tags({ inname: 'b;a', site })).repeated).toBe(true);
  });

  test('a failure that the network may have seen stands for the minute', async () => {
    const { network, clock, server } = await asking((_, response) => response.writeHead(500).end());
    const failure = { kind: 'server-fault', status: 500, retryAt: clock.now() + 60_000 };
    expect(await errorOf(network.me({ site }))).toMatchObject(failure);
    await clock.advance(30_000);
    expect(await errorOf(network.me({ site }))).toMatchObject(failure);
    expect(server.asked).toHaveLength(1);
    await clock.advance(30_000);
    await errorOf(network.me({ site }));
    expect(server.asked).toHaveLength(2);
  });

  test('another person signed in is asked for anew, and a mended key tried at once', async () => {
    const caller = { key, accessToken: token };
    const unknownKey = { error_id: 400, error_message: "`key` doesn't match a known application" };
    const answerer: Answerer = ({ searchParams }, response) =>
      searchParams.get('key') === key
        ? json(response, { ...unknownKey, error_name: 'bad_parameter' }, 400)
        : json(response, [{ user_id: searchParams.get('access_token') === token ? 1 : 2 }]);
    const { network } = await asking(answerer, { caller, credentialsIn: 'query' });
    expect((await errorOf(network.me({ site }))).kind).toBe('bad-key');
    caller.key = 'mended';
    expect((await network.me({ site })).items[0]?.user_id).toBe(1);
    caller.accessToken = 'another';
    expect((await network.me({ site })).items[0]?.user_id).toBe(2);
  });

  test('simultaneous identical requests share one sending, which goes on when one of them is called off', async () => {
    let answer = () => {};
    const { network, sent, reports, server } = await asking(
      (_, response) => (answer = () => json(response, [{ user_id: 1 }])),
    );
    const abort = new AbortController();
    const leaving = errorOf(network.me({ site }, { signal: abort.signal }));
    const all = [network.me({ site }), network.me({ site }), network.me({ site })];
    await server.arrived(1);
    abort.abort();
    expect((await leaving).kind).toBe('cancelled');
    answer();
    for (const page of await Promise.all(all)) expect(page).toMatchObject({ repeated: false, items: [{ user_id: 1 }] });
    expect([sent.length, reports.length, server.asked.length]).toEqual([1, 1, 1]);
  });
});

describe('waiting and giving up', () => {
  /** The time that an answer may take, which is real otherwise, is the test's: a busy machine connects late. */
  const driveTimeouts = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  afterEach(() => vi.useRealTimers());

  test('no answer in time is a timeout, and is not tried again by itself', async () => {
    const { network, clock, server } = await asking(() => {}, { timeoutMs: 40 });
    const sentAt = clock.now();
    driveTimeouts();
    const asked = errorOf(network.sites());
    await server.arrived(1);
    vi.advanceTimersByTime(40);
    const error = await asked;
    expect(error).toMatchObject({ kind: 'timeout', retryAt: sentAt + 60_000 });
    expect(error.message).toMatch(/^127\.0\.0\.1:\d+ did not answer within 40 ms\.$/);
    expect(server.asked).toHaveLength(1);
  });

  test('the time covers the body as well', async () => {
    const answered = Promise.withResolvers<void>();
    const { network } = await asking((_, response) => void response.writeHead(200).write('{"items":['), {
      timeoutMs: 60,
      async fetch(...request) {
        const response = await fetch(...request);
        answered.resolve();
        return response;
      },
    });
    driveTimeouts();
    const asked = errorOf(network.sites());
    await answered.promise;
    vi.advanceTimersByTime(60);
    expect((await asked).kind).toBe('timeout');
  });

  test('where nobody listens, two more tries with growing jittered waits are made, then it is offline', async () => {
    const { network, clock, sent } = networkAt(await deadAddress());
    const startedAt = clock.now();
    const failing = errorOf(network.sites());
    await clock.until(() => clock.sleepers() === 1);
    await clock.advance(249);
    expect(clock.sleepers()).toBe(1);
    await clock.advance(1);
    await clock.until(() => clock.sleepers() === 1);
    await clock.advance(500);
    const error = await failing;
    expect(error).toMatchObject({ kind: 'offline', retryAt: startedAt + 750 + 10_000 });
    expect(error.message).toContain('refused');
    expect(sent).toHaveLength(1);
  });

  test('a failure that the network cannot have seen does not stand, and an answer after refusals is just one', async () => {
    let tries = 0;
    const refusal = new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) });
    const { network, reports } = await asking([], {
      clock: { now: () => 0, sleep: () => Promise.resolve() },
      fetch: (...request) => (++tries < 6 ? Promise.reject(refusal) : fetch(...request)),
    });
    expect((await errorOf(network.sites())).kind).toBe('offline');
    expect(tries).toBe(3);
    expect(await network.sites()).toMatchObject({ repeated: false, items: [] });
    expect([tries, reports.length]).toEqual([6, 1]);
  });
});

describe('calling off', () => {
  test('an aborted signal sends nothing and leaves no trace', async () => {
    const { network, sent } = await asking([]);
    expect((await errorOf(network.sites({}, { signal: AbortSignal.abort() }))).kind).toBe('cancelled');
    expect(sent).toEqual([]);
    expect((await network.sites()).repeated).toBe(false);
  });

  test('aborting on the way ends the connection, and the minute still counts', async () => {
    const closed = Promise.withResolvers<void>();
    const { network, clock, server } = await asking((_, response) => response.once('close', () => closed.resolve()));
    const abort = new AbortController();
    const call = errorOf(network.sites({}, { signal: abort.signal }));
    await server.arrived(1);
    abort.abort();
    expect((await call).kind).toBe('cancelled');
    await closed.promise;
    expect(await errorOf(network.sites())).toMatchObject({ kind: 'cancelled', retryAt: clock.now() + 60_000 });
    expect(server.asked).toHaveLength(1);
  });

  test('aborting between two tries ends the wait', async () => {
    const { network, clock } = networkAt(await deadAddress());
    const abort = new AbortController();
    const call = errorOf(network.sites({}, { signal: abort.signal }));
    await clock.until(() => clock.sleepers() === 1);
    abort.abort();
    expect((await call).kind).toBe('cancelled');
    await clock.until(() => clock.sleepers() === 0);
  });
});

test('secrets stay out of errors, their causes and the log, even when the network echoes them', async () => {
  const echo = `token ${token} (${encodeURIComponent(token)}) with \`key\` ${key} at /me?access_token=${token}&key=${key}`;
  const { network, lines } = await asking((url, response) =>
    url.pathname.endsWith('/me')
      ? json(response, { error_id: 400, error_name: `bad_parameter ${token}`, error_message: echo }, 400)
      : response.destroy(),
  );
  const errors = [await errorOf(network.me({ site })), await errorOf(network.sites())];
  const told = errors.map((error) => `${error.stack}${String(error.cause)}${JSON.stringify(error)}`);
  expect([...lines, ...told].join('\n')).not.toContain('S3CRET');
  expect(errors[0]!.message).toContain('[hidden]');
});
