import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect } from 'vitest';
import type { World } from './askbell.ts';
import { it } from './story.ts';

describe('a history that fails while somebody signs in or out', () => {
  let logged: string[];
  it.override('options', () => {
    logged = [];
    const note = (line: string) => void logged.push(line);
    return { demo: false, parts: { log: { info: note, warn: note, error: note } } };
  });

  const liveTokens = ({ sandbox }: World) =>
    sandbox.world.db.prepare('SELECT count(*) AS n FROM tokens WHERE revoked_at IS NULL AND client_id = ?').get('mine');

  /** Hides the table of notifications from Askbell meanwhile, so that each account fails that is made or read. */
  const withoutNotifications = async ({ dataDir }: World, meanwhile: () => Promise<unknown>) => {
    const history = new DatabaseSync(join(dataDir, 'history.sqlite'));
    history.exec('ALTER TABLE notifications RENAME TO hidden');
    try {
      await meanwhile();
    } finally {
      history.exec('ALTER TABLE hidden RENAME TO notifications');
      history.close();
    }
  };

  it('shows why a sign-in could not be saved, logs it, and takes the next one', async ({ world }) => {
    await withoutNotifications(world, async () => {
      await world.window.session.signIn(world.own());
      await world.idle();
      const { phase, signIn: shown } = await world.state();
      expect(phase).toBe('signing-in');
      expect(shown?.problem).toMatch(/^Your sign-in could not be saved\./);
    });
    expect(logged.join('\n')).toMatch(/sign-in: .*no such table: notifications/);
    await world.signInAgain();
    expect(await world.state()).toMatchObject({ phase: 'running', conditions: [] });
    expect((await world.window.inbox.list({})).entries.length).toBeGreaterThan(0);
  });

  it('signs out all the same: the token ends at the network, and signing in works again', async ({ world }) => {
    await world.signIn();
    await withoutNotifications(world, async () => {
      expect(await world.window.session.signOut()).toEqual({ ended: true });
    });
    expect(liveTokens(world)).toEqual({ n: 0 });
    expect((await world.state()).phase).toBe('welcome');
    const asked = world.sandbox.requests.length;
    await world.round();
    expect(world.sandbox.requests).toHaveLength(asked);
    await world.signInAgain();
    expect(await world.state()).toMatchObject({ phase: 'running', conditions: [] });
  });
});
