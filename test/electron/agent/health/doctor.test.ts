import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runDoctor, type DoctorCommand } from '../../../../electron/agent/health/doctor.ts';
import { DoctorNotes } from '../../../../electron/agent/health/stored-networks.ts';
import type { SecretStore } from '../../../../electron/desktop/desktop.ts';
import { openHistory } from '../../../../electron/store/history.ts';
import { startSandbox, type Sandbox } from '../../../../sandbox/server/server.ts';
import { demoDataCopy } from '../../../support/demo-data.ts';
import { NO_DESKTOP } from '../../../support/bare-desktop.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const TOKEN = 'marked-token-3f9d';
/** What it notes for its next run and for the next start of Askbell. */
const NOTES = 'askbell-doctor.json';

describe('the doctor as a program of its own, with a network that is there', () => {
  let folder: string;
  let sandbox: Sandbox;
  let secrets: Map<string, string>;
  let network: object;
  const chosen = (found: object) =>
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ networks: [{ ...network, ...found }] }));
  beforeEach(async () => {
    folder = temporaryFolder();
    secrets = new Map(Object.entries({ 'token:other:x': TOKEN, 'key:other:x': 'my-key' }));
    sandbox = await startSandbox({
      file: await demoDataCopy(folder),
      apps: [{ clientId: 'mine', key: 'my-key', domain: 'localhost', name: 'Mine' }],
      grants: [{ token: TOKEN, accountId: 1, scopes: ['read_inbox', 'no_expiry'] }],
    });
    onTestFinished(() => sandbox.close());
    const { apiBaseUrl, authUrl } = sandbox;
    network = { kind: 'other', id: 'other:x', name: 'Ask & Tell', apiBaseUrl, authUrl, clientId: 'mine', accountId: 1 };
    chosen({ foundCredentialsIn: 'query' });
  });
  const store = (persistent = true): SecretStore => ({
    keeping: async () => ({ where: 'keyring', ...(persistent ? { persistent } : { persistent, why: 'none' }) }),
    get: async (name) => (persistent ? secrets.get(name) : undefined),
    set: async (name, secret) => void secrets.set(name, secret),
    delete: async (name) => void secrets.delete(name),
  });
  async function doctor(change: Partial<DoctorCommand> = {}) {
    const { secrets: own = store() } = change;
    const { output: printed, exitCode: code } = await runDoctor({
      dataDir: folder,
      version: '1.2.3',
      probe: NO_DESKTOP,
      secrets: own,
      probeSecrets: own,
      running: { shell: 'none', answer: undefined },
      fetch: globalThis.fetch,
      setProxy: async () => undefined,
      languages: ['en'],
      json: true,
      ...change,
    });
    const checks = () => (JSON.parse(printed) as { checks: { name: string; status: string; said: string }[] }).checks;
    return {
      code,
      printed,
      found: (name: string) => {
        const { status, said } = checks().find((check) => check.name === name)!;
        return `${status}: ${said}`;
      },
    };
  }
  /** What the last run noted; gives back what closes the history. */
  const note = (mark: string, value: unknown) => {
    const history = openHistory(join(folder, 'history.sqlite'));
    history.profile({ network: 'other:x', accountId: 1, displayName: 'Jo' }).setMark(mark, value);
    history.close();
  };

  it('prints the report of an Askbell that answers, and examines nothing itself', async () => {
    const check = { name: 'token', status: 'wrong', statusName: 'Problem', title: 'Access', said: 'It is gone.' };
    const answer = { version: '1.2.3', status: 'wrong', summary: 'One problem.', checks: [check], text: 'The report.' };
    const running = { shell: 'app', answer } as const;
    const asJson = await doctor({ running });
    const { text, ...facts } = answer;
    expect([asJson.code, JSON.parse(asJson.printed)]).toEqual([1, facts]);
    const asText = await doctor({ running, json: false });
    expect([asText.code, asText.printed]).toEqual([1, text]);
    expect([sandbox.requests, readdirSync(folder)]).toEqual([[], expect.not.arrayContaining([NOTES])]);
  });

  it('examines by itself where the one that runs gives no answer, or a strange one', async () => {
    for (const answer of [undefined, { status: 'fine' }])
      expect((await doctor({ running: { shell: 'headless', answer } })).found('instance')).toContain('does not answer');
  });

  it('asks it once, tells what it said, shows no secret and changes no file', async () => {
    note('budget', { max: 10_000, remaining: 9_000, observedAt: 0, windowStartedAt: 0, usedByAskbell: 5 });
    const files = () =>
      readdirSync(folder)
        .filter((name) => name !== NOTES)
        .map((name) => [name, statSync(join(folder, name)).mtimeMs]);
    const [before, settings] = [files(), readFileSync(join(folder, 'settings.json'), 'utf8')];
    const { found, printed } = await doctor();
    expect(found('network')).toMatch(/^ok: .*\(1 request\)/s);
    expect(found('token')).toMatch(/^ok: .*accepts Askbell’s access/s);
    expect(found('clock')).toMatch(/^ok:/);
    expect(found('quota')).toMatch(/9,99\d of 10,000/);
    expect(found('keyring')).toMatch(/^ok:/);
    expect(sandbox.requests).toHaveLength(1);
    expect(printed).not.toContain(TOKEN);
    expect(files()).toEqual(before);
    expect(statSync(join(folder, NOTES)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, NOTES), 'utf8')).not.toContain(TOKEN);
    expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toBe(settings);
    expect([...secrets.keys()]).toEqual(['token:other:x', 'key:other:x']);
  });

  it('counts every request, also where it has yet to find out where the network reads who asks', async () => {
    chosen({});
    expect((await doctor()).found('network')).toContain('(2 requests)');
    expect(sandbox.requests).toHaveLength(2);
  });

  it('ends with 1 where the access is revoked or gone, and tells the two apart', async () => {
    sandbox.world.db.exec('DELETE FROM tokens');
    const revoked = await doctor();
    expect([revoked.code, revoked.found('network')]).toEqual([1, expect.stringMatching(/^ok:/)]);
    expect(revoked.found('token')).toMatch(/^wrong: You are signed out/s);
    secrets.delete('token:other:x');
    const gone = await doctor();
    expect(gone.code).toBe(1);
    expect(gone.found('token')).toMatch(/^wrong: .*no longer stored here/s);
  });

  it('knows that a running Askbell may have its access in memory only', async () => {
    const { found } = await doctor({ secrets: store(false), running: { shell: 'app', answer: undefined } });
    expect(found('token')).toMatch(/^warning: .*only in memory/s);
    expect(found('keyring')).toMatch(/^warning:/);
  });

  it('keeps to a ban and to a backoff that the last run was told of, and sends nothing', async () => {
    const until = Date.now() + 3600_000;
    note('hold', { until, failures: 1, condition: { kind: 'throttled', severity: 'problem' } });
    expect((await doctor()).found('network')).toMatch(/^warning: .*(?:asked for a pause|is used up)/s);
    note('hold', { until: 0, failures: 0, condition: { kind: 'throttled', severity: 'problem' } });
    note('backoffs', { '/inbox': until });
    expect((await doctor()).found('network')).toMatch(/^warning: .*(?:asked for a pause|is used up)/s);
    expect(sandbox.requests).toEqual([]);
  });

  // docs/api.md, "Throttling": identical requests.
  it('never asks the same within a minute, however often it is started', async () => {
    expect((await doctor()).found('network')).toContain('(1 request)');
    const { code, found } = await doctor();
    expect([code, found('network')]).toEqual([0, expect.stringMatching(/^ok:/)]);
    expect(found('network')).toContain('less than a minute ago');
    expect(found('token')).toMatch(/^warning: .*is stored/s);
    expect(sandbox.requests).toHaveLength(1);
    const notes = JSON.parse(readFileSync(join(folder, NOTES), 'utf8')) as Record<string, { askedAt: number }>;
    notes['other:x']!.askedAt -= 120_000;
    writeFileSync(join(folder, NOTES), JSON.stringify(notes));
    expect((await doctor()).found('network')).toContain('(1 request)');
    const [first, second] = sandbox.requests.map(({ path, query }) => JSON.stringify([path, query]));
    expect(second).toBe(first);
  });

  it('finds within that minute what it found before, good or bad', async () => {
    sandbox.world.db.exec('DELETE FROM tokens');
    expect((await doctor()).code).toBe(1);
    const sent = sandbox.requests.length;
    const refused = await doctor();
    expect(refused.code).toBe(1);
    expect(refused.found('network')).toMatch(/less than a minute ago.* refused the request/);
    expect(refused.found('token')).toMatch(/^wrong: You are signed out/s);
    expect(sandbox.requests).toHaveLength(sent);

    rmSync(join(folder, NOTES));
    const broken: typeof globalThis.fetch = async () => new Response('', { status: 500 });
    const first = await doctor({ fetch: broken });
    const second = await doctor();
    for (const { found } of [first, second]) expect(found('network')).toMatch(/^warning: .*has a problem\./s);
    expect(sandbox.requests).toHaveLength(sent);
  });

  it('takes a run that ended before its answer for no good sign, and asks at once where its own notes are odd', async () => {
    new DoctorNotes(folder).write('other:x', { askedAt: Date.now(), backoffs: {} });
    expect((await doctor()).found('network')).toMatch(/^warning: .*less than a minute ago/s);
    const ofTheFuture = { 'other:x': { askedAt: Date.now() + 400 * 24 * 3600_000, backoffs: {} } };
    for (const notes of [JSON.stringify(ofTheFuture), '[{"other:x": nul']) {
      writeFileSync(join(folder, NOTES), notes);
      expect((await doctor()).found('network')).toMatch(/^ok: .*\(1 request\)/s);
    }
    expect(sandbox.requests).toHaveLength(2);
  });

  const refusing =
    (quota: object = {}): typeof globalThis.fetch =>
    async () =>
      Response.json({ error_id: 502, error_message: 'requests available in 25445 seconds', ...quota }, { status: 400 });

  // docs/api.md, "Bans": the same words tell of a used-up quota and of a ban; what is left tells them apart.
  it.each([
    ['a ban', {}, { isNamed: true }],
    ['no quota', { quota_max: 9, quota_remaining: 0 }, { kind: 'quota-exhausted', quota: { max: 9, remaining: 0 } }],
  ])('keeps to %s that a run before it was told of, and notes it for the next start', async (_, quota, hold) => {
    await doctor({ fetch: refusing(quota) });
    const noted = new DoctorNotes(folder).at('other:x', Date.now());
    expect(noted?.hold).toMatchObject(hold);
    expect(noted!.hold!.until - Date.now()).toBeGreaterThan(25_000_000);
    expect((await doctor()).found('network')).toMatch(/^warning: .*(?:asked for a pause|is used up)/s);
    expect(sandbox.requests).toEqual([]);
  });

  it('ends where the keyring never answers, not even when the secrets to hide are read', async () => {
    const silent: SecretStore = { ...store(), get: () => new Promise(() => undefined) };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let ended = false;
    const checked = doctor({ secrets: silent }).finally(() => (ended = true));
    for (let second = 0; second < 60 && !ended; second++) {
      await vi.advanceTimersByTimeAsync(1000);
      // What reads files needs a moment of its own.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(ended).toBe(true);
    expect((await checked).found('network')).toMatch(/^warning: .*too long/s);
  });

  it('is not stopped by what fails or never answers', async () => {
    const failing = (why: string) => () => Promise.reject(new Error(why));
    const { found, printed } = await doctor({
      secrets: { ...store(), keeping: failing('access_token=abcdef is in the way') },
      probe: { ...NO_DESKTOP, notifications: failing('no') },
    });
    expect(found('notifications')).toBe('warning: The check itself failed: no.');
    expect(found('network')).toMatch(/^warning:/);
    expect(found('disk')).toMatch(/^ok:/);
    expect(printed).not.toContain('abcdef');
  });
});
