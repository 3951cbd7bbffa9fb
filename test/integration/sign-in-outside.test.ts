import { describe, expect } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../common/durations.ts';
import type { World } from './askbell.ts';
import { it } from './story.ts';

const RUNNING = { phase: 'running', conditions: [] };

/** Has the browser never come back; returns where each of its dialogs ended. */
function keepBrowserAway({ desktop }: World): Promise<string>[] {
  const landed: Promise<string>[] = [];
  const { person } = desktop;
  desktop.person = (dialogUrl) => {
    const address = person(dialogUrl);
    address.catch(() => undefined);
    landed.push(address);
    return new Promise(() => undefined);
  };
  return landed;
}

/** Has the person deny; returns what makes them approve again. */
function denyDialogs(world: World): () => void {
  const { person } = world.desktop;
  world.desktop.person = (dialogUrl) => {
    const { searchParams } = new URL(dialogUrl);
    return Promise.resolve(
      `${searchParams.get('redirect_uri')}?error=access_denied&state=${searchParams.get('state')}`,
    );
  };
  return () => void (world.desktop.person = person);
}

const dialogNow = async (world: World) => new URL((await world.state()).signIn!.dialogUrl);
const problem = async (world: World) => (await world.state()).signIn?.problem;

/** Runs something while the keyring gives no key. */
async function withUnreadableKeys({ desktop: { secrets } }: World, meanwhile: () => Promise<unknown>): Promise<void> {
  const { get } = secrets;
  secrets.get = (name) => (name.startsWith('key:') ? Promise.reject(new Error('busy')) : get(name));
  await meanwhile();
  secrets.get = get;
}

// Facts: docs/api.md, "Authentication" and "Redirects". The network here is like the public service.
describe('signing in in the person’s own browser', () => {
  it.override('options', { demo: false, sandbox: { like: 'public' } });

  const stackExchange = ({ sandbox: { apiBaseUrl, authUrl } }: World) =>
    ({ kind: 'stackexchange', clientId: 'mine', apiBaseUrl, authUrl }) as const;

  const withoutKey = ({ key: _none, ...network }: ReturnType<World['own']>) => network;

  it('comes back by itself with a code; nothing is pasted, nor built in for Stack Exchange', async ({ world }) => {
    expect((await world.state()).builtIn).toEqual([]);
    await expect(world.window.session.signIn({ kind: 'stackexchange' })).rejects.toThrow(/not registered/);
    const dialogs = world.watchDialogs();
    await world.signIn();
    expect(await world.state()).toMatchObject({ phase: 'running', accounts: [{ network: { name: 'Mine' } }] });
    expect(dialogs.map(({ pathname }) => pathname)).toEqual(['/oauth']);
    const { searchParams } = dialogs[0]!;
    expect(searchParams.get('redirect_uri')).toMatch(/^http:\/\/localhost:\d+\/signed-in$/);
    expect(searchParams.get('code_challenge_method')).toBe('S256');
  });

  it('takes an askbell: address that the system opens it with, and no other of that kind', async ({ world }) => {
    Object.assign(world.desktop, { opensDeepLinks: true });
    const landed = keepBrowserAway(world);
    await world.window.session.signIn(world.own());
    await world.window.session.tryAnotherWay();
    expect((await world.state()).signIn?.means).toBe('browser');
    const link = await landed.at(-1)!;
    expect(link).toMatch(/^askbell:\/\/localhost\/signed-in\?/);
    world.desktop.emit('deep-link', link.replace(/state=[^&]+/, 'state=forged'));
    world.desktop.emit('deep-link', 'askbell://localhost/other?code=c');
    await world.idle();
    expect([await world.phase(), await problem(world)]).toEqual(['signing-in', undefined]);
    world.desktop.emit('deep-link', link);
    await world.pass(1000);
    expect(await world.phase()).toBe('running');
  });

  it('remembers which way worked', async ({ world }) => {
    const { person } = world.desktop;
    world.leaveDialogOpen();
    await world.window.session.signIn(world.own());
    expect((await world.state()).signIn).toMatchObject({ means: 'browser', hasOtherWay: true });
    world.desktop.person = person;
    const dialogs = world.watchDialogs();
    await world.window.session.tryAnotherWay();
    await world.pass(1000);
    expect(await world.phase()).toBe('running');
    await world.window.session.signOut();
    await world.signInAgain({}, 1000);
    expect(await world.phase()).toBe('running');
    const { authUrl } = world.sandbox;
    const redirects = dialogs.map(({ searchParams }) => searchParams.get('redirect_uri'));
    expect(redirects).toEqual([`${authUrl}/oauth/login_success`, `${authUrl}/oauth/login_success`]);
  });

  it('tells a denial and starts anew; the code and its state are of no use to another sign-in', async ({ world }) => {
    const approveAgain = denyDialogs(world);
    const dialogs = world.watchDialogs();
    await world.window.session.signIn(world.own());
    await world.idle();
    await expect.poll(() => problem(world)).toMatch(/declined/);
    approveAgain();
    await world.window.session.signInAgain();
    await expect.poll(() => world.phase()).toBe('running');
    await expect(fetch(`${dialogs[0]!.searchParams.get('redirect_uri')}?code=x&state=y`)).rejects.toThrow();
  });

  it('does not wait for ever: after five minutes the listener is gone, and says so', async ({ world }) => {
    world.leaveDialogOpen();
    await world.window.session.signIn(world.own());
    const { searchParams } = await dialogNow(world);
    await world.pass(5 * MINUTE_MS + 1000);
    await world.idle();
    expect(await problem(world)).toMatch(/did not come back within five minutes/);
    const back = `${searchParams.get('redirect_uri')}?code=c&state=${searchParams.get('state')}`;
    await expect(fetch(back)).rejects.toThrow();
  });

  it('signing in again keeps the key, also where the keyring did not give it just then', async ({ world }) => {
    await world.signIn({ ...stackExchange(world), key: 'my-key' }, 1000);
    const { secrets } = world.desktop;
    const token = await secrets.get('token:stackexchange');
    await withUnreadableKeys(world, () => world.signInAgain({}, 1000));
    expect(await secrets.get('token:stackexchange')).not.toBe(token);
    expect(await secrets.get('key:stackexchange')).toBe('my-key');
  });

  it.for<[where: string, network: (world: World) => Parameters<World['signIn']>[0]]>([
    ['Stack Exchange', stackExchange],
    ['another network that reads the header', (world) => withoutKey(world.own())],
  ])('needs no key for %s, also after a restart and when signing in again', async ([, network], { world }) => {
    await world.signIn(network(world));
    await world.restartAndPass(1000);
    expect(await world.state()).toMatchObject(RUNNING);
    await world.window.session.signOut();
    await world.signInAgain({}, 1000);
    expect(await world.state()).toMatchObject(RUNNING);
    expect(world.sandbox.requests.filter(({ query }) => 'key' in query)).toEqual([]);
  });

  it('asks with a new key alone, which is not sent beside a token in the header', async ({ world }) => {
    await world.signIn(world.own(), 1000);
    const { id: account } = await world.account();
    await expect(world.window.session.changeKey({ account, key: 'wrong' })).rejects.toThrow(/key/);
    await world.window.session.changeKey({ account, key: 'my-key' });
    expect(await world.phase()).toBe('running');
    // Nobody is brought back who signs out while a new key is being checked.
    const changed = world.window.session.changeKey({ account, key: 'my-key' });
    await world.window.session.signOut();
    await expect(changed).rejects.toThrow(/signed out/);
    await world.restart();
    expect(await world.phase()).toBe('welcome');
  });

  describe('with a client id that it was built with, of a network that does not tell a name', () => {
    it.override('options', {
      demo: false,
      sandbox: { like: 'public' },
      parts: { builtInClients: { stackexchange: 'mine' } },
      tamper: (path, items) => (path === '/me' ? [{ nothing: 'known' }] : items),
    });

    it('gives a plain name in the window’s language, and uses the id for Stack Exchange', async ({ world }) => {
      await world.window.settings.change({ language: 'de' });
      await world.signIn(world.own(), 1000);
      expect(await world.state()).toMatchObject({ phase: 'running', accounts: [{ person: { displayName: 'Du' } }] });
      world.leaveDialogOpen();
      expect((await world.state()).builtIn).toEqual(['stackexchange']);
      const { clientId: _none, ...network } = stackExchange(world);
      await world.window.session.signIn(network);
      expect((await dialogNow(world)).searchParams.get('client_id')).toBe('mine');
    });
  });
});

describe('a sign-in that lasts for a day', () => {
  let isSomebodyElse = false;
  it.override('options', {
    demo: false,
    sandbox: { like: 'public' },
    tamper: (path, items) =>
      isSomebodyElse && path === '/me/associated' ? items.map((item) => ({ ...item, account_id: 999_999 })) : items,
  });

  /** Signs in without no_expiry, as the network may grant it, and lets most of the day go by without Askbell. */
  async function signInYesterday(world: World): Promise<URL[]> {
    isSomebodyElse = false;
    const dialogs = world.watchDialogs((dialog) => dialog.searchParams.set('scope', 'read_inbox'));
    await world.signIn(world.own(), 1000);
    expect(await world.phase()).toBe('running');
    await world.quit();
    await world.clock.advance(23.5 * HOUR_MS, () => Promise.resolve());
    return dialogs;
  }
  const launch = async (world: World) => {
    await world.launch();
    await world.pass(1000);
  };
  const comeBack = async (world: World) => {
    world.become('present');
    await world.pass(1000);
  };
  const SIGNED_OUT = [{ kind: 'signed-out', severity: 'warning' }];

  it('is renewed through the browser without a click', async ({ world }) => {
    const dialogs = await signInYesterday(world);
    await launch(world);
    expect(dialogs).toHaveLength(2);
    expect(await world.state()).toMatchObject(RUNNING);
    expect(world.shown()).toEqual([]);
  });

  it('is announced politely where the browser does not come back, and tried once', async ({ world }) => {
    await signInYesterday(world);
    const opened = keepBrowserAway(world);
    await world.launch();
    await world.window.polling.syncNow();
    await world.pass(6 * MINUTE_MS);
    expect(await world.state()).toMatchObject({ phase: 'running', conditions: SIGNED_OUT });
    expect(world.desktop.shown.filter(({ kind }) => kind === 'status')).toHaveLength(1);
    expect(opened).toHaveLength(1);
  });

  it('is renewed only when somebody is there, and keeps its key though the keyring is busy', async ({ world }) => {
    const dialogs = await signInYesterday(world);
    world.become('away');
    await launch(world);
    expect(dialogs).toHaveLength(1);
    await withUnreadableKeys(world, () => comeBack(world));
    expect(dialogs).toHaveLength(2);
    expect(await world.conditions()).toEqual([]);
    await world.restartAndPass(1000);
    expect(await world.state()).toMatchObject(RUNNING);
  });

  it('is not given to whoever else is signed in at the network in that browser', async ({ world }) => {
    await signInYesterday(world);
    isSomebodyElse = true;
    await launch(world);
    expect((await world.state()).conditions).toMatchObject(SIGNED_OUT);
  });
});

describe('a key that has expired', () => {
  it.override('options', { demo: false, sandbox: { like: 'specification' } });

  it('is changed in place', async ({ world }) => {
    await world.signIn();
    await world.control.changeKey({ clientId: 'mine', key: 'my-key', expiresInSeconds: 1 });
    await world.pass(3 * MINUTE_MS);
    const { conditions } = await world.state();
    expect(conditions[0]).toMatchObject({ kind: 'bad-key', title: 'Mine does not accept the key' });
    await world.control.changeKey({ clientId: 'mine', key: 'new-key((' });
    const { id: account } = await world.account();
    // The network's own words stand beside Askbell's.
    await expect(world.window.session.changeKey({ account, key: 'wrong' })).rejects.toMatchObject({
      message: 'The network does not accept the key.',
      data: { advice: expect.stringContaining("`key` doesn't match a known application") as string },
    });
    await world.window.session.changeKey({ account, key: 'new-key((' });
    await world.round();
    expect(await world.state()).toMatchObject(RUNNING);
    await world.restartAndPass();
    expect(await world.conditions()).toEqual([]);
  });
});

describe('a start with --demo', () => {
  const options = { demo: false, demoLike: 'public', sandbox: { like: 'public' } } as const;
  it.override('options', () => ({ ...options }));

  it('watches a tag also where the first try was denied', async ({ world, options }) => {
    await world.quit();
    options.demo = true;
    const approveAgain = denyDialogs(world);
    await world.launch();
    await expect.poll(() => problem(world)).toMatch(/declined/);
    approveAgain();
    await world.window.session.signInAgain();
    await expect.poll(async () => (await world.window.watches.list()).watches.length).toBe(1);
  });
});
