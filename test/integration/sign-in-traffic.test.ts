import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSandboxControl } from '../../sandbox/control/client.ts';
import type { RequestRecord } from '../../sandbox/api/gate/request-log.ts';
import { aRound, createWorld, type World } from './askbell.ts';

const MINUTE_S = 60;
/** Requests that were answered: the first is refused where the network reads credentials elsewhere, and costs nothing. */
const apiRequests = (world: World): RequestRecord[] =>
  world.sandbox.requests.filter(({ path, status }) => path.startsWith('/2.3/') && status === 200);
const nameOf = ({ method, path, query }: RequestRecord): string => JSON.stringify([method, path, query]);

/** When the accounts of the person were asked for, in seconds. */
const identityTimes = (world: World): number[] =>
  apiRequests(world)
    .filter(({ path }) => path === '/2.3/me/associated')
    .map(({ at }) => at);

/** A network of one's own, signed in to by its person. */
const own = ({ sandbox }: World) => ({
  kind: 'other' as const,
  name: 'Own network',
  apiBaseUrl: sandbox.apiBaseUrl,
  authUrl: sandbox.authUrl,
  clientId: 'mine',
  key: 'my-key',
});

describe('requests around a sign-in', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld({ demo: false });
  });
  afterEach(() => world.close());

  // docs/api.md, "Throttling": the same request at most once a minute.
  it('are not repeated within a minute by the account that follows', async () => {
    await world.window.session.signIn(own(world));
    await world.pass(MINUTE_S * 1000);
    const lastSent = new Map<string, number>();
    for (const request of apiRequests(world)) {
      expect(request.at - (lastSent.get(nameOf(request)) ?? -Infinity), nameOf(request)).toBeGreaterThanOrEqual(
        MINUTE_S,
      );
      lastSent.set(nameOf(request), request.at);
    }
    expect(lastSent.size).toBeGreaterThan(3);
  });

  it('obey a backoff that the identity request was answered with', async () => {
    const control = createSandboxControl(world.sandbox.apiBaseUrl);
    await control.backoff({ method: '/me/associated', seconds: 600, times: 1 });
    await world.window.session.signIn(own(world));
    await world.pass(30 * aRound);
    const [first, second] = identityTimes(world);
    expect(second! - first!).toBeGreaterThanOrEqual(600);
    expect((await world.window.state.get()).conditions).toEqual([]);
  });

  it('are counted in the quota of the account that follows', async () => {
    await world.window.session.signIn(own(world));
    await world.pass(aRound);
    const { quota } = (await world.window.state.get()).accounts[0]!;
    expect(quota!.max - quota!.remaining).toBe(apiRequests(world).length);
  });

  it('obey the backoff of who is signed in at that network, and count in their quota', async () => {
    const control = createSandboxControl(world.sandbox.apiBaseUrl);
    await control.backoff({ method: '/me/associated', seconds: 600, times: 1 });
    await world.window.session.signIn(own(world));
    await world.pass(aRound);
    await world.window.session.signInAgain();
    await world.pass(aRound);
    expect((await world.window.state.get()).signIn?.problem).toMatch(/asked for a pause/);
    await world.pass(600_000);
    await world.window.session.signInAgain();
    await world.pass(aRound);
    expect((await world.window.state.get()).signIn).toBeUndefined();
    const [first, second] = identityTimes(world);
    expect(second! - first!).toBeGreaterThanOrEqual(600);
    const { quota } = (await world.window.state.get()).accounts[0]!;
    expect(quota!.max - quota!.remaining).toBe(apiRequests(world).length);
  });
});
