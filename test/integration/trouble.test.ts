import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sandboxControl, type SandboxControl } from '../../sandbox/control.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { aRound, cast, createWorld, type World } from './askbell.ts';

const minute = 60_000;

describe('trouble', () => {
  let world: World;
  let control: SandboxControl;
  const kinds = async () => (await world.window.state.get()).conditions.map(({ kind }) => kind);
  const answer = () => {
    const people = cast(world.sandbox);
    world.sandbox.world.deeds.answer({ site: people.site, userId: people.others[0]!, questionId: people.questionId, body: '<p>Yes.</p>' });
  };

  beforeEach(async () => {
    world = await createWorld();
    control = sandboxControl(world.sandbox.apiBaseUrl);
    await world.pass(aRound);
  });
  afterEach(() => world.close());

  it.each([
    ['status', { status: 500 }, 'server-fault', 'offline'],
    ['garbage', {}, 'bad-answer', 'attention'],
    ['html', {}, 'bad-answer', 'attention'],
    ['truncate', {}, 'bad-answer', 'attention'],
    ['throttle', {}, 'throttled', 'offline'],
    ['drop', {}, 'timeout', 'offline'],
    ['cut', {}, 'timeout', 'offline'],
  ] as const)('%s is told in window and tray with what to do, and news come once it is over', async (kind, extra, shown, tray) => {
    await control.fault({ kind, times: 1000, ...extra });
    await world.pass(aRound);
    const { conditions } = await world.window.state.get();
    expect(conditions[0]).toMatchObject({ kind: shown, severity: 'problem' });
    expect(conditions[0]!.advice.length).toBeGreaterThan(20);
    expect(conditions[0]!.retryAt!.getTime()).toBeGreaterThan(world.clock.now() - minute);
    expect(world.desktop.tray().status).toBe(tray);
    expect(world.desktop.trayLabels()[0]).toBe(conditions[0]!.title);
    answer();
    await control.clearFaults();
    await world.pass(20 * minute);
    expect(world.desktop.shown.map((notification) => notification.kind)).toEqual(['inbox']);
    expect(await kinds()).toEqual([]);
    expect(world.desktop.tray().status).toBe('unread');
  });

  it('one method that fails does not stop the others', async () => {
    await control.fault({ kind: 'status', status: 500, path: '/me/associated', times: 1000 });
    answer();
    await world.pass(aRound);
    expect(await kinds()).toEqual(['server-fault']);
    expect(world.desktop.shown.map((notification) => notification.kind)).toEqual(['inbox']);
  });

  it('waits longer the longer it lasts', async () => {
    await control.fault({ kind: 'status', status: 500, times: 10_000 });
    await world.pass(10 * minute);
    const early = world.sandbox.requests.length;
    await world.pass(60 * minute);
    const firstHour = world.sandbox.requests.length - early;
    await world.pass(60 * minute);
    expect(world.sandbox.requests.length - early - firstHour).toBeLessThanOrEqual(firstHour);
    expect(firstHour).toBeLessThan(20);
  });

  it('a revoked token stops the asking, says so, and a new sign-in goes on where it was', async () => {
    const people = cast(world.sandbox);
    await control.revoke();
    await world.pass(aRound);
    const { conditions, phase } = await world.window.state.get();
    expect(conditions[0]).toMatchObject({ kind: 'signed-out', severity: 'problem' });
    expect(phase).toBe('running');
    expect(world.desktop.tray().status).toBe('attention');
    const asked = world.sandbox.requests.length;
    await world.pass(60 * minute);
    expect(world.sandbox.requests.length).toBe(asked);
    answer();
    await world.window.session.signInAgain();
    await world.pass(aRound);
    expect(await kinds()).toEqual([]);
    expect(world.desktop.shown.map((notification) => notification.title)).toEqual([people.title]);
  });

  it('says that nothing can be reached, and goes on when it can', async () => {
    const people = cast(world.sandbox);
    const { port } = new URL(world.sandbox.apiBaseUrl);
    const file = world.sandbox.world.db.location()!;
    await world.sandbox.close();
    await world.pass(aRound);
    expect(await kinds()).toEqual(['offline']);
    expect(world.desktop.tray().status).toBe('offline');
    const back = await startSandbox({ file, port: Number(port), clock: { now: () => Math.floor(world.clock.now() / 1000) }, burst: Infinity });
    back.world.deeds.answer({ site: people.site, userId: people.others[0]!, questionId: people.questionId, body: '<p>Yes.</p>' });
    world.desktop.emit('online', undefined);
    await world.pass(2 * minute);
    expect(await kinds()).toEqual([]);
    expect(world.desktop.shown.map((notification) => notification.kind)).toEqual(['inbox']);
    await world.quit();
    await back.close();
  });

  it('a demo network that ends by itself is started again', async () => {
    world.desktop.endDemo();
    await world.pass(aRound);
    expect(world.desktop.demoStarts).toBe(2);
    answer();
    await world.pass(aRound);
    expect(world.desktop.shown.map((notification) => notification.kind)).toEqual(['inbox']);
  });

  it('a keyring that does not open leaves Askbell running and signed in for the session', async () => {
    world.desktop.refusesSecrets = true;
    await control.revoke();
    await world.window.session.signInAgain();
    await world.pass(aRound);
    expect(await world.window.state.get()).toMatchObject({ phase: 'running', conditions: [] });
  });
});

describe('signing in', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld({ demo: false });
  });
  afterEach(() => world.close());

  const other = (key = 'my-key', clientId = 'mine') =>
    ({ kind: 'other', name: 'Mine', apiBaseUrl: world.sandbox.apiBaseUrl, authUrl: world.sandbox.authUrl, clientId, key }) as const;

  it('begins with the welcome view and nothing asked', async () => {
    expect((await world.window.state.get()).phase).toBe('welcome');
    expect(world.desktop.tray().status).toBe('attention');
    expect(world.sandbox.requests).toEqual([]);
    await expect(world.window.inbox.list({})).rejects.toThrow('Nobody is signed in.');
  });

  it('goes through the dialog of a network of one’s own and survives a restart', async () => {
    await world.window.session.signIn(other());
    await world.pass(aRound);
    expect(await world.window.state.get()).toMatchObject({ phase: 'running', network: { kind: 'other', name: 'Mine', clientId: 'mine' } });
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
    const everything = JSON.stringify([await world.window.state.get(), await world.window.settings.get(), await world.window.inbox.list({})]);
    for (const { token } of tokens) expect(everything).not.toContain(token);
    expect(everything).not.toContain('my-key');
  });

  it('tells a denied sign-in and lets the person try again', async () => {
    const { person } = world.desktop;
    world.desktop.person = (dialogUrl) => {
      const { searchParams } = new URL(dialogUrl);
      return Promise.resolve(`${world.sandbox.authUrl}/oauth/login_success#error=access_denied&state=${searchParams.get('state')}`);
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
    world.desktop.person = () => Promise.resolve(`${world.sandbox.authUrl}/oauth/login_success#access_token=stolen-token&state=forged`);
    await world.window.session.signIn(other());
    await world.idle();
    expect((await world.window.state.get()).signIn?.problem).toMatch(/another sign-in/);
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
    await sandboxControl(world.sandbox.apiBaseUrl).grant({ token: 'a-pasted-token', accountId: cast(world.sandbox).accountId, scopes: ['read_inbox'] });
    await world.window.session.paste({ text: '#access_token=a-pasted-token' });
    await world.pass(aRound);
    expect((await world.window.state.get()).phase).toBe('running');
  });

  it('reminds politely before a token ends that was granted for a day, and stops asking when it has', async () => {
    world.desktop.person = () => new Promise(() => undefined);
    await world.window.session.signIn(other());
    await sandboxControl(world.sandbox.apiBaseUrl).grant({ token: 'a-day-token', accountId: cast(world.sandbox).accountId, scopes: ['read_inbox'] });
    await world.window.session.paste({ text: '#access_token=a-day-token&expires=86399' });
    await world.pass(aRound);
    expect((await world.window.state.get()).conditions).toEqual([]);
    await world.window.polling.pause();
    await world.pass(23 * 60 * minute);
    expect(world.desktop.shown.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([expect.stringMatching(/^status: Your sign-in at Mine ends in/)]);
    await world.pass(60 * minute);
    expect((await world.window.state.get()).conditions[0]).toMatchObject({ kind: 'signed-out', severity: 'problem' });
    expect(world.desktop.shown).toHaveLength(1);
  });

  it('a missing permission for the inbox is told, and reputation goes on', async () => {
    world.desktop.person = () => new Promise(() => undefined);
    await world.window.session.signIn(other());
    await sandboxControl(world.sandbox.apiBaseUrl).grant({ token: 'a-poor-token', accountId: cast(world.sandbox).accountId, scopes: [] });
    await world.window.session.paste({ text: 'a-poor-token' });
    await world.pass(aRound);
    expect((await world.window.state.get()).conditions[0]).toMatchObject({ kind: 'scope-missing' });
    expect((await world.window.reputation.list({})).accounts.length).toBeGreaterThan(0);
  });

  it('signs out: the token ends at the network, the key and the history stay', async () => {
    await world.window.session.signIn(other());
    await world.pass(aRound);
    await world.window.session.signOut();
    await world.idle();
    expect((await world.window.state.get()).phase).toBe('welcome');
    const live = world.sandbox.world.db.prepare('SELECT count(*) AS n FROM tokens WHERE revoked_at IS NULL AND client_id = ?').get('mine') as { n: number };
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
    expect(await world.window.state.get()).toMatchObject({ phase: 'running', network: { name: 'Mine' } });
  });

  it('using another network ends the token of the one before', async () => {
    await world.window.session.signIn(other());
    await world.pass(aRound);
    await world.window.session.signIn({ kind: 'demo' });
    await world.pass(aRound);
    expect((await world.window.state.get()).network?.kind).toBe('demo');
    const live = world.sandbox.world.db.prepare('SELECT client_id FROM tokens WHERE revoked_at IS NULL').all() as { client_id: string }[];
    expect(live.map((token) => token.client_id)).toEqual(['askbell']);
  });

  it('closing the sign-in window leads back', async () => {
    world.desktop.person = () => new Promise(() => undefined);
    await world.window.session.signIn(other());
    expect((await world.window.state.get()).phase).toBe('signing-in');
    await world.window.session.cancelSignIn();
    expect((await world.window.state.get()).phase).toBe('welcome');
  });
});
