import { expect, test } from 'vitest';
import { answerRoute } from '../../../../sandbox/api/answer.ts';
import { SCOPES } from '../../../../sandbox/api/caller.ts';
import { OwnReader } from '../../../../sandbox/api/lists/reader.ts';
import { createFilter } from '../../../../sandbox/api/query/filters.ts';
import { routeOn, type Route } from '../../../../sandbox/api/query/route.ts';
import { allRoutes } from '../../../../sandbox/api/routes/index.ts';
import { createNetwork } from '../../../../sandbox/server/network.ts';
import { noon, site, startNetwork, type Parameters } from '../../support/network.ts';
import { growingReads, recording } from '../../support/plans.ts';

const network = await startNetwork();
const { world } = network;
const me = network.member(site);

// Enough for each of the ways to look for words and names (sandbox/api/query/text-search.ts).
const [MANY, MOST, CROWD] = [2100, 2700, 5100];
world.db.exec(`
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MOST})
    INSERT INTO posts (site_id, id, post_type, owner_id, title, tags, created_at, last_activity_at)
    SELECT 1, 1000000 + i, 1, ${me}, iif(i <= ${MANY}, 'manyword everyword', 'everyword'), '|git|', ${noon}, ${noon} FROM n;
  INSERT INTO bodies (post_key, body)
    SELECT (site_id << 32) + id, title FROM posts WHERE site_id = 1 AND id > 1000000;
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${CROWD})
    INSERT INTO users (site_id, id, display_name, created_at, last_access_at)
    SELECT 1, 1000000 + i, 'crowd', ${noon}, ${noon} FROM n`);

const WORDS = ['branch', 'manyword', 'everyword', 'manyword everyword'];
/** What each own parameter is tried with. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  tagged: ['git', 'git;merge', 'git;tests'],
  nottagged: ['merge'],
  inname: ['a', 'crowd', 'dag'],
  ...Object.fromEntries(['intitle', 'title', 'q', 'body'].map((name) => [name, WORDS])),
  url: ['https://example.com'],
  ...Object.fromEntries(['accepted', 'closed', 'migrated', 'notice', 'wiki'].map((name) => [name, ['true', 'false']])),
  ...Object.fromEntries(['answers', 'views'].map((name) => [name, ['1']])),
  user: [String(me)],
  since: ['0'],
  types: ['main_site'],
};

/** Parameters without which an operation is refused. */
const NEEDED: Record<string, Parameters> = { '/search': { intitle: 'branch' }, '/similar': { title: 'branch' } };

const DATES: readonly Parameters[] = [
  {},
  { fromdate: noon - 30 * 86_400 },
  { fromdate: noon - 900 * 86_400 },
  { todate: noon },
  { fromdate: noon - 30 * 86_400, todate: noon },
];
const BOUNDS: Readonly<Record<string, string>> = { date: '1700000000', number: '1', string: 'm' };

const LIST = ['.items', '.has_more', '.total'];
const LIST_ONLY = createFilter({ include: LIST, exclude: [], base: 'none', unsafe: false }).filter;

/** Every way in which an operation is asked for here. */
function* asked(route: Route): Generator<Parameters> {
  const needed = NEEDED[route.name] ?? {};
  const sorts = route.sorts === undefined ? [[undefined, undefined] as const] : Object.entries(route.sorts);
  for (const [sort, meant] of sorts) {
    const sorted: Parameters = sort === undefined ? {} : { sort };
    const bound = meant?.bound === 'word' ? meant.words?.[0] : BOUNDS[meant?.bound ?? 'none'];
    const bounds: Parameters[] = bound === undefined ? [] : [{ min: bound }, { max: bound }];
    for (const also of [...DATES, ...bounds, { page: 3 }]) yield { ...needed, ...sorted, ...also };
    for (const name of Object.keys(route.parameters))
      for (const value of VALUES[name] ?? [])
        yield { ...needed, ...(name === 'nottagged' ? { tagged: 'git' } : {}), ...sorted, [name]: value };
  }
}

/** Why reading these is bounded, by the read. */
const BOUNDED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['', ' AND created_at>?', ' AND created_at<?', ' AND created_at>? AND created_at<?'].flatMap((dates) => [
      [`sorted revisions by revisions_post (site_id=? AND post_id=?${dates})`, 'revisions of the posts asked about'],
      [`sorted suggested_edits by suggested_edits_user (site_id=? AND user_id=?${dates})`, 'what people suggested'],
    ]),
  ),
  'sorted revisions by sqlite_autoindex_revisions_1 (site_id=? AND guid=?)': 'asked about by guid',
  'sorted suggested_edits by sqlite_autoindex_suggested_edits_1 (site_id=? AND id=?)': 'asked about by id',
  'sorted suggested_edits by suggested_edits_post (site_id=? AND post_id=?)': 'edits of the posts asked about',
  'sorted tag_synonyms by tag_synonyms_to (site_id=? AND to_tag=?)': 'synonyms of the tags asked about',
  'sorted posts by PRIMARY KEY (site_id=? AND id=?)': 'asked about by id, or found by words: 5,000 at most',
  'sorted users by PRIMARY KEY (site_id=? AND id=?)': 'asked about by id, found by name, or the best of a tag',
  'sorted comments by sqlite_autoindex_comments_1 (site_id=? AND id=?)': 'asked about by id',
  'sorted users by users_moderators (site_id=?)': 'moderators',
  'users by users_moderators (site_id=?)': 'moderators',
  'sorted users by users_account (account_id=?)': 'one person on every site',
  'sorted users by users_account (account_id=? AND site_id=?)': 'one person on every site',
  'users by users_creation (site_id=? AND created_at>?)': 'joined within a week',
  'sorted tags by sqlite_autoindex_tags_2 (site_id=? AND name=?)': 'asked about by name',
  ...Object.fromEntries(
    ['tags_moderator_only', 'tags_required'].flatMap((index) =>
      ['', ' AND name>?', ' AND name<?'].flatMap((bound) =>
        ['', 'sorted '].map((sorted) => [`${sorted}tags by ${index} (site_id=?${bound})`, 'few on any site']),
      ),
    ),
  ),
  'sorted tag_users by PRIMARY KEY (site_id=? AND user_id=?)': 'tags of the people asked about',
  'sorted post_tags by post_tags_creation (site_id=? AND tag_id=? AND created_at>?)': 'a month of one tag',
  'sorted post_tags by post_tags_activity (site_id=? AND tag_id=? AND last_activity_at>?)': 'a month of one tag',
  'posts by posts_creation (site_id=? AND post_type=? AND created_at>? AND created_at<?)': 'written within a week',
  'user_badges by user_badges_awarded (site_id=? AND awarded_at>? AND awarded_at<?)': 'awarded within a week',
  'posts by posts_bounty (site_id=? AND bounty_closes_at>?)': 'open bounties',
  'sorted reputation_events by reputation_user (site_id=? AND user_id=? AND on_date>?)': 'what one person gained',
  'sorted tags by sqlite_autoindex_tags_1 (site_id=? AND id=?)': 'tags that stand beside one another',
  'sorted votes by votes_post (site_id=? AND post_id=?)': 'votes of the questions asked about',
  'sorted posts by posts_parent (site_id=? AND parent_id=?)': 'answers of the questions asked about',
  'sorted comments by comments_post (site_id=? AND post_id=?)': 'comments of the posts asked about',
  'sorted post_tags by PRIMARY KEY (site_id=? AND post_id=?)': 'tags of a question: 5',
  'sorted post_links by post_links_post (site_id=? AND post_id=?)': 'links of the questions asked about',
  'sorted post_links by post_links_back (site_id=? AND related_post_id=?)': 'links to the questions asked about',
  'sorted posts by posts_bounty (site_id=? AND bounty_closes_at>?)': 'open bounties',
  'sorted user_badges by user_badges_user (site_id=? AND user_id=?)': 'badges of the people asked about',
  'sorted reputation_events by reputation_user (site_id=? AND user_id=?)': 'what the people asked about gained',
};

/** Few are made in a span of dates that is read by them (sandbox/api/query/list-sql.ts). */
const OF_SPAN = /^sorted \w+ by \w+_creation \(.* AND created_at>\?(?: AND created_at<\?)?\)$/;

const SEGMENTS: Readonly<Record<string, string>> = {
  ids: network.world.db
    .prepare('SELECT group_concat(id, ?) AS ids FROM (SELECT id FROM posts WHERE site_id = 1 LIMIT 5)')
    .get(';')?.['ids'] as string,
  id: String(me),
  tag: 'git',
  tags: 'git;merge',
  period: 'month',
  toid: String(me),
};

const segmentsOf = (template: string) =>
  Object.fromEntries([...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, SEGMENTS[name] ?? 'none']));

const operations = (['public', 'specification'] as const).flatMap((like) => {
  const options = { like, cache: false, behaviour: { manyAccounts: false } };
  const made = createNetwork(world, options, () => 'http://localhost');
  return allRoutes
    .filter((route) => like === 'public' || route.instead !== undefined)
    .filter((route) => route.verb === 'GET' && route.action === undefined && route.name !== '/errors/{id}')
    .flatMap((route) => route.paths.map((template) => [`${template} on ${like}`, made, route, template] as const));
});

test.each(operations)('%s reads no further than its page', async (_name, made, route, template) => {
  const { statements, recorded } = recording(made.statements);
  const needed = NEEDED[route.name] ?? {};
  const token = { accountId: network.account(), scopes: SCOPES };
  const segments = segmentsOf(template);
  if (route.name === '/users/{id}/achievements') segments['id'] = String(token.accountId);
  for (const parameters of asked(routeOn(made.behaviour, route, template))) {
    const query = {
      ...(route.site === 'required' ? { site } : {}),
      // All fields once for each sort; otherwise the list by itself.
      filter: Object.keys(parameters).every((name) => name === 'sort' || name in needed) ? '!everything' : LIST_ONLY,
      ...Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)])),
    };
    await answerRoute(
      { ...made, statements, reader: new OwnReader(statements, made.behaviour) },
      { route, template, version: 2.3, segments, query, caller: { ip: '', clientId: 'tests', token } },
    );
  }
  const unbounded = [...recorded].flatMap((sql) =>
    growingReads(world.db, sql)
      .filter((read) => !Object.hasOwn(BOUNDED, read) && !OF_SPAN.test(read))
      .map((read) => `${read}: ${sql}`),
  );
  expect(unbounded).toEqual([]);
});
