import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeFetch } from '../../../electron/api/http/node-fetch.ts';
import { proxyOf, proxyVariables, setNodeProxy } from '../../../electron/desktop/proxy.ts';
import { listening } from '../../support/listening.ts';

/** A network that only the proxy knows how to reach, and a proxy that notes what it was asked for. */
describe('the proxy of the headless shell', () => {
  let network: string;
  let proxy: string;
  const asked: string[] = [];

  beforeEach(async () => {
    asked.length = 0;
    const networkPort = await listening(createServer((_request, response) => response.end('from the network')));
    const server = createServer((request, response) => {
      asked.push(String(request.url));
      response.end('from the network');
    });
    server.on('connect', (request, socket) => {
      asked.push(String(request.url));
      const onward = connect(networkPort, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      socket.on('error', () => onward.destroy());
      onward.on('error', () => socket.destroy());
    });
    network = `http://127.0.0.1:${networkPort}`;
    proxy = `http://127.0.0.1:${await listening(server)}`;
  });
  afterEach(() => setNodeProxy({ mode: 'none' }));

  it('takes requests when it is entered, and none when it is not', async () => {
    setNodeProxy({ mode: 'manual', address: proxy });
    expect(await (await nodeFetch('http://network.invalid/2.3/sites')).text()).toBe('from the network');
    expect(asked.join()).toContain('network.invalid');

    setNodeProxy({ mode: 'none' });
    await expect(nodeFetch('http://network.invalid/')).rejects.toThrow();
    expect(asked).toHaveLength(1);
  });

  it('is the one of the environment when it is to be as the system says', async () => {
    setNodeProxy({ mode: 'system' }, { http_proxy: proxy, NO_PROXY: 'direct.invalid' });
    expect(await (await nodeFetch('http://network.invalid/')).text()).toBe('from the network');
    // A name stands for what is below it, too.
    for (const name of ['direct', 'api.direct']) await expect(nodeFetch(`http://${name}.invalid/`)).rejects.toThrow();
    expect(asked).toHaveLength(1);
  });

  it('is left out for what runs on this machine, as the demo network does', async () => {
    setNodeProxy({ mode: 'manual', address: proxy });
    expect(await (await nodeFetch(`${network}/`)).text()).toBe('from the network');
    expect(asked).toEqual([]);
  });

  it('keeps what the environment leaves out', () => {
    const env = { HTTPS_PROXY: 'http://p:1', no_proxy: 'a.example, b.example' };
    const no_proxy = 'a.example,b.example,localhost,127.0.0.1,[::1]';
    expect(proxyVariables({ mode: 'system' }, env)).toEqual({ https_proxy: 'http://p:1', no_proxy });
    expect(proxyVariables({ mode: 'none' }, { HTTPS_PROXY: 'http://p:1' })).toEqual({});
  });
});

it('tells which proxy an address takes', () => {
  const [http_proxy, https_proxy] = ['http://a.example:1', 'http://b.example:2'];
  const env = { http_proxy, https_proxy, no_proxy: 'localhost,.corp.example,c:81' };
  for (const address of ['http://x.example/2.3', 'http://c:82']) expect(proxyOf(address, env)).toBe(http_proxy);
  for (const address of ['http://localhost:4000', 'https://api.corp.example', 'http://c:81'])
    expect(proxyOf(address, env)).toBeUndefined();
  expect(proxyOf('https://x.example', env)).toBe(https_proxy);
  expect(proxyOf('https://x.example', { ...env, no_proxy: '*' })).toBeUndefined();
  expect(proxyOf('https://x.example', {})).toBeUndefined();
});
