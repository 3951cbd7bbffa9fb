import { expect, test } from 'vitest';
import packageJson from '../../../../package.json' with { type: 'json' };
import { nodeFetch } from '../../../../electron/api/http/node-fetch.ts';
import { ASKBELL_PAGE, namingAskbell } from '../../../../electron/api/http/request.ts';
import { answering, json } from '../answering-server.ts';

test('every request names Askbell, its version and its page, and keeps its other headers', async () => {
  const seen: Record<string, unknown>[] = [];
  await using server = await answering((_, response, request) => {
    seen.push(request.headers);
    json(response, []);
  });
  const named = namingAskbell(nodeFetch, '1.2.3');
  await named(server.apiBaseUrl, { headers: { authorization: 'Bearer x' } });
  await named(new URL(server.apiBaseUrl));
  await named(server.apiBaseUrl, { headers: { 'User-Agent': 'another' } });
  const own = `Askbell/1.2.3 (+${packageJson.homepage})`;
  expect(seen.map((headers) => headers['user-agent'])).toEqual([own, own, 'another']);
  expect(seen[0]).toMatchObject({ authorization: 'Bearer x' });
  expect(packageJson.homepage).toBe(ASKBELL_PAGE);
});
