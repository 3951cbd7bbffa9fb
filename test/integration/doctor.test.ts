import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { DoctorNotes } from '../../electron/agent/health/doctor-notes.ts';
import { mendPermissions } from '../../electron/base/private-files.ts';
import { aRound, createWorld, type World, type WorldOptions } from './askbell.ts';

const minute = 60_000;

describe('the doctor', () => {
  let world: World;
  afterEach(() => world.close(), 60_000);

  const begin = async (options?: WorldOptions) => {
    world = await createWorld(options);
    await world.pass(aRound);
    // As the shells do at their start.
    mendPermissions(world.dataDir);
  };
  const checks = async () => {
    const { checks: all, text, status } = await world.window.diagnostics.examine();
    return { text, status, of: (name: string) => all.find((check) => check.name === name)! };
  };

  it('finds all well, with a real network, at the price that it names, and shows no secret', async () => {
    await begin();
    const sent = () => world.sandbox.requests.length;
    const before = sent();
    const { of, text, status } = await checks();
    expect(status).toBe('ok');
    expect(of('network').said).toMatch(/answered after \d+ ms\. The check used 1 request of the quota\./);
    expect(sent() - before).toBe(1);
    expect(of('token').said).toContain('accepts Askbell’s access. It does not expire.');
    expect(of('quota').said).toMatch(/[\d,]+ of 10,000 requests are left today\./);
    expect(of('database').said).toMatch(/^The history is intact/);
    expect(of('keyring').status).toBe('ok');
    const tokens = world.sandbox.world.db.prepare('SELECT token FROM tokens').all() as { token: string }[];
    for (const secret of ['askbell-demo', ...tokens.map(({ token }) => token)]) expect(text).not.toContain(secret);

    // The same within a minute is never sent twice (docs/api.md, "Throttling").
    expect((await checks()).of('network').said).toMatch(/less than a minute ago, so it was not asked again/);
    expect(sent() - before).toBe(1);
  });

  // docs/api.md, "Bans": whoever asks within a ban may be banned for longer.
  it('keeps to a ban that a --doctor was told of before it started', async () => {
    await begin();
    const until = world.clock.now() + 9 * 60 * minute;
    const hold = { kind: 'throttled', until, isNamed: true } as const;
    new DoctorNotes(world.dataDir).write('demo', { askedAt: world.clock.now(), backoffs: {}, hold });
    await world.restart();
    await world.pass(minute);
    const sent = world.sandbox.requests.length;
    await world.pass(30 * minute);
    expect(world.sandbox.requests).toHaveLength(sent);
    const { conditions } = await world.window.state.get();
    expect(conditions.map(({ kind }) => kind)).toContain('throttled');
  });

  it('takes a used-up quota that a --doctor was told of for no ban', async () => {
    await begin();
    const now = world.clock.now();
    const quota = { max: 10_000, remaining: 0 };
    const hold = { kind: 'quota-exhausted', until: now + 9 * 60 * minute, isNamed: true, quota } as const;
    new DoctorNotes(world.dataDir).write('demo', { askedAt: now, backoffs: {}, hold });
    await world.restart();
    await world.pass(minute);
    const kinds = (await world.window.state.get()).conditions.map(({ kind }) => kind);
    expect(kinds).toContain('quota-exhausted');
    expect(kinds).not.toContain('throttled');
  });

  it('sees a revoked token, a used-up quota and a network that is gone, each as its own', async () => {
    await begin();
    world.sandbox.world.db.exec('DELETE FROM tokens');
    const revoked = await checks();
    expect([revoked.of('network').status, revoked.of('token').status, revoked.status]).toEqual([
      'ok',
      'wrong',
      'wrong',
    ]);
    expect(revoked.of('token').advice).toBe('Sign in again; nothing is lost.');

    await world.pass(2 * minute);
    await world.sandbox.close();
    const gone = await checks();
    expect(gone.of('network')).toMatchObject({
      status: 'wrong',
      said: expect.stringMatching(/could not connect to .* \(ECONNREFUSED\)/),
    });
    expect(gone.of('token').status).toBe('warning');
  });

  it('sees a clock that is half an hour behind, a keyring that refuses and settings that could not be read', async () => {
    await begin({ machineOff: -30 * minute });
    world.desktop.refusesSecrets = true;
    const { of, status } = await checks();
    expect(of('clock')).toMatchObject({ status: 'warning', said: 'The clock is 30 min behind the network’s.' });
    expect(of('keyring')).toMatchObject({ status: 'wrong' });
    expect(status).toBe('wrong');
  });

  it('looks at the settings file as it is now', async () => {
    await begin();
    const file = join(world.dataDir, 'settings.json');
    expect((await checks()).of('settings-file').said).toBe('The settings can be read.');
    writeFileSync(file, '{ broken');
    expect((await checks()).of('settings-file')).toMatchObject({ status: 'wrong' });
    rmSync(file);
    expect((await checks()).of('settings-file')).toMatchObject({
      status: 'warning',
      said: 'The settings file was deleted while Askbell was running.',
    });
  });

  it('works where nobody has chosen a network', async () => {
    world = await createWorld({ demo: false });
    mendPermissions(world.dataDir);
    const { of, status } = await checks();
    expect(status).toBe('ok');
    expect(of('network').said).toBe('No network has been chosen yet, so there is none to check.');
    expect(of('token').said).toBe('You have not signed in yet.');
  });

  // docs/api.md, "Throttling": identical requests, also of a network that nobody is signed in to.
  it('asks a network without a sign-in once a minute only', async () => {
    world = await createWorld({ demo: false });
    const { apiBaseUrl, authUrl } = world.sandbox;
    const own = { kind: 'other' as const, name: 'Own', apiBaseUrl, authUrl, clientId: 'mine', key: 'my-key' };
    await world.window.session.signIn(own);
    await world.pass(2 * aRound);
    await world.window.session.signOut({ account: `other:${apiBaseUrl}` });
    await world.pass(2 * minute);
    const sent = () => world.sandbox.requests.filter(({ path }) => path.endsWith('/sites')).length;
    const before = sent();
    expect((await checks()).of('network').said).toContain('not signed in there');
    expect((await checks()).of('network').said).toMatch(/less than a minute ago/);
    expect(sent() - before).toBe(1);
  });
});
