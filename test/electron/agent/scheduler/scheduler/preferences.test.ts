import { expect, it } from 'vitest';
import type { Preferences } from '../../../../../electron/store/settings.ts';
import { schedulerOverClient, watchOf } from './scheduler-over-client.ts';

const minute = 60_000;

it.each([
  ['weights of events', { pollingWeights: { inbox: 4, reputation: 1, watches: 1 } }, 1],
  ['kinds of notifications', { notify: { inbox: true, reputation: true, questions: true, badges: false } }, 1],
  ['achievements', { achievements: false }, 1],
  ['a theme', { theme: 'dark' }, 0],
  ['a sound', { sound: false }, 0],
] as [string, Partial<Preferences>, number][])('%s have the next poll planned anew, or not', async (_, part, plans) => {
  const world = schedulerOverClient({ quota: 300, watches: [watchOf('w', 's', { anyTags: ['a'] })] });
  await world.clock.advance(5 * minute);
  let planned = 0;
  world.context.events.on('state-changed', () => void planned++);
  world.scheduler().preferencesChanged(part);
  await world.clock.advance(0);
  expect(planned).toBe(plans);
  await world.end();
});
