import { mkdirSync } from 'node:fs';
import { scaledClock } from '../../../test/support/process/scaled-clock.ts';
import type { Birth, KilledCourse, ToChild } from './birth.ts';
import { assembleLife, start } from './life.ts';
import { createKillSwitch, watchDatabases, watchedSettings, watchRenames } from './moments.ts';

/** Statuses without a body. */
const EMPTY = [101, 204, 205, 304];

/** Lives by a clock that runs faster, until it is killed, or told to stop. */
export async function liveUntilKilled(birth: Birth, { ending, machineOff, ...course }: KilledCourse): Promise<void> {
  const { dataDir } = birth;
  mkdirSync(dataDir, { recursive: true });
  const pass = createKillSwitch(ending, dataDir);
  watchDatabases(dataDir, pass);
  watchRenames(pass);
  let { scale, refusals } = course;
  const parts = {
    clock: {
      now: () => scaledClock(scale).now() + machineOff,
      sleep: (ms: number, signal?: AbortSignal) => scaledClock(scale).sleep(ms, signal),
    },
    random: Math.random,
    fetch: (async (input, init) => {
      const answering = fetch(input, init);
      setImmediate(() => pass('request'));
      const answer = await answering;
      const body = await answer.arrayBuffer();
      pass('answer');
      const isEmpty = EMPTY.includes(answer.status) || answer.type === 'opaqueredirect';
      return new Response(isEmpty ? null : body, { status: answer.status, headers: answer.headers });
    }) as typeof globalThis.fetch,
    settingsFile: watchedSettings(dataDir, pass),
  };
  const life = await assembleLife(dataDir, parts, (_notification, shown) => {
    pass('notify');
    if (refusals-- > 0) {
      queueMicrotask(() => pass('refused'));
      throw new Error('Notifications are off.');
    }
    shown();
    pass('shown');
  });
  process.on('message', (message: ToChild) => {
    if (message === 'stop') void life.askbell.stop().then(() => process.exit(0));
    else if ('scale' in message) ({ scale } = message);
  });
  await start(life, birth);
  // Somebody changes a setting, so that there is something to write.
  if (ending.how === 'aimed' && ending.point.endsWith('-settings')) {
    const { zoom } = await life.window.settings.get();
    await life.window.settings.change({ zoom: zoom === 1 ? 1.25 : 1 });
  }
}
