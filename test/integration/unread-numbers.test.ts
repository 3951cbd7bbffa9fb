import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { ITEM_MARKS } from '../../common/contract/inbox.ts';
import type { InboxFilter } from '../../common/contract/contract.ts';
import type { World } from './askbell.ts';
import { it } from './story.ts';

/** What a person may do with the item or the watch at a place of its list. */
const STEPS = ['mute', 'unmute', 'mute-watch', 'unmute-watch', 'snooze', 'all', ...ITEM_MARKS] as const;
type Step = { what: (typeof STEPS)[number]; at: number };

describe('the numbers of what is unread', () => {
  let world: World;
  it.beforeEach(async ({ world: made, people }) => {
    world = made;
    const tag = await world.watchTag();
    for (const by of [0, 1, 2]) {
      people.asks(`By ${by}`, [tag], by);
      people.comments(`Comment of ${by}`, by);
      people.answers('Yes.', by);
    }
    await world.round();
  });

  /** As many are marked read as the numbers say, by one of several filters. */
  const markAllRead = async (at: number, site?: string): Promise<void> => {
    const { inbox } = world.window;
    const filters = [{}, { text: 'comment' }, { source: 'watches' }, { site }, { state: 'snoozed' }] as const;
    const filter = filters[at % filters.length];
    const { unread } = await inbox.counts({ filter });
    const { changed } = await inbox.markAllRead({ filter });
    expect([filter, changed, (await inbox.counts({ filter })).unread]).toEqual([filter, unread, 0]);
  };

  const take = async ({ what, at }: Step): Promise<void> => {
    const { inbox, watches } = world.window;
    const filter: InboxFilter = what === 'listed' ? { state: at % 2 === 0 ? 'done' : 'snoozed' } : {};
    const { entries } = await inbox.list({ limit: 100, filter });
    const entry = entries[at % entries.length];
    const { watches: all } = await watches.list();
    const watch = all[at % all.length];
    if (what === 'all') await markAllRead(at, entry?.site.id);
    else if (what === 'mute-watch' || what === 'unmute-watch')
      await watches.change({ id: watch!.id, muted: what === 'mute-watch' });
    else if (!entry) return;
    else if (what === 'snooze') await inbox.snooze({ keys: [entry.key], until: 'tomorrow' });
    else if (what !== 'mute' && what !== 'unmute') await inbox.mark({ keys: [entry.key], as: what });
    else if (entry.question !== undefined) await inbox.mute({ keys: [entry.key], muted: what === 'mute' });
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
      expect(world.desktop.trayLabels().some((label) => label === `Mark ${unread} as read`)).toBe(unread > 0);
      seen.add(unread);
    }
    expect(seen.size).toBeGreaterThan(4);
  });
});
