import { EventEmitter } from 'node:events';
import type { ClientRequestConstructorOptions } from 'electron';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createSystemFetch,
  proxyConfig,
  proxyIn,
  setProxy,
  type SystemNet,
  useChosenProxy,
} from '../../../../electron/desktop/electron/net.ts';
import { setNodeProxy } from '../../../../electron/desktop/proxy.ts';

/** What a server of the fake network answers: a redirect, a body, or that it fails. */
type Reply = { status: number; to: string; asResponse?: true } | { text: string } | { fails: string };

const responseOf = (statusCode: number, headers: Record<string, string>) =>
  Object.assign(new EventEmitter(), { statusCode, headers });

/** Electron's `net` as its source has it: `fetch` refuses a redirect, `request` tells where it leads. */
function fakeNet(replies: Record<string, Reply[]>) {
  const wire: string[] = [];
  const asked: ClientRequestConstructorOptions[] = [];
  const next = (url: string, how: string): Reply => {
    wire.push(`${how} ${url}`);
    return replies[url]?.shift() ?? { fails: 'net::ERR_CONNECTION_REFUSED' };
  };
  const net = {
    async fetch(url: string, init?: RequestInit) {
      init?.signal?.throwIfAborted();
      if (init?.redirect === 'manual') throw new Error('Redirect was cancelled');
      const reply = next(url, 'fetch');
      if ('text' in reply) return new Response(reply.text);
      if ('fails' in reply) throw new Error(reply.fails);
      throw new Error("Attempted to redirect, but redirect policy was 'error'");
    },
    request(options: ClientRequestConstructorOptions) {
      asked.push(options);
      const request = Object.assign(new EventEmitter(), {
        aborted: false,
        abort: () => {
          if (request.aborted) return;
          request.aborted = true;
          request.emit('abort');
          request.emit('close');
        },
        end: () =>
          queueMicrotask(() => {
            const reply = next(options.url ?? '', 'request');
            if ('text' in reply) request.emit('response', responseOf(200, {}));
            else if ('fails' in reply) request.emit('error', new Error(reply.fails));
            else if (reply.asResponse) request.emit('response', responseOf(reply.status, { location: reply.to }));
            else {
              request.emit('redirect', reply.status, 'GET', reply.to, {});
              if (!request.aborted) request.emit('error', new Error('Redirect was cancelled'));
            }
          }),
      });
      return request;
    },
  };
  return { fetch: createSystemFetch(net as unknown as SystemNet), wire, asked };
}

const twice = (reply: Reply): Reply[] => [reply, reply];
const HERE = 'https://api.example/2.3/me?access_token=t';
const THERE = 'https://api.example/2.4/me?access_token=t';

describe('the system’s fetch', () => {
  it('asks once where nothing leads elsewhere, and also where a redirect is to be handed back', async () => {
    const { fetch, wire } = fakeNet({ [HERE]: [{ text: 'well' }, { text: 'well' }] });
    expect(await (await fetch(HERE, { redirect: 'manual' })).text()).toBe('well');
    expect(await (await fetch(new URL(HERE))).text()).toBe('well');
    expect(wire).toEqual([`fetch ${HERE}`, `fetch ${HERE}`]);
  });

  it('hands back a redirect with its status and where it leads, for two requests, asked alike', async () => {
    const { fetch, wire, asked } = fakeNet({ [HERE]: twice({ status: 307, to: THERE }) });
    const init = { redirect: 'manual', credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' } as const;
    const response = await fetch(HERE, { ...init, headers: { Authorization: 'Bearer t' } });
    expect([response.status, response.headers.get('location'), await response.text()]).toEqual([307, THERE, '']);
    expect(wire).toEqual([`fetch ${HERE}`, `request ${HERE}`]);
    expect(asked).toEqual([{ url: HERE, ...init, headers: { authorization: 'Bearer t' } }]);
  });

  it('never sends a second time what changes something', async () => {
    const { fetch, wire } = fakeNet({ [HERE]: twice({ status: 307, to: THERE }) });
    await expect(fetch(HERE, { method: 'POST', body: 'a=b', redirect: 'manual' })).rejects.toThrow('to redirect');
    expect(wire).toEqual([`fetch ${HERE}`]);
  });

  it('hands back a redirect that comes as a response, its address relative to the one that was asked', async () => {
    const { fetch } = fakeNet({ [HERE]: twice({ status: 302, to: '/2.4/me', asResponse: true }) });
    const response = await fetch(HERE, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, 'https://api.example/2.4/me']);
  });

  it('fails as Electron does, and where the redirect is gone when it is looked at', async () => {
    const broken = fakeNet({});
    await expect(broken.fetch(HERE, { redirect: 'manual' })).rejects.toThrow('ERR_CONNECTION_REFUSED');
    expect(broken.wire).toHaveLength(1);
    const to = { status: 302, to: THERE };
    const gone = fakeNet({ [HERE]: [to, { text: 'here again' }] });
    await expect(gone.fetch(HERE, { redirect: 'manual' })).rejects.toThrow('to redirect');
    const cut = fakeNet({ [HERE]: [to, { fails: 'net::ERR_CONNECTION_RESET' }] });
    await expect(cut.fetch(HERE, { redirect: 'manual' })).rejects.toThrow('ERR_CONNECTION_RESET');
    const odd = fakeNet({ [HERE]: [to, { status: 302, to: 'no address ☃' }] });
    await expect(odd.fetch(HERE, { redirect: 'manual' })).rejects.toThrow('to redirect');
  });

  it('stops looking when it is called off', async () => {
    const { fetch, wire } = fakeNet({ [HERE]: twice({ status: 302, to: THERE }) });
    const calledOff = new AbortController();
    const answer = fetch(HERE, { redirect: 'manual', signal: calledOff.signal });
    calledOff.abort(new Error('called off'));
    await expect(answer).rejects.toThrow('called off');
    expect(wire.filter((line) => line.startsWith('request'))).toEqual([]);
  });
});

describe('the proxy', () => {
  const configs: unknown[] = [];
  const session = {
    setProxy: async (config: unknown) => void configs.push(config),
    closeAllConnections: async () => void configs.push('closed'),
  } as unknown as Electron.Session;
  afterEach(() => setNodeProxy({ mode: 'none' }));

  it('is the system’s, none, or the one that was entered', () => {
    expect(proxyConfig({ mode: 'system' })).toEqual({ mode: 'system' });
    expect(proxyConfig({ mode: 'none' })).toEqual({ mode: 'direct' });
    const entered = proxyConfig({ mode: 'manual', address: 'http://proxy:8080' });
    expect(entered).toMatchObject({ mode: 'fixed_servers', proxyRules: 'http://proxy:8080' });
  });

  it('counts for what is sent from now on, and for sign-in windows opened later', async () => {
    await setProxy({ mode: 'manual', address: 'http://proxy:8080' }, session);
    await useChosenProxy(session);
    expect(configs).toMatchObject([{ proxyRules: 'http://proxy:8080' }, 'closed', { proxyRules: 'http://proxy:8080' }]);
  });
});

it('reads Chromium’s answer of which proxy an address takes', () => {
  const answers = ['DIRECT', '', 'PROXY a.example:3128; DIRECT', 'HTTPS a.example:443', 'SOCKS5 127.0.0.1:1080'];
  const proxies = ['http://a.example:3128', 'https://a.example:443', 'socks://127.0.0.1:1080'];
  expect(answers.map(proxyIn)).toEqual([undefined, undefined, ...proxies]);
});
