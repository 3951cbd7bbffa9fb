import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSandboxControl } from '../../sandbox/control/client.ts';
import { aRound, cast, createWorld, type World } from './askbell.ts';

type StoredNetwork = Record<string, unknown>;

const settingsFile = (world: World) => join(world.dataDir, 'settings.json');
const storedNetworks = (world: World) =>
  (JSON.parse(readFileSync(settingsFile(world), 'utf8')) as { networks: StoredNetwork[] }).networks;

/** Requests that named a token or key in their address. */
const inAddress = (world: World) =>
  world.sandbox.requests.filter(
    ({ path, query }) => path.includes('[redacted]') || 'key' in query || 'access_token' in query,
  );
const kinds = async (world: World) => (await world.window.state.get()).conditions.map(({ kind }) => kind);
const answer = (world: World) => {
  const { site, others, questionId } = cast(world.sandbox);
  world.sandbox.world.actions.answer({ site, userId: others[0]!, questionId, body: '<p>Yes.</p>' });
};

// docs/api.md, "Credentials": as the public service announced it for June 2026.
describe('a network that reads the header only', () => {
  it('is asked with a header from sign-in to sign-out, and after a restart and a revocation, too', async () => {
    const world = await createWorld({ sandbox: { credentials: 'header' } });
    try {
      await world.pass(aRound);
      answer(world);
      await world.pass(aRound);
      expect(world.desktop.shown.map(({ kind }) => kind)).toEqual(['inbox']);
      expect(storedNetworks(world)).toMatchObject([{ foundCredentialsIn: 'header' }]);
      await world.restart();
      await world.pass(aRound);
      expect(await kinds(world)).toEqual([]);
      await createSandboxControl(world.sandbox.apiBaseUrl).revoke();
      await world.pass(aRound);
      expect(await kinds(world)).toEqual(['signed-out']);
      expect(inAddress(world)).toEqual([]);
      await world.window.session.signInAgain();
      await world.pass(aRound);
      expect(await kinds(world)).toEqual([]);
      expect(inAddress(world)).toEqual([]);
      // The one exception: the route that ends a token has it in its path, and it is worth nothing from then on.
      expect(await world.window.session.signOut()).toMatchObject({ ended: true });
      expect(inAddress(world).map(({ path }) => path)).toEqual(['/2.3/access-tokens/[redacted]/invalidate']);
    } finally {
      await world.close();
    }
  });
});

describe('a network that reads the query only', () => {
  it('goes on with a sign-in from before Askbell knew of the header, and is asked once more only', async () => {
    const world = await createWorld({ sandbox: { credentials: 'query' } });
    try {
      await world.pass(aRound);
      await world.quit();
      const settings = JSON.parse(readFileSync(settingsFile(world), 'utf8')) as { networks: StoredNetwork[] };
      for (const network of settings.networks) delete network['foundCredentialsIn'];
      writeFileSync(settingsFile(world), JSON.stringify(settings));
      const before = world.sandbox.requests.length;
      await world.launch();
      answer(world);
      await world.pass(3 * aRound);
      expect(world.desktop.shown.map(({ kind }) => kind)).toEqual(['inbox']);
      expect(await kinds(world)).toEqual([]);
      expect(world.sandbox.requests.slice(before).filter(({ status }) => status !== 200)).toHaveLength(1);
      expect(storedNetworks(world)).toMatchObject([{ foundCredentialsIn: 'query' }]);
    } finally {
      await world.close();
    }
  });
});

describe('a network that begins to read credentials elsewhere', () => {
  it.each([
    ['query', 'header'],
    ['header', 'query'],
  ] as const)('from the %s to the %s is found again with one more request', async (from, to) => {
    const world = await createWorld({ sandbox: { credentials: from } });
    try {
      await world.pass(aRound);
      Object.assign(world.sandbox.behaviour, { credentials: to });
      const before = world.sandbox.requests.length;
      answer(world);
      await world.pass(3 * aRound);
      expect(world.desktop.shown.map(({ kind }) => kind)).toEqual(['inbox']);
      expect(await kinds(world)).toEqual([]);
      expect(world.sandbox.requests.slice(before).filter(({ status }) => status !== 200)).toHaveLength(1);
      expect(storedNetworks(world)).toMatchObject([{ foundCredentialsIn: to }]);
      // What is found is kept: another key is asked with in the same place at once.
      await world.window.session.changeKey({ account: 'demo', key: 'askbell-demo' });
      await world.pass(aRound);
      expect(world.sandbox.requests.slice(before).filter(({ status }) => status !== 200)).toHaveLength(1);
    } finally {
      await world.close();
    }
  });

  it('is not taken for moved before a sign-in there succeeds', async () => {
    let isNobody = false;
    const world = await createWorld({
      demo: false,
      sandbox: { credentials: 'query' },
      tamper: (path, items) => (isNobody && path.startsWith('/me/associated') ? [] : items),
    });
    try {
      const { apiBaseUrl, authUrl } = world.sandbox;
      const own = { kind: 'other' as const, name: 'Own', apiBaseUrl, authUrl, clientId: 'mine', key: 'my-key' };
      await world.window.session.signIn(own);
      await world.pass(aRound);
      await world.window.session.signOut();
      Object.assign(world.sandbox.behaviour, { credentials: 'header' });
      isNobody = true;
      await world.window.session.signIn(own);
      await world.pass(aRound);
      expect((await world.window.state.get()).signIn?.problem).toBeDefined();
      expect(storedNetworks(world)).toMatchObject([{ foundCredentialsIn: 'query' }]);
      isNobody = false;
      await world.window.session.signIn(own);
      await world.pass(aRound);
      expect(storedNetworks(world)).toMatchObject([{ foundCredentialsIn: 'header' }]);
    } finally {
      await world.close();
    }
  });
});
