import { describe, expect } from 'vitest';
import { MINUTE_MS } from '../../common/durations.ts';
import type { World } from './askbell.ts';
import { it } from './story.ts';

describe('trouble', () => {
  const kinds = (world: World) => world.desktop.shown.map(({ kind }) => kind);
  const trayStatus = (world: World) => world.desktop.tray().status;

  it.for([
    ['status', { status: 500 }, 'server-fault', 'offline', 'Next attempt in 31 s'],
    ['html', {}, 'bad-answer', 'attention', 'Next attempt in 31 s'],
    ['protection', { status: 403 }, 'blocked-by-protection', 'offline', 'Resumes in 5 min'],
    ['throttle', {}, 'throttled', 'offline', 'Resumes in 62 s'],
    ['drop', {}, 'timeout', 'offline', 'Next attempt in 31 s'],
  ] as const)('%s is told with what to do until it is over', async ([kind, extra, shown, tray, until], { world }) => {
    await world.control.fault({ kind, times: 1000, ...extra });
    await world.round();
    const [condition] = (await world.state()).conditions;
    expect(condition).toMatchObject({ kind: shown, severity: 'problem' });
    expect(condition!.advice.length).toBeGreaterThan(20);
    expect(condition!.retryAt!.getTime()).toBeGreaterThan(world.clock.now() - MINUTE_MS);
    expect(trayStatus(world)).toBe(tray);
    // One entry for each problem, so that the menu stays at ten: what is wrong, and when it is tried again.
    expect(world.desktop.trayLabels()[0]).toBe(`${condition!.title}  ·  ${until}`);
    world.people.answers();
    await world.control.clearFaults();
    await world.pass(20 * MINUTE_MS);
    expect([kinds(world), await world.conditions(), trayStatus(world)]).toEqual([['inbox'], [], 'unread']);
  });

  it('a watched site that vanishes is named with its watches, and ends with them', async ({ world }) => {
    const { watches } = world.window;
    const [stays, gone] = (await watches.sites()).slice(-2);
    const first = await watches.add({ site: gone!.id, rule: { anyTags: ['*'] } });
    const second = await watches.add({ site: gone!.id, rule: { titleWords: ['zebra'] } });
    const third = await watches.add({ site: stays!.id, rule: { anyTags: ['*'] } });
    await world.pass(10 * MINUTE_MS);
    expect(await world.conditions()).toEqual([]);
    const name = gone!.id.split('/')[1]!;
    world.sandbox.world.db
      .prepare("UPDATE sites SET api_site_parameter = 'elsewhere' WHERE api_site_parameter = ?")
      .run(name);
    await world.pass(155 * MINUTE_MS);
    const { conditions } = await world.state();
    const title = `Demo network refuses requests for ${gone!.name}`;
    expect(conditions).toMatchObject([
      {
        kind: 'bad-request',
        severity: 'problem',
        siteId: name,
        title,
        advice: `The network said: “No site found for name \`${name}\`”. If this keeps happening, the site is probably gone: stop watching there (*; “zebra” in the title).`,
      },
    ]);
    expect(world.desktop.trayLabels()[0]).toBe(`${title}  ·  Next attempt in 2 min`);
    expect(trayStatus(world)).toBe('attention');
    const { watches: list } = await watches.list();
    const perDay = (id: string) => list.find((watch) => watch.id === id)!.cost.requestsPerDay;
    expect(list.filter(({ refused }) => refused === true).map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(perDay(first.id) + perDay(second.id)).toBeLessThan(10);
    expect(perDay(third.id)).toBeGreaterThan(20);
    await watches.remove({ id: first.id });
    expect((await world.state()).conditions[0]!.advice).toContain('stop watching there (“zebra” in the title)');
    await watches.remove({ id: second.id });
    await world.idle();
    expect(await world.conditions()).toEqual([]);
    expect(trayStatus(world)).not.toBe('attention');
  });

  it('a demo network that ends is started again; a locked keyring leaves Askbell signed in', async ({ world }) => {
    world.desktop.endDemo();
    await world.round();
    expect(world.desktop.demoStarts).toBe(2);
    await world.answered();
    expect(kinds(world)).toEqual(['inbox']);
    world.desktop.refusesSecrets = true;
    await world.control.revoke();
    await world.signInAgain();
    expect(await world.state()).toMatchObject({ phase: 'running', conditions: [] });
  });
});
