import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ITEM_MARKS } from '../../common/contract/inbox.ts';
import type { InboxFilter } from '../../common/contract/contract.ts';
import { createWorld, type World } from './askbell.ts';

/** What a person may do with the item or the watch at a place of its list. */
const STEPS = ['mute', 'unmute', 'mute-watch', 'unmute-watch', 'snooze', 'all', ...ITEM_MARKS] as const;
type Step = { what: (typeof STEPS)[number]; at: number };

describe('the numbers of what is unread', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
    const { people } = world;
    const tag = await world.watchTag();
    for (const by of [0, 1, 2]) {
      people.asks(`By ${by}`, [tag], by);
      people.comments(`Comment of ${by}`, by);
      people.answers('Yes.', by);
    }
    await world.round();
  });
  afterAll(() => world.close());

  const take = async ({ what, at }: Step): Promise<void> => {
    const { inbox, watches } = world.window;
    const filter: InboxFilter = what === 'listed' ? { state: at % 2 === 0 ? 'done' : 'snoozed' } : {};
    const { entries } = await inbox.list({ limit: 100, filter });
    const entry = entries[at % entries.length];
    const { watches: all } = await watches.list();
    const watch = all[at % all.length];
    if (what === 'all') await inbox.markAllRead({ filter: entry && at % 2 === 0 ? { site: entry.site.id } : {} });
    else if (what === 'mute-watch' || what === 'unmute-watch')
      await watches.change({ id: watch!.id, muted: what === 'mute-watch' });
    else if (!entry) return;
    else if (what === 'snooze') await inbox.snooze({ keys: [entry.key], until: 'tomorrow' });
    else if (what !== 'mute' && what !== 'unmute') await inbox.mark({ keys: [entry.key], as: what });
    else if (entry.question !== undefined) await inbox.mute({ key: entry.key, muted: what === 'mute' });
  };

  /** Every number that is shown of the same thing: of chips, in all, by site, by kind, and of what is listed. */
  const numbers = async (source?: 'inbox' | 'watches') => {
    const { inbox } = world.window;
    const [all, unread] = [await inbox.counts({ filter: { source } }), { unread: true, source }];
    const left = await inbox.counts({ filter: unread });
    const sumOf = (counts: { count: number }[]) => counts.reduce((sum, { count }) => sum + count, 0);
    // The panel lists these.
    const { entries } = await inbox.list({ limit: 200, filter: unread });
    return [all.unread, left.unread, left.total, sumOf(left.sites), sumOf(left.kinds), entries.length];
  };

  const alike = (count: number) => Array.from({ length: 6 }, () => count);

  it('agree in tray, badge, panel, sidebar and inbox, whatever is muted, snoozed and read', async () => {
    const step = fc.record({ what: fc.constantFrom(...STEPS), at: fc.nat(40) });
    const steps = [
      { what: 'mute', at: 0 },
      { what: 'mute-watch', at: 0 },
      { what: 'mute-watch', at: 1 },
      ...fc.sample(step, { numRuns: 40, seed: 13 }),
    ] satisfies Step[];
    const seen = new Set<number>();
    for (const one of steps) {
      await take(one);
      const { unread, unreadMatches } = await world.window.state.get();
      const tray = world.desktop.tray();
      const told = { ...one, unread };
      expect({ ...one, unread: tray.unread }).toEqual(told);
      for (const [source, count] of [
        [undefined, unread],
        ['watches', unreadMatches],
        ['inbox', unread - unreadMatches],
      ] as const)
        expect({ ...one, source, numbers: await numbers(source) }).toEqual({ ...one, source, numbers: alike(count) });
      expect(world.desktop.trayLabels().some((label) => label === `Mark all ${unread} as read`)).toBe(unread > 1);
      seen.add(unread);
    }
    expect(seen.size).toBeGreaterThan(4);
  });

  it('are how much is marked read by what says them, and undone by what undoes it', async () => {
    const { inbox, watches, state } = world.window;
    const { entries } = await inbox.list({ limit: 100 });
    await inbox.mark({ keys: entries.map(({ key }) => key), as: 'unread' });
    for (const { id } of (await watches.list()).watches) await watches.change({ id, muted: false });
    await inbox.mute({ key: entries.find(({ question, watchIds }) => question && !watchIds)!.key, muted: true });
    const { unread } = await inbox.counts({});
    expect(unread).toBeLessThan(entries.length);
    const { changed, undo } = await inbox.markAllRead({ filter: {} });
    expect(changed).toBe(unread);
    expect((await state.get()).unread).toBe(0);
    await inbox.undo({ undo: undo! });
    expect((await inbox.counts({})).unread).toBe(unread);
    const { sites } = await inbox.counts({});
    for (const filter of [{ text: 'comment' }, { source: 'watches' }, { site: sites[0]!.value }] as const) {
      const [all, found] = [await inbox.counts({}), await inbox.counts({ filter })];
      const marked = await inbox.markAllRead({ filter });
      expect([marked.changed, (await inbox.counts({ filter })).unread]).toEqual([found.unread, 0]);
      expect((await inbox.counts({})).unread).toBe(all.unread - found.unread);
    }
    expect((await inbox.markAllRead({ filter: { state: 'snoozed' } })).changed).toBe(0);
  });
});
