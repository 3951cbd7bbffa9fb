import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  findRefusedWays,
  planWays,
  SIGN_IN_WAYS,
  takesSlash,
  type WayFacts,
} from '../../../../electron/agent/accounts/ways.ts';
import { createServer } from 'node:http';
import { listening } from '../../../support/listening.ts';

const BROWSER_WAYS = SIGN_IN_WAYS.filter((way) => way !== 'window');
const nothingAgainst: WayFacts = { usesWindow: false, hasDeepLinks: true, worked: undefined, refused: new Set() };
const order = (facts: Partial<WayFacts>) => planWays({ ...nothingAgainst, ...facts }).ways;

const [redirects, refused] = ['loopback deep-link login-success', new Set(['loopback', 'deep-link'] as const)];
it.each<[string, Partial<WayFacts>, string]>([
  ['with a code that comes back by itself, and end with the implicit grant', {}, `${redirects} implicit`],
  ['without a way that the system has not', { hasDeepLinks: false }, 'loopback login-success implicit'],
  ['with what the network does not refuse', { refused }, 'login-success implicit'],
  // The specification's networks know nothing else.
  ['and are never none', { refused: new Set(SIGN_IN_WAYS) }, 'implicit'],
  ['with what worked the last time', { worked: 'implicit' }, `implicit ${redirects}`],
  ['not with what is impossible', { worked: 'deep-link', hasDeepLinks: false }, 'loopback login-success implicit'],
  ['not with what is refused', { worked: 'loopback', refused }, 'login-success implicit'],
  ['in a window where it is told to, and nowhere else', { usesWindow: true, worked: 'loopback' }, 'window'],
])('the ways to sign in begin %s', (_, facts, ways) => expect(order(facts).join(' ')).toBe(ways));

it('the ways to sign in says in a line why', () => {
  expect(planWays({ ...nothingAgainst, hasDeepLinks: false, refused: new Set(['loopback']) }).why).toBe(
    'login-success (best), implicit (fallback), not window (demo-only), not loopback (refused), not deep-link (no-deep-links)',
  );
});

it('the ways to sign in names each way once, taken or left out, and takes nothing that speaks against itself', () => {
  const way = fc.constantFrom(...BROWSER_WAYS);
  fc.assert(
    fc.property(
      fc.record({
        usesWindow: fc.constant(false),
        hasDeepLinks: fc.boolean(),
        worked: fc.option(way, { nil: undefined }),
        refused: fc.uniqueArray(way).map((ways) => new Set(ways)),
      }),
      (facts) => {
        const { ways, why } = planWays(facts);
        const named = why.split(', ').map((one) => /^(?:not )?(\S+) \(/.exec(one)![1]!);
        expect(named.slice(0, ways.length)).toEqual(ways);
        expect(named.toSorted()).toEqual([...SIGN_IN_WAYS].toSorted());
        expect(ways.filter((one) => one !== 'implicit' && new Set<string>(facts.refused).has(one))).toEqual([]);
        expect(why.match(/\(fallback\)/g) ?? []).toHaveLength(ways.length - 1);
      },
    ),
  );
});

describe('which ways a network’s dialog refuses', () => {
  let authUrl: string;
  let statusOf: (url: URL) => number;
  const seen: URL[] = [];
  beforeEach(async () => {
    seen.length = 0;
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://x');
      seen.push(url);
      response.writeHead(statusOf(url), { location: '/moved' }).end('<h1>Page</h1>');
    });
    authUrl = `http://127.0.0.1:${await listening(server)}`;
  });

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

  const ALL_BUT_IMPLICIT = ['loopback', 'deep-link', 'login-success'];
  it.each<[string, Record<string, number>, otherwise: number, string[]]>([
    ['the specification’s network, which has a dialog only', { '/oauth': 404 }, 200, ALL_BUT_IMPLICIT],
    ['the page to which the dialog leads', { '/oauth': 302, '/moved': 404 }, 200, ALL_BUT_IMPLICIT],
    ['no status 403 of a protection', {}, 403, []],
    ['no status 429 of a protection', {}, 429, []],
    ['no status 503 of a protection', {}, 503, []],
  ])('is told by %s', async (_, statuses, otherwise, refused) => {
    statusOf = ({ pathname }) => statuses[pathname] ?? otherwise;
    expect(await find()).toEqual(new Set(refused));
  });

  it('cannot be told of a network that does not answer', async () => {
    authUrl = 'http://127.0.0.1:1';
    await expect(find()).rejects.toMatchObject({ name: 'NetworkError', kind: 'offline' });
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
