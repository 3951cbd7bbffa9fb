import type { FastifyInstance } from 'fastify';
import type { DatabaseSync } from 'node:sqlite';
import type { Network } from '../api/network.ts';
import type { SocketFault } from '../behaviour.ts';
import { EARNED_BADGES, IS_UNREAD, OWN_USERS, REACHED_PRIVILEGES } from '../api/routes/inbox.ts';
import { html } from '../pages/layout.ts';
import type { Statements } from '../world/database/statements.ts';

/** Frames that come for one in a flood. */
const FLOOD_FRAMES = 500;
/** Milliseconds by which frames are late unless something else is said. */
export const USUAL_LATENESS_MS = 30_000;

/** Text that is no frame, or a frame with nothing in it that can be understood. */
const garbageAbout = (topic: string): string[] => [
  '{"action":',
  'pong',
  '[]',
  'null',
  JSON.stringify({ action: 7, data: {} }),
  JSON.stringify({ action: topic, data: '{"Inbox":{"UnreadInboxCount":"many"}}' }),
  JSON.stringify({ action: topic, data: '{"Inbox":' }),
  JSON.stringify({ action: topic, data: null }),
  JSON.stringify({ action: `${topic}-of-somebody-else`, data: '{}' }),
];

/** Returns a frame as the public service has it: its data is JSON within JSON. */
const frameOf = (topic: string, data: object) => JSON.stringify({ action: topic, data: JSON.stringify(data) });

/** Returns a frame about a topic, in a flood with counts at random. */
function floodFrame(topic: string, frame: string, random: () => number): string {
  if (!topic.endsWith('-topbar')) return frame;
  const count = () => Math.floor(random() * 100);
  return frameOf(topic, { Inbox: { UnreadInboxCount: count() }, Achievements: { UnreadRepCount: count() } });
}

/**
 * The faults, by what is sent for one frame: `mute` tells nothing but heartbeats, `duplicate` every frame twice, `late`
 * each only after a time, `garbage` what is no frame before each of them, `flood` hundreds of frames for one, with
 * counts at random.
 */
const FAULTS: Record<SocketFault, (topic: string, frame: string, random: () => number) => string[]> = {
  mute: () => [],
  duplicate: (_topic, frame) => [frame, frame],
  late: (_topic, frame) => [frame],
  garbage: (topic, frame) => [...garbageAbout(topic), frame],
  flood: (topic, frame, random) => Array.from({ length: FLOOD_FRAMES }, () => floodFrame(topic, frame, random)),
};

/** Returns the frames that are sent to tell `data` of a topic. @param random gives 0 to 1 */
export function framesOf(fault: SocketFault | undefined, topic: string, data: object, random: () => number): string[] {
  const frame = frameOf(topic, data);
  return fault === undefined ? [frame] : FAULTS[fault](topic, frame, random);
}

/** Counts that a page of the network shows beside a person's picture; docs/api.md, "Socket". */
export interface Topbar {
  Inbox: { UnreadInboxCount: number };
  Achievements: { UnreadRepCount: number; UnreadNonRepCount: number };
}

const UNREAD_ITEMS = 'SELECT count(*) AS n FROM inbox_items WHERE account_id = :account AND is_unread = 1';

/** Sum of the reputation that was not looked at yet. */
const UNREAD_REPUTATION = `SELECT coalesce(sum(told.change), 0) AS n
  FROM (SELECT site_id, user_id, on_date AS created_at, change FROM reputation_events
    WHERE (site_id, user_id) IN ${OWN_USERS}) AS told
  JOIN users u ON u.site_id = told.site_id AND u.id = told.user_id WHERE ${IS_UNREAD}`;

const UNREAD_REST = `SELECT count(*) AS n
  FROM (SELECT site_id, user_id, created_at FROM ${EARNED_BADGES}
    UNION ALL SELECT site_id, user_id, created_at FROM ${REACHED_PRIVILEGES}) AS told
  JOIN users u ON u.site_id = told.site_id AND u.id = told.user_id WHERE ${IS_UNREAD}`;

/** Returns what is unread of a person at present. */
export function topbarOf(statements: Statements, account: number): Topbar {
  const count = (sql: string) => Number(statements.get(sql, { account })?.['n'] ?? 0);
  return {
    Inbox: { UnreadInboxCount: count(UNREAD_ITEMS) },
    Achievements: { UnreadRepCount: count(UNREAD_REPUTATION), UnreadNonRepCount: count(UNREAD_REST) },
  };
}

/** Returns the parts that changed, or undefined if none did. */
export function changedParts(before: Topbar | undefined, now: Topbar): Partial<Topbar> | undefined {
  const parts = ['Inbox', 'Achievements'] as const;
  const changed = parts.filter((part) => JSON.stringify(before?.[part]) !== JSON.stringify(now[part]));
  return changed.length > 0 ? Object.fromEntries(changed.map((part) => [part, now[part]])) : undefined;
}

/** Address of the numbers of sites, which the topics of questions begin with; `/sites` has none. */
const SITE_LIST_ADDRESS = '/topbar/site-switcher/site-list';

/** Adds the piece of a page that people switch sites with, as the public service's meta site has it. */
export function registerSiteList(app: FastifyInstance, network: Network): void {
  app.get(SITE_LIST_ADDRESS, (_request, reply) => {
    const sites = network.statements.all('SELECT id, name, site_url FROM sites ORDER BY id');
    const list = html`<ul class="other-sites">${sites.map(
      (site) => html`<li><a class="site-link" href="${String(site['site_url'])}"
  data-id="${String(site['id'])}"><span>${String(site['name'])}</span></a></li>
`,
    )}</ul>`;
    reply.type('text/html; charset=utf-8').send(list.source);
  });
}

const ACCOUNT_OF = (row: 'NEW' | 'OLD') =>
  `(SELECT account_id FROM users WHERE site_id = ${row}.site_id AND id = ${row}.user_id)`;

/** Writes that change what a person is told, and whose account it is. */
const TRIGGERS: readonly (readonly [when: string, account: string])[] = [
  ['INSERT ON main.inbox_items', 'NEW.account_id'],
  ['UPDATE OF is_unread ON main.inbox_items', 'NEW.account_id'],
  ['DELETE ON main.inbox_items', 'OLD.account_id'],
  ['INSERT ON main.reputation_events', ACCOUNT_OF('NEW')],
  ['INSERT ON main.user_badges', ACCOUNT_OF('NEW')],
  ['INSERT ON main.website_reads', 'NEW.account_id'],
  ['UPDATE ON main.website_reads', 'NEW.account_id'],
  ['UPDATE OF last_access_at ON main.users', 'NEW.account_id'],
];

/**
 * Watches a world from now on, whoever changes it on this connection. Both are called at least once for each change,
 * while its transaction is still open.
 * @param onTold called when what a person is told may have changed
 * @param onAsked called when there is a new question
 */
export function watchWorld(
  db: DatabaseSync,
  onTold: (account: number) => void,
  onAsked: (site: number, question: number) => void,
): void {
  db.function('socket_told', (account) => {
    if (account !== null) onTold(Number(account));
    return 0;
  });
  db.function('socket_asked', (site, question) => {
    onAsked(Number(site), Number(question));
    return 0;
  });
  for (const [index, [when, account]] of TRIGGERS.entries())
    db.exec(`CREATE TEMP TRIGGER socket_told_${index} AFTER ${when} BEGIN SELECT socket_told(${account}); END`);
  db.exec(
    `CREATE TEMP TRIGGER socket_asked AFTER INSERT ON main.posts WHEN NEW.post_type = 1
       BEGIN SELECT socket_asked(NEW.site_id, NEW.id); END`,
  );
}
