import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { SignIn } from '../../../../electron/agent/accounts/sign-in.ts';
import type { Networks } from '../../../../electron/agent/accounts/networks.ts';
import type { AgentContext } from '../../../../electron/agent/context.ts';
import { agentContext } from '../../../support/agent-context.ts';
import type { SignInWay } from '../../../../electron/agent/accounts/ways.ts';
import { AuthorizationFailed, NotAWebAddress } from '../../../../electron/desktop/desktop.ts';
import { listenForRedirect } from '../../../../electron/desktop/loopback-listener.ts';
import type { ChosenNetwork } from '../../../../electron/store/settings.ts';
import { ENGLISH, localize } from '../../../../common/i18n/localized-text.ts';
import { loadLanguages, wordsIn } from '../../../../common/i18n/words.ts';
import { chosenNetwork } from '../../../support/chosen-network.ts';

describe('a sign-in', () => {
  beforeAll(() => loadLanguages());
  let signIn: SignIn;
  afterEach(() => signIn.end());

  /** Begins a sign-in on a desktop whose browser goes nowhere, and returns the addresses that were opened. */
  const begin = async (
    chosen: ChosenNetwork,
    desktop: Partial<AgentContext['desktop']> = {},
    parts: { fetch?: () => Promise<Response>; resolveAddress?: (chosen: ChosenNetwork) => Promise<ChosenNetwork> } = {},
  ) => {
    const opened: URL[] = [];
    const { fetch = async () => new Response('', { status: 200 }), resolveAddress = async (it) => it } = parts;
    const context = agentContext({
      desktop: { openExternal: (url: string) => Promise.resolve(void opened.push(new URL(url))), ...desktop },
      fetch,
    });
    const networks = { resolveAddress, open: () => expect.fail('Nobody signed in.') } as unknown as Networks;
    signIn = new SignIn(context, networks, { chosen, key: undefined }, false);
    await signIn.open();
    return opened;
  };
  const network = (signInWay: Exclude<SignInWay, 'window'>) => chosenNetwork({ signInWay });
  const problem = () => localize(signIn.state()?.problem ?? '', ENGLISH);
  const means = () => signIn.state()?.means;
  const responseType = (url: URL) => url.searchParams.get('response_type');
  const noPort = () => Promise.reject(new Error('listen EPERM: operation not permitted 127.0.0.1'));

  it('goes on to the other ways where there is no port to listen on', async () => {
    const opened = await begin(network('loopback'), { listenForRedirect: noPort });
    expect([means(), responseType(opened[0]!)]).toEqual(['paste', 'code']);
    expect(opened).toHaveLength(1);
    await signIn.tryAnotherWay();
    expect([means(), responseType(opened[1]!)]).toEqual(['paste', null]);
    await expect(signIn.tryAnotherWay()).rejects.toThrow();
  });

  it('believes no refusal without its state that came to the listener or lies on the clipboard', async () => {
    const told = 'error=access_denied&error_description=Call+0800';
    let clipboard = '';
    const dialog = await begin(network('loopback'), { readClipboard: () => Promise.resolve(clipboard) });
    const { searchParams } = dialog[0]!;
    const redirectUri = searchParams.get('redirect_uri')!;
    expect((await fetch(`${redirectUri}?${told}`)).status).toBe(404);
    clipboard = `${redirectUri}?${told}`;
    expect(await signIn.takeFromClipboard()).toBe(false);
    expect(problem()).toBe('');
    // The listener is still there for the true answer.
    const refused = await fetch(`${redirectUri}?error=access_denied&state=${searchParams.get('state')}`);
    expect(refused.status).toBe(200);
    await expect.poll(problem).toMatch(/declined/);
  });

  it('promises nothing in the browser before the code is exchanged', async () => {
    const dialog = await begin(network('loopback'));
    const { searchParams } = dialog[0]!;
    const page = await fetch(`${searchParams.get('redirect_uri')}?code=c&state=${searchParams.get('state')}`);
    expect(await page.text()).toContain('<h1>You can close this tab</h1><p>Askbell continues by itself.</p>');
  });

  it.each([
    [new NotAWebAddress('no'), /^Askbell öffnet diese Adresse nicht/],
    [new AuthorizationFailed('ERR_CONNECTION_REFUSED'), /^Die Anmeldeseite lädt nicht/],
  ])('says in the language of the window what the desktop could not do: %s', async (failure, said) => {
    await begin(network('login-success'), { openExternal: () => Promise.reject(failure) });
    const words = () => localize(signIn.state()?.problem ?? '', { ...ENGLISH, words: wordsIn('de') });
    await expect.poll(words).toMatch(said);
  });

  it('takes no bare code for a token', async () => {
    await begin(network('login-success'));
    signIn.paste('a-code-without-its-address))');
    expect(problem()).toMatch(/^What you pasted contains no code/);
  });

  describe('that is cancelled', () => {
    /** Redirect addresses of every listener there was. */
    let listeners: string[];
    /** Does its work once the sign-in has been ended meanwhile. */
    const endedMeanwhile =
      <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
      async (...given: Given) => {
        signIn.end();
        return work(...given);
      };
    const listen: typeof listenForRedirect = async (listening) => {
      const listener = await listenForRedirect(listening);
      listeners.push(listener.redirectUri);
      return listener;
    };
    const ok = () => Promise.resolve(new Response('', { status: 200 }));
    const resolveAddress = (chosen: ChosenNetwork) => Promise.resolve(chosen);
    const { signInWay: _, ...unknownNetwork } = network('loopback');

    type Moment = [desktop: Parameters<typeof begin>[1], parts?: Parameters<typeof begin>[2]];
    const moments: [string, ChosenNetwork, Moment][] = [
      ['its network is looked for', network('loopback'), [{}, { resolveAddress: endedMeanwhile(resolveAddress) }]],
      ['its network cannot be had', network('loopback'), [{}, { resolveAddress: endedMeanwhile(noPort) }]],
      ['it finds out which ways there are', unknownNetwork, [{}, { fetch: endedMeanwhile(ok) }]],
      ['it begins to listen', network('loopback'), [{ listenForRedirect: endedMeanwhile(listen) }]],
      ['there is no port to listen on', network('loopback'), [{ listenForRedirect: endedMeanwhile(noPort) }]],
      ['it looks at the page of the last way', network('implicit'), [{}, { fetch: endedMeanwhile(ok) }]],
    ];

    it.each(moments)('opens no browser and leaves no listener where %s', async (_moment, chosen, [desktop, parts]) => {
      listeners = [];
      const unhandled: unknown[] = [];
      const note = (error: unknown) => void unhandled.push(error);
      process.on('unhandledRejection', note);
      onTestFinished(() => void process.off('unhandledRejection', note));
      const opened = await begin(chosen, { listenForRedirect: listen, ...desktop }, parts);
      expect(await signIn.identified()).toBeUndefined();
      await signIn.outcome();
      for (let turns = 0; turns < 5; turns++) await turn();
      expect(signIn.state()).toBeUndefined();
      expect(opened).toEqual([]);
      for (const address of listeners) await expect(fetch(address)).rejects.toThrow();
      expect(unhandled).toEqual([]);
    });

    it('closes the listener of a dialog that waits for the browser', async () => {
      listeners = [];
      await begin(network('loopback'), { listenForRedirect: listen });
      expect((await fetch(listeners[0]!)).status).toBe(404);
      signIn.end();
      await signIn.outcome();
      expect(signIn.state()).toBeUndefined();
      await expect(fetch(listeners[0]!)).rejects.toThrow();
    });
  });
});
