import { afterEach, expect, it } from 'vitest';
import { createSandboxControl, type SandboxControl } from '../../sandbox/control/client.ts';
import { WatchRule } from '../../common/contract/contract.ts';
import { aRound, cast, createWorld, type World } from './askbell.ts';

// docs/api.md, "Socket".
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** With what a day has left, nothing that is polled without a socket waits longer. */
const USUAL_MS = 120 * MINUTE_MS;

let world: World;
let control: SandboxControl;
let people: ReturnType<typeof cast>;
afterEach(() => world.close());

/** A network with a socket, and so few requests that polls alone are minutes apart. */
async function signIn(socketFault?: 'mute'): Promise<void> {
  world = await createWorld({
    demo: false,
    sandbox: { like: 'public', protection: 0, quota: { key: 300 }, cache: false, socketFault },
  });
  const { apiBaseUrl, authUrl } = world.sandbox;
  control = createSandboxControl(apiBaseUrl);
  people = cast(world.sandbox);
  await world.window.session.signIn({
    kind: 'other',
    name: 'Mine',
    apiBaseUrl,
    authUrl,
    clientId: 'mine',
    key: 'my-key',
    socketUrl: apiBaseUrl.replace('http', 'ws'),
    siteListUrl: `${apiBaseUrl}/topbar/site-switcher/site-list`,
  });
  await world.pass(2 * aRound);
  await world.clock.until(async () => (await topics()).includes(`${people.accountId}-topbar`));
}

const topics = async () => (await control.socketTopics()).flat();
const shown = (kind: string) => world.desktop.shown.filter((notification) => notification.kind === kind).length;
const unread = async () => (await world.window.state.get()).unread;
const TAG = 'push-story';
const answer = () =>
  control.act('answer', { site: people.site, userId: people.others[0]!, questionId: people.questionId, body: 'So.' });
const ask = () =>
  control.act('ask', { site: people.site, userId: people.others[1]!, title: 'New?', body: 'Is it?', tags: [TAG] });

/** Lets time go on until nothing of a kind was asked within the last minute, so that the minute rule asks for no wait. */
async function quietMinute(path: string): Promise<void> {
  const last = () => world.sandbox.requests.findLast((request) => request.path.includes(path))?.at ?? 0;
  const now = () => world.clock.now() / 1000;
  for (let tries = 0; now() - last() <= 61 && tries < 20; tries++) await world.pass(62 * SECOND_MS);
}

/**
 * Waits until this many topics are listened to; a connection that heard nothing for driven minutes is made anew in real
 * time.
 */
async function listening(count: number): Promise<void> {
  const listens = async () => world.socket.isOpen && (await topics()).length === count;
  while (!(await listens())) await world.pass(SECOND_MS);
}

/** Does something that the socket tells of, and waits, in real time, until that was heard. */
async function push(topicCount: number, act: () => Promise<unknown>): Promise<void> {
  await listening(topicCount);
  const { heard } = world.socket;
  await act();
  await world.clock.until(() => world.socket.heard > heard);
}

/** The time by the driven clock until something is so. */
async function timeUntil(condition: () => boolean | Promise<boolean>, step: number): Promise<number> {
  const began = world.clock.elapsed!();
  for (;;) {
    await world.idle();
    const took = world.clock.elapsed!() - began;
    if (await condition()) return took;
    if (took > USUAL_MS) return Infinity;
    await world.pass(step);
  }
}

it('tells news of inbox and watches at once, and what is read on the website is read here', async () => {
  await signIn();
  // How soon news comes is measured, not how much of it may come in ten minutes.
  await world.window.settings.change({ notificationLimit: 'none' });
  await world.window.watches.add({
    site: people.site,
    rule: WatchRule.parse({ anyTags: [TAG] }),
    alert: 'sound',
  });
  await world.pass(aRound);
  await world.clock.until(async () => (await topics()).some((topic) => topic.endsWith(`-newest-tag-${TAG}`)));

  const took: number[] = [];
  for (let told = 1; told <= 5; told++) {
    await quietMinute('/inbox');
    await push(2, answer);
    took.push(await timeUntil(() => shown('inbox') === told, SECOND_MS));
  }
  expect(took.toSorted((a, b) => a - b)[2]).toBeLessThan(2 * SECOND_MS);
  await quietMinute('/inbox');
  const before = await unread();
  await push(2, () => control.act('readOnWebsite', { accountId: people.accountId }));
  expect(await timeUntil(async () => (await unread()) < before, SECOND_MS)).toBeLessThanOrEqual(5 * SECOND_MS);
  await quietMinute('/questions');
  await push(2, ask);
  expect(await timeUntil(() => shown('question') === 1, SECOND_MS)).toBeLessThanOrEqual(2 * SECOND_MS);

  // After sleep, and where the machine was offline, the connection is another, which hears the same.
  for (const event of ['woke', 'online'] as const) {
    world.desktop.emit(event, undefined);
    await world.clock.until(async () => (await topics()).length === 0);
    await world.pass(10 * SECOND_MS);
    await world.clock.until(async () => (await topics()).length === 2);
  }

  // Off in Settings, nobody listens; on again, somebody does.
  await world.window.settings.change({ push: false });
  await world.clock.until(async () => (await topics()).length === 0);
  await world.window.settings.change({ push: true });
  await world.clock.until(async () => (await topics()).length === 2);
});

it('has achievements asked for where those tell of reputation', async () => {
  await signIn();
  await world.window.settings.change({ achievements: true });
  await world.window.session.askForAchievements({ account: (await world.window.state.get()).accounts[0]!.id });
  await world.idle();
  await world.pass(2 * aRound);
  await world.clock.until(async () => (await topics()).includes(`${people.accountId}-topbar`));
  await quietMinute('/me/achievements');
  await quietMinute('/reputation-history');
  const asked = () => world.sandbox.requests.filter(({ path }) => path.endsWith('/me/achievements')).length;
  const before = asked();
  const { site, others, questionId: postId } = people;
  await push(1, () => control.act('vote', { site, userId: others[2]!, postId, direction: 'up' }));
  expect(await timeUntil(() => asked() > before, SECOND_MS)).toBeLessThanOrEqual(5 * SECOND_MS);
  expect(await timeUntil(() => shown('reputation') === 1, SECOND_MS)).toBeLessThanOrEqual(MINUTE_MS);
});

it('tells the same over a mute socket, in the time that polls take', async () => {
  await signIn('mute');
  await quietMinute('/inbox');
  await answer();
  const took = await timeUntil(() => shown('inbox') === 1, 5 * MINUTE_MS);
  expect(took).toBeGreaterThan(2 * SECOND_MS);
  expect(took).toBeLessThanOrEqual(USUAL_MS);
  const before = await unread();
  await control.act('readOnWebsite', { accountId: people.accountId });
  expect(await timeUntil(async () => (await unread()) < before, 5 * MINUTE_MS)).toBeLessThanOrEqual(USUAL_MS);
});
