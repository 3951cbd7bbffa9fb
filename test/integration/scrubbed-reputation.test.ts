import { afterEach, describe, expect, it } from 'vitest';
import { createSandboxControl } from '../../sandbox/control/client.ts';
import { aRound, cast, createWorld, type World } from './askbell.ts';

// docs/api.md, "Reputation": how the public service scrubs reputation, the sandbox's public world plays.
describe('reputation on a network that scrubs it', () => {
  let world: World;
  afterEach(() => world.close());

  const users = () =>
    world.sandbox.world.db
      .prepare('SELECT u.id AS id FROM users u JOIN accounts a ON a.id = u.account_id WHERE a.is_demo = 1')
      .all() as { id: number }[];

  it('adds up to what the site shows, however votes come together, and nothing is told without a reason', async () => {
    world = await createWorld({ sandbox: { like: 'public', protection: 0 } });
    // Without the other operation, which tells each change by itself.
    const control = createSandboxControl(world.sandbox.apiBaseUrl);
    const lacking = { kind: 'status', status: 404, times: 100 } as const;
    for (const { id } of users()) await control.fault({ ...lacking, path: `/users/${id}/reputation-history` });
    await world.pass(2 * aRound);
    const { site, siteName, questionId, others, accountId } = cast(world.sandbox);
    const vote = (voter: number, direction: 'up' | 'down') =>
      world.sandbox.world.actions.vote({ site, userId: others[voter]!, postId: questionId, direction });
    const account = async () =>
      (await world.window.reputation.list()).accounts.find((each) => each.site.name === siteName)!;
    const before = (await account()).reputation;
    const from = world.desktop.shown.length;
    const told = () =>
      world.desktop.shown
        .slice(from)
        .filter(({ kind, title }) => kind === 'reputation' && title.endsWith(siteName))
        .map(({ title }) => Number(title.split(' ')[0]!.replace('−', '-')));

    const until = async (times: number) => {
      for (let turn = 0; turn < 10 && told().length < times; turn++) await world.pass(aRound);
    };
    // How much is told is looked at, not when.
    await world.window.settings.change({ notificationLimit: 'none' });
    vote(5, 'up');
    await until(1);
    vote(1, 'down');
    await until(2);
    expect(told()).toEqual([10, -2]);
    // The sum of the day grows from −2 to −4: told is the difference.
    vote(2, 'down');
    vote(3, 'up');
    await until(3);
    expect(told()).toEqual([10, -2, 8]);
    vote(4, 'down');
    await until(4);
    expect(told()).toEqual([10, -2, 8, -2]);
    await world.pass(4 * aRound);
    expect(told().reduce((sum, change) => sum + change, 0)).toBe((await account()).reputation - before);
    const { entries } = await world.window.reputation.changes({ limit: 500 });
    expect(entries.filter(({ voteType }) => voteType === undefined)).toEqual([]);
    const shown = world.sandbox.world.db
      .prepare(
        `SELECT u.reputation AS reputation FROM users u JOIN sites s ON s.id = u.site_id
           WHERE u.account_id = ? AND s.api_site_parameter = ?`,
      )
      .get(accountId, site) as { reputation: number };
    expect((await account()).reputation).toBe(shown.reputation);
  });
});
