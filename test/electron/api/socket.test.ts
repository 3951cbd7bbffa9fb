import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  fetchSiteNumbers,
  openSocketAs,
  PushConnection,
  readFrame,
  SILENCE_MS,
  siteNumbersIn,
} from '../../../electron/api/socket.ts';
import { silentLog } from '../../../electron/base/log.ts';
import { site, startNetwork, type TestNetwork } from '../../sandbox/support/network.ts';
import { createManualClock } from '../../support/manual-clock.ts';

let network: TestNetwork;
beforeAll(async () => void (network = await startNetwork({ like: 'public' })));
afterAll(() => network.close());

/** A connection to the real sandbox over a real socket; only its clock is the test's. */
function connect({
  url = network.apiBaseUrl.replace('http', 'ws'),
  random = 0.5,
  open = openSocketAs('Askbell/test'),
} = {}) {
  const clock = createManualClock();
  const news: [topic: string, data: unknown][] = [];
  const connected: boolean[] = [];
  const connection = new PushConnection(
    url,
    open,
    { clock, random: () => random, log: silentLog },
    { news: (topic, data) => news.push([topic, data]), connected: (is) => connected.push(is) },
  );
  connection.subscribe([topbar()]);
  connection.start();
  running.push(connection);
  return { clock, connection, news, connected };
}

const HOUR_MS = 3600_000;
const running: PushConnection[] = [];
afterEach(async () => {
  await network.control.changeSocket({ fault: null });
  for (const connection of running.splice(0)) await connection.stop();
  await until(async () => (await topics()).length === 0);
});

const { until } = createManualClock();
const topbar = () => `${network.account()}-topbar`;
const topics = async () => (await network.control.socketTopics()).flat();
const isSubscribed = async () => (await topics()).includes(topbar());
const write = (title: string) =>
  network.control.act('message', { site, userId: network.member(site), itemType: 'chat_message', title, body: title });

describe('a connection to a socket', () => {
  test('hears of its topics, sends the data of heartbeats back, whichever it is, and unsubscribes', async () => {
    const { connection, news, connected } = connect();
    await until(isSubscribed);
    expect(connected).toEqual([true]);
    for (let beats = 0; beats < 3; beats++) {
      await network.control.changeSocket({ heartbeat: true });
      // What comes next on the same connection was sent after the heartbeat, and so is what it answers.
      await write(`Beat ${beats}`);
      await until(() => news.length > beats);
      connection.subscribe([topbar(), `1-after-${beats}`]);
      await until(async () => (await topics()).includes(`1-after-${beats}`));
    }
    const told = [topbar(), { Inbox: { UnreadInboxCount: expect.any(Number) } }];
    expect([news, connected]).toEqual([[told, told, told], [true]]);
    connection.subscribe(['1-questions-newest']);
    await until(async () => (await topics()).join() === '1-questions-newest');
  });

  test.each([
    ['early', 0, 2500],
    ['late', 0.9999, 7499],
  ] as const)('comes back by itself, by chance %s', async (_when, random, wait) => {
    const { clock, connected } = connect({ random });
    await until(isSubscribed);
    await network.control.changeSocket({ drop: true });
    await until(() => connected.length === 2 && clock.sleepers() === 1);
    await clock.advance(wait - 2);
    expect(clock.sleepers()).toBe(1);
    expect(await topics()).toEqual([]);
    await clock.advance(4);
    await until(() => connected.length === 3);
    expect(connected).toEqual([true, false, true]);
    await until(isSubscribed);
  });

  // Living network, "Push": "reconnect after 6 min silence".
  test('is made anew after six minutes of silence, and not while something is heard', async () => {
    const { clock, connected, news } = connect();
    await until(isSubscribed);
    await clock.advance(SILENCE_MS - 1000);
    await write('Heard in time');
    await until(() => news.length > 0);
    await clock.advance(SILENCE_MS - 1000);
    expect(connected).toEqual([true]);
    await clock.advance(2000);
    await until(() => connected.length === 2);
    await clock.advance(10_000);
    await until(() => connected.length === 3);
  });

  test('reads around garbage', async () => {
    const { news, connected } = connect();
    await until(isSubscribed);
    await network.control.changeSocket({ fault: 'garbage' });
    await write('Among garbage');
    const isCount = (data: unknown) =>
      typeof (data as { Inbox?: { UnreadInboxCount?: unknown } }).Inbox?.UnreadInboxCount === 'number';
    await until(() => news.some(([, data]) => isCount(data)));
    expect(connected).toEqual([true]);
    expect(news.every(([topic]) => topic === topbar())).toBe(true);
  });

  test('hangs up on a flood, and tries again ever later', async () => {
    const { clock, connected, news } = connect();
    await until(isSubscribed);
    await network.control.changeSocket({ fault: 'flood' });
    await write('Flood');
    await until(() => connected.length === 2 && clock.sleepers() === 1);
    expect(news.length).toBeLessThanOrEqual(300);
    await clock.advance(5000);
    await until(() => connected.length === 3);
    await until(isSubscribed);
    await write('Flood again');
    await until(() => connected.length === 4 && clock.sleepers() === 1);
    await clock.advance(9999);
    expect(connected).toHaveLength(4);
    await clock.advance(1);
    await until(() => connected.length === 5);
  });

  test('that nobody answers is tried ever more seldom, and ends when it is told to', async () => {
    const { clock, connection, connected } = connect({ url: 'ws://127.0.0.1:1/' });
    const waits = async () => clock.sleepers() === 1;
    await clock.settle();
    for (const wait of [5000, 10_000, 20_000]) {
      await until(waits);
      await clock.advance(wait - 1);
      expect(clock.sleepers()).toBe(1);
      await clock.advance(1);
      await clock.settle();
    }
    expect(connected).toEqual([]);
    await connection.stop();
    expect(clock.sleepers()).toBe(0);
  });

  test('that nobody answered for hours is tried anew soon after the machine woke or is connected again', async () => {
    let tried = 0;
    const open = () => {
      tried++;
      throw new Error('Nobody is there.');
    };
    const { clock, connection } = connect({ open });
    await clock.advance(5 * HOUR_MS);
    expect(tried).toBeGreaterThan(5);
    tried = 0;
    connection.startOver();
    await clock.advance(4999);
    expect(tried).toBe(0);
    // Again and again, it is no sooner, no later and no more often.
    for (let times = 0; times < 5; times++) connection.startOver();
    await clock.advance(1);
    expect(tried).toBe(1);
    // From then on it waits as at the beginning.
    await clock.advance(10_000);
    expect(tried).toBe(2);
  });
});

// Living network, "Push": data is JSON encoded twice; some handlers see it parsed: accept both.
test.each(['{"a":1}', { a: 1 }])('a frame: tells the same in either encoding: %j', (data) => {
  const read = readFrame(JSON.stringify({ action: '1-topbar', data }));
  expect(read).toEqual({ kind: 'news', topic: '1-topbar', data: { a: 1 } });
});

test.each(['hb', 'pong'])('a frame: of a heartbeat has data to send back: %s', (data) => {
  expect(readFrame(JSON.stringify({ action: 'hb', data }))).toEqual({ kind: 'heartbeat', data });
});

test.each([
  ...['', 'pong', '[]', 'null', '{"action":1}', '{"action":"x","data":"{"}', '{"action":"x"}', '{"action":"hb"}'],
  JSON.stringify({ action: 'x', data: 'x'.repeat(100_000) }),
])('a frame: that is none is none: %.40s', (text) => expect(readFrame(text)).toBeUndefined());

test('the list of sites has a number for each with a host, however its page is written', () => {
  const page = `<ul><li><a class="site-link" href="https://stackoverflow.com"
     data-id="1">Stack Overflow</a></li><li><a data-id='3' href='//superuser.com'>Super User</a></li>
     <a href="https://chat.example">no number</a><a data-id="x" href="https://bad.example">bad</a><a data-id="9">none</a>
     <a href="file:///questions" data-id="3">A</a><a href="about:blank" data-id="4">B</a>`;
  expect(Object.fromEntries(siteNumbersIn(page))).toEqual({ 'stackoverflow.com': 1, 'superuser.com': 3 });
});

test.each([
  ['a page of the protection', new Response('<title>Just a moment…</title>', { status: 403 })],
  ['a page without numbers', new Response('<title>Welcome</title>')],
])('%s is no list of sites', async (_what, answer) => {
  const { signal } = new AbortController();
  const fetching = fetchSiteNumbers(() => Promise.resolve(answer), 'https://meta.example/', signal);
  await expect(fetching).rejects.toThrow(/list of sites/);
});
