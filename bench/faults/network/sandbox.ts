import { demoDataCopy, storyStart } from '../../../test/support/demo-data.ts';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { startSandbox } from '../../../sandbox/server/server.ts';
import { walkDialog } from '../../../electron/agent/accounts/demo-network.ts';
import { buildCodeUrl, challengeOf } from '../../../electron/api/code-grant.ts';
import type { World } from '../../../sandbox/world/world.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Address at which Askbell believes the network to be. Nothing listens there: a fetch stands in its place. */
export const ORIGIN = 'https://api.faults.example';
export const CLIENT_ID = 'askbell-faults';
export const REDIRECT_URI = 'https://localhost/done';
export const VERIFIER = 'v'.repeat(64);

const SCOPES = ['read_inbox', 'no_expiry', 'write_access', 'private_info'] as const;
/** More than any run of the matrix asks for in a day of its own time. */
const PLENTY_PER_DAY = 100_000_000;

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

/** A real sandbox in this process, on a clock that the matrix moves. */
export type DrivenSandbox = Awaited<ReturnType<typeof startDrivenSandbox>>;

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

const TOKEN_OF = `INSERT INTO tokens (token, account_id, client_id, scopes, created_at, expires_at, revoked_at)
  VALUES (?, ?, ?, ?, ?, NULL, NULL)`;

/** Starts a sandbox without what would come between a fault and its effect. */
export async function startDrivenSandbox() {
  const clock = createManualClock(storyStart * 1000);
  const folder = temporaryFolder('faults');
  const { world, apiBaseUrl, authUrl, close } = await startSandbox({
    file: await demoDataCopy(folder.path, storyStart),
    clock: { now: () => Math.floor(clock.now() / 1000) },
    like: 'public',
    credentials: 'both',
    protection: 0,
    cache: false,
    burst: Infinity,
    quota: { anonymous: PLENTY_PER_DAY, key: PLENTY_PER_DAY },
    behaviour: { manyAccounts: false, longBans: false, queryInLinks: false, writesNeedPost: false },
    apps: [{ clientId: CLIENT_ID, key: 'key-of-askbell', domain: 'localhost' }],
  });
  const { db } = world;
  const signedIn = (token: string, account: unknown) => {
    db.prepare(TOKEN_OF).run(token, Number(account), CLIENT_ID, SCOPES.join(' '), world.clock.now());
    return { token, accountId: Number(account) };
  };
  const many = signedIn('many', valueOf(db, 'SELECT id AS value FROM accounts WHERE is_demo = 1 ORDER BY id LIMIT 1'));
  const single = signedIn('single', valueOf(db, ACCOUNT_WITH('= 1')));
  // Ending the application's permission ends all tokens of a person, so it is somebody else's.
  const leaving = valueOf(db, ACCOUNT_WITH('= 2'));
  const challenge = challengeOf(VERIFIER);
  const dialog = { authUrl, clientId: CLIENT_ID, redirectUri: REDIRECT_URI, scopes: SCOPES, state: 'state', challenge };
  let tokens = 0;
  return {
    clock,
    world,
    apiBaseUrl,
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
    /** Begins changes that can be undone. */
    beginChanges: () => db.exec('SAVEPOINT changes'),
    undoChanges: () => db.exec('ROLLBACK TO changes; RELEASE changes'),
    /** Issues a token of somebody else, for what ends tokens. */
    newToken: () => signedIn(`token-to-end-${++tokens}`, leaving).token,
    /** Goes through the dialog; returns the code with which it ends. */
    async newCode(): Promise<string> {
      const end = await walkDialog(buildCodeUrl(dialog), fetch);
      return new URL(end).searchParams.get('code') ?? '';
    },
    async close() {
      await close();
      folder.remove();
    },
  };
}
