import { expect, onTestFinished } from 'vitest';
import { silentLog } from '../../electron/base/log.ts';
import { CommandSocket } from '../../electron/desktop/command-socket.ts';
import { claimDataFolder } from '../../electron/desktop/single-instance.ts';
import { createHome, startHeadless } from '../electron/fixtures/headless-program.ts';
import type { World } from './askbell.ts';
import { it } from './story.ts';

const EVENTS = 1000;
/** As many as come between two polls. */
const AT_ONCE = 25;

/** Opens the socket of the story's Askbell, as a shell does; returns what closes it. */
async function openSocket(world: World): Promise<() => void> {
  const instance = claimDataFolder(world.dataDir)!;
  const socket = new CommandSocket({ 'GET /status': () => world.askbell.status() }, silentLog);
  await socket.open(world.dataDir);
  socket.serve(world.askbell.loadRouter);
  instance.announce('headless', socket.path);
  return () => {
    socket.close();
    instance.release();
  };
}

it(`askbell follow tells ${EVENTS} events once each, though both sides are killed`, async ({ world, people }) => {
  const home = createHome();
  let close = await openSocket(world);
  onTestFinished(() => close());
  const told: { id: number; title: string }[] = [];
  let rest = '';
  const follow = (after: number) => {
    rest = '';
    const run = startHeadless(home, ['follow', '--after', String(after), '--data-dir', world.dataDir]);
    run.child.stdout!.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop()!;
      for (const line of lines) {
        const { id, item } = JSON.parse(line) as { id: number; item?: { excerpt: string } };
        told.push({ id, title: item?.excerpt ?? '' });
      }
    });
    return run;
  };
  const comments = () => told.filter(({ title }) => title.startsWith('Remark '));
  let said = 0;
  const speak = async (until: number) => {
    while (said < until) {
      for (let count = 0; count < AT_ONCE; count++) people.comments(`Remark ${++said}.`);
      await world.round();
    }
  };
  let run = follow(0);
  await speak(350);
  await expect.poll(() => comments().length).toBeGreaterThan(0);
  // Wherever it is among its lines.
  run.child.kill('SIGKILL');
  await run.ended;
  await speak(500);
  run = follow(told.at(-1)!.id);
  await speak(650);
  close();
  expect(await run.ended).toBe(3);
  await world.crash();
  close = await openSocket(world);
  run = follow(told.at(-1)!.id);
  await speak(EVENTS);
  await expect.poll(() => comments().length).toBe(EVENTS);
  expect(new Set(comments().map(({ title }) => title)).size).toBe(EVENTS);
  const ids = told.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
  const last = await world.window.events.follow({ after: ids.at(-2)! });
  expect((await last[Symbol.asyncIterator]().next()).value).toMatchObject({ id: ids.at(-1) });
});
