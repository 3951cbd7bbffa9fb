import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoDataCopy, storyStart } from '../../../test/support/demo-data.ts';
import { createManualClock, type ManualClock } from '../../../test/support/manual-clock.ts';
import { Api } from '../../../sandbox/api/api.ts';
import { isApiUrl } from '../../../sandbox/api/query/api-path.ts';
import { createApiApp, createPagesApp } from '../../../sandbox/server/app.ts';
import { createNetwork } from '../../../sandbox/server/create-network.ts';
import { challengeOf } from '../../../electron/api/code-grant.ts';
import { openWorld, type World } from '../../../sandbox/world/world.ts';

/** Address at which Askbell believes the network to be. Nothing listens there: a fetch stands in its place. */
export const ORIGIN = 'https://api.faults.example';
export const CLIENT_ID = 'askbell-faults';
export const REDIRECT_URI = 'https://localhost/done';
export const VERIFIER = 'v'.repeat(64);

const SCOPES = ['read_inbox', 'no_expiry', 'write_access', 'private_info'] as const;
/** More than any run of the matrix asks for in a day of its own time. */
const PLENTY_PER_DAY = 100_000_000;

/** Somebody on the sandbox, with a token. */
interface Person {
  accountId: number;
  token: string;
}

/** Subjects of clicks in the sandbox. */
export interface Subjects {
  site: string;
  userId: number;
  /** A question of the person's own with somebody else's answer that may be accepted, and one that is accepted. */
  questionId: number;
  answerId: number;
  acceptedId: number;
  commentId: number;
  tag: string;
}

const ACCOUNT_WITH = (sites: string): string =>
  `SELECT a.id AS value FROM accounts a JOIN users u ON u.account_id = a.id
   GROUP BY a.id HAVING count(*) ${sites} ORDER BY sum(u.reputation) DESC LIMIT 1`;

/** A question of somebody's own with an answer of somebody else, accepted or not. */
const QUESTION_WITH_ANSWER = `SELECT q.id AS questionId, a.id AS answerId, q.owner_id AS userId,
    s.api_site_parameter AS site FROM posts q
  JOIN posts a ON a.site_id = q.site_id AND a.parent_id = q.id AND a.owner_id <> q.owner_id AND a.deleted_at IS NULL
  JOIN users u ON u.site_id = q.site_id AND u.id = q.owner_id JOIN sites s ON s.id = q.site_id
  WHERE u.account_id = ? AND q.deleted_at IS NULL AND s.api_site_parameter LIKE ?`;

/** A real sandbox in this process that is asked without sockets, on a clock that the matrix moves. */
export type InProcessSandbox = Awaited<ReturnType<typeof startInProcessSandbox>>;

function subjectsOf({ db }: World, accountId: number): Subjects {
  const question = (condition: string, site: string) =>
    db.prepare(`${QUESTION_WITH_ANSWER} AND ${condition} LIMIT 1`).get(accountId, site) as unknown as Pick<
      Subjects,
      'site' | 'userId' | 'questionId' | 'answerId'
    >;
  const open = question('q.accepted_answer_id IS NULL', '%');
  const onSite = (value: string, table: string) =>
    valueOf(
      db,
      `SELECT ${value} AS value FROM ${table} t JOIN sites s ON s.id = t.site_id WHERE s.api_site_parameter = ?`,
      open.site,
    );
  return {
    ...open,
    acceptedId: question('q.accepted_answer_id = a.id', open.site).answerId,
    commentId: Number(onSite('t.id', 'comments')),
    tag: String(onSite('t.name', 'tags')),
  };
}

const valueOf = (db: World['db'], sql: string, ...given: (string | number)[]): unknown =>
  db.prepare(sql).get(...given)?.['value'];

/** Creates the living network, without what would come between a fault and its effect. */
const networkOf = (world: World, people: readonly Person[]) =>
  createNetwork(
    world,
    {
      like: 'public',
      credentials: 'both',
      protection: 0,
      cache: false,
      burst: Infinity,
      quota: { anonymous: PLENTY_PER_DAY, key: PLENTY_PER_DAY },
      behaviour: { manyAccounts: false, longBans: false, queryInLinks: false, writesNeedPost: false },
      apps: [{ clientId: CLIENT_ID, key: 'key-of-askbell', domain: 'localhost' }],
      grants: people.map((person) => ({ ...person, clientId: CLIENT_ID, scopes: SCOPES })),
    },
    () => ORIGIN,
  );

type App = Awaited<ReturnType<typeof createApiApp | typeof createPagesApp>>;

/** Answers a request without a socket, and uncompressed. */
async function ask(
  { api, pages }: { api: App; pages: App },
  url: string,
  { method = 'GET', headers, body }: RequestInit,
) {
  const app = isApiUrl(url) ? api : pages;
  return app.inject({
    method: method as 'GET' | 'POST',
    url,
    headers: { ...Object.fromEntries(new Headers(headers)), 'accept-encoding': 'identity' },
    ...(typeof body === 'string' && { payload: body }),
  });
}

export async function startInProcessSandbox() {
  const clock: ManualClock = createManualClock(storyStart * 1000);
  const folder = mkdtempSync(join(tmpdir(), 'askbell-faults-'));
  const file = await demoDataCopy(folder, storyStart);
  const world = openWorld({ file, seed: 1, clock: { now: () => Math.floor(clock.now() / 1000) } });
  const { db } = world;
  const person = (token: string, sql: string): Person => ({ accountId: Number(valueOf(db, sql)), token });
  const many = person('token-many', 'SELECT id AS value FROM accounts WHERE is_demo = 1 ORDER BY id LIMIT 1');
  const single = person('token-single', ACCOUNT_WITH('= 1'));
  // Ending the application's permission ends all tokens of a person, so it is somebody else's.
  const leaving = Number(valueOf(db, ACCOUNT_WITH('= 2')));
  const network = networkOf(world, [many, single]);
  const api = new Api(network);
  const apps = { api: await createApiApp(network, api), pages: await createPagesApp(network, api, undefined) };
  let tokens = 0;
  return {
    clock,
    world,
    /** Somebody with accounts on several sites, and somebody with one account only. */
    many,
    single,
    /** What `many` may click on, and the site of `single`. */
    subjects: subjectsOf(world, many.accountId),
    singleSite: String(
      valueOf(
        db,
        'SELECT s.api_site_parameter AS value FROM users u JOIN sites s ON s.id = u.site_id WHERE account_id = ?',
        single.accountId,
      ),
    ),
    /** Answers a request; `path` is with query. */
    ask: (path: string, init: RequestInit) => ask(apps, path, init),
    /** Begins changes that can be undone. */
    beginChanges: () => db.exec('SAVEPOINT changes'),
    undoChanges: () => db.exec('ROLLBACK TO changes; RELEASE changes'),
    /** Issues a token of somebody else, for what ends tokens. */
    newToken(): string {
      const token = `token-to-end-${++tokens}`;
      db.prepare(
        `INSERT INTO tokens (token, account_id, client_id, scopes, created_at, expires_at, revoked_at)
         VALUES (?, ?, ?, ?, ?, NULL, NULL)`,
      ).run(token, leaving, CLIENT_ID, SCOPES.join(' '), world.clock.now());
      return token;
    },
    /** Issues a code of `many`, as the dialog would. */
    newCode: () =>
      network.codes.issue({
        clientId: CLIENT_ID,
        accountId: many.accountId,
        scopes: SCOPES,
        redirectUri: REDIRECT_URI,
        challenge: { value: challengeOf(VERIFIER), method: 'S256' },
      }),
    async close() {
      for (const app of Object.values(apps)) await app.close();
      world.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
