import { expect, test } from 'vitest';
import { fetchSiteNumbers, siteNumbersIn } from '../../../electron/api/socket.ts';

test('the list of sites has a number for each, however its page is written', () => {
  const page = `<ul><li><a class="site-link" href="https://stackoverflow.com"
     data-id="1">Stack Overflow</a></li><li><a data-id='3' href='//superuser.com'>Super User</a></li>
     <a href="https://chat.example">no number</a><a data-id="x" href="https://bad.example">bad</a><a data-id="9">none</a>`;
  expect(siteNumbersIn(page)).toEqual(
    new Map([
      ['stackoverflow.com', 1],
      ['superuser.com', 3],
    ]),
  );
});

test.each([
  ['a page of the protection', new Response('<title>Just a moment…</title>', { status: 403 })],
  ['a page without numbers', new Response('<title>Welcome</title>')],
])('%s is no list of sites', async (_what, answer) => {
  const { signal } = new AbortController();
  await expect(fetchSiteNumbers(() => Promise.resolve(answer), 'https://meta.example/', signal)).rejects.toThrow(
    /list of sites/,
  );
});

test('an address without a host is of no site', () => {
  expect(
    siteNumbersIn('<a href="file:///questions" data-id="3">A</a><a href="about:blank" data-id="4">B</a>').size,
  ).toBe(0);
});
