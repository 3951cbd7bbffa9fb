import { expect, test } from 'vitest';
import { SCOPES } from '../../../sandbox/api/gate/caller.ts';
import { key, site, startNetwork, token } from '../support/network.ts';
import { filledPath, neededBy, readings } from '../support/operations.ts';

const network = await startNetwork();
await network.control.grant({ token, accountId: network.account(), scopes: [...SCOPES] });

const ADDRESS = /^(?:share_)?link$|^profile_image$|_icon_url$|^(?:icon|logo|favicon)_url$/;

/** Every address anywhere in an answer that is to lead somewhere here. */
function addresses(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(addresses);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    ADDRESS.test(name) && typeof inner === 'string' ? [inner] : addresses(inner),
  );
}

test('every link of every operation to a page with the place it names, every picture to a picture', async () => {
  const message = { itemType: 'moderator_message', title: 'Hello', body: 'About nothing' } as const;
  network.world.actions.message({ site, userId: network.member(site), ...message });
  const found = new Map<string, string>();
  for (const [template, route] of readings) {
    const { status, body } = await network.mine(filledPath(network, template, { site, token }), {
      filter: '!everything',
      pagesize: 10,
      ...neededBy(template, route, site),
    });
    expect([template, status]).toEqual([template, 200]);
    for (const address of addresses(body.items)) found.set(address, template);
  }
  const open = async (address: string) => {
    const response = await fetch(address);
    return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() };
  };
  const pages = new Map<string, ReturnType<typeof open>>();
  const kinds = new Set<string>();
  const seen = [...found].map(async ([address, template]) => {
    const { origin, pathname, hash } = new URL(address);
    const kind = /^\/(?:sites\/[^/]+\/)?([a-z]+)/.exec(pathname)?.[1] ?? '';
    kinds.add(kind);
    const opened = pages.get(pathname) ?? open(`${origin}${pathname}`);
    pages.set(pathname, opened);
    const { status, type, text } = await opened;
    const isThere = status === 200 && (hash === '' || text.includes(`id="${hash.slice(1)}"`));
    const isRight = type.startsWith(kind === 'icons' || kind === 'avatars' ? 'image/svg+xml' : 'text/html');
    return origin === network.apiBaseUrl && isThere && isRight
      ? ''
      : `${template}: ${pathname}${hash} ${status} ${type}`;
  });
  const wrong = (await Promise.all(seen)).filter(Boolean);
  expect(wrong).toEqual([]);
  expect([...kinds].toSorted()).toEqual(['avatars', 'badges', 'icons', 'questions', 'sites', 'users']);
});

test('the page of a badge says what it is for, how rare it is, and who got it last', async () => {
  const badge = (await network.get('/badges/recipients', { site, filter: '!everything' })).body.items[0] ?? {};
  const page = await (await fetch(String(badge['link']))).text();
  const holder = badge['user'] as { link: string; display_name: string };
  expect(page).toContain(`<h1>${String(badge['name'])}</h1>`);
  expect(page).toContain(`<p>${String(badge['description'])}</p>`);
  expect(page).toContain(`<a href="${new URL(holder.link).pathname}">${holder.display_name}</a>`);
  const { body } = await network.get(`/badges/${String(badge['badge_id'])}`, { site, key });
  expect(page).toContain(`Given ${Number(body.items[0]?.['award_count']).toLocaleString('en')} time`);
});
