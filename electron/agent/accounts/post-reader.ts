import { z } from 'zod';
import { NetworkError } from '../../api/errors.ts';
import type { Network, Page } from '../../api/network.ts';
import type { Answer, Comment, Question, ShallowUser } from '../../../common/resources.ts';
import type { Acceptance, Post, Reading } from '../../../common/contract/contract.ts';
import type { ProfileHistory } from '../../store/history.ts';
import type { KeptInboxItem } from '../../store/inbox/inbox-row.ts';
import type { PostKind } from '../../store/posts.ts';
import { requestForClick, requestTrouble } from '../domain/click-request.ts';
import { plainText } from '../domain/plain-text.ts';

export interface ReadingParts {
  profile: ProfileHistory;
  network: Network | undefined;
  /** Whether the token carries the permission to write. */
  mayWrite: boolean;
  /** Requests that a click may still cost; undefined while the network has not said. */
  forClicks: () => number | undefined;
  now: () => number;
}

/** A post as it is kept: what a resource becomes, with dates in ms. */
const KeptContent = z.object({
  title: z.string().optional(),
  html: z.string(),
  score: z.number().optional(),
  tags: z.array(z.string()),
  owner: z
    .object({
      name: z.string(),
      imageUrl: z.string().optional(),
      reputation: z.number().optional(),
      link: z.string().optional(),
    })
    .optional(),
  ownerId: z.number().optional(),
  createdAt: z.number().optional(),
  isAccepted: z.boolean().optional(),
  /** Of a question. */
  acceptedAnswerId: z.number().optional(),
  answers: z.number().optional(),
  closed: z.string().optional(),
  link: z.string().optional(),
});
type KeptContent = z.output<typeof KeptContent>;

/** What was read within this time, in ms, is shown as it is; anything older is asked for again when it is opened. */
const freshFor = 10 * 60_000;
/** More of a body than this is not searched. */
const longestSearched = 20_000;

interface PostName {
  kind: PostKind;
  id: number;
}

/** Which post an item is about; undefined where the network named none. */
export function postOf({
  questionId,
  answerId,
  commentId,
}: Pick<KeptInboxItem, 'questionId' | 'answerId' | 'commentId'>): PostName | undefined {
  if (commentId !== undefined) return { kind: 'comment', id: commentId };
  if (answerId !== undefined) return { kind: 'answer', id: answerId };
  return questionId === undefined ? undefined : { kind: 'question', id: questionId };
}

/** Reads the posts behind inbox items for one account, out of the history or by one request, and accepts answers. */
export function createReading({ profile, network, mayWrite, forClicks, now }: ReadingParts) {
  const asking = () => ({ network, forClicks: forClicks() });

  function kept(siteId: string, { kind, id }: PostName): { content: KeptContent; fetchedAt: number } | undefined {
    const found = profile.posts.get(siteId, kind, id);
    const content = KeptContent.safeParse(found?.content);
    return found && content.success ? { content: content.data, fetchedAt: found.fetchedAt } : undefined;
  }

  function keep(item: KeptInboxItem, { kind, id }: PostName, content: KeptContent): void {
    const siteId = item.site.id;
    profile.transaction(() => {
      profile.posts.keep(siteId, kind, id, content, now());
      profile.inbox.setPost(siteId, kind, id, {
        body: plainText(content.html).slice(0, longestSearched),
        person: content.owner?.name ?? '',
      });
      const questionId = kind === 'question' ? id : item.questionId;
      if (questionId !== undefined && content.tags.length > 0) profile.inbox.setTags(siteId, questionId, content.tags);
    });
  }

  /** Whether the question is the person's own; undefined where nothing tells. */
  function isMine(item: KeptInboxItem): boolean | undefined {
    const question =
      item.questionId === undefined ? undefined : kept(item.site.id, { kind: 'question', id: item.questionId });
    const me = profile.reputation.accounts().find((account) => account.site.id === item.site.id)?.userId;
    if (question?.content.ownerId !== undefined && me !== undefined) return question.content.ownerId === me;
    // The network tells of new answers to one's own questions.
    return item.itemType === 'new_answer' ? true : undefined;
  }

  function reading(item: KeptInboxItem, name: PostName | undefined, trouble?: Reading['trouble']): Reading {
    const found = name && kept(item.site.id, name);
    const own = item.answerId !== undefined && isMine(item) === true;
    const answer =
      item.answerId === undefined ? undefined : kept(item.site.id, { kind: 'answer', id: item.answerId })?.content;
    const accepted =
      item.questionId === undefined
        ? undefined
        : kept(item.site.id, { kind: 'question', id: item.questionId })?.content.acceptedAnswerId;
    const isShown = item.commentId === undefined && answer !== undefined;
    return {
      ...(found && name && { post: shown(name.kind, found.content), readAt: new Date(found.fetchedAt) }),
      ...(trouble && { trouble }),
      hasQuestion: item.questionId !== undefined,
      muted: item.questionId !== undefined && profile.mutes.has(item.site.id, item.questionId),
      canAccept: own && isShown && answer.isAccepted !== true && (accepted === undefined || accepted === item.answerId),
      canUnaccept: own && isShown && answer.isAccepted === true,
    };
  }

  return {
    /** The post behind an item, or the question it belongs to. What goes wrong is said beside what is known. */
    async read(item: KeptInboxItem, part: 'item' | 'question', signal?: AbortSignal): Promise<Reading> {
      const name: PostName | undefined =
        part === 'item'
          ? postOf(item)
          : item.questionId === undefined
            ? undefined
            : { kind: 'question', id: item.questionId };
      if (!name) return reading(item, undefined, { kind: 'no-post' });
      const known = kept(item.site.id, name);
      if (known && Math.abs(now() - known.fetchedAt) < freshFor) return reading(item, name);
      const query = { site: item.site.id, id: name.id };
      const sending = signal ? { signal } : {};
      const asked = await requestForClick<KeptContent>(asking(), async (at) => {
        if (name.kind === 'question') return mapped(await at.question(query, sending), contentOfQuestion);
        if (name.kind === 'answer') return mapped(await at.answer(query, sending), contentOfAnswer);
        return mapped(await at.comment(query, sending), contentOfComment);
      });
      if ('trouble' in asked) return reading(item, name, asked.trouble);
      const [content] = asked.page.items;
      if (!content) return reading(item, name, { kind: 'deleted' });
      keep(item, name, content);
      return reading(item, name);
    },
    /** Accepts the answer that an item is about, or takes that back, after asking whether the network would. */
    async accept(item: KeptInboxItem, undo: boolean): Promise<Acceptance> {
      const { answerId, questionId } = item;
      if (answerId === undefined) return { outcome: 'refused' };
      if (!network) return { outcome: 'trouble', trouble: { kind: 'signed-out' } };
      if (!mayWrite) return { outcome: 'needs-permission' };
      // One request to ask whether the network would, one to do it.
      if ((forClicks() ?? 2) < 2) return { outcome: 'trouble', trouble: { kind: 'quota-exhausted' } };
      const query = { site: item.site.id, id: answerId };
      const accept = undo ? network.undoAccept : network.accept;
      try {
        const { items } = await accept({ ...query, preview: true });
        if (items.length === 0) return { outcome: 'refused' };
        await accept(query);
      } catch (error) {
        return refusal(error);
      }
      const answer = kept(item.site.id, { kind: 'answer', id: answerId });
      const question = questionId === undefined ? undefined : kept(item.site.id, { kind: 'question', id: questionId });
      profile.transaction(() => {
        if (answer)
          profile.posts.keep(
            item.site.id,
            'answer',
            answerId,
            { ...answer.content, isAccepted: !undo },
            answer.fetchedAt,
          );
        if (question && questionId !== undefined) {
          profile.posts.keep(
            item.site.id,
            'question',
            questionId,
            { ...question.content, acceptedAnswerId: undo ? undefined : answerId },
            question.fetchedAt,
          );
        }
      });
      return { outcome: 'done' };
    },
  };
}

/** What the network has against a write. */
function refusal(error: unknown): Acceptance {
  if (!(error instanceof NetworkError)) throw error;
  const said = error.said === undefined ? {} : { said: error.said };
  if (error.kind === 'scope-missing')
    return /scope|write_access/i.test(error.said ?? 'scope')
      ? { outcome: 'needs-permission' }
      : { outcome: 'refused', ...said };
  if (error.kind === 'bad-request') return { outcome: 'refused', ...said };
  return { outcome: 'trouble', trouble: requestTrouble(error) };
}

function shown(kind: PostKind, { ownerId: _mine, acceptedAnswerId: _other, createdAt, ...content }: KeptContent): Post {
  return { kind, ...content, ...(createdAt !== undefined && { createdAt: new Date(createdAt) }) };
}

const mapped = <From, To>(page: Page<From>, map: (from: From) => To): Page<To> => ({
  ...page,
  items: page.items.map(map),
});

const ownerOf = (owner: ShallowUser | undefined): Pick<KeptContent, 'owner' | 'ownerId'> => ({
  ownerId: owner?.user_id,
  owner:
    owner?.display_name === undefined
      ? undefined
      : { name: owner.display_name, imageUrl: owner.profile_image, reputation: owner.reputation, link: owner.link },
});

const contentOfQuestion = (question: Question): KeptContent => ({
  ...ownerOf(question.owner),
  title: question.title,
  html: question.body ?? '',
  score: question.score,
  tags: question.tags,
  createdAt: question.creation_date.getTime(),
  acceptedAnswerId: question.accepted_answer_id,
  answers: question.answer_count,
  closed: question.closed_date === undefined ? undefined : (question.closed_reason ?? ''),
  link: question.link,
});

const contentOfAnswer = (answer: Answer): KeptContent => ({
  ...ownerOf(answer.owner),
  title: answer.title,
  html: answer.body ?? '',
  score: answer.score,
  tags: answer.tags ?? [],
  createdAt: answer.creation_date?.getTime(),
  isAccepted: answer.is_accepted,
  link: answer.link,
});

const contentOfComment = (comment: Comment): KeptContent => ({
  ...ownerOf(comment.owner),
  html: comment.body ?? '',
  score: comment.score,
  tags: [],
  createdAt: comment.creation_date?.getTime(),
  link: comment.link,
});
