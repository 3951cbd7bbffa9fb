import { expect, it } from 'vitest';
import type { Preferences } from '../../../../../electron/store/settings.ts';
import { BEGAN, commentOnWire, schedulerOverClient, watchOf } from './scheduler-over-client.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

it.each<[string, Partial<Preferences>, number]>([
  ['weights of events', { pollingWeights: { inbox: 4, reputation: 1, watches: 1 } }, 1],
  ['kinds of notifications', { notify: { inbox: true, reputation: true, questions: true, badges: false } }, 1],
  ['achievements', { achievements: false }, 1],
  ['an appearance', { appearance: 'dark' }, 0],
])('%s have the next poll planned anew, or not', async (_, part, plans) => {
  const world = schedulerOverClient({ quota: 300, watches: [watchOf('w', 's')] });
  await world.clock.advance(5 * MINUTE);
  let planned = 0;
  world.context.events.on('state-changed', () => void planned++);
  world.scheduler().preferencesChanged(part);
  await world.clock.advance(0);
  expect(planned).toBe(plans);
});

const comment = commentOnWire(7, BEGAN, { body: '@Ada it is so.', question_id: 3 });
const QUESTION = { siteId: 's', siteName: 'S', questionId: 3, title: 'How?', mutedAt: 0 };

type World = ReturnType<typeof schedulerOverClient>;
const change = (world: World, part: Partial<Preferences>) =>
  world.settings.change({ preferences: { ...world.settings.get().preferences, ...part } });

it.each<[string, (world: World) => void, number]>([
  ['a comment', () => undefined, 1],
  ['a comment on a muted question', ({ profile }) => void profile.mutes.add(QUESTION), 0],
  ['a comment on a muted site', (world) => change(world, { mutedSites: ['demo/s'] }), 0],
  ['a mention of one’s own name, where those are muted', (world) => change(world, { mutedReasons: ['mention'] }), 0],
  ['a mention, where other comments are muted', (world) => change(world, { mutedReasons: ['comment'] }), 1],
])('keeps in the list of notifications, and lists in any case: %s', async (_event, mute, kept) => {
  let items: object[] = [];
  const world = schedulerOverClient({ answer: (path) => (path === '/inbox' ? { items } : {}) });
  await world.clock.advance(HOUR);
  mute(world);
  items = [comment];
  await world.clock.advance(HOUR);
  expect(world.profile.inbox.list(9)).toHaveLength(1);
  expect(world.profile.notifications.pending()).toHaveLength(kept);
});
