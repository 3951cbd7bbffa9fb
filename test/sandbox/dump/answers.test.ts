import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { loadDumps } from '../../../sandbox/dump/load.ts';
import { routes } from '../../../sandbox/api/routes/index.ts';
import { documentChecker, type Document } from '../support/document.ts';
import { noon, startNetwork, token } from '../support/network.ts';
import { smallDump, writeDump } from './small-dump.ts';

const folder = mkdtempSync(join(tmpdir(), 'dump-answers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The public dump beside the project, where there is one; the small one has what is odd in public ones. */
const published =
  process.env['ASKBELL_DUMP'] ?? fileURLToPath(new URL('../../../../shared/data/conlang-meta-dump', import.meta.url));
const site = 'verbs.meta';
const needed: Readonly<Record<string, Record<string, string>>> = {
  '/search': { intitle: 'a' },
  '/similar': { title: 'Verbs and their endings' },
};

test.each(['small', ...(existsSync(published) ? ['published'] : [])])(
  'what a dump (%s) has not is left out, and every answer still fits the OpenAPI document',
  async (which) => {
    const file = join(folder, `${which}.db`);
    await loadDumps(
      file,
      [{ folder: which === 'published' ? published : writeDump(join(folder, 'small'), smallDump()), site }],
      { now: () => noon },
    );
    const network = await startNetwork({ file });
    await network.control.grant({ token, accountId: network.account(), scopes: ['read_inbox', 'private_info'] });
    const check = documentChecker(
      (await (await fetch(`${network.apiBaseUrl}/_sandbox/openapi.json`)).json()) as Document,
    );
    const posts = network.world.db
      .prepare('SELECT id FROM posts ORDER BY id LIMIT 100')
      .all()
      .map(({ id }) => Number(id));
    const users = network.world.db
      .prepare('SELECT id FROM users ORDER BY id LIMIT 100')
      .all()
      .map(({ id }) => Number(id));
    const accounts = network.world.db
      .prepare('SELECT id FROM accounts ORDER BY id LIMIT 100')
      .all()
      .map(({ id }) => Number(id));
    const me = network.member(site);
    const path = (template: string) =>
      template
        .replace(
          '{ids}',
          (template.endsWith('/associated')
            ? accounts
            : template.startsWith('/users')
              ? users
              : template.startsWith('/badges')
                ? [1, 2, 3]
                : posts
          ).join(';'),
        )
        .replace('{id}', String(template.startsWith('/users') ? me : posts[0]))
        .replace(/\{tags?\}/, 'verbs')
        .replace('{period}', 'all_time')
        .replace('{filters}', 'default')
        .replace('{accessTokens}', token);
    let items = 0;
    for (const route of routes)
      for (const template of route.paths) {
        if (route.verb === 'POST' || route.action !== undefined || template === '/errors/{id}') continue;
        for (const filter of ['default', '!minted-elsewhere']) {
          const { status, body } = await network.mine(path(template), {
            filter,
            pagesize: 100,
            ...(route.site === 'required' ? { site } : {}),
            ...needed[template],
          });
          expect([
            template,
            status,
            check({ template, verb: 'get', version: '2.3', isWhole: true, status, body }),
          ]).toEqual([template, 200, '']);
          items += body.items.length;
        }
      }
    expect(items).toBeGreaterThan(100);
    await network.close();
  },
);

test('a closed question tells by whom, and which question it repeats, as far as they are known', async () => {
  const file = join(folder, 'closed.db');
  await loadDumps(file, [{ folder: writeDump(join(folder, 'closed'), smallDump()), site }], { now: () => noon });
  const network = await startNetwork({ file });
  const { items } = (await network.get('/questions/1', { site, filter: '!everything' })).body;
  expect(items[0]?.['closed_details']).toMatchObject({
    on_hold: false,
    reason: 'Duplicate',
    by_users: [{ user_id: 2, display_name: 'Ben Bo' }],
    original_questions: [{ question_id: 5, title: 'A wiki', answer_count: 0 }],
  });
  await network.close();
});
