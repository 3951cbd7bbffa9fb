import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { ASKBELL_PAGE, namingAskbell } from '../../../electron/api/user-agent.ts';
import { answering, json } from './answering-server.ts';

test('every request names Askbell, its version and its page, and keeps its other headers', async () => {
  const seen: Record<string, unknown>[] = [];
  await using server = await answering((_, response, request) => {
    seen.push(request.headers);
    json(response, []);
  });
  const named = namingAskbell(fetch, '1.2.3');
  await named(server.apiBaseUrl, { headers: { authorization: 'Bearer x' } });
  await named(new URL(server.apiBaseUrl));
  await named(new Request(server.apiBaseUrl, { headers: { 'x-own': 'kept' } }));
  expect(seen.map((headers) => headers['user-agent'])).toEqual(
    Array.from({ length: 3 }, () => `Askbell/1.2.3 (+${packageJson.homepage})`),
  );
  expect(seen[0]).toMatchObject({ authorization: 'Bearer x' });
  expect(seen[2]).toMatchObject({ 'x-own': 'kept' });
  expect(packageJson.homepage).toBe(ASKBELL_PAGE);
});
