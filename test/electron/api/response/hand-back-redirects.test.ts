import { expect, test } from 'vitest';
import { fetchFollowing } from '../../../../electron/api/response/follow-redirects.ts';
import { handBackRedirects } from '../../../../electron/api/response/hand-back-redirects.ts';
import { answering, json } from '../answering-server.ts';

/** As Electron's fetch: it hands back no redirect, and says so in its own words. */
const electronFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, { ...init, redirect: 'manual' });
  if (answer.status < 300 || answer.status >= 400) return answer;
  if (init?.redirect === 'manual') throw new Error('Redirect was cancelled');
  throw new Error("Attempted to redirect, but redirect policy was 'error'");
};

test('what does not redirect goes by the system alone, which knows the proxy and the certificates', async () => {
  await using server = await answering((_, response) => json(response, []));
  const node: typeof fetch = () => Promise.reject(new Error('There is no way but by the proxy.'));
  const { response } = await fetchFollowing(handBackRedirects(electronFetch, node), new URL(server.apiBaseUrl), {});
  expect(response.status).toBe(200);
  expect(server.asked).toHaveLength(1);
});

test('a redirect is looked at once more, and followed or told; a write is sent once', async () => {
  await using server = await answering((url, response, request) => {
    request.resume();
    if (url.pathname === '/there') return json(response, []);
    return response.writeHead(302, { location: url.pathname === '/loop' ? '/loop' : '/there' }).end();
  });
  const both = handBackRedirects(electronFetch, fetch);
  const at = (path: string) => new URL(path, server.apiBaseUrl);
  expect((await fetchFollowing(both, at('/here'), {})).address).toBe(at('/there').href);
  expect(server.asked).toHaveLength(3);
  expect((await fetchFollowing(both, at('/loop'), {})).leadsTo).toBe(at('/loop').href);
  expect(server.asked).toHaveLength(5);
  await expect(fetchFollowing(both, at('/here'), { method: 'POST', body: 'a=b' })).rejects.toThrow(/redirect/);
  expect(server.asked).toHaveLength(6);
});
