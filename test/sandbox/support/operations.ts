import { routes } from '../../../sandbox/api/routes/index.ts';
import { column } from './rows.ts';
import type { Parameters, TestNetwork } from './network.ts';

/** Every path that only reads, with its route, but for the operation that only fails. */
export const readings = routes
  .filter((route) => route.verb === 'GET' && route.action === undefined && route.name !== '/errors/{id}')
  .flatMap((route) => route.paths.map((template): [string, typeof route] => [template, route]));

/** Parameters without which an operation is refused. */
const NEEDED: Readonly<Record<string, Parameters>> = {
  '/search': { intitle: 'a' },
  '/similar': { title: 'How does anybody merge verbs and branches with history?' },
};

/** Parameters by which an operation of the table is answered on a site. */
export const neededBy = (template: string, route: (typeof routes)[number], site: string): Parameters => ({
  ...(route.site === 'required' ? { site } : {}),
  ...NEEDED[template],
});

/** Rows that the ids of a path name, by the segment before them. */
const SUBJECTS: Readonly<Record<string, string>> = {
  questions: 'posts WHERE post_type = 1 AND deleted_at IS NULL AND',
  answers: 'posts WHERE post_type = 2 AND deleted_at IS NULL AND',
  posts: 'posts WHERE post_type < 3 AND deleted_at IS NULL AND',
  comments: 'comments WHERE',
  badges: 'badges WHERE',
  users: 'users WHERE',
  articles: 'posts WHERE post_type = 9 AND',
  'suggested-edits': 'suggested_edits WHERE',
};

/** A path of an operation whose vectors name things that a site has; `tag` and `token` are put in as they are. */
export function filledPath(
  { world, account, member }: TestNetwork,
  template: string,
  { site, tag = 'git', token }: { site: string; tag?: string; token: string },
): string {
  const ids = (subject: string) =>
    column(
      world,
      `SELECT id FROM ${SUBJECTS[subject]} site_id = (SELECT id FROM sites WHERE api_site_parameter = ?) ORDER BY id LIMIT 100`,
      site,
    );
  const accounts = () => column(world, 'SELECT id FROM accounts ORDER BY id LIMIT 100');
  return template
    .replace(/^\/users\/\{ids?\}(?=\/(?:merges|network-activity))/, `/users/${account()}`)
    .replace(/^\/users\/\{id\}/, `/users/${member(site)}`)
    .replace('/users/{ids}/associated', () => `/users/${accounts().join(';')}/associated`)
    .replace(/\/([\w-]+)\/\{ids\}/, (_path, subject: string) => `/${subject}/${ids(subject).join(';') || 1}`)
    .replace(/\/(\w+)\/\{id\}/, (_path, subject: string) => `/${subject}/${ids(subject)[0]}`)
    .replace(/\{tags?\}/, tag)
    .replace('{toid}', String(member(site)))
    .replace('{slugs}', () =>
      String(world.db.prepare('SELECT slug FROM collectives WHERE site_id = 1 ORDER BY id LIMIT 1').get()?.['slug']),
    )
    .replace('{guids}', () =>
      String(world.db.prepare('SELECT guid FROM revisions WHERE site_id = 1 ORDER BY id LIMIT 1').get()?.['guid']),
    )
    .replace('{period}', 'all_time')
    .replace('{filters}', 'default;withbody;nonsense')
    .replace('{accessTokens}', token);
}
