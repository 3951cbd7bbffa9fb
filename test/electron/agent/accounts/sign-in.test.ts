import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { SignInFlow, type SignInFlowParts } from '../../../../electron/agent/accounts/sign-in.ts';
import type { SignInWay } from '../../../../electron/agent/accounts/ways.ts';
import { AuthorizationFailed, NotAWebAddress } from '../../../../electron/desktop/desktop.ts';
import { listenForRedirect } from '../../../../electron/desktop/loopback-listener.ts';
import { silentLog } from '../../../../electron/base/log.ts';
import type { ChosenNetwork } from '../../../../electron/store/settings.ts';
import { ENGLISH, localize } from '../../../../common/i18n/localized-text.ts';
import { loadLanguages, wordsIn } from '../../../../common/i18n/words.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

describe('a sign-in', () => {
  beforeAll(() => loadLanguages());
  let flow: SignInFlow;
  afterEach(() => flow.stop());

  /** Creates a flow on a desktop whose browser goes nowhere, and returns the addresses that were opened. */
  const createFlow = (
    desktop: Partial<SignInFlowParts['desktop']> = {},
    parts: Partial<Pick<SignInFlowParts, 'fetch' | 'resolveAddress'>> = {},
  ) => {
    const opened: URL[] = [];
    const unexpected = () => {
      throw new Error('Nobody signed in.');
    };
    flow = new SignInFlow({
      desktop: {
        opensDeepLinks: false,
        listenForRedirect,
        openExternal: (url) => Promise.resolve(void opened.push(new URL(url))),
        on: () => () => undefined,
        ...desktop,
      },
      clock: createManualClock(0),
      fetch: () => Promise.resolve(new Response('', { status: 200 })),
      locale: () => ENGLISH,
      log: silentLog,
      isDemoInBrowser: false,
      resolveAddress: (chosen) => Promise.resolve(chosen),
      openNetwork: unexpected,
      onOpened: () => undefined,
      onCompleted: unexpected,
      onChange: () => undefined,
      ...parts,
    });
    return opened;
  };
  const network = (signInWay: Exclude<SignInWay, 'window'>): ChosenNetwork => ({
    kind: 'other',
    id: 'other:mine',
    name: 'Mine',
    apiBaseUrl: 'https://api.example',
    authUrl: 'https://auth.example',
    clientId: 'mine',
    signInWay,
  });
  const problem = () => localize(flow.current()?.dialog.problem() ?? '', ENGLISH);
  const noPort = () => Promise.reject(new Error('listen EPERM: operation not permitted 127.0.0.1'));

  it('goes on to the other ways where there is no port to listen on', async () => {
    const opened = createFlow({ listenForRedirect: noPort });
    await flow.begin({ chosen: network('loopback'), key: undefined });
    expect(flow.current()?.dialog.way).toBe('login-success');
    expect(opened).toHaveLength(1);
    await flow.tryAnotherWay();
    expect(flow.current()?.dialog.way).toBe('implicit');
  });

  it('believes no refusal without its state that came to the listener or lies on the clipboard', async () => {
    const told = 'error=access_denied&error_description=Call+0800';
    let clipboard = '';
    const dialog = createFlow({ readClipboard: () => Promise.resolve(clipboard) });
    await flow.begin({ chosen: network('loopback'), key: undefined });
    const { searchParams } = dialog[0]!;
    const redirectUri = searchParams.get('redirect_uri')!;
    expect((await fetch(`${redirectUri}?${told}`)).status).toBe(404);
    clipboard = `${redirectUri}?${told}`;
    expect(await flow.takeFromClipboard()).toBe(false);
    expect(problem()).toBe('');
    // The listener is still there for the true answer.
    const refused = await fetch(`${redirectUri}?error=access_denied&state=${searchParams.get('state')}`);
    expect(refused.status).toBe(200);
    await expect.poll(problem).toMatch(/declined/);
  });

  it('promises nothing in the browser before the code is exchanged', async () => {
    const dialog = createFlow();
    await flow.begin({ chosen: network('loopback'), key: undefined });
    const { searchParams } = dialog[0]!;
    const page = await fetch(`${searchParams.get('redirect_uri')}?code=c&state=${searchParams.get('state')}`);
    expect(await page.text()).toContain('<h1>You can close this tab</h1><p>Askbell continues by itself.</p>');
  });

  it.each([
    [new NotAWebAddress('no'), /^Askbell öffnet diese Adresse nicht/],
    [new AuthorizationFailed('ERR_CONNECTION_REFUSED'), /^Die Anmeldeseite konnte nicht geladen werden/],
  ])('says in the language of the window what the desktop could not do: %s', async (failure, said) => {
    createFlow({ openExternal: () => Promise.reject(failure) });
    await flow.begin({ chosen: network('login-success'), key: undefined });
    const words = () => localize(flow.current()?.dialog.problem() ?? '', { ...ENGLISH, words: wordsIn('de') });
    await expect.poll(words).toMatch(said);
  });

  it('takes no bare code for a token', async () => {
    createFlow();
    await flow.begin({ chosen: network('login-success'), key: undefined });
    flow.paste('a-code-without-its-address))');
    expect(problem()).toMatch(/^What you pasted contains no code/);
  });

  describe.each(['cancel', 'stop'] as const)('ended by %s', (end) => {
    /** Redirect addresses of every listener there was. */
    let listeners: string[];
    /** Does its work once the sign-in has been ended meanwhile. */
    const endedMeanwhile =
      <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
      async (...given: Given) => {
        flow[end]();
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

    const moments: [string, ChosenNetwork, Parameters<typeof createFlow>][] = [
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
      const opened = createFlow({ listenForRedirect: listen, ...desktop }, parts);
      await flow.begin({ chosen, key: undefined });
      await flow.outcome();
      for (let turns = 0; turns < 5; turns++) await turn();
      expect(flow.current()).toBeUndefined();
      expect(opened).toEqual([]);
      for (const address of listeners) await expect(fetch(address)).rejects.toThrow();
      expect(unhandled).toEqual([]);
    });

    it('closes the listener of a dialog that waits for the browser', async () => {
      listeners = [];
      createFlow({ listenForRedirect: listen });
      await flow.begin({ chosen: network('loopback'), key: undefined });
      expect((await fetch(listeners[0]!)).status).toBe(404);
      flow[end]();
      await flow.outcome();
      expect(flow.current()).toBeUndefined();
      await expect(fetch(listeners[0]!)).rejects.toThrow();
    });
  });

  it('begins nothing after the end of the program', async () => {
    const opened = createFlow();
    flow.stop();
    await flow.begin({ chosen: network('loopback'), key: undefined });
    expect(opened).toEqual([]);
    expect(flow.current()).toBeUndefined();
  });
});
