import { z } from 'zod';
import { NetworkError, type Network, type Page } from '../../api/network.ts';
import type { Clock } from '../../base/clock.ts';
import type { Answer, Comment, Question, ShallowUser } from '../../../common/resources.ts';
import type { Acceptance, Post, Reading, ReadingPart } from '../../../common/contract/contract.ts';
import { MINUTE_MS } from '../../../common/durations.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { StoredInboxItem } from '../../store/inbox/inbox-row.ts';
import type { PostKind } from '../../store/events.ts';
import { requestForClick, requestTrouble, type ClickContext } from '../user-facing-error.ts';
import { plainText } from './poll.ts';

/** An account whose posts are read. */
interface ReadingAccount {
  readonly profile: ProfileHistory;
  readonly chosen: { mayWrite?: boolean | undefined };
  clickContext(): ClickContext;
}

/** A comment as stored: made from a resource, with its date in ms. */
const StoredComment = z.object({
  id: z.number(),
  html: z.string(),
  score: z.number().optional(),
  owner: z
    .object({
      name: z.string(),
      imageUrl: z.string().optional(),
      reputation: z.number().optional(),
      link: z.string().optional(),
    })
    .optional(),
  createdAt: z.number().optional(),
});

/** A post as stored, likewise. */
const StoredContent = StoredComment.omit({ id: true }).extend({
  title: z.string().optional(),
  tags: z.array(z.string()),
  ownerId: z.number().optional(),
  isAccepted: z.boolean().optional(),
  /** Of questions only. */
  acceptedAnswerId: z.number().optional(),
  answers: z.number().optional(),
  closed: z.string().optional(),
  link: z.string().optional(),
  /** Of comments only: those under the same post. */
  thread: z.array(StoredComment).optional(),
});
type StoredContent = z.output<typeof StoredContent>;

/** A post fetched within this time is shown from the history; an older one is requested again when opened. */
const FRESH_MS = 10 * MINUTE_MS;
/** Number of characters of a body that are searched. */
const MAX_SEARCHED_LENGTH = 20_000;

interface PostName {
  kind: PostKind;
  id: number;
}

type PostIds = Partial<Pick<StoredInboxItem, 'questionId' | 'answerId' | 'commentId'>>;

/** Returns the post that an item is about, or undefined if the network named none. */
export function postOf({ questionId, answerId, commentId }: PostIds): PostName | undefined {
  if (commentId !== undefined) return { kind: 'comment', id: commentId };
  if (answerId !== undefined) return { kind: 'answer', id: answerId };
  return questionId === undefined ? undefined : { kind: 'question', id: questionId };
}

const PARTS: Record<ReadingPart, (item: PostIds) => PostName | undefined> = {
  item: postOf,
  answer: ({ answerId }) => postOf({ answerId }),
  question: ({ questionId }) => postOf({ questionId }),
};

/** Reads the posts of inbox items for one account, from the history or by one request, and accepts answers. */
export class PostReader {
  readonly #account: ReadingAccount;
  readonly #clock: Clock;

  constructor(account: ReadingAccount, clock: Clock) {
    this.#account = account;
    this.#clock = clock;
  }

  /**
   * Reads the post of an item, or one that it belongs to. Errors are returned beside the stored content. The request is
   * completed even if the reader was closed: it counts towards the quota and must not be repeated for a minute.
   */
  async read(item: StoredInboxItem, part: ReadingPart): Promise<Reading> {
    const name = PARTS[part](item);
    if (!name) return this.#reading(item, undefined, { kind: 'no-post' });
    const stored = this.#stored(item.site.id, name);
    if (stored && Math.abs(this.#clock.now() - stored.fetchedAt) < FRESH_MS) return this.#reading(item, name);
    const answer = await this.#fetch(item, name);
    if ('trouble' in answer) return this.#reading(item, name, answer.trouble);
    const [content] = answer.page.items;
    if (!content) return this.#reading(item, name, { kind: 'deleted' });
    this.#store(item, name, content);
    return this.#reading(item, name);
  }

  /** Accepts the answer that an item is about, or undoes that, after a preview request. */
  async accept(item: StoredInboxItem, undo: boolean): Promise<Acceptance> {
    const { network, forClicks } = this.#account.clickContext();
    const { answerId } = item;
    if (answerId === undefined) return { outcome: 'refused' };
    if (!network) return { outcome: 'trouble', trouble: { kind: 'signed-out' } };
    if (this.#account.chosen.mayWrite !== true) return { outcome: 'needs-permission' };
    // One request for the preview, one for the change.
    if ((forClicks ?? 2) < 2) return { outcome: 'trouble', trouble: { kind: 'quota-exhausted' } };
    const query = { site: item.site.id, id: answerId };
    const operation = undo ? 'undoAccept' : 'accept';
    try {
      const { items } = await network[operation]({ ...query, preview: true });
      if (items.length === 0) return { outcome: 'refused' };
      await network[operation](query);
    } catch (error) {
      return refusedWrite(error);
    }
    this.#storeAcceptance(item, answerId, undo);
    return { outcome: 'done' };
  }

  #fetch(item: StoredInboxItem, { kind, id }: PostName) {
    const query = { site: item.site.id, id };
    return requestForClick<StoredContent>(this.#account.clickContext(), async (at) => {
      if (kind === 'question') return mapped(await at.question(query), contentOfQuestion);
      if (kind === 'answer') return mapped(await at.answer(query), contentOfAnswer);
      return (
        (await threadOf(at, query, PARTS.answer(item) ?? PARTS.question(item))) ??
        mapped(await at.comment(query), contentOfComment)
      );
    });
  }

  #stored(siteId: string, name: PostName | undefined): { content: StoredContent; fetchedAt: number } | undefined {
    const found = name && this.#account.profile.posts.get(siteId, name.kind, name.id);
    const content = StoredContent.safeParse(found?.content);
    return found && content.success ? { content: content.data, fetchedAt: found.fetchedAt } : undefined;
  }

  #store(item: StoredInboxItem, { kind, id }: PostName, content: StoredContent): void {
    const { profile } = this.#account;
    const siteId = item.site.id;
    profile.record(() => {
      profile.posts.keep(siteId, kind, id, content, this.#clock.now());
      profile.inbox.setPost(siteId, kind, id, {
        body: plainText(content.html).slice(0, MAX_SEARCHED_LENGTH),
        person: content.owner?.name ?? '',
      });
      const questionId = kind === 'question' ? id : item.questionId;
      if (questionId !== undefined && content.tags.length > 0) profile.inbox.setTags(siteId, questionId, content.tags);
    });
  }

  #storeAcceptance(item: StoredInboxItem, answerId: number, undo: boolean): void {
    const { profile } = this.#account;
    const change = (name: PostName | undefined, part: Partial<StoredContent>) => {
      const stored = this.#stored(item.site.id, name);
      if (!name || !stored) return;
      profile.posts.keep(item.site.id, name.kind, name.id, { ...stored.content, ...part }, stored.fetchedAt);
    };
    profile.record(() => {
      change({ kind: 'answer', id: answerId }, { isAccepted: !undo });
      change(PARTS.question(item), { acceptedAnswerId: undo ? undefined : answerId });
    });
  }

  /** Whether the question is the user's own; undefined if unknown. */
  #isMine(item: StoredInboxItem): boolean | undefined {
    const ownerId = this.#stored(item.site.id, PARTS.question(item))?.content.ownerId;
    const me = this.#account.profile.reputation.account(item.site.id)?.userId;
    if (ownerId !== undefined && me !== undefined) return ownerId === me;
    // The network sends items of this type for the user's own questions only.
    return item.itemType === 'new_answer' ? true : undefined;
  }

  #reading(item: StoredInboxItem, name: PostName | undefined, trouble?: Reading['trouble']): Reading {
    const { answerId, questionId, commentId } = item;
    const siteId = item.site.id;
    const found = this.#stored(siteId, name);
    const answer = this.#stored(siteId, postOf({ answerId }))?.content;
    const accepted = this.#stored(siteId, PARTS.question(item))?.content.acceptedAnswerId;
    const isOwnAnswer = commentId === undefined && answer !== undefined && this.#isMine(item) === true;
    return {
      ...(found && name && { post: shown(name.kind, found.content), readAt: new Date(found.fetchedAt) }),
      ...(found?.content.thread && {
        thread: found.content.thread.map((comment) => ({ ...dated(comment), isItem: comment.id === name?.id })),
      }),
      ...(trouble && { trouble }),
      hasQuestion: questionId !== undefined,
      hasAnswer: answerId !== undefined,
      muted: questionId !== undefined && this.#account.profile.mutes.has(siteId, questionId),
      canAccept: isOwnAnswer && answer.isAccepted !== true && (accepted === undefined || accepted === answerId),
      canUnaccept: isOwnAnswer && answer.isAccepted === true,
    };
  }
}

/** Returns the reason why the network refused a write. */
function refusedWrite(error: unknown): Acceptance {
  if (!(error instanceof NetworkError)) throw error;
  const { kind, said } = error;
  if (kind !== 'scope-missing' && kind !== 'bad-request') return { outcome: 'trouble', trouble: requestTrouble(error) };
  if (kind === 'scope-missing' && /scope|write_access/i.test(said ?? 'scope')) return { outcome: 'needs-permission' };
  return { outcome: 'refused', ...(said !== undefined && { said }) };
}

function shown(kind: PostKind, stored: StoredContent): Post {
  const { ownerId: _mine, acceptedAnswerId: _other, thread: _beside, ...content } = stored;
  return { kind, ...dated(content) };
}

const dated = <Stored extends { createdAt?: number | undefined }>({ createdAt, ...content }: Stored) => ({
  ...content,
  ...(createdAt !== undefined && { createdAt: new Date(createdAt) }),
});

/**
 * Requests a comment as one of those under its post. Returns undefined where it is not among them: the network lacks
 * such lists, or answers with a list of a minute ago, or with the first hundred.
 */
async function threadOf(
  network: Network,
  { site, id }: { site: string; id: number },
  under: PostName | undefined,
): Promise<Page<StoredContent> | undefined> {
  if (!under) return undefined;
  const page = await network.commentsUnder({ site, id: under.id }).catch((error: unknown) => {
    if (error instanceof NetworkError && (error.kind === 'not-found' || error.kind === 'bad-request')) return undefined;
    throw error;
  });
  const own = page?.items.find((comment) => comment.comment_id === id);
  if (!page || !own) return undefined;
  const thread = page.items.map((comment) => {
    const { html, owner, createdAt, score } = contentOfComment(comment);
    return { id: comment.comment_id, html, owner, createdAt, score };
  });
  return { ...page, items: [{ ...contentOfComment(own), thread }] };
}

const mapped = <From, To>(page: Page<From>, map: (from: From) => To): Page<To> => ({
  ...page,
  items: page.items.map(map),
});

function ownerOf({ display_name: name, profile_image: imageUrl, reputation, link }: Partial<ShallowUser>) {
  return name === undefined ? undefined : { name, imageUrl, reputation, link };
}

/** Converts what all posts have. */
const contentOf = (post: Partial<Answer>): StoredContent => ({
  ownerId: post.owner?.user_id,
  owner: ownerOf(post.owner ?? {}),
  title: post.title,
  html: post.body ?? '',
  score: post.score,
  tags: post.tags ?? [],
  createdAt: post.creation_date?.getTime(),
  link: post.link,
});

const contentOfQuestion = (question: Question): StoredContent => ({
  ...contentOf(question),
  acceptedAnswerId: question.accepted_answer_id,
  answers: question.answer_count,
  closed: question.closed_date === undefined ? undefined : (question.closed_reason ?? ''),
});

const contentOfAnswer = (answer: Answer): StoredContent => ({ ...contentOf(answer), isAccepted: answer.is_accepted });

/** Comments have no title and no tags; what a network sends as such is not validated. */
const contentOfComment = (comment: Comment): StoredContent =>
  contentOf({ ...comment, title: undefined, tags: undefined });
