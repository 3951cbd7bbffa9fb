import { z } from 'zod';
import { badParameter } from '../errors.ts';
import { defineRoute, type Route } from '../query/route.ts';
import { flagsOfQuestion } from './posts/posts.ts';
import { checkPrivilege, denied, oneOf, refused, textOf, writeRoute, type Write, type Writing } from './write.ts';

/**
 * Every write of the API: its path, its checks with their errors, and what it does (docs/api.md, "Writing"). `write.ts`
 * has what all of them check.
 */

const CHANGE_SECONDS = 300;

/** Whether a vote or comment from that moment is too old to be changed. */
const isSettled = ({ request }: Writing, at: unknown) => Number(at) + CHANGE_SECONDS < request.now;

/** Returns the row of a post's question. */
const questionOf = ({ request, subject }: Writing) =>
  request.statements.get('SELECT owner_id, accepted_answer_id FROM posts WHERE site_id = :site AND id = :id', {
    site: request.site.id,
    id: subject['parent_id'] ?? subject['id'] ?? null,
  });

function checkAsker(writing: Writing): void {
  if (questionOf(writing)?.['owner_id'] !== writing.by.userId)
    throw denied('Only the owner of a question can accept an answer to it');
}

/** The user's vote on a post, if there is one. @throws ApiError where it cannot be changed any more */
function standingVote(writing: Writing): 'up' | 'down' | undefined {
  const { request, by, id, subject } = writing;
  const vote = request.statements.get(
    `SELECT vote_type, created_at FROM votes
      WHERE site_id = :site AND post_id = :id AND voter_id = :userId AND vote_type IN (2, 3)`,
    { site: request.site.id, id, userId: by.userId },
  );
  if (vote && isSettled(writing, vote['created_at']) && Number(subject['last_edit_at']) <= Number(vote['created_at']))
    throw refused('Your vote stands until the post is edited');
  return vote && (vote['vote_type'] === 2 ? 'up' : 'down');
}

/** Defines a write. The last kind of things that its path names is what it answers with. */
const write = (path: string, summary: string, rules: Omit<Write, 'path' | 'of' | 'summary'>): Write => ({
  path,
  of: /.*(question|answer|comment)s\//.exec(path)?.[1] as Write['of'],
  summary,
  ...rules,
});

/** A write, and the one that takes it back. */
const withUndo = (done: Write, undo: Write['does']): Write[] => [
  done,
  write(`${done.path}/undo`, `Undoes ${done.path}.`, { does: undo }),
];

const votes = (of: 'question' | 'answer', direction: 'up' | 'down'): Write[] =>
  withUndo(
    write(`/${of}s/{id}/${direction}vote`, `Votes a post ${direction}; a vote the other way ends.`, {
      privilege: `vote ${direction}`,
      does(writing) {
        const { actions, by, id } = writing;
        const before = standingVote(writing);
        if (before !== undefined && before !== direction) actions.unvote({ ...by, postId: id });
        actions.vote({ ...by, postId: id, direction });
      },
    }),
    (writing) => {
      if (standingVote(writing) !== direction) throw refused(`You have not voted this ${of} ${direction}`);
      writing.actions.unvote({ ...writing.by, postId: writing.id });
    },
  );

const flag = (of: Write['of']): Write =>
  write(`/${of}s/{id}/flags/add`, 'Flags it for one of its options.', {
    needs: ['option_id'],
    takes: of === 'question' ? ['comment', 'question_id', 'target_site'] : ['comment'],
    does({ actions, by, id, subject, isOwn, sent }) {
      const canClose = of === 'question' && subject['closed_at'] === null;
      const options = flagsOfQuestion({ id, isOwn, isClosed: !canClose }).flatMap((option) => [
        option,
        ...(option.sub_options ?? []),
      ]);
      const option = options.find(({ option_id: optionId }) => optionId === sent.option_id);
      if (option?.option_id === undefined) throw badParameter('option_id');
      for (const name of ['comment', 'question_id'] as const)
        if (option[`requires_${name}`] && sent[name] === undefined) throw badParameter(name);
      if (option.requires_site && sent.target_site === undefined) throw badParameter('target_site');
      const reason = { optionId: option.option_id, ...(sent.comment !== undefined && { comment: sent.comment }) };
      actions.flag({ ...by, ...reason, ...(of === 'comment' ? { commentId: id } : { postId: id }) });
    },
  });

/** The owner may not delete what others rely on. */
function checkReliance(writing: Writing): void {
  const { subject, id, isModerator } = writing;
  const accepted = questionOf(writing)?.['accepted_answer_id'];
  const isAnswered = Number(subject['answer_count']) > 1 || Number(subject['good_answers']) > 0;
  const isRelied = subject['post_type'] === 2 ? accepted === id : isAnswered || accepted !== null;
  if (isRelied && !isModerator) throw refused('Others rely on this post; it has to stay');
}

const removal = (of: 'question' | 'answer'): Write =>
  write(`/${of}s/{id}/delete`, "Deletes a post of the token's user.", {
    isOfOwner: true,
    does(writing) {
      checkReliance(writing);
      writing.actions.remove({ ...writing.by, postId: writing.id });
    },
  });

const POST_WRITES: readonly Write[] = [
  write('/questions/add', 'Asks a question.', {
    needs: ['title', 'body', 'tags'],
    does: ({ actions, by, text, sent: { title = '', tags = [] } }) => actions.ask({ ...by, ...text, title, tags }),
  }),
  write('/questions/{id}/edit', 'Changes the title, body or tags of a question, as far as they are sent.', {
    takes: ['title', 'body', 'tags', 'comment'],
    privilege: 'edit freely',
    does({ actions, by, id, text, sent: { title, body, tags, comment } }) {
      const edit = { ...by, ...(comment !== undefined && { comment }) };
      if (tags !== undefined) actions.retag({ ...edit, questionId: id, tags });
      if (title === undefined && body === undefined && tags !== undefined) return;
      actions.edit({ ...edit, postId: id, ...(title !== undefined && { title }), ...(body !== undefined && text) });
    },
  }),
  write('/questions/{id}/answers/add', 'Answers a question.', {
    needs: ['body'],
    does: ({ actions, by, id, text }) => actions.answer({ ...by, ...text, questionId: id }),
  }),
  write('/answers/{id}/edit', 'Changes the body of an answer.', {
    needs: ['body'],
    takes: ['comment'],
    privilege: 'edit freely',
    does: ({ actions, by, id, text, sent: { comment } }) =>
      actions.edit({ ...by, ...text, ...(comment !== undefined && { comment }), postId: id }),
  }),
  ...(['question', 'answer'] as const).flatMap((of) => [
    removal(of),
    ...votes(of, 'up'),
    ...votes(of, 'down'),
    flag(of),
  ]),
  ...withUndo(
    write('/answers/{id}/accept', "Accepts an answer to a question of the token's user.", {
      does(writing) {
        checkAsker(writing);
        writing.actions.accept({ site: writing.by.site, answerId: writing.id });
      },
    }),
    (writing) => {
      checkAsker(writing);
      writing.actions.unaccept({ site: writing.by.site, answerId: writing.id });
    },
  ),
  ...withUndo(
    write('/questions/{id}/favorite', 'Makes a question a favorite.', {
      does: ({ actions, by, id }) => actions.favorite({ ...by, questionId: id }),
    }),
    ({ actions, by, id }) => actions.unfavorite({ ...by, questionId: id }),
  ),
];

const COMMENT_WRITES: readonly Write[] = [
  write('/posts/{id}/comments/add', 'Comments on a question or an answer.', {
    needs: ['body'],
    does(writing) {
      const { actions, by, id, text, isOwn } = writing;
      if (!isOwn && questionOf(writing)?.['owner_id'] !== by.userId) checkPrivilege(writing, 'comment everywhere');
      return actions.comment({ ...by, ...text, postId: id });
    },
  }),
  write('/comments/{id}/edit', "Changes a comment of the token's user, in its first five minutes.", {
    needs: ['body'],
    isOfOwner: true,
    does(writing) {
      const { actions, by, id, text, subject, isModerator } = writing;
      if (isSettled(writing, subject['created_at']) && !isModerator)
        throw refused('Comments can be edited for five minutes only');
      actions.editComment({ ...by, ...text, commentId: id });
    },
  }),
  write('/comments/{id}/delete', "Deletes a comment of the token's user.", {
    isOfOwner: true,
    does: ({ actions, by, id }) => actions.removeComment({ ...by, commentId: id }),
  }),
  ...withUndo(
    write('/comments/{id}/upvote', 'Votes a comment up.', {
      privilege: 'vote up',
      does: ({ actions, by, id }) => actions.voteComment({ ...by, commentId: id }),
    }),
    ({ actions, by, id }) => actions.unvoteComment({ ...by, commentId: id }),
  ),
  flag('comment'),
];

/** No token is needed; without one the comment is nobody's. Its id is 0. */
const renderComment = defineRoute('/posts/{id}/comments/render', 'Shows what a comment would look like.', {
  ...oneOf('comment'),
  parameters: { body: z.string().max(600).describe('Markdown.') },
  asksWho: true,
  tries: () => true,
  action({ statements, site, ids, asker, now }, { body }) {
    const made = statements.run(
      `INSERT INTO comments (site_id, id, post_id, post_type, owner_id, body, body_markdown, created_at)
         SELECT p.site_id, 0, p.id, p.post_type, u.id, :body, :markdown, :now FROM posts p
           LEFT JOIN users u ON u.site_id = p.site_id AND u.account_id = :account
          WHERE p.site_id = :site AND p.id = :post AND p.post_type IN (1, 2) AND p.deleted_at IS NULL`,
      { site: site.id, post: ids[0] ?? null, account: asker, ...textOf('comment', body), now },
    );
    return { id: made === 0 ? null : 0 };
  },
});

export const writeRoutes: readonly Route[] = [...[...POST_WRITES, ...COMMENT_WRITES].map(writeRoute), renderComment];
