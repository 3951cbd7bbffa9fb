import { beforeEach, describe, expect, test } from 'vitest';
import { behaviourOf } from '../../../sandbox/behaviour.ts';
import { error, key, startNetwork, token, type Parameters } from '../support/network.ts';

const quota = {};
const publicService = await startNetwork({ quota, like: 'public' });
const taking = await startNetwork({ quota, like: 'public', credentials: 'both' });
const wordy = await startNetwork({ quota, like: 'public', refusalText: 'Use the header.' });
const specified = await startNetwork({ quota });
/** What a test leaves behind is put back before the next. */
beforeEach(async () => {
  for (const { account, control } of [publicService, taking, wordy, specified]) {
    await control.reset();
    await control.grant({ token, accountId: account(), scopes: ['read_inbox', 'no_expiry'] });
  }
});

describe('like the public service, in the header only (announced for June 2026, meta.stackexchange.com/q/417382)', () => {
  const { bearing, control, get } = publicService;
  const told = async (credential: string, path: string, scheme?: string) =>
    (await bearing(credential, path, undefined, scheme)).body;

  test('a token needs neither key nor site for the inbox, and has a quota of its own', async () => {
    expect(await told(token, '/inbox')).toMatchObject({ quota_max: 10_000, quota_remaining: 9999 });
    expect((await told(token, '/me?site=loops')).items).toHaveLength(1);
    // It has not touched what the address has without a key.
    expect((await get('/sites')).body).toMatchObject({ quota_max: 300, quota_remaining: 299 });
  });

  test('a key brings the larger quota and identifies nobody', async () => {
    expect(await told(key, '/sites')).toMatchObject({ quota_max: 10_000 });
    expect((await bearing('demo-key', '/sites?page=26')).status).toBe(200);
    expect((await wordy.bearing(key, `/sites?key=${key}`)).body).toMatchObject(error(400));
    expect(await told(key, '/me?site=loops')).toMatchObject(error(401));
  });

  test.each<Parameters>([{ key }, { key, access_token: token }, { access_token: token }, { key: 'no such key' }])(
    '%j in the query or the form is refused with an explanation, or in the words that were set',
    async (parameters) => {
      for (const ask of [get, publicService.post]) {
        const explained = expect.stringContaining('Authorization: Bearer') as string;
        expect(await ask('/filters/create', parameters)).toMatchObject({ status: 400, body: error(400, explained) });
      }
      expect(JSON.stringify(publicService.requests)).not.toContain(token);
      expect((await wordy.get('/sites', parameters)).body).toMatchObject(error(400, 'Use the header.'));
    },
  );

  test('what is neither a token nor a key is an invalid token, as are revoked and expired ones', async () => {
    expect(await bearing('nobody', '/inbox')).toMatchObject({ status: 400, body: error(402) });
    await control.grant({ token: 'for-a-day', accountId: publicService.account(), scopes: ['read_inbox'] });
    expect((await bearing('for-a-day', '/inbox')).status).toBe(200);
    publicService.clock.advance(86_400);
    expect(await told('for-a-day', '/inbox')).toMatchObject(error(402, '`access_token` is expired'));
    await control.revoke({ token });
    expect(await told(token, '/inbox')).toMatchObject(error(402, '`access_token` is revoked'));
  });

  test('another scheme says nothing, and `bearer` may be written in any case', async () => {
    expect(await told(token, '/inbox', 'Basic')).toMatchObject(error(401));
    expect(await told(token, '/inbox', 'bearer')).toHaveProperty('items');
  });
});

test('the control routes show every flag of the network', async () => {
  const shown: unknown = await (await taking.fetch('/_sandbox/behaviour')).json();
  expect(shown).toEqual({ behaviour: behaviourOf('public', { credentials: 'both' }) });
});

test('either way, each by itself, where both are taken', async () => {
  expect((await taking.bearing(token, '/inbox')).status).toBe(200);
  expect((await taking.mine('/inbox')).status).toBe(200);
  // In the query a token still needs its key.
  expect((await taking.get('/inbox', { access_token: token })).body).toMatchObject(error(405));
  expect((await taking.bearing(token, `/inbox?key=${key}`)).status).toBe(200);
});

test('as specified a header is not read', async () => {
  expect((await specified.bearing('nobody', '/sites')).body).toMatchObject({ quota_max: 300 });
  expect((await specified.bearing(token, '/inbox')).body).toMatchObject(error(401));
  expect((await specified.mine('/inbox')).status).toBe(200);
});
