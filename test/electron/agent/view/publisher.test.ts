import { expect, it } from 'vitest';
import { problem } from '../../../../electron/agent/conditions.ts';
import { ChangedLists, StatePublisher } from '../../../../electron/agent/view/publisher.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { viewContext, viewSources } from './view-parts.ts';

it.each([
  ['inbox', ['inbox']],
  ['accounts', ['reputation', 'sites']],
  ['sites', ['inbox', 'reputation', 'watches', 'sites']],
  ['reputation:loops', ['reputation']],
  ['history:loops', ['reputation']],
  ['badges:loops', []],
  ['questions:loops', ['watches', 'inbox']],
  ['scored:loops', ['watches', 'inbox']],
  ['featured:loops', ['watches', 'inbox']],
] as const)('the poll of %s changes %j', (stream, lists) => {
  let version = 1;
  const changed = new ChangedLists({ version: () => version });
  version = 2;
  expect(changed.changedBy(stream)).toEqual(lists);
});

it('leaves out lists of the history while no row there has changed, and tells each later what did meanwhile', () => {
  let version = 1;
  const lists = new ChangedLists({ version: () => version });
  expect(lists.changedBy('inbox')).toEqual([]);
  expect(lists.changedBy('questions:loops')).toEqual(['watches']);
  expect(lists.changedBy('sites')).toEqual(['reputation', 'watches']);
  version = 2;
  expect(lists.changedBy('badges:loops')).toEqual([]);
  expect(lists.changedBy('reputation:loops')).toEqual(['reputation']);
  expect(lists.changedBy('inbox')).toEqual(['inbox']);
  expect(lists.changedBy('inbox')).toEqual([]);
});

const throttled = (retryAt: number) => ({ ...problem('throttled', { title: 'Wait', advice: '' }), retryAt });

it('a countdown in the tray is drawn again until there is nothing to count', async () => {
  const clock = createManualClock();
  let [isCounting, drawn] = [true, 0];
  const sources = viewSources(() => (isCounting ? [throttled(clock.now() + 60_000)] : []));
  const context = viewContext(clock, () => void drawn++);
  const publisher = new StatePublisher(context, sources, '1');
  publisher.publish();
  publisher.publish();
  await clock.advance(60_000);
  expect(drawn).toBe(4);
  isCounting = false;
  await clock.advance(600_000);
  expect([drawn, clock.sleepers()]).toEqual([5, 0]);
  isCounting = true;
  publisher.publish();
  await clock.advance(30_000);
  expect(drawn).toBe(7);
  publisher.stop();
  publisher.publish();
  await clock.advance(600_000);
  expect([drawn, clock.sleepers()]).toEqual([8, 0]);
});

it('a countdown in the tray needs no timer of its own while it is told in hours: it is drawn when their number changes', async () => {
  const clock = createManualClock();
  const retryAt = clock.now() + 4 * 3_600_000;
  let drawn = 0;
  const context = viewContext(clock, () => void drawn++);
  const sources = viewSources(() => [throttled(retryAt)]);
  new StatePublisher(context, sources, '1').publish();
  const passMinutes = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      await clock.advance(60_000);
      context.events.emit('time-passed');
    }
    return [drawn, clock.sleepers()];
  };
  expect(await passMinutes(59)).toEqual([1, 0]);
  expect(await passMinutes(1)).toEqual([2, 0]);
  expect(await passMinutes(60)).toEqual([3, 0]);
  expect(await passMinutes(31)).toEqual([4, 1]);
});

it('a countdown in the tray ends where the state cannot be read, and with nothing worse', async () => {
  const clock = createManualClock();
  let isBroken = false;
  const sources = viewSources(() => {
    if (isBroken) throw new Error('unreadable');
    return [throttled(clock.now() + 60_000)];
  });
  const publisher = new StatePublisher(viewContext(clock), sources, '1');
  publisher.publish();
  isBroken = true;
  await clock.advance(60_000);
  expect(clock.sleepers()).toBe(0);
  isBroken = false;
  publisher.publish();
  expect(clock.sleepers()).toBe(1);
  publisher.stop();
});
