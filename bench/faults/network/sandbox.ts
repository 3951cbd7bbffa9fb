import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { demoDataCopy, storyStart } from '../../../test/support/demo-data.ts';
import type { FastifyInstance } from 'fastify';
import { createManualClock, type ManualClock } from '../../../test/support/manual-clock.ts';
import { Api } from '../../../sandbox/api/api.ts';
import { isApiUrl } from '../../../sandbox/api/query/api-path.ts';
import { createApiApp, createPagesApp } from '../../../sandbox/server/app.ts';
import { createNetwork } from '../../../sandbox/server/create-network.ts';
import { challengeOf } from '../../../electron/api/code-grant.ts';
import type { Subjects } from './subjects.ts';
import { openWorld, type Actions, type World } from '../../../sandbox/world/world.ts';

/** The address at which Askbell believes the network to be. Nothing listens there: a fetch stands in its place. */
export const ORIGIN = 'https://api.faults.example';
export const CLIENT_ID = 'askbell-faults';
export const REDIRECT_URI = 'https://localhost/done';
export const VERIFIER = 'v'.repeat(64);

const SCOPES = ['read_inbox', 'no_expiry', 'write_access', 'private_info'] as const;
/** More than any run of the matrix asks for in a day of its own time. */
const PLENTY_PER_DAY = 100_000_000;

/** Somebody on the sandbox, with a token. */
export interface Person {
  accountId: number;
  token: string;
}

/** A request as a fetch is given it. */
export interface SandboxRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

/** What it answers, decompressed. */
interface SandboxAnswer {
  status: number;
  type: string;
  text: string;
}

/** A real sandbox in this process that is asked without sockets, on a clock that the matrix moves. */
export interface InProcessSandbox {
  clock: ManualClock;
  world: World;
  /** Somebody with accounts on several sites, and somebody with one account only. */
  many: Person;
  single: Person;
  /** What the first person may click on, and the site that the second one is on. */
  subjects: Subjects;
  singleSite: string;
  answer(request: SandboxRequest): Promise<Response>;
  /** Lets something happen in the world. */
  act<T>(work: (actions: Actions) => T): T;
  /** What happens from here on can be undone. */
  beginChanges(): void;
  undoChanges(): void;
  /** A new token of the first person, for what ends tokens. */
  newToken(): string;
  /** A new code of the first person, as the dialog would give it. */
  newCode(): string;
  close(): Promise<void>;
}

const PERSON_WITH = (accounts: string): string =>
  `SELECT a.id AS id FROM accounts a JOIN users u ON u.account_id = a.id
   GROUP BY a.id HAVING count(*) ${accounts} ORDER BY sum(u.reputation) DESC LIMIT 1`;

/** A question of somebody's own with an answer of somebody else, accepted or not. */
const QUESTION_WITH_ANSWER = `SELECT q.id AS questionId, a.id AS answerId, q.owner_id AS userId,
    s.api_site_parameter AS site FROM posts q
  JOIN posts a ON a.site_id = q.site_id AND a.parent_id = q.id AND a.owner_id <> q.owner_id AND a.deleted_at IS NULL
  JOIN users u ON u.site_id = q.site_id AND u.id = q.owner_id JOIN sites s ON s.id = q.site_id
  WHERE u.account_id = ? AND q.deleted_at IS NULL AND s.api_site_parameter LIKE ?`;

function subjectsOf({ db }: World, accountId: number): Subjects {
  const row = (sql: string, ...given: (string | number)[]) => db.prepare(sql).get(...given) as Record<string, unknown>;
  const open = row(`${QUESTION_WITH_ANSWER} AND q.accepted_answer_id IS NULL LIMIT 1`, accountId, '%') as Omit<
    Subjects,
    'acceptedId' | 'commentId' | 'tag'
  >;
  const done = row(`${QUESTION_WITH_ANSWER} AND q.accepted_answer_id = a.id LIMIT 1`, accountId, open.site);
  const comment = row(
    'SELECT c.id FROM comments c JOIN sites s ON s.id = c.site_id WHERE s.api_site_parameter = ?',
    open.site,
  );
  const tag = row(
    'SELECT t.name FROM tags t JOIN sites s ON s.id = t.site_id WHERE s.api_site_parameter = ?',
    open.site,
  );
  return {
    ...open,
    acceptedId: Number(done['answerId']),
    commentId: Number(comment['id']),
    tag: String(tag['name']),
  };
}

/**
 * Asks the apps of a network in this process. Nothing happens in its world by itself, so the same question has the same
 * answer, but for its date, until what is remembered is forgotten.
 */
function remembering(
  apps: { api: FastifyInstance; pages: FastifyInstance },
  remembered: Map<string, SandboxAnswer>,
): (request: SandboxRequest) => Promise<SandboxAnswer> {
  return async ({ method, path, headers, body }: SandboxRequest) => {
    const key = `${headers['authorization'] ?? ''} ${path}`;
    const known = method === 'GET' ? remembered.get(key) : undefined;
    if (known) return known;
    const answered = await (isApiUrl(path) ? apps.api : apps.pages).inject({
      method: method as 'GET' | 'POST',
      url: path,
      headers,
      ...(body !== undefined && { payload: body }),
    });
    const { statusCode: status, rawPayload, headers: told } = answered;
    const text = (told['content-encoding'] === 'gzip' ? gunzipSync(rawPayload) : rawPayload).toString();
    const answer = { status, type: String(told['content-type']), text };
    // Where a token was ended, or a date is asked for, the same will not come again.
    if (method === 'GET' && status === 200 && !/fromdate|token-to-end/.test(path)) remembered.set(key, answer);
    return answer;
  };
}

/** Nothing that happens here makes another site. */
const SITES = / \/2\.3\/sites\b/;

/** The living network, without what would come between a fault and its effect. */
function networkOf(world: World, people: readonly Person[]) {
  return createNetwork(
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
}

export async function startInProcessSandbox(): Promise<InProcessSandbox> {
  const clock = createManualClock(storyStart * 1000);
  const folder = mkdtempSync(join(tmpdir(), 'askbell-faults-'));
  const file = await demoDataCopy(folder, storyStart);
  const world = openWorld({ file, seed: 1, clock: { now: () => Math.floor(clock.now() / 1000) } });
  const idOf = (sql: string): number => (world.db.prepare(sql).get() as { id: number }).id;
  const many = {
    accountId: idOf('SELECT id FROM accounts WHERE is_demo = 1 ORDER BY id LIMIT 1'),
    token: 'token-many',
  };
  const single = { accountId: idOf(PERSON_WITH('= 1')), token: 'token-single' };
  // Ending the application's permission ends all tokens of a person, so it is somebody else's.
  const leaving = idOf(PERSON_WITH('= 2'));
  const network = networkOf(world, [many, single]);
  const api = new Api(network);
  const apps = { api: await createApiApp(network, api), pages: await createPagesApp(network, api, undefined) };
  const remembered = new Map<string, SandboxAnswer>();
  const ask = remembering(apps, remembered);
  const forget = () => {
    for (const key of remembered.keys()) if (!SITES.test(key)) remembered.delete(key);
  };
  let tokens = 0;
  return {
    clock,
    world,
    many,
    single,
    subjects: subjectsOf(world, many.accountId),
    singleSite: (
      world.db
        .prepare(
          'SELECT s.api_site_parameter AS site FROM users u JOIN sites s ON s.id = u.site_id WHERE account_id = ?',
        )
        .get(single.accountId) as { site: string }
    ).site,
    async answer(request) {
      const { status, type, text } = await ask(request);
      const headers = { date: new Date(Math.floor(clock.now() / 1000) * 1000).toUTCString(), 'content-type': type };
      return new Response([204, 205, 304].includes(status) ? null : text, { status, headers });
    },
    act(work) {
      forget();
      return work(world.actions);
    },
    beginChanges: () => world.db.exec('SAVEPOINT changes'),
    undoChanges() {
      world.db.exec('ROLLBACK TO changes; RELEASE changes');
      forget();
    },
    newToken() {
      const token = `token-to-end-${++tokens}`;
      world.db
        .prepare(
          `INSERT INTO tokens (token, account_id, client_id, scopes, created_at, expires_at, revoked_at)
           VALUES (?, ?, ?, ?, ?, NULL, NULL)`,
        )
        .run(token, leaving, CLIENT_ID, SCOPES.join(' '), world.clock.now());
      return token;
    },
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
