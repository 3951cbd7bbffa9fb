import { defineRoute, type Route } from '../../query/route.ts';
import { JSON_ROWS, jsonRows } from '../../query/list-sql.ts';
import { flagOption } from '../../objects/flags.ts';

interface Option {
  option_id?: number;
  title: string;
  description: string;
  dialog_title?: string;
  requires_comment?: boolean;
  requires_site?: boolean;
  requires_question_id?: boolean;
  sub_options?: Option[];
}

/** Ids of options are not stable from post to post (docs/api.md, "Writing"), so nobody may keep them. */
const option = (id: number, place: number, title: string, description: string, more: Partial<Option> = {}): Option => ({
  option_id: id * 100 + place,
  title,
  description,
  ...more,
});

const FLAG = { dialog_title: 'Flag a post' };

const abuse = (id: number): Option[] => [
  option(id, 1, 'spam', 'Exists only to promote a product or service.', FLAG),
  option(id, 2, 'rude or abusive', 'A reasonable person would find this out of place.', FLAG),
];
const attention = (id: number): Option =>
  option(id, 3, 'in need of a moderator', 'Something that no other choice describes; say what.', {
    ...FLAG,
    requires_comment: true,
  });
const outdated = (id: number): Option =>
  option(id, 4, 'no longer needed', 'What it says has been dealt with.', { dialog_title: 'Flag a comment' });
const closing = (id: number): Option[] => [
  option(id, 11, 'a duplicate', 'It has been asked before and has an answer there.', { requires_question_id: true }),
  option(id, 12, 'belongs on another site', 'Another site answers such questions.', { requires_site: true }),
  option(id, 13, 'needs details', 'It cannot be answered without knowing more.'),
];

/** Choices of a user about a question, answer or comment: fewer about their own, and no closing of what is closed. */
interface Subject {
  readonly id: number;
  readonly isOwn: boolean;
  readonly isClosed: boolean;
}

const flagsOf = ({ id, isOwn }: Subject, ...also: readonly Option[]): Option[] => [
  ...(isOwn ? [] : abuse(id)),
  ...also,
  attention(id),
];

export const flagsOfQuestion = (subject: Subject): Option[] =>
  flagsOf(
    subject,
    ...(subject.isClosed
      ? []
      : [
          {
            title: 'should be closed',
            description: 'This question should not be answered as it stands.',
            dialog_title: 'Why should it be closed?',
            sub_options: closing(subject.id),
          },
        ]),
  );

const options = (path: string, summary: string, rows: string, optionsFor: (subject: Subject) => readonly Option[]) =>
  defineRoute({
    ...JSON_ROWS,
    path,
    summary,
    needs: 'token',
    of: flagOption,
    select({ statements, site, ids: [id = 0], own }) {
      const row = statements.get(`SELECT * FROM ${rows} AND site_id = :site AND id = :id AND deleted_at IS NULL`, {
        site: site.id,
        id,
      });
      if (!row) return undefined;
      const isOwn = own().some((user) => user === row['owner_id']);
      return jsonRows(optionsFor({ id, isOwn, isClosed: (row['closed_at'] ?? null) !== null }));
    },
  });

export const optionRoutes: readonly Route[] = [
  options(
    '/questions/{id}/flags/options',
    "Lists what the token's user can flag the question for.",
    'posts WHERE post_type = 1',
    flagsOfQuestion,
  ),
  options(
    '/questions/{id}/close/options',
    "Lists what the token's user can close the question for.",
    'posts WHERE post_type = 1',
    ({ id, isClosed }) => (isClosed ? [] : closing(id)),
  ),
  options(
    '/answers/{id}/flags/options',
    "Lists what the token's user can flag the answer for.",
    'posts WHERE post_type = 2',
    (subject) => flagsOf(subject),
  ),
  options(
    '/comments/{id}/flags/options',
    "Lists what the token's user can flag the comment for.",
    'comments WHERE post_type IS NOT NULL',
    (subject) => flagsOf(subject, outdated(subject.id)),
  ),
];
