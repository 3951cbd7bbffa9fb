import { afterEach, describe, expect, it } from 'vitest';
import { createSandboxControl } from '../../sandbox/control/client.ts';
import { aRound, createWorld, type World, type WorldOptions } from './askbell.ts';

const minute = 60_000;
const hour = 60 * minute;

// Facts: docs/api.md, "Authentication" and "Redirects". The network here is like the public service.

describe('signing in in the person’s own browser', () => {
  let world: World;
  const create = async (options: WorldOptions = {}) => {
    world = await createWorld({ demo: false, sandbox: { like: 'public' }, ...options });
    return world;
  };
  afterEach(() => world.close());

  const choice = () =>
    ({
      kind: 'other',
      name: 'Mine',
      apiBaseUrl: world.sandbox.apiBaseUrl,
      authUrl: world.sandbox.authUrl,
      clientId: 'mine',
      key: 'my-key',
    }) as const;
  const state = () => world.window.state.get();
  /** The person’s doing, and the dialogs they saw. */
  const watchPerson = (change: (dialog: URL) => void = () => undefined) => {
    const dialogs: URL[] = [];
    const { person } = world.desktop;
    world.desktop.person = (dialogUrl) => {
      const dialog = new URL(dialogUrl);
      dialogs.push(new URL(dialogUrl));
      change(dialog);
      return person(dialog.href);
    };
    return dialogs;
  };

  it('comes back by itself with a code, and nothing is pasted', async () => {
    await create();
    const dialogs = watchPerson();
    await world.window.session.signIn(choice());
    await world.pass(aRound);
    const { phase, accounts } = await state();
    expect([phase, accounts[0]?.network.name]).toEqual(['running', 'Mine']);
    const [{ pathname, searchParams } = new URL('http://x')] = dialogs;
    expect(pathname).toBe('/oauth');
    expect(searchParams.get('redirect_uri')).toMatch(/^http:\/\/localhost:\d+\/signed-in$/);
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    expect(dialogs).toHaveLength(1);
  });

  it('goes on to another way where the person says so: the page whose address is pasted, then the implicit grant', async () => {
    await create();
    world.desktop.person = () => new Promise(() => undefined);
    await world.window.session.signIn(choice());
    expect((await state()).signIn).toMatchObject({ means: 'browser', hasOtherWay: true });
    await world.window.session.tryAnotherWay();
    const { signIn } = await state();
    expect(signIn?.means).toBe('paste');
    expect(new URL(signIn!.dialogUrl).searchParams.get('redirect_uri')).toMatch(/login_success$/);
    expect(new URL(signIn!.dialogUrl).pathname).toBe('/oauth');
    await world.window.session.tryAnotherWay();
    const last = (await state()).signIn;
    expect(last).toMatchObject({ means: 'paste' });
    expect(last?.hasOtherWay).toBeUndefined();
    expect(new URL(last!.dialogUrl).pathname).toMatch(/^\/oauth\/dialog\/?$/);
    await expect(world.window.session.tryAnotherWay()).rejects.toThrow();
  });

  it('takes an askbell: address that the system opens it with, and no other of that kind', async () => {
    await create();
    Object.assign(world.desktop, { opensDeepLinks: true });
    const { person } = world.desktop;
    let landed = Promise.resolve('');
    world.desktop.person = (dialogUrl) => {
      landed = person(dialogUrl);
      landed.catch(() => undefined);
      return new Promise(() => undefined);
    };
    await world.window.session.signIn(choice());
    await world.window.session.tryAnotherWay();
    expect((await state()).signIn?.means).toBe('browser');
    const link = await landed;
    expect(link).toMatch(/^askbell:\/\/localhost\/signed-in\?/);
    world.desktop.emit('deep-link', link.replace(/state=[^&]+/, 'state=forged'));
    world.desktop.emit('deep-link', 'askbell://localhost/other?code=c');
    await world.idle();
    expect(await state()).toMatchObject({ phase: 'signing-in' });
    expect((await state()).signIn?.problem).toBeUndefined();
    world.desktop.emit('deep-link', link);
    await world.pass(1000);
    expect((await state()).phase).toBe('running');
  });

  it('remembers which way worked', async () => {
    await create();
    const dialogs: URL[] = [];
    const { person } = world.desktop;
    world.desktop.person = () => new Promise(() => undefined);
    await world.window.session.signIn(choice());
    const dialogsSeen = watchPerson();
    world.desktop.person = (url) => {
      dialogs.push(new URL(url));
      return person(url);
    };
    await world.window.session.tryAnotherWay();
    await world.pass(1000);
    expect((await state()).phase).toBe('running');
    await world.window.session.signOut();
    await world.window.session.signInAgain();
    await world.pass(1000);
    expect((await state()).phase).toBe('running');
    expect(dialogs.map(({ searchParams }) => new URL(searchParams.get('redirect_uri')!).pathname)).toEqual([
      '/oauth/login_success',
      '/oauth/login_success',
    ]);
    expect(dialogsSeen).toEqual([]);
  });

  it('tells a denial and starts anew; the code and its state are of no use to another sign-in', async () => {
    await create();
    const { person } = world.desktop;
    let first = '';
    world.desktop.person = (dialogUrl) => {
      const { searchParams } = new URL(dialogUrl);
      first = searchParams.get('redirect_uri')!;
      return Promise.resolve(`${first}?error=access_denied&state=${searchParams.get('state')}`);
    };
    await world.window.session.signIn(choice());
    await world.idle();
    await expect.poll(async () => (await state()).signIn?.problem).toMatch(/declined/);
    world.desktop.person = person;
    await world.window.session.signInAgain();
    await expect.poll(async () => (await state()).phase).toBe('running');
    await expect(fetch(`${first}?code=x&state=y`)).rejects.toThrow();
  });

  it('does not wait for ever: after five minutes the listener is gone, and says so', async () => {
    await create();
    let dialog = '';
    world.desktop.person = (dialogUrl) => {
      dialog = dialogUrl;
      return new Promise(() => undefined);
    };
    await world.window.session.signIn(choice());
    await world.pass(5 * minute + 1000);
    await world.idle();
    expect((await state()).signIn?.problem).toMatch(/did not come back within five minutes/);
    const { searchParams } = new URL(dialog);
    await expect(
      fetch(`${searchParams.get('redirect_uri')}?code=c&state=${searchParams.get('state')}`),
    ).rejects.toThrow();
  });

  it('takes the address of the page that could not be opened', async () => {
    await create();
    const { person } = world.desktop;
    let landed = Promise.resolve('');
    world.desktop.person = (dialogUrl) => {
      landed = person(dialogUrl);
      return new Promise(() => undefined);
    };
    await world.window.session.signIn(choice());
    await world.window.session.paste({ text: ` ${await landed}\n` });
    await world.pass(1000);
    expect((await state()).phase).toBe('running');
  });

  it('uses what it was built with for Stack Exchange, and says what is missing where it was not', async () => {
    await create({ builtInClients: { stackexchange: 'mine' } });
    const { sandbox } = world;
    world.desktop.person = () => new Promise(() => undefined);
    expect((await state()).builtIn).toEqual(['stackexchange']);
    const { apiBaseUrl, authUrl } = sandbox;
    await world.window.session.signIn({ kind: 'stackexchange', apiBaseUrl, authUrl });
    const dialog = new URL((await state()).signIn!.dialogUrl);
    expect(dialog.searchParams.get('client_id')).toBe('mine');
    await world.window.session.cancelSignIn();
    await world.close();
    await create();
    expect((await state()).builtIn).toEqual([]);
    await expect(world.window.session.signIn({ kind: 'stackexchange' })).rejects.toThrow(/not registered/);
  });

  /** The keyring gives no key meanwhile. */
  const withUnreadableKeys = async (meanwhile: () => Promise<unknown>) => {
    const { secrets } = world.desktop;
    const { get } = secrets;
    secrets.get = (name) => (name.startsWith('key:') ? Promise.reject(new Error('busy')) : get(name));
    await meanwhile();
    secrets.get = get;
  };

  it('signing in again keeps the key, also where the keyring did not give it just then', async () => {
    await create();
    const { apiBaseUrl, authUrl } = world.sandbox;
    await world.window.session.signIn({ kind: 'stackexchange', clientId: 'mine', key: 'my-key', apiBaseUrl, authUrl });
    await world.pass(1000);
    const { secrets } = world.desktop;
    const token = await secrets.get('token:stackexchange');
    await withUnreadableKeys(async () => {
      await world.window.session.signInAgain();
      await world.pass(1000);
    });
    expect(await secrets.get('token:stackexchange')).not.toBe(token);
    expect(await secrets.get('key:stackexchange')).toBe('my-key');
  });

  it('signs in to Stack Exchange with a client id and without any key, and stays so over a restart', async () => {
    await create();
    const { apiBaseUrl, authUrl } = world.sandbox;
    await world.window.session.signIn({ kind: 'stackexchange', clientId: 'mine', apiBaseUrl, authUrl });
    await world.pass(aRound);
    expect((await state()).phase).toBe('running');
    await world.restart();
    await world.pass(1000);
    expect(await state()).toMatchObject({ phase: 'running', conditions: [] });
  });

  it('needs no key at another network that reads the header, also when signing in again', async () => {
    await create();
    const { name, apiBaseUrl, authUrl, clientId } = choice();
    await world.window.session.signIn({ kind: 'other', name, apiBaseUrl, authUrl, clientId });
    await world.pass(aRound);
    await world.restart();
    await world.window.session.signOut();
    await world.window.session.signInAgain();
    await world.pass(1000);
    expect(await state()).toMatchObject({ phase: 'running', conditions: [] });
    expect(world.sandbox.requests.filter(({ query }) => 'key' in query)).toEqual([]);
  });

  describe('a sign-in that lasts for a day', () => {
    /** Granted without no_expiry, as the network may. */
    const forADay = (dialog: URL) => dialog.searchParams.set('scope', 'read_inbox');
    /** Signs in, and lets most of the day go by without Askbell. */
    const signInYesterday = async (options: WorldOptions = {}) => {
      await create(options);
      const dialogs = watchPerson(forADay);
      await world.window.session.signIn(choice());
      await world.pass(1000);
      expect((await state()).phase).toBe('running');
      await world.quit();
      await world.clock.advance(23.5 * hour, () => Promise.resolve());
      return dialogs;
    };

    it('is renewed through the browser without a click', async () => {
      const dialogs = await signInYesterday();
      await world.launch();
      await world.pass(1000);
      expect(dialogs).toHaveLength(2);
      expect(await state()).toMatchObject({ phase: 'running', conditions: [] });
      expect(world.desktop.shown).toEqual([]);
    });

    it('is announced politely where the browser does not come back, and tried once', async () => {
      await signInYesterday();
      let opened = 0;
      world.desktop.person = () => {
        opened++;
        return new Promise(() => undefined);
      };
      await world.launch();
      await world.window.polling.syncNow();
      await world.pass(6 * minute);
      const { phase, conditions } = await state();
      expect(phase).toBe('running');
      expect(conditions).toMatchObject([{ kind: 'signed-out', severity: 'warning' }]);
      expect(world.desktop.shown.filter(({ kind }) => kind === 'status')).toHaveLength(1);
      expect(opened).toBe(1);
    });

    it('is not renewed while nobody is there, but when they come back', async () => {
      const dialogs = await signInYesterday();
      world.desktop.emit('presence', { state: 'away', since: world.clock.now() });
      await world.launch();
      await world.pass(1000);
      expect(dialogs).toHaveLength(1);
      world.desktop.emit('presence', { state: 'present', since: world.clock.now() });
      await world.pass(1000);
      expect(dialogs).toHaveLength(2);
      expect((await state()).conditions).toEqual([]);
    });

    it('keeps its key when the keyring does not answer during the renewal', async () => {
      const dialogs = await signInYesterday();
      world.desktop.emit('presence', { state: 'away', since: world.clock.now() });
      await world.launch();
      await world.pass(1000);
      await withUnreadableKeys(async () => {
        world.desktop.emit('presence', { state: 'present', since: world.clock.now() });
        await world.pass(1000);
      });
      expect(dialogs).toHaveLength(2);
      await world.restart();
      await world.pass(1000);
      expect(await state()).toMatchObject({ phase: 'running', conditions: [] });
    });

    it('is not given to whoever else is signed in at the network in that browser', async () => {
      let isSomebodyElse = false;
      await signInYesterday({
        tamper: (path, items) =>
          isSomebodyElse && path === '/me/associated' ? items.map((item) => ({ ...item, account_id: 999_999 })) : items,
      });
      isSomebodyElse = true;
      await world.launch();
      await world.pass(1000);
      expect((await state()).conditions).toMatchObject([{ kind: 'signed-out', severity: 'warning' }]);
    });
  });

  it('with --demo watches a tag also where the first try was denied', async () => {
    const options: WorldOptions = { demo: false, demoLike: 'public', sandbox: { like: 'public' } };
    world = await createWorld(options);
    const { person } = world.desktop;
    await world.quit();
    options.demo = true;
    world.desktop.person = (dialogUrl) => {
      const { searchParams } = new URL(dialogUrl);
      return Promise.resolve(
        `${searchParams.get('redirect_uri')}?error=access_denied&state=${searchParams.get('state')}`,
      );
    };
    await world.launch();
    await expect.poll(async () => (await state()).signIn?.problem).toMatch(/declined/);
    world.desktop.person = person;
    await world.window.session.signInAgain();
    await expect.poll(async () => (await world.window.watches.list()).watches.length).toBe(1);
  });

  it('signs in although the network does not tell a name, under a plain one in the window’s language', async () => {
    await create({ tamper: (path, items) => (path === '/me' ? [{ nothing: 'known' }] : items) });
    await world.window.settings.change({ language: 'de' });
    await world.window.session.signIn(choice());
    await world.pass(1000);
    const { phase, accounts } = await state();
    expect([phase, accounts[0]?.person.displayName]).toEqual(['running', 'Du']);
  });

  it('asks with a new key alone, which is not sent beside a token in the header', async () => {
    await create();
    await world.window.session.signIn(choice());
    await world.pass(1000);
    const [{ id } = { id: '' }] = (await state()).accounts;
    await expect(world.window.session.changeKey({ account: id, key: 'wrong' })).rejects.toThrow(/key/);
    await world.window.session.changeKey({ account: id, key: 'my-key' });
    expect((await state()).phase).toBe('running');
  });

  it('brings nobody back who signs out while a new key is being checked', async () => {
    await create();
    await world.window.session.signIn(choice());
    await world.pass(1000);
    const [{ id } = { id: '' }] = (await state()).accounts;
    const changed = world.window.session.changeKey({ account: id, key: 'my-key' });
    await world.window.session.signOut();
    await expect(changed).rejects.toThrow(/signed out/);
    await world.restart();
    expect((await state()).phase).toBe('welcome');
  });

  it('changes a key that has expired in place', async () => {
    await create({ sandbox: { like: 'specification' } });
    await world.window.session.signIn(choice());
    await world.pass(aRound);
    const control = createSandboxControl(world.sandbox.apiBaseUrl);
    await control.changeKey({ clientId: 'mine', key: 'my-key', expiresInSeconds: 1 });
    await world.pass(3 * minute);
    expect((await state()).conditions[0]).toMatchObject({ kind: 'bad-key', title: 'Your key for Mine has expired' });
    await control.changeKey({ clientId: 'mine', key: 'new-key((' });
    const [{ id } = { id: '' }] = (await state()).accounts;
    // The network's own words stand beside Askbell's.
    await expect(world.window.session.changeKey({ account: id, key: 'wrong' })).rejects.toMatchObject({
      message: 'The network does not recognise this key.',
      data: { advice: expect.stringContaining("`key` doesn't match a known application") as string },
    });
    await world.window.session.changeKey({ account: id, key: 'new-key((' });
    await world.pass(aRound);
    expect(await state()).toMatchObject({ phase: 'running', conditions: [] });
    await world.restart();
    await world.pass(aRound);
    expect((await state()).conditions).toEqual([]);
  });
});
