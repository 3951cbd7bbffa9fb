import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aRound, createWorld, type World } from './askbell.ts';

describe('a history that fails while somebody signs in or out', () => {
  let world: World;
  let logged: string[];
  beforeEach(async () => {
    logged = [];
    const note = (line: string) => void logged.push(line);
    world = await createWorld({ demo: false, log: { info: note, warn: note, error: note } });
  });
  afterEach(() => world.close());

  const signIn = () =>
    world.window.session.signIn({
      kind: 'other',
      name: 'Mine',
      apiBaseUrl: world.sandbox.apiBaseUrl,
      authUrl: world.sandbox.authUrl,
      clientId: 'mine',
      key: 'my-key',
    });
  const state = () => world.window.state.get();
  const liveTokens = () =>
    world.sandbox.world.db
      .prepare('SELECT count(*) AS n FROM tokens WHERE revoked_at IS NULL AND client_id = ?')
      .get('mine');

  /** Hides the table of notifications from Askbell meanwhile, so that each account fails that is made or read. */
  const withoutNotifications = async (meanwhile: () => Promise<unknown>) => {
    const history = new DatabaseSync(join(world.dataDir, 'history.sqlite'));
    history.exec('ALTER TABLE notifications RENAME TO hidden');
    try {
      await meanwhile();
    } finally {
      history.exec('ALTER TABLE hidden RENAME TO notifications');
      history.close();
    }
  };

  it('shows why a sign-in could not be saved, logs it, and takes the next one', async () => {
    await withoutNotifications(async () => {
      await signIn();
      await world.idle();
      const { phase, signIn: shown } = await state();
      expect(phase).toBe('signing-in');
      expect(shown?.problem).toMatch(/^Your sign-in could not be saved\./);
    });
    expect(logged.join('\n')).toMatch(/sign-in: .*no such table: notifications/);
    await world.window.session.signInAgain();
    await world.pass(aRound);
    expect(await state()).toMatchObject({ phase: 'running', conditions: [] });
    expect((await world.window.inbox.list({})).entries.length).toBeGreaterThan(0);
  });

  it('signs out all the same: the token ends here and at the network, and signing in works again', async () => {
    await signIn();
    await world.pass(aRound);
    await withoutNotifications(async () => {
      expect(await world.window.session.signOut()).toEqual({ ended: true });
    });
    expect(liveTokens()).toEqual({ n: 0 });
    expect((await state()).phase).toBe('welcome');
    const asked = world.sandbox.requests.length;
    await world.pass(aRound);
    expect(world.sandbox.requests).toHaveLength(asked);
    await world.window.session.signInAgain();
    await world.pass(aRound);
    expect(await state()).toMatchObject({ phase: 'running', conditions: [] });
  });
});
