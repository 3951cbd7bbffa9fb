import type { DatabaseSync } from 'node:sqlite';
import type { Actions } from '../actions/index.ts';
import type { Random } from '../random.ts';
import { CLOSE_REASONS, composeAnswer, composeComment, composeQuestion } from '../text/bodies.ts';
import { composeSubject } from '../text/titles.ts';
import type { Topic } from '../text/topics/topic.ts';
import { drawTags, popularTopic, topicsOf } from '../text/topics/topics.ts';
import type { Crowd } from './people.ts';
import type { PlannedEvent, PlannedPost, PlannedQuestion } from './plan.ts';

const EVENTS_PER_PROGRESS = 2000;

/** How many people look after a site, in turn: its first ones, who were there before any question. */
const GUARDIAN_COUNT = 5;
const guardianOf = (questionId: number, crowd: Crowd): number =>
  crowd.users[questionId % Math.min(GUARDIAN_COUNT, crowd.users.length)]?.id ?? 1;

/** Half of the bounties that are offered; the rest are higher. */
const BOUNTY_AMOUNTS = [50, 50, 50, 100, 150] as const;
/** How many reputation points somebody keeps at least after offering a bounty. */
const MIN_REPUTATION_LEFT = 25;

/** Where and of whom an event is, and the question it is about, which has been asked by then. */
interface Scene {
  readonly at: number;
  readonly site: string;
  readonly crowd: Crowd;
  readonly topic: Topic;
  readonly question: PlannedQuestion & { id: number };
}

/** Lets planned events happen, as actions of people who were there at the time. */
class HistoryWriter {
  readonly #actions: Actions;
  readonly #crowds: ReadonlyMap<number, Crowd>;
  readonly #random: Random;
  readonly #reputationOf: ReturnType<DatabaseSync['prepare']>;
  /** The titles in use, by site. */
  readonly #titles = new Map<number, Set<string>>();
  readonly #topics = new Map<PlannedQuestion, Topic>();
  /** Who may not vote on a post any more: its owner, and who did. */
  readonly #voters = new Map<PlannedPost, number[]>();
  /** Who offered the bounty on a question. */
  readonly #sponsors = new Map<PlannedQuestion, number>();

  constructor(db: DatabaseSync, actions: Actions, crowds: ReadonlyMap<number, Crowd>, random: Random) {
    this.#actions = actions;
    this.#crowds = crowds;
    this.#random = random;
    this.#reputationOf = db.prepare('SELECT reputation FROM users WHERE site_id = ? AND id = ?');
  }

  happen(event: PlannedEvent): void {
    const { at, question } = event;
    const site = question.site.key;
    const crowd = this.#crowds.get(question.site.id);
    if (crowd === undefined) return;
    if (event.kind === 'ask') return this.#ask(question, site, crowd, at);
    const topic = this.#topics.get(question);
    const { id } = question;
    if (topic === undefined || id === undefined || (question.deletedAt ?? Infinity) < at) return;
    this.#follow(event, { at, site, crowd, topic, question: question as PlannedQuestion & { id: number } });
  }

  #follow(event: Exclude<PlannedEvent, { kind: 'ask' }>, scene: Scene): void {
    const { at, site, crowd, question } = scene;
    switch (event.kind) {
      case 'answer':
        return this.#answer(event.answer, scene);
      case 'comment':
        return this.#comment(event.answer, scene);
      case 'vote':
        return this.#vote(event.answer ?? question, event.direction, scene);
      case 'accept':
        if (event.answer.id !== undefined) this.#actions.accept({ site, answerId: event.answer.id, at });
        return;
      case 'close': {
        const reason = this.#random.pick(CLOSE_REASONS);
        return this.#actions.close({
          site,
          questionId: question.id,
          userId: guardianOf(question.id, crowd),
          reason,
          at,
        });
      }
      case 'remove':
        return this.#actions.remove({ site, postId: question.id, userId: guardianOf(question.id, crowd), at });
      case 'bounty':
        return this.#offerBounty(scene);
      case 'awardBounty':
        return this.#awardBounty(event.answer, scene);
    }
  }

  #ask(question: PlannedQuestion, site: string, crowd: Crowd, at: number): void {
    const random = this.#random;
    const topic = popularTopic(topicsOf(site), question.topicDraw);
    const owner = crowd.draw(random, at);
    if (topic === undefined || owner === undefined) return;
    const taken = this.#titles.get(question.site.id) ?? new Set<string>();
    this.#titles.set(question.site.id, taken);
    const subject = composeSubject(topic, random, (candidate) => taken.has(candidate));
    const { title } = subject;
    taken.add(title);
    this.#topics.set(question, topic);
    question.ownerId = owner.id;
    question.title = title;
    const body = composeQuestion(topic, subject, random);
    question.id = this.#actions.ask({ site, userId: owner.id, title, body, tags: drawTags(topic, random), at });
  }

  #answer(answer: PlannedPost, { at, site, crowd, topic, question }: Scene): void {
    const random = this.#random;
    // People seldom answer their own question.
    const except = question.ownerId === undefined || random.chance(0.04) ? [] : [question.ownerId];
    const owner = crowd.draw(random, at, except);
    if (owner === undefined) return;
    answer.ownerId = owner.id;
    const body = composeAnswer(topic, question.title ?? '', random);
    answer.id = this.#actions.answer({ site, userId: owner.id, questionId: question.id, body, at });
  }

  #comment(answer: PlannedPost | undefined, { at, site, crowd, topic, question }: Scene): void {
    const random = this.#random;
    const post = answer ?? question;
    if (post.id === undefined || post.ownerId === undefined) return;
    const byOwner = post.names.length > 0 && random.chance(0.5);
    const speaker = byOwner ? crowd.users[post.ownerId - 1] : crowd.draw(random, at, [post.ownerId]);
    if (speaker === undefined) return;
    const to = post.names.filter((name) => name !== speaker.name).at(-1);
    const isReply = to !== undefined && random.chance(byOwner ? 0.9 : 0.35);
    const situation = {
      on: answer === undefined ? 'question' : 'answer',
      byOwner,
      ...(isReply ? { to } : {}),
    } as const;
    const body = composeComment(topic, situation, random);
    this.#actions.comment({ site, userId: speaker.id, postId: post.id, body, at });
    post.names.push(speaker.name);
  }

  #vote(post: PlannedPost, direction: 'up' | 'down', { at, site, crowd }: Scene): void {
    if (post.id === undefined || post.ownerId === undefined) return;
    const excluded = this.#voters.get(post) ?? [post.ownerId];
    this.#voters.set(post, excluded);
    const voter = crowd.draw(this.#random, at, excluded);
    if (voter === undefined) return;
    excluded.push(voter.id);
    this.#actions.vote({ site, userId: voter.id, postId: post.id, direction, at });
  }

  #offerBounty({ at, site, crowd, question }: Scene): void {
    const amount = this.#random.pick(BOUNTY_AMOUNTS);
    const sponsor = crowd.draw(this.#random, at);
    if (sponsor === undefined) return;
    const { reputation } = this.#reputationOf.get(question.site.id, sponsor.id) as { reputation: number };
    if (reputation <= amount + MIN_REPUTATION_LEFT) return;
    this.#actions.bounty({ site, questionId: question.id, userId: sponsor.id, amount, at });
    this.#sponsors.set(question, sponsor.id);
  }

  #awardBounty(answer: PlannedPost, { at, site, question }: Scene): void {
    const sponsor = this.#sponsors.get(question);
    if (sponsor !== undefined && answer.id !== undefined && answer.ownerId !== sponsor)
      this.#actions.awardBounty({ site, answerId: answer.id, at });
  }
}

/** Writes the history of a network: lets each planned event happen, in their order. */
export function writeHistory(work: {
  db: DatabaseSync;
  actions: Actions;
  crowds: ReadonlyMap<number, Crowd>;
  events: readonly PlannedEvent[];
  random: Random;
  onProgress: (done: number, total: number) => void;
}): void {
  const { db, actions, crowds, events, random, onProgress } = work;
  const writer = new HistoryWriter(db, actions, crowds, random);
  events.forEach((event, index) => {
    writer.happen(event);
    if ((index + 1) % EVENTS_PER_PROGRESS === 0 || index + 1 === events.length) onProgress(index + 1, events.length);
  });
}
