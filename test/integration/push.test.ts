import { describe, expect } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../common/durations.ts';
import type { SandboxOptions } from '../../sandbox/server/server.ts';
import type { World } from './askbell.ts';
import { it } from './story.ts';

// docs/api.md, "Socket".
/** With what a day has left, nothing that is polled without a socket waits longer. */
const USUAL_MS = 120 * MINUTE_MS;
const TAG = 'push-story';

/** A network with a socket, and so few requests that polls alone are minutes apart. */
const SOCKET: SandboxOptions = { like: 'public', protection: 0, quota: { key: 300 }, cache: false };

const topics = async ({ control }: World) => (await control.socketTopics()).flat();
const shown = ({ desktop }: World, kind: string) => desktop.shown.filter((one) => one.kind === kind).length;
const unread = async (world: World) => (await world.state()).unread;

async function signIn(world: World): Promise<void> {
  const { apiBaseUrl } = world.sandbox;
  await world.signIn({
    ...world.own(),
    socketUrl: apiBaseUrl.replace('http', 'ws'),
    siteListUrl: `${apiBaseUrl}/topbar/site-switcher/site-list`,
  });
  await world.round();
  await listensTo(world, `${world.people.accountId}-topbar`);
}

const listensTo = (world: World, wanted: string) =>
  world.clock.until(async () => (await topics(world)).some((topic) => topic.endsWith(wanted)));

/** Lets time go on until nothing of a kind was asked within the last minute, so that the minute rule asks for no wait. */
async function quietMinute(world: World, path: string): Promise<void> {
  const last = () => world.sandbox.requests.findLast((request) => request.path.includes(path))?.at ?? 0;
  const now = () => world.clock.now() / 1000;
  for (let tries = 0; now() - last() <= 61 && tries < 20; tries++) await world.pass(62 * SECOND_MS);
}

/**
 * Does something that the socket tells of once so many topics are listened to, and waits, in real time, until that was
 * heard. A connection that heard nothing for driven minutes is made anew in real time.
 */
async function push(world: World, topicCount: number, act: () => unknown): Promise<void> {
  const listens = async () => world.socket.isOpen && (await topics(world)).length === topicCount;
  while (!(await listens())) await world.pass(SECOND_MS);
  const { heard } = world.socket;
  await act();
  await world.clock.until(() => world.socket.heard > heard);
}

/** The time by the driven clock until something is so. */
async function timeUntil(world: World, condition: () => boolean | Promise<boolean>): Promise<number> {
  const began = world.clock.elapsed!();
  for (;;) {
    await world.idle();
    const took = world.clock.elapsed!() - began;
    if (await condition()) return took;
    if (took > USUAL_MS) return Infinity;
    await world.pass(SECOND_MS);
  }
}

describe('a socket', () => {
  it.override('options', { demo: false, sandbox: SOCKET });

  it('tells news of inbox and watches at once, and what is read elsewhere is read here', async ({ world, people }) => {
    await signIn(world);
    // How soon news comes is measured, not how much of it may come in ten minutes.
    await world.window.settings.change({ notificationLimit: 'none' });
    await world.window.watches.add({ site: people.site, rule: { anyTags: [TAG] }, alert: 'sound' });
    await world.round();
    await listensTo(world, `-newest-tag-${TAG}`);

    const took: number[] = [];
    for (let told = 1; told <= 5; told++) {
      await quietMinute(world, '/inbox');
      await push(world, 2, () => people.answers('So.'));
      took.push(await timeUntil(world, () => shown(world, 'inbox') === told));
    }
    expect(took.toSorted((a, b) => a - b)[2]).toBeLessThan(2 * SECOND_MS);
    await quietMinute(world, '/inbox');
    const before = await unread(world);
    await push(world, 2, () => world.control.act('readOnWebsite', { accountId: people.accountId }));
    const readMs = await timeUntil(world, async () => (await unread(world)) < before);
    expect(readMs).toBeLessThanOrEqual(5 * SECOND_MS);
    await quietMinute(world, '/questions');
    await push(world, 2, () => people.asks('New?', [TAG]));
    expect(await timeUntil(world, () => shown(world, 'question') === 1)).toBeLessThanOrEqual(2 * SECOND_MS);

    const listened = (count: number) => world.clock.until(async () => (await topics(world)).length === count);
    // After sleep, and where the machine was offline, the connection is another, which hears the same.
    for (const event of ['woke', 'online'] as const) {
      world.desktop.emit(event, undefined);
      await listened(0);
      await world.pass(10 * SECOND_MS);
      await listened(2);
    }
    // Off in Settings, nobody listens; on again, somebody does.
    for (const on of [false, true]) {
      await world.window.settings.change({ push: on });
      await listened(on ? 2 : 0);
    }
  });
});
