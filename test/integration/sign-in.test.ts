import { describe, expect } from 'vitest';
import { tooSoon, type World } from './askbell.ts';
import { it } from './story.ts';

describe('signing in', () => {
  it.override('options', { demo: false });

  it('begins with the welcome view, asks for the inbox and a lasting token, and never shows it', async ({ world }) => {
    expect(await world.phase()).toBe('welcome');
    // Nothing is wrong yet, so that the tray shows no red mark before the first sign-in.
    expect(world.desktop.tray().status).toBe('idle');
    expect(world.sandbox.requests).toEqual([]);
    await expect(world.window.inbox.list({})).rejects.toThrow('You are not signed in.');
    const dialogs = world.watchDialogs();
    await world.signIn();
    expect(await world.state()).toMatchObject({
      phase: 'running',
      accounts: [{ network: { kind: 'other', name: 'Mine', clientId: 'mine' } }],
    });
    expect(dialogs[0]!.searchParams.get('scope')).toBe('read_inbox,no_expiry');
    expect(dialogs[0]!.searchParams.get('state')!.length).toBeGreaterThan(20);
    const tokens = world.sandbox.world.db.prepare('SELECT token FROM tokens').all() as { token: string }[];
    const { settings, inbox } = world.window;
    const everything = JSON.stringify([await world.state(), await settings.get(), await inbox.list({})]);
    for (const { token } of tokens) expect(everything).not.toContain(token);
    expect(everything).not.toContain('my-key');
    await world.restartAndPass(1000);
    expect(await world.state()).toMatchObject({ phase: 'running', conditions: [] });
    // Signing out holds even when the keyring will not forget.
    world.desktop.refusesSecrets = true;
    await world.window.session.signOut();
    await world.restart();
    expect(await world.phase()).toBe('welcome');
  });

  it('refuses an answer that belongs to another sign-in', async ({ world }) => {
    world.desktop.person = () =>
      Promise.resolve(`${world.sandbox.authUrl}/oauth/login_success#access_token=stolen-token&state=forged`);
    await world.window.session.signIn(world.own());
    await world.idle();
    expect((await world.state()).signIn?.problem).toMatch(/another sign-in/);
    await world.window.settings.change({ language: 'de' });
    expect((await world.state()).signIn?.problem).toMatch(/gehört zu einer anderen Anmeldung/);
    expect(world.sandbox.requests).toEqual([]);
  });

  it('takes the pasted fragment; a missing permission is told, and reputation goes on', async ({ world }) => {
    world.leaveDialogOpen();
    await world.window.session.signIn(world.own());
    await world.window.session.paste({ text: 'not an address' });
    expect((await world.state()).signIn?.problem).toBeDefined();
    const { accountId } = world.people;
    await world.control.grant({ token: 'a-poor-token', accountId, scopes: [] });
    await world.window.session.paste({ text: '#access_token=a-poor-token' });
    await world.round();
    expect(await world.phase()).toBe('running');
    expect(await world.conditions()).toContain('scope-missing');
    expect((await world.window.reputation.list()).accounts.length).toBeGreaterThan(0);
  });

  it('leaves the history readable after signing out, asks nothing, and goes on later', async ({ world }) => {
    await world.signIn();
    const rows = async () => (await world.entries()).map(({ key, title }) => [key, title] as const);
    const totals = async () =>
      (await world.window.reputation.list()).accounts.map(({ site, reputation }) => [site.id, reputation]);
    const [before, reputation] = [await rows(), await totals()];
    expect(before.length).toBeGreaterThan(0);
    await world.window.session.signOut();
    await world.idle();
    const live = world.sandbox.world.db.prepare('SELECT count(*) AS n FROM tokens WHERE revoked_at IS NULL');
    expect(live.get()).toEqual({ n: 0 });
    const readable = async () => {
      expect(await world.state()).toMatchObject({
        phase: 'welcome',
        accounts: [],
        conditions: [],
        unread: 0,
        signedOut: [{ network: { name: 'Mine' } }],
      });
      expect([await rows(), await totals()]).toEqual([before, reputation]);
    };
    await readable();
    const asked = world.sandbox.requests.length;
    expect(await world.window.inbox.read({ key: before[0]![0] })).toMatchObject({ trouble: { kind: 'signed-out' } });
    const { undo } = await world.window.inbox.markAllRead();
    if (undo !== undefined) await world.window.inbox.undo({ undo });
    await world.restart();
    await readable();
    await world.round();
    expect(world.sandbox.requests).toHaveLength(asked);
    await world.signInAgain();
    expect(await world.state()).toMatchObject({ phase: 'running', signedOut: [] });
    expect(world.shown()).toEqual([]);
    expect((await rows()).length).toBeGreaterThanOrEqual(before.length);
  });

  it('a token that was not kept leaves the history readable and asks to sign in again', async ({ world }) => {
    await world.signIn();
    await world.restart({ without: 'secrets' });
    await world.round();
    expect(await world.state()).toMatchObject({
      phase: 'running',
      conditions: [{ kind: 'signed-out', severity: 'problem' }],
    });
    expect(world.desktop.tray().status).toBe('attention');
    expect((await world.window.inbox.list({})).entries.length).toBeGreaterThan(0);
  });

  it('a demo that no keyring kept goes on by itself, without a dialog', async ({ world }) => {
    delete world.desktop.authorize;
    world.desktop.secrets.keeping = async () => ({ persistent: false, where: 'keyring', why: 'none' });
    await world.window.session.signIn({ kind: 'demo' });
    await expect.poll(world.phase).toBe('running');
    await world.restart({ without: 'secrets' });
    await expect.poll(world.phase).toBe('running');
    expect(await world.account()).toMatchObject({ signedIn: true });
  });
});

describe('requests around a sign-in', () => {
  it.override('options', { demo: false });

  /** Requests that were answered: the first is refused where the network reads credentials elsewhere, and is free. */
  const answered = ({ sandbox }: World) =>
    sandbox.requests.filter(({ path, status }) => path.startsWith('/2.3/') && status === 200);
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
    await world.signInAgain();
    expect((await world.state()).signIn?.problem).toMatch(/asked for a pause/);
    await world.pass(600_000);
    await world.signInAgain();
    expect((await world.state()).signIn).toBeUndefined();
    const [first, second] = answered(world).filter(({ path }) => path === '/2.3/me/associated');
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(600);
    await areCounted(world);
  });
});
