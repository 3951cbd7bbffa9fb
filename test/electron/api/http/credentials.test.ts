import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { NetworkErrorKind } from '../../../../electron/api/network.ts';
import { json, type Answerer } from '../answering-server.ts';
import { asking, errorOf, key, networkAt, token, type NetworkChanges } from '../network-under-test.ts';

const site = 'cooking';
const QUOTA = { quota_max: 10_000, quota_remaining: 9000 };
const STRANGERS_QUOTA = { quota_max: 300, quota_remaining: 7 };

const isPersonal = (url: URL) => url.pathname.startsWith('/2.3/me');
const refusal = (id: number, name: string, said: string) => ({ error_id: id, error_name: name, error_message: said });
/** Refuses every request so. */
const refusing =
  (status: number, id: number, name: string): Answerer =>
  (_, response) =>
    json(response, refusal(id, name, ''), status);

/** As the specification has it: `key` and `access_token` in the query; a header is not read. */
const readsQuery: Answerer = (url, response) => {
  if (url.searchParams.get('access_token') === token && url.searchParams.get('key') === key)
    return json(response, { items: [], ...QUOTA });
  return isPersonal(url)
    ? json(response, { ...refusal(401, 'access_token_required', 'This method requires an access_token') }, 401, {
        'x-ratelimit-max': '300',
        'x-ratelimit-current': '7',
      })
    : json(response, { items: [], ...STRANGERS_QUOTA });
};

/**
 * As announced for June 2026: one Bearer, and a refusal that explains for whoever still names a credential in the query
 * (docs/api.md, "Credentials").
 */
const readsHeader: Answerer = (url, response, request) => {
  if (url.searchParams.has('key') || url.searchParams.has('access_token'))
    return json(response, refusal(400, 'bad_parameter', 'Send it as `Authorization: Bearer` instead'), 400);
  if (request.headers.authorization === `Bearer ${token}`) return json(response, { items: [], ...QUOTA });
  return json(response, refusal(402, 'invalid_access_token', '`access_token` is revoked'), 400);
};

/** Where each request named which of the secrets. */
async function placesOf(request: IncomingMessage): Promise<string> {
  const named = [
    ...new URL(request.url ?? '/', 'http://host').searchParams.keys(),
    ...new URLSearchParams(request.method === 'POST' ? await text(request) : '').keys(),
  ].filter((name) => name === 'key' || name === 'access_token');
  return [request.headers.authorization === undefined ? '' : 'header', ...named.toSorted()].filter(Boolean).join('+');
}

/**
 * A client that is to find out where a network that answers so reads who asks: what it found, and where each request
 * said it.
 */
async function finding(answerer: Answerer, changes: NetworkChanges = {}) {
  const places: string[] = [];
  const note: Answerer = (url, response, request) =>
    void placesOf(request).then((place) => {
      places.push(place);
      answerer(url, response, request);
    });
  const at = await asking(note, { foundCredentialsIn: undefined, ...changes });
  return { ...at, places, found: () => at.network.credentialPlace() };
}

describe('finding out where a network reads who asks', () => {
  test('one that reads the header never sees a secret anywhere else', async () => {
    const { network, found, places } = await finding(readsHeader);
    await network.sites();
    await network.me({ site });
    await network.accept({ site, id: 5 });
    expect(places).toEqual(['header', 'header', 'header']);
    expect(found()).toBe('header');
  });

  test('one that reads the query only is tried again there once, and asked there from then on', async () => {
    const { network, found, sent, reports, places } = await finding(readsQuery);
    expect(await network.me({ site })).toMatchObject({ items: [], quota: { max: 10_000, remaining: 9000 } });
    expect(await network.sites()).toMatchObject({ quota: { max: 10_000, remaining: 9000 } });
    expect(found()).toBe('query');
    expect(sent).toEqual(['/me', '/me', '/sites']);
    await network.accept({ site, id: 5 }).catch(() => undefined);
    expect(places).toEqual(['header', ...Array<string>(3).fill('access_token+key')]);
    // The quota of the first answer was that of a stranger.
    expect(reports.slice(0, 3).map(({ quota }) => quota?.max)).toEqual([undefined, 10_000, 10_000]);
  });

  test.each([
    ['the key is missed beside the token', 400, JSON.stringify(refusal(405, 'key_required', '`key` is required'))],
    ['the header is spoken of', 400, JSON.stringify(refusal(400, 'bad_parameter', 'Unexpected Authorization'))],
  ])('a refusal that may mean the header went unread: %s', async (_, status, body) => {
    const { network, found, places } = await finding((url, response, request) =>
      url.searchParams.has('access_token')
        ? readsQuery(url, response, request)
        : response.writeHead(status, { 'content-type': 'application/json' }).end(body),
    );
    await network.me({ site });
    expect(places).toEqual(['header', 'access_token+key']);
    expect(found()).toBe('query');
  });

  test.each([
    ['the token is no good any more', 402, 'invalid_access_token', 'token-rejected', 'header'],
    ['the token lacks a scope', 403, 'access_denied', 'scope-missing', 'header'],
    ['the token was seen over plain HTTP', 406, 'access_token_compromised', 'token-rejected', 'header'],
    ['too many requests', 502, 'throttle_violation', 'throttled', undefined],
    ['a fault of the network', 500, 'internal_error', 'server-fault', undefined],
  ])('a refusal that says something else stands: %s', async (_, id, name, kind, learned) => {
    const { network, found, places } = await finding(refusing(400, id, name));
    expect((await errorOf(network.me({ site }))).kind).toBe(kind);
    expect(places).toEqual(['header']);
    expect(found()).toBe(learned);
  });

  // Facts: docs/api.md, "Protection pages".
  test.each([
    ['nothing', 401, ''],
    ['nothing', 402, ''],
    ["a gateway's own JSON", 401, '{"message":"Unauthorized"}'],
    ["a gateway's own JSON", 402, '{"message":"Payment Required"}'],
  ])('%s with %i comes from a gateway: no token in an address, nobody is signed out', async (_, status, body) => {
    for (const foundCredentialsIn of [undefined, 'header', 'query'] as const) {
      const { network, found, places } = await finding(
        (_url, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(body),
        { foundCredentialsIn },
      );
      expect((await errorOf(network.me({ site }))).kind).toBe('bad-answer');
      expect(places).toEqual([foundCredentialsIn === 'query' ? 'access_token+key' : 'header']);
      expect(found()).toBe(foundCredentialsIn);
    }
  });

  // Quotas are a network's own: docs/api.md, "Credentials".
  test('a large quota of strangers does not show that the header was read', async () => {
    const { network, found } = await finding((url, response, request) =>
      isPersonal(url) || url.searchParams.has('access_token')
        ? readsQuery(url, response, request)
        : json(response, { items: [], ...QUOTA }),
    );
    expect((await network.sites()).quota).toBeUndefined();
    expect(found()).toBeUndefined();
    await network.associated();
    expect(found()).toBe('query');
  });

  test('a refusal that a stranger may get, too, does not show it either', async () => {
    const { network, found } = await finding(refusing(400, 403, 'access_denied'));
    expect((await errorOf(network.sites())).kind).toBe('scope-missing');
    expect(found()).toBeUndefined();
  });

  const UNKNOWN_KEY = refusal(400, 'bad_parameter', "`key` doesn't match a known application");
  const answersAt =
    (parameter: string, refused: object, otherwise: Answerer): Answerer =>
    (url, response, request) =>
      url.searchParams.has(parameter) ? json(response, refused, 400) : otherwise(url, response, request);
  const THROTTLED = refusal(502, 'throttle_violation', 'more requests available in 30 seconds');
  test.each<[string, string, object, NetworkErrorKind]>([
    ['nobody is signed out where the second try says nothing of the token', 'access_token', THROTTLED, 'throttled'],
    ['a wrong key shows at the second try, and is told rather than a sign-out', 'key', UNKNOWN_KEY, 'bad-key'],
  ])('%s', async (_, parameter, refused, kind) => {
    const { network, found } = await finding(answersAt(parameter, refused, readsQuery));
    expect((await errorOf(network.me({ site }))).kind).toBe(kind);
    expect(found()).toBeUndefined();
  });

  test('a key that is not known stays told, although strangers are answered by the header', async () => {
    const forStrangers: Answerer = (_url, response) => json(response, { items: [], ...STRANGERS_QUOTA });
    const answerer = answersAt('key', UNKNOWN_KEY, forStrangers);
    const { network, found } = await finding(answerer, { foundCredentialsIn: 'query' });
    expect((await errorOf(network.sites())).kind).toBe('bad-key');
    expect(found()).toBe('query');
  });

  test('a refusal of the key in the query, in words of its own, is no end where the header counts now', async () => {
    const gone = answersAt('key', refusal(400, 'bad_parameter', 'key is gone for good'), readsHeader);
    const { network, found } = await finding(gone, { foundCredentialsIn: 'query' });
    await network.sites();
    await network.me({ site });
    expect(found()).toBe('header');
  });

  test('where the token is missed in both places, the first refusal stands and nothing is learned', async () => {
    const { network, found, places } = await finding(refusing(401, 401, 'access_token_required'));
    expect((await errorOf(network.me({ site }))).kind).toBe('token-rejected');
    expect(places).toEqual(['header', 'access_token+key']);
    expect(found()).toBeUndefined();
  });

  test('a pause that the refusal asked for is kept, not jumped by the second try', async () => {
    const { network, places } = await finding((_, response) =>
      json(response, { ...refusal(401, 'access_token_required', ''), backoff: 20 }, 401),
    );
    expect((await errorOf(network.me({ site }))).kind).toBe('backoff');
    expect(places).toEqual(['header']);
  });
});

test('what was found out before: the query, and the network has gone over to the header since', async () => {
  const { network, found, places } = await finding(readsHeader, { foundCredentialsIn: 'query' });
  await network.sites();
  await network.me({ site });
  await network.sites({ page: 2 });
  // Only the personal route proves it.
  expect(places).toEqual(['access_token+key', 'header', 'access_token+key', 'header', 'header']);
  expect(found()).toBe('header');
});

test('what was found out before: the header is never left again, but for a network on this very machine', async () => {
  const here = await finding(readsQuery, { foundCredentialsIn: 'header' });
  await here.network.me({ site });
  expect(here.found()).toBe('query');
  here.places.length = 0;
  const elsewhere = networkAt('http://api.example', {
    foundCredentialsIn: 'header',
    fetch: (input, init) => {
      const { pathname, search } = new URL(new Request(input).url);
      return fetch(new URL(pathname + search, here.server.apiBaseUrl), init);
    },
  });
  expect((await errorOf(elsewhere.network.me({ site }))).kind).toBe('token-rejected');
  expect(here.places).toEqual(['header']);
});

test.each(['header', 'query'] as const)('found out before: the person says %s: nowhere else', async (credentialsIn) => {
  const { network, places } = await finding(refusing(401, 401, 'access_token_required'), { credentialsIn });
  await errorOf(network.me({ site }));
  expect(places).toEqual([credentialsIn === 'header' ? 'header' : 'access_token+key']);
});

test('the header: carries the token, else the key, else nothing, which the query does not either', async () => {
  const { server } = await asking([]);
  for (const caller of [{ key, accessToken: token }, { accessToken: token }, { key }, {}])
    await networkAt(server.apiBaseUrl, { caller, foundCredentialsIn: undefined }).network.sites();
  await networkAt(server.apiBaseUrl, { caller: {}, credentialsIn: 'query' }).network.sites();
  expect(server.headers.map(({ authorization }) => authorization)).toEqual([
    ...[token, token, key].map((secret) => `Bearer ${secret}`),
    undefined,
    undefined,
  ]);
  expect(server.asked.flatMap(({ searchParams }) => [...searchParams.keys()])).toEqual([]);
});

test('the header: a key that no header can carry is told as that, and not sent', async () => {
  const { network, lines, places } = await finding(readsHeader, { caller: { key: 'schlüssel – S3CRET' } });
  expect((await errorOf(network.sites())).kind).toBe('bad-key');
  expect(places).toEqual([]);
  expect(lines.join()).not.toContain('S3CRET');
});
