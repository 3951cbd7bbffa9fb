import { expect, test, vi } from 'vitest';
import { live, startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/server/server.ts';
import { walkDialog } from '../../../electron/agent/accounts/demo-network.ts';
import { demoFile, key, noon, site, startNetwork } from '../support/network.ts';
import { column } from '../support/rows.ts';

test('a lively network brings news to whoever holds a token, through the API', async () => {
  // By the machine's clock: the one thing here that runs by real timers.
  const network = await startNetwork({ speed: 200, clock: { now: () => Math.floor(Date.now() / 1000) } });
  const newest = async () => (await network.mine('/me/inbox', { site, pagesize: 1 })).body.items[0]?.['creation_date'];
  const before = await newest();
  await expect.poll(newest, { interval: 100 }).not.toBe(before);
  await network.close();
});

/** A network whose clock stands, so that nothing happens there by itself, and where nobody has signed in. */
const unvisited = async (options: SandboxOptions) =>
  startSandbox({
    clock: { now: () => noon },
    file: await demoFile(),
    apps: [{ clientId: 'tests', key, domain: 'app.example', name: 'Tests' }],
    ...options,
  });

const questionsPerSite = ({ world }: Sandbox) =>
  column(world, 'SELECT count(*) FROM posts WHERE post_type = 1 GROUP BY site_id ORDER BY site_id');

const asked = new URLSearchParams({ client_id: 'tests', response_type: 'token', redirect_uri: 'https://app.example/' });
/** On how many sites a question is asked during a sign-in, and how many in all. */
async function askedBySignIn(network: Sandbox) {
  const before = questionsPerSite(network);
  await walkDialog(`${network.authUrl}/oauth/dialog?${asked.toString()}`, fetch);
  const more = questionsPerSite(network).map((count, at) => count - (before[at] ?? 0));
  return { sites: more.filter((count) => count > 0).length, questions: more.reduce((sum, count) => sum + count, 0) };
}

test('whoever signs in for the first time finds a question of this second on each main site, and nobody twice', async () => {
  const network = await unvisited({ speed: 1 });
  const [main] = column(network.world, "SELECT count(*) FROM sites WHERE site_type = 'main_site'");
  expect(await askedBySignIn(network)).toEqual({ sites: main, questions: main });
  expect(column(network.world, 'SELECT max(created_at) FROM posts')).toEqual([noon]);
  expect(await askedBySignIn(network)).toEqual({ sites: 0, questions: 0 });
  await network.close();
});

test.each([undefined, 0.001])('a network that is to stay as it is does so at a sign-in (speed %s)', async (speed) => {
  const network = await unvisited(speed === undefined ? {} : { speed });
  expect(await askedBySignIn(network)).toEqual({ sites: 0, questions: 0 });
  await network.close();
});

test('actions run when the clock reaches them, one that fails does not stop the rest, and none runs after the end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_000_000_000 });
  try {
    const ran: number[] = [];
    const lines: string[] = [];
    const clock = { now: () => Math.floor(Date.now() / 1000) };
    const occurrence = (at: number) => ({
      at,
      run() {
        if (at === 1_000_200) throw new Error('nobody there');
        ran.push(at);
      },
    });
    let due = 1_000_000;
    const activity = { next: () => occurrence((due += 100)) };
    const stop = live(activity as never, clock, (line) => lines.push(line));
    await vi.advanceTimersByTimeAsync(310_000);
    expect(ran).toEqual([1_000_100, 1_000_300]);
    expect(lines).toEqual(['A planned action could not be done: nobody there']);
    stop();
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect(ran).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});
