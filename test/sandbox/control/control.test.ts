import { afterEach, describe, expect, test } from 'vitest';
import { createSandboxControl } from '../../../sandbox/control/client.ts';
import { startSandbox } from '../../../sandbox/server/server.ts';
import { demoFile, noon, site, startNetwork } from '../support/network.ts';

const network = await startNetwork();
afterEach(() => network.control.clearFaults());
const raw = (path = '/sites') => fetch(`${network.apiBaseUrl}/2.3${path}`);

describe('control', () => {
  test('sets the clock forward', async () => {
    const before = network.clock.now();
    expect(await network.control.advance(90)).toBe(before + 90);
    expect(Date.parse((await raw()).headers.get('date') ?? '')).toBe((before + 90) * 1000);
    await expect(network.control.advance(-1)).rejects.toThrow(/advance/);
  });

  test('sets the clock to a moment to come', async () => {
    const before = network.clock.now();
    expect(await network.control.jump(before + 5)).toBe(before + 5);
    await expect(network.control.jump(before)).rejects.toThrow(/cannot go back/);
  });

  test('makes people do things', async () => {
    const questionId = await network.control.act('ask', {
      site,
      userId: network.member(site),
      title: 'By control',
      body: '<p>?</p>',
      tags: ['control'],
    });
    const answerId = await network.control.act('answer', {
      site,
      userId: network.member(site, 1),
      questionId,
      body: '<p>!</p>',
    });
    await network.control.act('accept', { site, answerId });
    expect((await network.get('/questions', { site, tagged: 'control' })).body.items).toMatchObject([
      { question_id: questionId, accepted_answer_id: answerId, is_answered: true, creation_date: network.clock.now() },
    ]);
  });

  test('makes people edit', async () => {
    const questionId = await network.control.act('ask', {
      site,
      userId: network.member(site),
      title: 'To be edited',
      body: '<p>?</p>',
      tags: ['control-edit'],
    });
    await network.control.advance(60);
    await network.control.act('edit', { site, userId: network.member(site, 1), postId: questionId, title: 'Edited' });
    await network.control.act('retag', { site, userId: network.member(site, 1), questionId, tags: ['control-retag'] });
    expect((await network.get('/questions', { site, tagged: 'control-edit' })).body.items).toEqual([]);
    expect((await network.get('/questions', { site, tagged: 'control-retag' })).body.items).toMatchObject([
      {
        question_id: questionId,
        title: 'Edited',
        tags: ['control-retag'],
        last_edit_date: network.clock.now(),
        last_activity_date: network.clock.now(),
      },
    ]);
  });

  test('says what is wrong with an action', async () => {
    await expect(
      network.control.act('vote', { site: 'nowhere', userId: 1, postId: 1, direction: 'up' }),
    ).rejects.toThrow(/nowhere/);
    await expect(
      network.control.act('answer', { site, userId: network.member(site), questionId: 99_999_999, body: '' }),
    ).rejects.toThrow(/99999999/);
    const response = await fetch(`${network.apiBaseUrl}/_sandbox/actions/dance`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(await response.json()).toMatchObject({ error_id: 400, error_message: expect.stringContaining('dance') });
  });

  test('fault status: an error object of that status, as often as said, for that path', async () => {
    await network.control.fault({ kind: 'status', status: 503, path: '/sites', times: 2 });
    expect((await network.get('/tags', { site })).status).toBe(200);
    const replies = [await network.get('/sites'), await network.get('/sites'), await network.get('/sites')];
    expect(replies.map(({ status }) => status)).toEqual([503, 503, 200]);
    expect(replies[0]?.body).toEqual({
      error_id: 503,
      error_name: 'temporarily_unavailable',
      error_message: 'simulated',
    });
  });

  test('fault throttle', async () => {
    await network.control.fault({ kind: 'throttle' });
    expect((await network.get('/sites')).body).toMatchObject({ error_id: 403, error_name: 'throttle_violation' });
  });

  test('fault html: a web page instead of an answer', async () => {
    await network.control.fault({ kind: 'html' });
    const response = await raw();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await response.text()).toContain('<!doctype html>');
  });

  test.each(['garbage', 'truncate'] as const)('fault %s: no JSON that can be read', async (kind) => {
    await network.control.fault({ kind });
    await expect((await raw()).json()).rejects.toThrow();
    await expect((await raw()).json()).resolves.toHaveProperty('items');
  });

  test('fault drop: the connection ends without an answer', async () => {
    await network.control.fault({ kind: 'drop' });
    await expect(raw()).rejects.toThrow();
    expect((await raw()).status).toBe(200);
  });

  test('fault cut: the connection ends within the body', async () => {
    await network.control.fault({ kind: 'cut' });
    const response = await raw();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  test('fault delay: late, but right', async () => {
    await network.control.fault({ kind: 'delay', ms: 60 });
    const before = performance.now();
    expect((await raw()).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThan(50);
  });

  test('fault wrong-quota: less than nothing left', async () => {
    await network.control.fault({ kind: 'wrong-quota' });
    expect(Number((await network.get('/sites')).body['quota_remaining'])).toBeLessThan(0);
  });

  test.each([
    ['/sites', {}, '1.1'],
    ['/questions', { site, filter: 'total' }, '2.3'],
    ['/sites', {}, '2.3'],
  ] as const)(
    'fault wrong-quota is in the headers, too: where the body of %s %j in %s has none it would be nowhere',
    async (path, parameters, version) => {
      await network.control.fault({ kind: 'wrong-quota' });
      const { headers, body } = await network.get(path, parameters, version);
      expect(Number(headers.get('x-ratelimit-current'))).toBeLessThan(0);
      expect(body['quota_remaining'] ?? Number(headers.get('x-ratelimit-current'))).toBe(
        Number(headers.get('x-ratelimit-current')),
      );
      expect(Number((await network.get(path, parameters, version)).headers.get('x-ratelimit-current'))).toBeGreaterThan(
        0,
      );
    },
  );

  test('faults can be forgotten', async () => {
    await network.control.fault({ kind: 'status', times: 100 });
    await network.control.clearFaults();
    expect((await raw()).status).toBe(200);
  });

  test('an unknown fault is refused in words', async () => {
    await expect(network.control.fault({ kind: 'flood' as 'drop' })).rejects.toThrow(/kind/);
  });

  test('revokes all tokens of a person', async () => {
    await network.control.grant({ token: 'a', accountId: network.account(1) });
    await network.control.grant({ token: 'b', accountId: network.account(1) });
    expect(await network.control.revoke({ accountId: network.account(1) })).toBe(2);
    expect((await network.mine('/me', { site })).status).toBe(200);
    await expect(network.control.grant({ token: 'c', accountId: 99_999_999 })).rejects.toThrow(/accountId/);
  });

  test('tells what was asked', async () => {
    await network.control.clearRequests();
    await network.mine('/me/inbox', { site });
    await network.get('/nothing');
    expect(await network.control.requests()).toEqual([
      {
        at: network.clock.now(),
        method: 'GET',
        path: '/2.3/me/inbox',
        query: { key: '[redacted]', access_token: '[redacted]', site },
        status: 200,
      },
      { at: network.clock.now(), method: 'GET', path: '/2.3/nothing', query: {}, status: 404 },
    ]);
  });

  test('makes moderators do things', async () => {
    const questionId = await network.control.act('ask', {
      site,
      userId: network.member(site),
      title: 'To be closed',
      body: '<p>?</p>',
      tags: ['fate'],
    });
    const answerId = await network.control.act('answer', {
      site,
      userId: network.member(site, 1),
      questionId,
      body: '<p>!</p>',
    });
    const shown = async () => (await network.get('/questions', { site, tagged: 'fate' })).body.items;
    await network.control.act('close', { site, questionId, reason: 'off topic' });
    expect(await shown()).toMatchObject([{ closed_date: network.clock.now(), closed_reason: 'off topic' }]);
    await network.control.act('reopen', { site, questionId });
    expect((await shown())[0]).not.toHaveProperty('closed_date');
    await network.control.act('remove', { site, postId: answerId });
    expect(await shown()).toMatchObject([{ answer_count: 0 }]);
    await network.control.act('remove', { site, postId: questionId });
    expect(await shown()).toEqual([]);
  });

  test('plans a backoff by any path of a method, and knows no other', async () => {
    await network.control.backoff({ method: '/me', seconds: 5 });
    expect((await network.mine('/users/1', { site })).body).toMatchObject({ backoff: 5 });
    await expect(network.control.backoff({ method: '/mine', seconds: 5 })).rejects.toThrow(/no method \/mine/);
  });

  describe('says what is wrong', () => {
    const send = async (route: string, body: string, type = 'application/json', method = 'POST') => {
      const response = await fetch(`${network.apiBaseUrl}/_sandbox/${route}`, {
        method,
        headers: { 'content-type': type },
        ...(method === 'GET' ? {} : { body }),
      });
      const told = (await response.json()) as { error_message?: string };
      return [response.status, told.error_message];
    };

    test('an empty body said to be JSON is one that says nothing', async () => {
      for (const [route, method] of [
        ['reset', 'POST'],
        ['tokens/revoke', 'POST'],
        ['faults', 'DELETE'],
        ['requests', 'DELETE'],
      ] as const) {
        expect([route, ...(await send(route, '', 'application/json', method))]).toEqual([route, 200, undefined]);
        expect([route, ...(await send(route, '  ', 'application/json; charset=utf-8', method))]).toEqual([
          route,
          200,
          undefined,
        ]);
      }
      expect(await send('clock', '')).toEqual([
        400,
        'the body: send either advance, whole seconds from 0 on, or to, a moment in whole epoch seconds',
      ]);
      expect(await send('quota', '')).toEqual([400, expect.stringMatching(/^remaining: .*expected number/)]);
      await network.control.grant({
        token: 'granted-token',
        accountId: network.account(),
        scopes: ['read_inbox', 'no_expiry'],
      });
    });

    test.each([
      ['faults', '{"kind":"drop","time":3}', /"time"/],
      ['faults', '{"kind":"flood"}', /^kind: .*"wrong-quota"/],
      ['faults', '[]', /^the body: .*expected object, received array/],
      ['tokens', '{"token":"x","accountId":99999999}', /^accountId: there is no account 99999999$/],
      ['tokens', '{"token":"x","accountId":1,"scopes":["all"]}', /^scopes\.0: .*"read_inbox"/],
      ['quota', '{"remaining":-1}', /^remaining: /],
      ['backoff', '{"seconds":0}', /^seconds: /],
      ['clock', '{"advance":1', /not valid JSON/],
      ['actions/ask', '{}', /^site: .*; userId: .*; title: .*; body: .*; tags: /],
      [
        'actions/answer',
        '{"site":"loops","userId":1,"questionId":"5","body":"x"}',
        /^questionId: .*expected number, received string/,
      ],
      ['actions/vote', '{"site":"loops","userId":1,"postId":1,"direction":"sideways"}', /^direction: .*"up"\|"down"/],
      ['actions/accept', '{"site":"loops","answerId":1,"who":2}', /"who"/],
      ['actions/ask', '{"site":"loops","userId":1,"title":"t","body":"b","tags":["git"],"at":"now"}', /^at: /],
    ])('%s %s', async (route, body, why) => {
      expect(await send(route, body)).toEqual([400, expect.stringMatching(why)]);
    });

    test('another content type, another address', async () => {
      expect(await send('clock', '<advance/>', 'text/xml')).toEqual([
        400,
        'Send the body as JSON, with the content type application/json.',
      ]);
      for (const [route, method] of [
        ['dance', 'POST'],
        ['clock', 'GET'],
        ['', 'GET'],
      ] as const)
        expect(await send(route, '', 'application/json', method)).toEqual([
          404,
          expect.stringMatching(/There is no control route .*; there are POST \/_sandbox\/clock, /),
        ]);
    });
  });

  test('without --control there is nothing to steer', async () => {
    const sandbox = await startSandbox({ clock: { now: () => noon }, file: await demoFile() });
    await expect(createSandboxControl(sandbox.apiBaseUrl).advance(1)).rejects.toThrow('--control');
    await sandbox.close();
  });
});
