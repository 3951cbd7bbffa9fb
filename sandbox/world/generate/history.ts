import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Actions } from '../actions/index.ts';
import type { Random } from '../random.ts';
import { CLOSE_REASONS, composeAnswer, composeComment, composeQuestion, composeSubject } from '../text/sentences.ts';
import { drawTags, popularTopic, topicsOf } from '../text/sites.ts';
import type { Crowd } from './people.ts';
import type { AskedQuestion, PlannedEvent, PlannedPost, PlannedQuestion, WrittenPost } from './plan.ts';

/** How many people look after a site, in turn: its first ones, who were there before any question. */
const GUARDIAN_COUNT = 5;
/** Half of the bounties that are offered; the rest are higher. */
const BOUNTY_AMOUNTS = [50, 50, 50, 100, 150] as const;
/** How many reputation points somebody keeps at least after offering a bounty. */
const MIN_REPUTATION_LEFT = 25;

/** Place, people, moment and question of an event. */
interface Scene {
  readonly at: number;
  readonly site: string;
  readonly crowd: Crowd;
  readonly question: PlannedQuestion;
  readonly asked: AskedQuestion;
}

/** Runs planned events, as actions of users who had joined at the time. */
export class History {
  readonly #actions: Actions;
  readonly #crowds: ReadonlyMap<number, Crowd>;
  readonly #random: Random;
  readonly #reputationOf: StatementSync;
  /** The titles in use, by site. */
  readonly #titles = new Map<string, Set<string>>();

  constructor(db: DatabaseSync, actions: Actions, crowds: ReadonlyMap<number, Crowd>, random: Random) {
    this.#actions = actions;
    this.#crowds = crowds;
    this.#random = random;
    this.#reputationOf = db.prepare('SELECT reputation FROM users WHERE site_id = ? AND id = ?');
  }

  run({ at, kind, question, post }: PlannedEvent): void {
    const site = question.site.key;
    const crowd = this.#crowds.get(question.site.id);
    if (crowd === undefined) return;
    if (kind === 'ask') return this.#ask(question, crowd);
    const { asked } = question;
    if (asked === undefined || (question.deletedAt ?? Infinity) < at) return;
    const scene: Scene = { at, site, crowd, question, asked };
    if (kind === 'answer') this.#answer(post, scene);
    else if (kind === 'comment') this.#comment(post, scene);
    else if (post.written !== undefined) this.#judge(kind, post, post.written, scene);
  }

  /** Runs what needs no words: votes, acceptance, moderation and bounties. */
  #judge(
    kind: Exclude<PlannedEvent['kind'], 'ask' | 'answer' | 'comment'>,
    { voters }: PlannedPost,
    { id, ownerId }: WrittenPost,
    { at, site, crowd, question }: Scene,
  ): void {
    const guardian = crowd.users[id % Math.min(GUARDIAN_COUNT, crowd.users.length)]?.id ?? 1;
    const actions = this.#actions;
    const byGuardian = { site, userId: guardian, at };
    if (kind === 'accept') return actions.accept({ site, answerId: id, at });
    if (kind === 'close')
      return actions.close({ ...byGuardian, questionId: id, reason: this.#random.pick(CLOSE_REASONS) });
    if (kind === 'remove') return actions.remove({ ...byGuardian, postId: id });
    if (kind === 'bounty') return this.#offerBounty(question, id, crowd, at);
    if (kind === 'awardBounty') {
      const isOthers = question.sponsorId !== undefined && question.sponsorId !== ownerId;
      if (isOthers) actions.awardBounty({ site, answerId: id, at });
      return;
    }
    const voter = crowd.draw(this.#random, at, voters);
    if (voter === undefined) return;
    voters.push(voter.id);
    actions.vote({ site, userId: voter.id, postId: id, direction: kind, at });
  }

  #ask(question: PlannedQuestion, crowd: Crowd): void {
    const random = this.#random;
    const { at, site } = question;
    const topic = popularTopic(topicsOf(site.key), question.topicDraw);
    const owner = crowd.draw(random, at);
    if (topic === undefined || owner === undefined) return;
    const taken = this.#titles.get(site.key) ?? new Set<string>();
    this.#titles.set(site.key, taken);
    const subject = composeSubject(topic, random, (candidate) => taken.has(candidate));
    const { title } = subject;
    taken.add(title);
    const body = composeQuestion(topic, subject, random);
    const tags = drawTags(topic, random);
    const id = this.#actions.ask({ site: site.key, userId: owner.id, title, body, tags, at });
    question.asked = { id, ownerId: owner.id, topic, title };
    write(question, id, owner.id);
  }

  #answer(answer: PlannedPost, { at, site, crowd, asked }: Scene): void {
    const random = this.#random;
    // People seldom answer their own question.
    const owner = crowd.draw(random, at, random.chance(0.04) ? [] : [asked.ownerId]);
    if (owner === undefined) return;
    const body = composeAnswer(asked.topic, asked.title, random);
    write(answer, this.#actions.answer({ site, userId: owner.id, questionId: asked.id, body, at }), owner.id);
  }

  #comment(post: PlannedPost, { at, site, crowd, question, asked }: Scene): void {
    const random = this.#random;
    const { names, written } = post;
    if (written === undefined) return;
    const { id, ownerId } = written;
    const byOwner = names.length > 0 && random.chance(0.5);
    const speaker = byOwner ? crowd.users[ownerId - 1] : crowd.draw(random, at, [ownerId]);
    if (speaker === undefined) return;
    const to = names.findLast((name) => name !== speaker.name);
    const isReply = to !== undefined && random.chance(byOwner ? 0.9 : 0.35);
    const role = byOwner ? 'owner' : post === question ? 'question' : 'answer';
    const body = composeComment(asked.topic, role, random, isReply ? to : undefined);
    this.#actions.comment({ site, userId: speaker.id, postId: id, body, at });
    names.push(speaker.name);
  }

  #offerBounty(question: PlannedQuestion, questionId: number, crowd: Crowd, at: number): void {
    const amount = this.#random.pick(BOUNTY_AMOUNTS);
    const sponsor = crowd.draw(this.#random, at);
    if (sponsor === undefined) return;
    const { reputation } = this.#reputationOf.get(question.site.id, sponsor.id) as { reputation: number };
    if (reputation <= amount + MIN_REPUTATION_LEFT) return;
    this.#actions.bounty({ site: question.site.key, questionId, userId: sponsor.id, amount, at });
    question.sponsorId = sponsor.id;
  }
}

/** Notes that a planned post has been written. */
function write(post: PlannedPost, id: number, ownerId: number): void {
  post.written = { id, ownerId };
  post.voters.push(ownerId);
}
