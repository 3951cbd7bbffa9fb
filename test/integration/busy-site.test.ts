import { expect, it } from 'vitest';
import { announcements } from '../support/announced.ts';
import { aRound, cast, createWorld } from './askbell.ts';

const minute = 60_000;
const hour = 60 * minute;

it('searches a busy site after a day off where no watch has a wildcard, reads on where a page overflows, and announces each match once', async () => {
  const world = await createWorld({ sandbox: { quota: { key: 400 } } });
  try {
    const { site, others } = cast(world.sandbox);
    const { actions } = world.sandbox.world;
    const expected: string[] = [];
    let asked = 0;
    const ask = (tag: string, title: string) =>
      actions.ask({ site, userId: others[asked++ % others.length]!, title, body: '<p>?</p>', tags: [tag] });
    const crowd = (count: number) => Array.from({ length: count }, () => ask('zz-else', `Crowd ${asked}`));
    const match = () => {
      expected.push(`Match ${expected.length}`);
      ask('zz-wanted', expected.at(-1)!);
    };
    const looks = (method: string) =>
      world.sandbox.requests.filter(
        ({ path, query }) => path.endsWith(method) && query['site'] === site && query['order'] === 'asc',
      );

    for (const { id } of (await world.window.watches.list()).watches) await world.window.watches.remove({ id });
    for (const tag of ['zz-else', 'zz-wanted']) ask(tag, `Before: ${tag}`);
    await world.pass(minute);
    await world.window.watches.add({ site, rule: { anyTags: ['zz-wanted'] }, alert: 'sound' });
    await world.pass(aRound);
    for (let hours = 0; hours < 10; hours++) {
      crowd(30);
      match();
      await world.pass(hour);
    }
    expect(looks('/search')).toEqual([]);

    // More than a page between two looks, a match before and behind its end.
    match();
    crowd(130);
    match();
    await world.pass(2 * hour);
    const apart = looks('/questions').map(({ at }, index, all) => at - (all[index - 1]?.at ?? -Infinity));
    expect(apart.filter((seconds) => seconds < 5).length).toBeGreaterThan(0);

    await world.quit();
    for (let hours = 0; hours < 36; hours += 3) {
      crowd(25);
      match();
      await world.clock.advance(3 * hour);
    }
    await world.launch();
    await world.pass(aRound);
    expect(looks('/search').length).toBeGreaterThan(0);
    match();
    await world.pass(2 * hour);

    const { entries } = await world.window.inbox.list({ filter: { source: 'watches' }, limit: 200 });
    expect(
      entries
        .map(({ title }) => title)
        .filter((title) => title.startsWith('Match'))
        .toSorted(),
    ).toEqual(expected.toSorted());
    await world.quit();
    const announced = announcements(world.dataDir).flatMap(({ subjects }) =>
      subjects.flatMap((subject) => (subject.kind === 'question' ? [subject.questionId] : [])),
    );
    expect(announced.length).toBe(expected.length);
    expect(new Set(announced).size).toBe(expected.length);
  } finally {
    await world.close();
  }
});
