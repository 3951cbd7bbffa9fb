import { liveOnDrivenClock } from './driven.ts';
import { liveUntilKilled } from './killed.ts';
import type { ToChild } from './birth.ts';
import { tell } from './life.ts';

/** A process with Askbell in it: it waits until it is told in what conditions to begin. */
process.once('message', (message: ToChild) => {
  if (message === 'stop') process.exit(0);
  if (!('begin' in message)) return;
  const { begin: birth } = message;
  const { course } = birth;
  if ('ending' in course) void liveUntilKilled(birth, course);
  else void liveOnDrivenClock(birth, course);
});
// Whoever started it is gone.
process.once('disconnect', () => process.exit(1));
tell('ready');
