import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { takesSlash } from '../../../../../electron/agent/accounts/sign-in/page-status.ts';
import { findRefusedWays } from '../../../../../electron/agent/accounts/sign-in/probe.ts';
import { BROWSER_WAYS } from '../../../../../electron/agent/accounts/sign-in/ways.ts';

describe('which ways a network’s dialog refuses', () => {
  let server: Server;
  let authUrl: string;
  let statusOf: (url: URL) => number;
  const seen: URL[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://x');
      seen.push(url);
      response.writeHead(statusOf(url)).end('<h1>Page</h1>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    authUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  beforeEach(() => void seen.splice(0));

  const find = () => findRefusedWays({ authUrl, clientId: '7' }, BROWSER_WAYS, fetch);
  const redirects = () => seen.map(({ searchParams }) => searchParams.get('redirect_uri'));

  it('is none where the best is taken, and one look is enough', async () => {
    statusOf = () => 200;
    expect(await find()).toEqual(new Set());
    expect(redirects()).toEqual(['http://localhost:49152/signed-in']);
  });

  it('is what the page says is wrong, up to the first way that it takes', async () => {
    statusOf = ({ searchParams }) => (searchParams.get('redirect_uri')?.startsWith(authUrl) ? 200 : 400);
    expect(await find()).toEqual(new Set(['loopback', 'deep-link']));
    expect(redirects().slice(1)).toEqual(['askbell://localhost/signed-in', `${authUrl}/oauth/login_success`]);
  });

  it('is everything but the implicit grant where the network has that only, as the specification has it', async () => {
    statusOf = ({ pathname }) => (pathname.startsWith('/oauth/dialog') ? 200 : 404);
    expect(await find()).toEqual(new Set(['loopback', 'deep-link', 'login-success']));
  });

  it.each([403, 429, 503])('is not told by a protection’s status %i', async (status) => {
    statusOf = () => status;
    expect(await find()).toEqual(new Set());
  });

  it('cannot be told of a network that does not answer', async () => {
    await expect(
      findRefusedWays({ authUrl: 'http://127.0.0.1:1', clientId: '7' }, BROWSER_WAYS, fetch),
    ).rejects.toMatchObject({ name: 'NetworkError', kind: 'offline' });
  });

  it('asks whether the implicit dialog ends in a slash, which the public service refuses', async () => {
    const other = { kind: 'other', authUrl } as const;
    statusOf = ({ pathname }) => (pathname === '/oauth/dialog/' ? 400 : 404);
    expect(await takesSlash(other, fetch)).toBe(true);
    statusOf = ({ pathname }) => (pathname === '/oauth/dialog' ? 400 : 404);
    expect(await takesSlash(other, fetch)).toBe(false);
    expect(await takesSlash({ ...other, authUrl: 'http://127.0.0.1:1' }, fetch)).toBe(true);
    const before = seen.length;
    expect(await takesSlash({ ...other, kind: 'stackexchange' }, fetch)).toBe(false);
    expect(seen).toHaveLength(before);
  });
});
