import { z } from 'zod';
import { RepeatError } from '../../world/actions/context.ts';
import { inOnePiece, type Row } from '../../world/database/statements.ts';
import { textKey } from '../../world/database/text.ts';
import { htmlOfMarkdown, inlineHtml } from '../../world/html-of-markdown.ts';
import { ActionError, type Actions } from '../../world/world.ts';
import { ApiError, throttled } from '../errors.ts';
import { answer, comment } from '../objects/posts.ts';
import { question } from '../objects/question.ts';
import { defineRoute, type Route, type RouteRequest } from '../query/route.ts';
import { List, Whole, YesOrNo } from '../query/parameters.ts';

const post = (types: string) => ({
  from: ['posts', 'p'],
  where: `p.site_id = :site AND p.post_type IN (${types}) AND p.deleted_at IS NULL AND p.id = :id`,
});
/** Subjects of writes, and how they are found by the id in the path. */
export const SUBJECTS = {
  question: { of: question, ...post('1') },
  answer: { of: answer, ...post('2') },
  post: { of: question, ...post('1, 2') },
  comment: {
    of: comment,
    from: ['comments', 'c'],
    where: 'c.site_id = :site AND c.deleted_at IS NULL AND c.post_type IS NOT NULL AND c.id = :id',
  },
} as const;
export type Subject = keyof typeof SUBJECTS;

const PARAMETERS = {
  title: z.string().trim(),
  body: z.string().describe('Markdown.'),
  tags: List,
  comment: z.string(),
  option_id: Whole,
  question_id: Whole,
  target_site: z.string(),
};
type Name = keyof typeof PARAMETERS;
type Sent = { readonly [Each in Name]?: z.output<(typeof PARAMETERS)[Each]> };

/** Who writes, and about what. */
export interface Writing {
  readonly request: RouteRequest;
  readonly actions: Actions;
  /** Site and user, as actions take them. */
  readonly by: { readonly site: string; readonly userId: number };
  readonly user: Row;
  readonly isModerator: boolean;
  /** The id in the path, and its row; 0 and empty where the path has none. */
  readonly id: number;
  readonly subject: Row;
  readonly isOwn: boolean;
  readonly sent: Sent;
  /** The body as it was sent, and as it is shown. */
  readonly text: { readonly markdown: string; readonly body: string };
}

/** A write: its path, who may do it, what it takes and does. */
export interface Write {
  readonly path: string;
  readonly of: Exclude<Subject, 'post'>;
  readonly summary: string;
  readonly needs?: readonly Name[];
  readonly takes?: readonly Name[];
  /** Only the owner and moderators may. */
  readonly isOfOwner?: true;
  /** The privilege, by its short description, that anybody but the owner needs. */
  readonly privilege?: string;
  /** Returns the id of something new, which is answered instead of what the path names. */
  does(writing: Writing): number | void;
}

export const denied = (why: string) => new ApiError(403, why);
export const refused = (why: string) => new ApiError(407, why);

/** Refuses a user without a privilege, by its short description. */
export function checkPrivilege({ request, user, isModerator }: Writing, privilege: string): void {
  const needed = request.statements.get(
    'SELECT reputation FROM privileges WHERE site_id = :site AND short_description = :privilege',
    { site: request.site.id, privilege },
  );
  if (!isModerator && Number(user['reputation']) < Number(needed?.['reputation'] ?? 0))
    throw denied(`This takes more reputation: the privilege to ${privilege}`);
}

function checkLength(name: string, text: string | undefined, least: number, most: number): void {
  const length = text?.trim().length ?? least;
  if (length < least) throw refused(`${name} must be at least ${least} characters; you entered ${length}.`);
  if (length > most) throw refused(`${name} cannot be longer than ${most} characters; you entered ${length}.`);
}

/**
 * How a text of each kind is known to be the same as one before, and how many seconds lie between two of the kind by a
 * user with less than that reputation.
 */
export const NEW_TEXTS = {
  question: { from: 'posts p WHERE p.post_type = 1', same: 'p.title = :title', seconds: 1200, until: 125 },
  answer: {
    from: 'posts p WHERE p.post_type = 2',
    same: `p.parent_id = :id AND :body =
      (SELECT b.body FROM bodies b WHERE b.post_key = ${textKey('p.site_id', 'p.id')})`,
    seconds: 180,
    until: 125,
  },
  comment: {
    from: 'comments p WHERE p.post_type IS NOT NULL',
    same: 'p.post_id = :id AND p.body = :body',
    seconds: 5,
    until: Infinity,
  },
} as const;

/** Refuses what the user has written already, and what comes too soon after the last of its kind. */
function checkNew({ request, user, id, sent, text }: Writing, kind: keyof typeof NEW_TEXTS): void {
  const { statements, site, now } = request;
  const { from, same, seconds, until } = NEW_TEXTS[kind];
  const own = `${from} AND p.deleted_at IS NULL AND p.site_id = :site AND p.owner_id = :user`;
  const bindings = { site: site.id, user: user['id'] ?? null, id, body: text.body, title: sent.title ?? null };
  if (statements.get(`SELECT 1 FROM ${own} AND ${same}`, bindings))
    throw new ApiError(409, `You have written this ${kind} already`);
  const last = Number(statements.get(`SELECT max(p.created_at) AS last FROM ${own}`, bindings)?.['last']);
  if (Number(user['reputation']) < until && last > now - seconds)
    throw throttled(`You can write only one ${kind} every ${seconds} seconds`);
}

/** The longest body of a post. */
const MAX_TEXT = 30_000;

/** A text as it was sent, and as it is shown; what is too long for a text is cut, since it is refused all the same. */
export function textOf(of: Subject, sent: string): { markdown: string; body: string } {
  const markdown = sent.slice(0, MAX_TEXT + 1);
  return { markdown, body: of === 'comment' ? inlineHtml(markdown.trim()) : htmlOfMarkdown(markdown) };
}

/** Works out whose write it is and what it is about. @returns undefined where that is not there */
function begin(request: RouteRequest, { path, of }: Write, sent: Sent, actions: Actions): Writing | undefined {
  const { statements, site, accountId, ids } = request;
  const about = /^\/(question|answer|post|comment)s\/\{id\}/.exec(path)?.[1] as Subject | undefined;
  const named = about && SUBJECTS[about];
  const id = ids[0] ?? 0;
  const subject = named
    ? statements.get(`SELECT * FROM ${named.from.join(' ')} WHERE ${named.where}`, { site: site.id, id })
    : {};
  if (subject === undefined) return undefined;
  const user = statements.get(
    'SELECT id, reputation, user_type FROM users WHERE site_id = :site AND account_id = :accountId',
    { site: site.id, accountId },
  );
  if (user === undefined) throw denied('You have no account on this site');
  const by = { site: site.api_site_parameter, userId: Number(user['id']) };
  const rights = { isModerator: user['user_type'] === 'moderator', isOwn: subject['owner_id'] === user['id'] };
  return { request, actions, by, user, id, subject, ...rights, sent, text: textOf(of, sent.body ?? '') };
}

/** Does a write after all its checks. @returns the id of what is answered */
function perform(write: Write, writing: Writing): number {
  const { sent, isOwn, isModerator } = writing;
  if (write.isOfOwner && !isOwn && !isModerator) throw denied('This is not yours');
  if (write.privilege !== undefined && !isOwn) checkPrivilege(writing, write.privilege);
  checkLength('Title', sent.title, 15, 150);
  if (write.of === 'comment') checkLength('Comments', sent.body, 15, 600);
  else checkLength('Body', sent.body, 30, MAX_TEXT);
  if (write.needs?.includes('body') && write.path.endsWith('/add')) checkNew(writing, write.of);
  return write.does(writing) ?? writing.id;
}

/** Returns the parts of a route that answers one object by its id. */
export const oneOf = (of: Write['of']) =>
  ({
    of: SUBJECTS[of].of,
    from: SUBJECTS[of].from as readonly ['posts' | 'comments', 'p' | 'c'],
    verb: 'POST',
    // The public service learned to write comments first.
    since: of === 'comment' ? 2.1 : 2.2,
    order: '$.id',
    where: [SUBJECTS[of].where],
    select: ({ ids }: RouteRequest) => ({ bindings: { id: ids[0] ?? null } }),
  }) as const;

/**
 * A write as a route. A preview of a text shows it as it would be; any other preview only checks, and shows what is
 * there.
 */
export function writeRoute(write: Write): Route {
  const { path, of, summary, needs = [], takes = [] } = write;
  const isText = [...needs, ...takes].includes('body');
  const parameters: z.ZodRawShape = {
    ...Object.fromEntries(needs.map((name) => [name, PARAMETERS[name]])),
    ...Object.fromEntries(takes.map((name) => [name, PARAMETERS[name].optional()])),
    preview: YesOrNo.optional(),
  };
  return defineRoute(path, summary, {
    ...oneOf(of),
    needs: 'write_access',
    parameters,
    tries: ({ preview }) => isText && preview === true,
    action(request, sent, { db, actions }) {
      try {
        const writing = begin(request, write, sent, actions);
        if (writing === undefined) return { id: null };
        const isChecked = sent['preview'] === true && !isText;
        return { id: inOnePiece(db, isChecked, () => perform(write, writing)) };
      } catch (error) {
        if (error instanceof ActionError) throw new ApiError(error instanceof RepeatError ? 409 : 407, error.message);
        throw error;
      }
    },
  });
}
