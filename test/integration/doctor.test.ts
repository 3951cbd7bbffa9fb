import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { MINUTE_MS } from '../../common/durations.ts';
import { DoctorNotes } from '../../electron/agent/health/stored-networks.ts';
import { mendPermissions } from '../../electron/base/private-files.ts';
import type { World } from './askbell.ts';
import { it } from './story.ts';

describe('the doctor', () => {
  const examine = async ({ window, dataDir }: World) => {
    // As the shells do at their start.
    mendPermissions(dataDir);
    const { checks, text, status } = await window.diagnostics.examine();
    return { text, status, of: (name: string) => checks.find((check) => check.name === name)! };
  };

  it('finds all well, with a real network, at the price that it names, and shows no secret', async ({ world }) => {
    const sent = () => world.sandbox.requests.length;
    const before = sent();
    const { of, text, status } = await examine(world);
    expect(status).toBe('ok');
    expect(of('network').said).toMatch(/answered after \d+ ms \(1 request\)\./);
    expect(sent() - before).toBe(1);
    expect(of('token').said).toContain('accepts Askbell’s access. Permissions asked for: read_inbox, no_expiry.');
    expect(of('quota').said).toMatch(/[\d,]+ of 10,000 requests are left today\./);
    expect(of('database').said).toMatch(/^The history is intact/);
    expect(of('keyring').status).toBe('ok');
    const tokens = world.sandbox.world.db.prepare('SELECT token FROM tokens').all() as { token: string }[];
    for (const secret of ['askbell-demo', ...tokens.map(({ token }) => token)]) expect(text).not.toContain(secret);

    // The same within a minute is never sent twice (docs/api.md, "Throttling").
    expect((await examine(world)).of('network').said).toMatch(/less than a minute ago, so it was not asked again/);
    expect(sent() - before).toBe(1);

    // What it says of a file is of the file as it is then.
    const file = join(world.dataDir, 'settings.json');
    expect(of('settings-file').said).toBe('The settings can be read.');
    writeFileSync(file, '{ broken');
    expect((await examine(world)).of('settings-file')).toMatchObject({ status: 'wrong' });
    rmSync(file);
    expect((await examine(world)).of('settings-file')).toMatchObject({
      status: 'warning',
      said: 'The settings file was deleted while Askbell was running; Askbell writes it again soon.',
    });
  });

  // docs/api.md, "Bans": whoever asks within a ban may be banned for longer.
  it('keeps to a ban that a --doctor was told of before it started, as what it is', async ({ world }) => {
    const now = world.clock.now();
    const hold = { kind: 'throttled', until: now + 9 * 60 * MINUTE_MS, isNamed: true } as const;
    new DoctorNotes(world.dataDir).write('demo', { askedAt: now, backoffs: {}, hold });
    await world.restartAndPass(MINUTE_MS);
    const sent = world.sandbox.requests.length;
    await world.pass(30 * MINUTE_MS);
    expect(world.sandbox.requests).toHaveLength(sent);
    expect((await world.conditions()).filter((one) => /throttled|quota/.test(one))).toEqual(['throttled']);
  });

  describe('where nobody is signed in', () => {
    it.override('options', { demo: false });

    // docs/api.md, "Throttling": identical requests, also of a network that nobody is signed in to.
    it('asks a network once a minute only', async ({ world }) => {
      await world.signIn();
      await world.window.session.signOut();
      await world.pass(2 * MINUTE_MS);
      const before = world.asked('/sites').length;
      expect((await examine(world)).of('network').said).toContain('not signed in there');
      expect((await examine(world)).of('network').said).toMatch(/less than a minute ago/);
      expect(world.asked('/sites')).toHaveLength(before + 1);
    });
  });
});
