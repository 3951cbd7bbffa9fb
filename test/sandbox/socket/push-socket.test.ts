import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { site, startNetwork } from '../support/network.ts';

const open: WebSocket[] = [];
const network = await startNetwork({ like: 'public' });
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate();
  await network.control.changeSocket({ fault: null });
});

/** Connects and subscribes; resolves once the network knows. */
async function listen(...topics: string[]) {
  const socket = new WebSocket(network.apiBaseUrl.replace('http', 'ws'));
  open.push(socket);
  const frames: string[] = [];
  socket.on('message', (data) => frames.push((data as Buffer).toString()));
  await once(socket, 'open');
  for (const topic of topics) socket.send(topic);
  const isKnown = async () => (await network.control.socketTopics()).some((known) => known.join() === topics.join());
  while (!(await isKnown()));
  return {
    socket,
    /** Every frame so far, as it came. */
    frames,
    /** Resolves once there are so many frames. */
    async heard(count: number) {
      while (frames.length < count) await once(socket, 'message');
    },
  };
}

const parsed = (frame: string | undefined) => JSON.parse(frame ?? '') as { action: string; data: string };
/** What a frame tells; the data is JSON within JSON (living network: "data is JSON encoded twice"). */
const told = (frame: string | undefined) => JSON.parse(parsed(frame).data) as unknown;
const topicOf = (frame: string | undefined) => parsed(frame).action;

const myTopic = `${network.account()}-topbar`;
const userId = network.member(site);
const write = (text: string) =>
  network.control.act('message', { site, userId, itemType: 'chat_message', title: text, body: text });
const ask = (title: string, tags: string[], asker = network.member(site, 1)) =>
  network.control.act('ask', { site, userId: asker, title, body: '<p>?</p>', tags });

async function siteId(): Promise<string> {
  const page = await (await network.fetch('/topbar/site-switcher/site-list')).text();
  const { body } = await network.get('/sites');
  const address = body.items.find((item) => item['api_site_parameter'] === site)?.['site_url'];
  return new RegExp(`href="${String(address)}"\\s+data-id="(\\d+)"`).exec(page)?.[1] ?? '';
}

test('the socket tells how much is unread when it rises and when it falls, each part by itself', async () => {
  const me = await listen(myTopic);
  const itemId = await write('First');
  await me.heard(1);
  expect(topicOf(me.frames[0])).toBe(myTopic);
  const { Inbox } = told(me.frames[0]) as { Inbox: { UnreadInboxCount: number } };
  expect(told(me.frames[0])).toEqual({ Inbox });
  await network.control.act('readOnWebsite', { accountId: network.account(), itemId });
  await me.heard(2);
  expect(told(me.frames[1])).toEqual({ Inbox: { UnreadInboxCount: Inbox.UnreadInboxCount - 1 } });
});

test('the socket tells of reputation and of badges, whoever listens', async () => {
  const postId = await ask('Mine', ['own'], userId);
  const somebody = await listen(myTopic);
  await network.control.act('vote', { site, userId: network.member(site, 1), postId, direction: 'up' });
  await somebody.heard(1);
  const { Achievements } = told(somebody.frames[0]) as { Achievements: Record<string, number> };
  expect(Achievements['UnreadRepCount']).toBeGreaterThanOrEqual(10);
  await network.control.act('readOnWebsite', { accountId: network.account(), what: 'achievements' });
  await somebody.heard(2);
  expect(told(somebody.frames[1])).toEqual({ Achievements: { UnreadRepCount: 0, UnreadNonRepCount: 0 } });
  expect(Achievements['UnreadNonRepCount']).toBeGreaterThanOrEqual(0);
});

test('the socket tells of new questions of a tag by the id of the site, until it is unsubscribed', async () => {
  const id = await siteId();
  expect(id).toMatch(/^\d+$/);
  const topic = `${id}-questions-newest-tag-socketry`;
  const me = await listen(topic, `${id}-questions-newest-tag-others`);
  const question = await ask('Which plug?', ['socketry', 'second']);
  await me.heard(1);
  expect(topicOf(me.frames[0])).toBe(topic);
  const tags = ['socketry', 'second'];
  expect(told(me.frames[0])).toMatchObject({ id: String(question), siteid: Number(id), tags });
  me.socket.send(`-${topic}`);
  while ((await network.control.socketTopics()).flat().includes(topic));
  await ask('Not told', ['socketry']);
  await ask('Told', ['others']);
  await me.heard(2);
  expect(me.frames.map(topicOf)).toEqual([topic, `${id}-questions-newest-tag-others`]);
});

test('the socket beats, and hangs up on who does not send the data back', async () => {
  const [faithful, deaf] = [await listen('1-a'), await listen('1-b')];
  faithful.socket.on('message', (data) => faithful.socket.send(parsed((data as Buffer).toString()).data));
  const hungUp = once(deaf.socket, 'close');
  await network.control.changeSocket({ heartbeat: true });
  await faithful.heard(1);
  // What is sent after the answer has been read after it.
  faithful.socket.send('1-c');
  while (!(await network.control.socketTopics()).flat().includes('1-c'));
  await network.control.changeSocket({ heartbeat: true });
  await hungUp;
  await faithful.heard(2);
  expect(faithful.frames.map((frame) => parsed(frame).data).toSorted()).toEqual(['hb', 'pong']);
  const dropped = once(faithful.socket, 'close');
  await network.control.changeSocket({ drop: true });
  await dropped;
});

test.each([
  ['duplicate', 2],
  ['garbage', 10],
  ['flood', 500],
  ['late', 1],
] as const)('the socket fails on purpose: %s', async (fault, frames) => {
  const me = await listen(myTopic);
  await network.control.changeSocket({ fault, ms: 20 });
  await write(`While ${fault}`);
  await me.heard(frames);
  await network.control.changeSocket({ fault: null });
  await write('Well again');
  await me.heard(frames + 1);
  expect(me.frames).toHaveLength(frames + 1);
  // In between stands what no reader of frames can use.
  expect(me.frames.some((frame) => !frame.startsWith('{"action":"'))).toBe(fault === 'garbage');
});

test('the socket is mute on purpose, but for its heartbeats', async () => {
  const me = await listen(myTopic);
  await network.control.changeSocket({ fault: 'mute' });
  await write('Nobody hears');
  await network.control.changeSocket({ heartbeat: true });
  await me.heard(1);
  expect(me.frames.map(topicOf)).toEqual(['hb']);
});

test('a network like the specification has no socket and no list of site ids', async () => {
  const other = await startNetwork();
  const socket = new WebSocket(other.apiBaseUrl.replace('http', 'ws'));
  const [error] = (await once(socket, 'error')) as [Error];
  expect(error.message).toMatch(/200/);
  expect((await fetch(`${other.apiBaseUrl}/topbar/site-switcher/site-list`)).status).toBe(404);
  await expect(other.control.changeSocket({ fault: 'mute' })).rejects.toThrow(/no socket/);
});
