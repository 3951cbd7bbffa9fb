import type { StatementSync } from 'node:sqlite';
import { DAILY_VOTE_CAP } from '../actions/effects.ts';
import type { Random } from '../random.ts';
import { CLOSE_REASONS, composeAnswer, composeComment, composeQuestion, composeSubject } from '../text/sentences.ts';
import { BADGE_TEXTS, drawTags, popularTopic, type Topic } from '../text/sites.ts';
import type { World } from '../world.ts';
import type { ActiveSite, CandidatePost, Candidates } from './candidates.ts';

/** An event, for a log. */
export interface ActivityEvent {
  kind: 'ask' | 'answer' | 'comment' | 'vote' | 'accept' | 'award' | 'close' | 'bounty' | 'nothing';
  /** The site's api_site_parameter. */
  site?: string;
  /** The post or comment that came or was touched. */
  id?: number;
  /** Epoch seconds. */
  at: number;
}

const DAY_SECONDS = 86_400;
/** How often another person is drawn to find one who has not voted on a post yet. */
const MAX_VOTER_DRAWS = 20;
/** Reputation that a bounty offers. */
const BOUNTY_AMOUNT = 50;

/** Whether a question can neither be closed nor get a bounty, being closed or having one. */
const isSettled = ({ closedAt, bountyClosesAt }: CandidatePost, at: number): boolean =>
  closedAt !== null || (bountyClosesAt ?? 0) > at;

/** Actions that happen by themselves. Each does one and returns the event, or undefined where it finds no occasion. */
export class SpontaneousActions {
  readonly #actions: World['actions'];
  readonly #candidates: Candidates;
  readonly #random: Random;
  /** Reputation that a user's votes have brought since a time. */
  readonly #voteGains: StatementSync;
  readonly #award: StatementSync;
  /** How often each thing happens, and what it is; the shares add up to 1. */
  readonly #kinds: readonly (readonly [share: number, act: (at: number) => ActivityEvent | undefined])[];

  constructor({ db, actions }: World, candidates: Candidates, random: Random) {
    this.#actions = actions;
    this.#candidates = candidates;
    this.#random = random;
    this.#voteGains = db.prepare(
      `SELECT coalesce(sum(change), 0) AS sum FROM reputation_events WHERE site_id = ? AND user_id = ? AND on_date >= ?
         AND history_type IN ('post_upvoted', 'post_downvoted')`,
    );
    this.#award = db.prepare(
      `SELECT 1 FROM user_badges ub JOIN badges b ON b.site_id = ub.site_id AND b.id = ub.badge_id
         WHERE ub.site_id = ? AND ub.user_id = ? AND b.name = ?`,
    );
    this.#kinds = [
      [0.34, (at) => this.#answer(at, this.#recentPost(1))],
      [0.3, (at) => this.#comment(at, this.#recentPost(undefined, 0.5))],
      [0.2, (at) => this.#vote(at, this.#recentPost(undefined, 0.4))],
      [0.1, (at) => this.#accept(at)],
      [0.03, (at) => this.#awardBadge(at)],
      [0.02, (at) => this.#offerBounty(at)],
      [0.01, (at) => this.#close(at)],
    ];
  }

  ask(at: number, on?: { site: ActiveSite; topic: Topic }): ActivityEvent | undefined {
    const random = this.#random;
    const site = on?.site ?? this.#anySite();
    const topic = on?.topic ?? popularTopic(site.topics, random.fraction());
    const asker = this.#candidates.actor(site);
    if (topic === undefined || asker === undefined) return undefined;
    const subject = composeSubject(topic, random, (title) => this.#candidates.isTitleTaken(site, title));
    const body = composeQuestion(topic, subject, random);
    const tags = drawTags(topic, random);
    const id = this.#actions.ask({ site: site.key, userId: asker.id, title: subject.title, body, tags, at });
    return { kind: 'ask', site: site.key, id, at };
  }

  /** Something anywhere on the network. */
  anything(at: number): ActivityEvent {
    if (this.#candidates.sites.length === 0) return { kind: 'nothing', at };
    let left = this.#random.fraction();
    const act = this.#kinds.find(([share]) => (left -= share) < 0)?.[1];
    return act?.(at) ?? this.ask(at) ?? { kind: 'nothing', at };
  }

  /** Something that puts an item into this account's inbox. */
  news(at: number, accountId: number): ActivityEvent | undefined {
    const random = this.#random;
    const answered = random.chance(0.5) ? this.#answer(at, this.#candidates.postOf(accountId, 1)) : undefined;
    return answered ?? this.#comment(at, this.#candidates.postOf(accountId));
  }

  /** Something that moves this account's reputation. */
  reputation(at: number, accountId: number): ActivityEvent | undefined {
    const random = this.#random;
    const isBelowCap = (siteId: number, userId: number) =>
      (this.#voteGains.get(siteId, userId, at - (at % DAY_SECONDS)) as { sum: number }).sum < DAILY_VOTE_CAP;
    return (
      (random.chance(0.12) ? this.#accept(at, accountId) : undefined) ??
      this.#vote(at, this.#candidates.postOf(accountId, undefined, isBelowCap)) ??
      this.#accept(at, accountId) ??
      this.#vote(at, this.#candidates.postOf(accountId))
    );
  }

  /** Any site, mostly a main one. */
  #anySite(): ActiveSite {
    const { sites } = this.#candidates;
    const main = sites.filter((site) => site.isMain);
    return this.#random.pick(main.length > 0 && this.#random.chance(0.94) ? main : sites);
  }

  /** @param questionShare how often it is a question, where the type is open */
  #recentPost(postType?: 1, questionShare = 0): CandidatePost | undefined {
    const site = this.#anySite();
    return this.#candidates.recentPost(site, postType ?? (this.#random.chance(questionShare) ? 1 : 2));
  }

  #answer(at: number, question: CandidatePost | undefined): ActivityEvent | undefined {
    if (question === undefined || question.closedAt !== null) return undefined;
    const author = this.#candidates.actor(question.site, [question.ownerId]);
    if (author === undefined) return undefined;
    const site = question.site.key;
    const body = composeAnswer(question.topic, question.title, this.#random);
    const id = this.#actions.answer({ site, userId: author.id, questionId: question.id, body, at });
    return { kind: 'answer', site, id, at };
  }

  #comment(at: number, post: CandidatePost | undefined): ActivityEvent | undefined {
    if (post === undefined) return undefined;
    const speaker = this.#candidates.actor(post.site, [post.ownerId]);
    if (speaker === undefined) return undefined;
    const to = this.#candidates.lastCommenter(post, speaker.id);
    const isReply = to !== undefined && this.#random.chance(0.3);
    const role = post.postType === 1 ? 'question' : 'answer';
    const site = post.site.key;
    const body = composeComment(post.topic, role, this.#random, isReply ? to : undefined);
    const id = this.#actions.comment({ site, userId: speaker.id, postId: post.id, body, at });
    return { kind: 'comment', site, id, at };
  }

  #vote(at: number, post: CandidatePost | undefined): ActivityEvent | undefined {
    if (post === undefined) return undefined;
    for (let draw = 0; draw < MAX_VOTER_DRAWS; draw += 1) {
      const voter = this.#candidates.actor(post.site, [post.ownerId]);
      if (voter === undefined) return undefined;
      if (this.#candidates.hasVoted(post, voter.id)) continue;
      const site = post.site.key;
      const direction = this.#random.chance(0.08) ? 'down' : 'up';
      this.#actions.vote({ site, userId: voter.id, postId: post.id, direction, at });
      return { kind: 'vote', site, id: post.id, at };
    }
    return undefined;
  }

  #accept(at: number, accountId?: number): ActivityEvent | undefined {
    const found = this.#candidates.acceptable(accountId);
    if (found === undefined) return undefined;
    this.#actions.accept({ site: found.site.key, answerId: found.answerId, at });
    return { kind: 'accept', site: found.site.key, id: found.answerId, at };
  }

  #awardBadge(at: number): ActivityEvent | undefined {
    const site = this.#anySite();
    const badge = this.#random.pick(BADGE_TEXTS);
    const user = this.#candidates.actor(site);
    if (user === undefined || this.#award.get(site.id, user.id, badge.name) !== undefined) return undefined;
    this.#actions.award({ site: site.key, userId: user.id, badge: badge.name, at });
    return { kind: 'award', site: site.key, id: user.id, at };
  }

  #close(at: number): ActivityEvent | undefined {
    const question = this.#recentPost(1);
    if (question === undefined || isSettled(question, at)) return undefined;
    const closer = this.#candidates.actor(question.site, [question.ownerId]);
    if (closer === undefined) return undefined;
    const site = question.site.key;
    const reason = this.#random.pick(CLOSE_REASONS);
    this.#actions.close({ site, questionId: question.id, userId: closer.id, reason, at });
    return { kind: 'close', site, id: question.id, at };
  }

  #offerBounty(at: number): ActivityEvent | undefined {
    const question = this.#recentPost(1);
    if (question === undefined || isSettled(question, at)) return undefined;
    const sponsor = this.#candidates.actor(question.site);
    if (sponsor === undefined || sponsor.reputation <= BOUNTY_AMOUNT) return undefined;
    const site = question.site.key;
    this.#actions.bounty({ site, questionId: question.id, userId: sponsor.id, amount: BOUNTY_AMOUNT, at });
    return { kind: 'bounty', site, id: question.id, at };
  }
}
