import type { FastifyInstance } from 'fastify';
import { Api } from '../../sandbox/api/api.ts';
import { createApiApp } from '../../sandbox/server/app.ts';
import { createNetwork } from '../../sandbox/server/create-network.ts';
import { openWorld, type World } from '../../sandbox/world/world.ts';
import { demoDataCopy, noon } from '../../test/support/demo-data.ts';
import { runCommand, say, type Summary } from '../support/command.ts';
import { SANDBOX } from '../support/commands.ts';
import { printMeasured } from '../support/figures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SITE = 'loops';
const SIZES = [1, 10, 100] as const;
/** An index is a little deeper in a site of a hundred times the size; a scan would take a hundred times as long. */
const MAX_GROWTH = 3;
const SEARCH = 'search by tags';
/** No index has the questions of several tags by their creation: all of them are sorted. */
const MAX_GROWTH_OF_SEARCH = 60;
const WARM_UP_REQUESTS = 100;
const UNLIMITED = 1e9;

/** Columns that are shifted in a copy of a row. */
const ID_COLUMNS = ['id', 'parent_id', 'accepted_answer_id', 'post_id'];
const TIME_COLUMNS = ['created_at', 'last_activity_at'];
const ID_STEP = 1_000_000;
const TIME_STEP_S = 61;

/** Copies questions and answers of the site, with earlier times, so that it has `times` as many. */
function multiply({ db }: World, times: number): void {
  const site = `(SELECT id FROM sites WHERE api_site_parameter = '${SITE}')`;
  const shifted = (column: string): string =>
    ID_COLUMNS.includes(column)
      ? `${column} + n * ${ID_STEP}`
      : TIME_COLUMNS.includes(column)
        ? `${column} - n * ${TIME_STEP_S}`
        : column;
  db.exec('BEGIN');
  for (const table of ['posts', 'post_tags']) {
    const columns = db
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => String(name));
    db.prepare(
      `INSERT INTO ${table} (${columns.join()})
       WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < ?)
       SELECT ${columns.map(shifted).join()} FROM ${table}, copies WHERE site_id = ${site}`,
    ).run(times - 1);
  }
  db.exec(`UPDATE tags SET count = (SELECT count(*) FROM post_tags t
    WHERE t.site_id = tags.site_id AND t.tag_id = tags.id) WHERE site_id = ${site}; COMMIT; ANALYZE`);
}

/** Kinds of requests, each with a path for the `n`th. */
function kindsOf({ db }: World): Record<string, (n: number) => string> {
  const named = (sql: string) =>
    db
      .prepare(sql)
      .all(SITE)
      .map(({ value }) => encodeURIComponent(String(value)));
  const onSite = 'JOIN sites s ON s.id = t.site_id WHERE s.api_site_parameter = ?';
  const tags = named(`SELECT t.name AS value FROM tags t ${onSite} ORDER BY t.count DESC LIMIT 20`);
  const questions = named(`SELECT t.id AS value FROM posts t ${onSite} AND t.post_type = 1 ORDER BY t.id LIMIT 300`);
  const tag = (n: number) => tags[n % tags.length]!;
  const question = (n: number) => questions[n % questions.length]!;
  const until = (n: number) => noon - n * 3600;
  return {
    'newest questions': (n) => `/questions?order=desc&sort=creation&todate=${until(n)}`,
    'active questions of a tag': (n) => `/questions?order=desc&sort=activity&tagged=${tag(n)}&max=${until(n)}`,
    [SEARCH]: (n) => `/search?order=desc&sort=creation&tagged=${tag(n)};${tag(n + 1)}&todate=${until(n)}`,
    'a question': (n) => `/questions/${question(n)}?filter=withbody`,
    'answers of a question': (n) => `/questions/${question(n)}/answers?order=desc&sort=votes`,
  };
}

/** Returns the processor time of a request, in ms. */
async function costOf(app: FastifyInstance, pathOf: (n: number) => string, requests: number): Promise<number> {
  const ask = async (n: number) => {
    const path = pathOf(n);
    const { statusCode, body } = await app.inject(`/2.3${path}&site=${SITE}&pagesize=30`);
    if (statusCode !== 200) throw new Error(`${path} was answered with ${statusCode}: ${body}`);
  };
  for (let n = 0; n < WARM_UP_REQUESTS; n++) await ask(n);
  const before = process.cpuUsage();
  for (let n = 0; n < requests; n++) await ask(WARM_UP_REQUESTS + n);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / requests;
}

/** Returns the cost of each kind of request at a size of the site. */
async function measureSize(folder: string, times: number, requests: number): Promise<Map<string, number>> {
  say(`${times} times the demo site`);
  const file = await demoDataCopy(folder, noon);
  const world = openWorld({ file, seed: 1, clock: { now: () => noon } });
  if (times > 1) multiply(world, times);
  const quota = { anonymous: UNLIMITED, key: UNLIMITED };
  const network = createNetwork(
    world,
    { like: 'public', cache: false, burst: Infinity, quota },
    () => 'http://sandbox',
  );
  const app = await createApiApp(network, new Api(network));
  const costs = new Map<string, number>();
  for (const [kind, pathOf] of Object.entries(kindsOf(world))) costs.set(kind, await costOf(app, pathOf, requests));
  await app.close();
  world.close();
  return costs;
}

async function measure({ requests }: { requests: number }): Promise<Summary> {
  const folder = temporaryFolder('sandbox');
  try {
    // The first requests of a process are still being compiled.
    await measureSize(folder.path, 1, requests);
    const sizes: Map<string, number>[] = [];
    for (const times of SIZES) sizes.push(await measureSize(folder.path, times, requests));
    const missed: string[] = [];
    for (const kind of sizes[0]!.keys()) {
      const ms = sizes.map((costs) => Number(costs.get(kind)!.toPrecision(3)));
      const atMost = kind === SEARCH ? MAX_GROWTH_OF_SEARCH : MAX_GROWTH;
      const measured = { figures: { growth: ms.at(-1)! / ms[0]! }, targets: { growth: { atMost } } };
      missed.push(...printMeasured('sandbox', kind, measured, { times: SIZES, ms }));
    }
    return { passed: missed.length === 0, missed };
  } finally {
    folder.remove();
  }
}

await runCommand(SANDBOX, measure);
