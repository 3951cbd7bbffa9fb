import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { World } from './askbell.ts';
import { it } from './story.ts';

const stored = ({ dataDir }: World) =>
  JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')) as { networks: object[] };

/** Requests that named a token or key in their address. */
const inAddress = ({ sandbox }: World) =>
  sandbox.requests.filter(
    ({ path, query }) => path.includes('[redacted]') || 'key' in query || 'access_token' in query,
  );
const refused = ({ sandbox }: World, from: number) =>
  sandbox.requests.slice(from).filter(({ status }) => status !== 200);

// docs/api.md, "Credentials": as the public service announced it for June 2026.
describe('a network that reads the header', () => {
  it.override('options', { sandbox: { credentials: 'header' } });

  it('is asked with a header from sign-in to sign-out, over restart and revocation', async ({ world, people }) => {
    await world.answered();
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
    expect(stored(world).networks).toMatchObject([{ foundCredentialsIn: 'header' }]);
    await world.restartAndPass();
    expect(await world.conditions()).toEqual([]);
    await world.control.revoke();
    await world.round();
    expect(await world.conditions()).toEqual(['signed-out']);
    expect(inAddress(world)).toEqual([]);
    await world.signInAgain();
    expect(await world.conditions()).toEqual([]);
    expect(inAddress(world)).toEqual([]);
    // The one exception: the route that ends a token has it in its path, and it is worth nothing from then on.
    expect(await world.window.session.signOut()).toMatchObject({ ended: true });
    expect(inAddress(world).map(({ path }) => path)).toEqual(['/2.3/access-tokens/[redacted]/invalidate']);
  });
});

describe('a network that begins to read credentials in the header', () => {
  let isNobody = false;
  it.override('options', {
    demo: false,
    sandbox: { credentials: 'query' },
    tamper: (path, items) => (isNobody && path.startsWith('/me/associated') ? [] : items),
  });

  it('is found again with one more request', async ({ world, people }) => {
    await world.signIn();
    Object.assign(world.sandbox.behaviour, { credentials: 'header' });
    const before = world.sandbox.requests.length;
    people.answers();
    await world.round(3);
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
    expect(await world.conditions()).toEqual([]);
    expect(refused(world, before)).toHaveLength(1);
    expect(stored(world).networks).toMatchObject([{ foundCredentialsIn: 'header' }]);
    // What is found is kept: another key is asked with in the same place at once.
    const { id: account } = await world.account();
    await world.window.session.changeKey({ account, key: 'my-key' });
    await world.round();
    expect(refused(world, before)).toHaveLength(1);
  });

  it('is not taken for moved before a sign-in there succeeds', async ({ world }) => {
    await world.signIn();
    await world.window.session.signOut();
    Object.assign(world.sandbox.behaviour, { credentials: 'header' });
    isNobody = true;
    await world.signIn();
    expect((await world.state()).signIn?.problem).toBeDefined();
    expect(stored(world).networks).toMatchObject([{ foundCredentialsIn: 'query' }]);
    isNobody = false;
    await world.signIn();
    expect(stored(world).networks).toMatchObject([{ foundCredentialsIn: 'header' }]);
  });
});
