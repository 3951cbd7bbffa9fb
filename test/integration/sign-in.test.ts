import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSandboxControl } from '../../sandbox/control/client.ts';
import { aRound, cast, createWorld, type World } from './askbell.ts';

const minute = 60_000;

describe('signing in', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld({ demo: false });
  });
  afterEach(() => world.close());

  const other = (key = 'my-key', clientId = 'mine') =>
    ({
      kind: 'other',
      name: 'Mine',
      apiBaseUrl: world.sandbox.apiBaseUrl,
      authUrl: world.sandbox.authUrl,
      clientId,
      key,
    }) as const;

  it('goes through the demo network’s dialog by itself where Electron’s fetch hands back no redirect of a form', async () => {
    const unattended = await createWorld({ cannotHandBackRedirects: true });
    try {
      await unattended.pass(aRound);
      expect(await unattended.window.state.get()).toMatchObject({ phase: 'running', accounts: [{ signedIn: true }] });
    } finally {
      await unattended.close();
    }
  });

  it('begins with the welcome view and nothing asked', async () => {
    expect((await world.window.state.get()).phase).toBe('welcome');
    // Nothing is wrong yet, so that the tray shows no red mark before the first sign-in.
    expect(world.desktop.tray().status).toBe('idle');
    expect(world.sandbox.requests).toEqual([]);
    await expect(world.window.inbox.list({})).rejects.toThrow('You are not signed in.');
  });

  it('goes through the dialog of a network of one’s own and survives a restart', async () => {
    await world.window.session.signIn(other());
    await world.pass(aRound);
    expect(await world.window.state.get()).toMatchObject({
      phase: 'running',
      accounts: [{ network: { kind: 'other', name: 'Mine', clientId: 'mine' } }],
    });
    await world.restart();
    await world.pass(1000);
    expect((await world.window.state.get()).phase).toBe('running');
    expect((await world.window.state.get()).conditions).toEqual([]);
  });

  it('asks for the inbox and a lasting token, and never shows the token', async () => {
    const dialogs: URL[] = [];
    const { person } = world.desktop;
    world.desktop.person = (dialogUrl) => {
      dialogs.push(new URL(dialogUrl));
      return person(dialogUrl);
    };
    await world.window.session.signIn(other());
    await world.pass(aRound);
    expect(dialogs[0]!.searchParams.get('scope')).toBe('read_inbox,no_expiry');
    expect(dialogs[0]!.searchParams.get('state')!.length).toBeGreaterThan(20);
    const tokens = world.sandbox.world.db.prepare('SELECT token FROM tokens').all() as { token: string }[];
    const everything = JSON.stringify([
      await world.window.state.get(),
      await world.window.settings.get(),
      await world.window.inbox.list({}),
    ]);
    for (const { token } of tokens) expect(everything).not.toContain(token);
    expect(everything).not.toContain('my-key');
  });

  it('tells a denied sign-in and lets the person try again', async () => {
    const { person } = world.desktop;
    world.desktop.person = (dialogUrl) => {
      const { searchParams } = new URL(dialogUrl);
      return Promise.resolve(
        `${world.sandbox.authUrl}/oauth/login_success#error=access_denied&state=${searchParams.get('state')}`,
      );
    };
    await world.window.session.signIn(other());
    await world.idle();
    const { phase, signIn } = await world.window.state.get();
    expect(phase).toBe('signing-in');
    expect(signIn?.problem).toMatch(/declined/);
    world.desktop.person = person;
    await world.window.session.signInAgain();
    await world.pass(aRound);
    expect((await world.window.state.get()).phase).toBe('running');
  });

  it('refuses an answer that belongs to another sign-in', async () => {
    world.desktop.person = () =>
      Promise.resolve(`${world.sandbox.authUrl}/oauth/login_success#access_token=stolen-token&state=forged`);
    await world.window.session.signIn(other());
    await world.idle();
    expect((await world.window.state.get()).signIn?.problem).toMatch(/another sign-in/);
    await world.window.settings.change({ language: 'de' });
    expect(await world.window.state.get()).toMatchObject({
      signIn: { problem: expect.stringMatching(/gehört zu einer anderen Anmeldung/) as string },
    });
    expect(world.sandbox.requests).toEqual([]);
  });

  it('tells a wrong key with what to do', async () => {
    await world.window.session.signIn(other('wrong-key'));
    await world.idle();
    const { signIn, phase } = await world.window.state.get();
    expect(phase).toBe('signing-in');
    expect(signIn?.problem).toMatch(/key/i);
    expect(signIn?.problem).not.toContain('wrong-key');
  });

  it('takes the pasted fragment or address', async () => {
    world.desktop.person = () => new Promise(() => undefined);
    await world.window.session.signIn(other());
    await world.window.session.paste({ text: 'not an address' });
    expect((await world.window.state.get()).signIn?.problem).toBeDefined();
    await createSandboxControl(world.sandbox.apiBaseUrl).grant({
      token: 'a-pasted-token',
      accountId: cast(world.sandbox).accountId,
      scopes: ['read_inbox'],
    });
    await world.window.session.paste({ text: '#access_token=a-pasted-token' });
    await world.pass(aRound);
    expect((await world.window.state.get()).phase).toBe('running');
  });

  it('reminds politely before a token ends that was granted for a day, and stops asking when it has', async () => {
    world.desktop.person = () => new Promise(() => undefined);
    await world.window.session.signIn(other());
    await createSandboxControl(world.sandbox.apiBaseUrl).grant({
      token: 'a-day-token',
      accountId: cast(world.sandbox).accountId,
      scopes: ['read_inbox'],
    });
    await world.window.session.paste({ text: '#access_token=a-day-token&expires=86399' });
    await world.pass(aRound);
    expect((await world.window.state.get()).conditions).toEqual([]);
    await world.window.polling.pause();
    await world.pass(23 * 60 * minute);
    expect(world.desktop.shown.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
      expect.stringMatching(/^status: Your sign-in to Mine expires in/),
    ]);
    await world.pass(60 * minute);
    expect((await world.window.state.get()).conditions[0]).toMatchObject({ kind: 'signed-out', severity: 'problem' });
    expect(world.desktop.shown).toHaveLength(1);
  });

  it('a missing permission for the inbox is told, and reputation goes on', async () => {
    world.desktop.person = () => new Promise(() => undefined);
    await world.window.session.signIn(other());
    await createSandboxControl(world.sandbox.apiBaseUrl).grant({
      token: 'a-poor-token',
      accountId: cast(world.sandbox).accountId,
      scopes: [],
    });
    await world.window.session.paste({ text: '#access_token=a-poor-token' });
    await world.pass(aRound);
    expect((await world.window.state.get()).conditions[0]).toMatchObject({ kind: 'scope-missing' });
    expect((await world.window.reputation.list()).accounts.length).toBeGreaterThan(0);
  });

  it('leaves the history readable after signing out, through a restart, and asks nothing for it', async () => {
    await world.window.session.signIn(other());
    await world.pass(aRound);
    const client = world.window;
    const list = async () => (await client.inbox.list({ limit: 200 })).entries.map(({ key, title }) => [key, title]);
    const before = await list();
    expect(before.length).toBeGreaterThan(0);
    const reputation = (await client.reputation.list()).accounts.map(({ site, reputation: own }) => [site.id, own]);
    await client.session.signOut();
    await world.idle();
    const readable = async () => {
      const { phase, accounts, signedOut, unread } = await world.window.state.get();
      expect({ phase, accounts, unread }).toEqual({ phase: 'welcome', accounts: [], unread: 0 });
      expect(signedOut).toMatchObject([{ network: { name: expect.any(String) as string } }]);
      expect((await world.window.inbox.list({ limit: 200 })).entries.map(({ key, title }) => [key, title])).toEqual(
        before,
      );
      expect(
        (await world.window.reputation.list()).accounts.map(({ site, reputation: own }) => [site.id, own]),
      ).toEqual(reputation);
    };
    await readable();
    const asked = world.sandbox.requests.length;
    expect(await world.window.inbox.read({ key: before[0]![0]! })).toMatchObject({ trouble: { kind: 'signed-out' } });
    const { undo } = await world.window.inbox.markAllRead();
    if (undo !== undefined) await world.window.inbox.undo({ undo });
    await world.restart();
    await readable();
    expect(world.sandbox.requests.length).toBe(asked);
    await world.window.session.signInAgain();
    await world.pass(aRound);
    expect(await world.window.state.get()).toMatchObject({ phase: 'running', signedOut: [] });
    expect((await world.window.inbox.list({ limit: 200 })).entries.length).toBeGreaterThanOrEqual(before.length);
  });

  it('signs out: the token ends at the network, the key and the history stay', async () => {
    await world.window.session.signIn(other());
    await world.pass(aRound);
    await world.window.session.signOut();
    await world.idle();
    expect((await world.window.state.get()).phase).toBe('welcome');
    const live = world.sandbox.world.db
      .prepare('SELECT count(*) AS n FROM tokens WHERE revoked_at IS NULL AND client_id = ?')
      .get('mine') as { n: number };
    expect(live.n).toBe(0);
    const asked = world.sandbox.requests.length;
    await world.pass(aRound);
    expect(world.sandbox.requests.length).toBe(asked);
    await world.window.session.signInAgain();
    await world.pass(aRound);
    expect(world.desktop.shown).toEqual([]);
    expect((await world.window.state.get()).phase).toBe('running');
  });

  it('a token that was not kept leaves the history readable and asks to sign in again', async () => {
    await world.window.session.signIn(other());
    await world.pass(aRound);
    await world.restart({ without: 'secrets' });
    await world.pass(aRound);
    const { phase, conditions } = await world.window.state.get();
    expect(phase).toBe('running');
    expect(conditions).toMatchObject([{ kind: 'signed-out', severity: 'problem' }]);
    expect(world.desktop.tray().status).toBe('attention');
    expect((await world.window.inbox.list({})).entries.length).toBeGreaterThan(0);
  });

  it('signing out holds even when the keyring will not forget', async () => {
    await world.window.session.signIn(other());
    await world.pass(aRound);
    world.desktop.refusesSecrets = true;
    await world.window.session.signOut();
    await world.restart();
    expect((await world.window.state.get()).phase).toBe('welcome');
  });

  it('the sign-in that was begun last is the one that counts', async () => {
    const dialogs: string[] = [];
    const { person } = world.desktop;
    const answers: (() => void)[] = [];
    world.desktop.person = (dialogUrl) => {
      dialogs.push(dialogUrl);
      return new Promise((resolve) => answers.push(() => resolve(person(dialogUrl))));
    };
    await world.window.session.signIn({ kind: 'demo' });
    await world.window.session.signIn(other());
    answers[0]!();
    await world.pass(1000);
    expect((await world.window.state.get()).phase).toBe('signing-in');
    answers[1]!();
    await world.pass(1000);
    expect(await world.window.state.get()).toMatchObject({
      phase: 'running',
      accounts: [{ network: { name: 'Mine' } }],
    });
  });

  it('closing the sign-in window leads back', async () => {
    world.desktop.person = () => new Promise(() => undefined);
    await world.window.session.signIn(other());
    expect((await world.window.state.get()).phase).toBe('signing-in');
    await world.window.session.cancelSignIn();
    expect((await world.window.state.get()).phase).toBe('welcome');
  });
});
