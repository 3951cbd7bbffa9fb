import { describe, expect } from 'vitest';
import { tooSoon, type World } from './askbell.ts';
import { it } from './story.ts';

describe('requests around a sign-in', () => {
  it.override('options', { demo: false });

  /** Requests that were answered: the first is refused where the network reads credentials elsewhere, and is free. */
  const answered = ({ sandbox }: World) =>
    sandbox.requests.filter(({ path, status }) => path.startsWith('/2.3/') && status === 200);
  /** When the accounts of the person were asked for, in seconds. */
  const identityTimes = (world: World) =>
    answered(world).flatMap(({ path, at }) => (path === '/2.3/me/associated' ? [at] : []));
  const areCounted = async (world: World) => {
    const { quota } = await world.account();
    expect(quota!.max - quota!.remaining).toBe(answered(world).length);
    expect(quota!.usedByAskbell).toBe(world.sandbox.requests.filter(({ path }) => path.startsWith('/2.3/')).length);
  };

  // docs/api.md, "Throttling": the same request at most once a minute.
  it('are not repeated within a minute by the account that follows, and counted in its quota', async ({ world }) => {
    await world.signIn();
    expect(tooSoon(answered(world))).toEqual([]);
    expect(new Set(answered(world).map(({ path }) => path)).size).toBeGreaterThan(3);
    await areCounted(world);
  });

  it('obey the backoff of who is signed in at that network, and count in their quota', async ({ world }) => {
    await world.control.backoff({ method: '/me/associated', seconds: 600, times: 1 });
    await world.signIn();
    await world.window.session.signInAgain();
    await world.round();
    expect((await world.state()).signIn?.problem).toMatch(/asked for a pause/);
    await world.pass(600_000);
    await world.window.session.signInAgain();
    await world.round();
    expect((await world.state()).signIn).toBeUndefined();
    const [first, second] = identityTimes(world);
    expect(second! - first!).toBeGreaterThanOrEqual(600);
    await areCounted(world);
  });
});
