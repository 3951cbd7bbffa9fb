import { DAILY_VOTE_CAP } from '../actions/effects/reputation.ts';
import type { Random } from '../random.ts';
import { BADGE_TEXTS } from '../text/badges.ts';
import { CLOSE_REASONS, composeAnswer, composeComment, composeQuestion } from '../text/bodies.ts';
import { composeSubject } from '../text/titles.ts';
import type { Topic } from '../text/topics/topic.ts';
import { drawTags, popularTopic } from '../text/topics/topics.ts';
import type { World } from '../world.ts';
import type { Candidates, CandidatePost, ActiveSite } from './cast.ts';

/** What has happened, for a log. */
export interface ActivityEvent {
  kind: 'ask' | 'answer' | 'comment' | 'vote' | 'accept' | 'award' | 'close' | 'bounty' | 'nothing';
  /** The site's api_site_parameter. */
  site?: string;
  /** The post or comment that came or was touched. */
  id?: number;
  /** Epoch seconds. */
  at: number;
}

/** Things that happen by themselves. Each does one action and tells of it, or gives nothing where it finds no occasion. */
export interface SpontaneousActions {
  ask(at: number, on?: { stage: ActiveSite; topic: Topic }): ActivityEvent | undefined;
  /** Something anywhere on the network. */
  anything(at: number): ActivityEvent;
  /** Something that puts an item into this account's inbox. */
  news(at: number, accountId: number): ActivityEvent | undefined;
  /** Something that moves this account's reputation. */
  reputation(at: number, accountId: number): ActivityEvent | undefined;
}

const DAY_SECONDS = 86_400;

export function createSpontaneousActions(
  { db, actions }: World,
  scene: Candidates,
  random: Random,
): SpontaneousActions {
  const votesToday = db.prepare(
    `SELECT coalesce(sum(change), 0) AS sum FROM reputation_events WHERE site_id = ? AND user_id = ? AND on_date >= ?
       AND history_type IN ('post_upvoted', 'post_downvoted')`,
  );
  const awardedTo = db.prepare(
    'SELECT 1 FROM user_badges ub JOIN badges b ON b.site_id = ub.site_id AND b.id = ub.badge_id WHERE ub.site_id = ? AND ub.user_id = ? AND b.name = ?',
  );
  const wealth = db.prepare('SELECT reputation FROM users WHERE site_id = ? AND id = ?');
  const bountyOn = db.prepare('SELECT bounty_closes_at FROM posts WHERE site_id = ? AND id = ?');

  const anyStage = (): ActiveSite => {
    const main = scene.stages.filter((stage) => stage.isMain);
    return random.pick(main.length > 0 && random.chance(0.94) ? main : scene.stages);
  };

  const ask: SpontaneousActions['ask'] = (at, on) => {
    const stage = on?.stage ?? anyStage();
    const topic = on?.topic ?? popularTopic(stage.topics, random.fraction());
    const asker = scene.actor(stage, random);
    if (topic === undefined || asker === undefined) return undefined;
    const subject = composeSubject(topic, random, (candidate) => scene.isTitleTaken(stage, candidate));
    const body = composeQuestion(topic, subject, random);
    const id = actions.ask({
      site: stage.key,
      userId: asker.id,
      title: subject.title,
      body,
      tags: drawTags(topic, random),
      at,
    });
    return { kind: 'ask', site: stage.key, id, at };
  };

  const answer = (at: number, question: CandidatePost | undefined): ActivityEvent | undefined => {
    if (question === undefined || question.isClosed) return undefined;
    const author = scene.actor(question.stage, random, [question.ownerId]);
    if (author === undefined) return undefined;
    const site = question.stage.key;
    const id = actions.answer({
      site,
      userId: author.id,
      questionId: question.id,
      body: composeAnswer(question.topic, question.title, random),
      at,
    });
    return { kind: 'answer', site, id, at };
  };

  const comment = (at: number, post: CandidatePost | undefined): ActivityEvent | undefined => {
    if (post === undefined) return undefined;
    const earlier = scene.commenters(post);
    const speaker = scene.actor(post.stage, random, [post.ownerId]);
    if (speaker === undefined) return undefined;
    const to = earlier.find(({ id }) => id !== speaker.id);
    const isReply = to !== undefined && random.chance(0.3);
    const situation = {
      on: post.postType === 1 ? 'question' : 'answer',
      byOwner: false,
      ...(isReply ? { to: to.name } : {}),
    } as const;
    const site = post.stage.key;
    const id = actions.comment({
      site,
      userId: speaker.id,
      postId: post.id,
      body: composeComment(post.topic, situation, random),
      at,
    });
    return { kind: 'comment', site, id, at };
  };

  const vote = (at: number, post: CandidatePost | undefined): ActivityEvent | undefined => {
    if (post === undefined) return undefined;
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const voter = scene.actor(post.stage, random, [post.ownerId]);
      if (voter === undefined) return undefined;
      if (scene.hasVoted(post, voter.id)) continue;
      const site = post.stage.key;
      actions.vote({ site, userId: voter.id, postId: post.id, direction: random.chance(0.08) ? 'down' : 'up', at });
      return { kind: 'vote', site, id: post.id, at };
    }
    return undefined;
  };

  const accept = (at: number, accountId?: number): ActivityEvent | undefined => {
    const found = scene.acceptable(random, accountId);
    if (found === undefined) return undefined;
    actions.accept({ site: found.stage.key, answerId: found.answerId, at });
    return { kind: 'accept', site: found.stage.key, id: found.answerId, at };
  };

  const award = (at: number): ActivityEvent | undefined => {
    const stage = anyStage();
    const badge = random.pick(BADGE_TEXTS);
    const user = scene.actor(stage, random);
    if (user === undefined || awardedTo.get(stage.id, user.id, badge.name) !== undefined) return undefined;
    actions.award({ site: stage.key, userId: user.id, badge: badge.name, at });
    return { kind: 'award', site: stage.key, id: user.id, at };
  };

  const close = (at: number): ActivityEvent | undefined => {
    const question = scene.recentPost(anyStage(), random, 1);
    if (question === undefined || question.isClosed || hasBounty(question, at)) return undefined;
    const closer = scene.actor(question.stage, random, [question.ownerId]);
    if (closer === undefined) return undefined;
    actions.close({
      site: question.stage.key,
      questionId: question.id,
      userId: closer.id,
      reason: random.pick(CLOSE_REASONS),
      at,
    });
    return { kind: 'close', site: question.stage.key, id: question.id, at };
  };

  const hasBounty = (question: CandidatePost, at: number): boolean =>
    ((bountyOn.get(question.stage.id, question.id) as { bounty_closes_at: number | null } | undefined)
      ?.bounty_closes_at ?? 0) > at;

  const bounty = (at: number): ActivityEvent | undefined => {
    const question = scene.recentPost(anyStage(), random, 1);
    if (question === undefined || question.isClosed || hasBounty(question, at)) return undefined;
    const sponsor = scene.actor(question.stage, random);
    const amount = 50;
    if (
      sponsor === undefined ||
      (wealth.get(question.stage.id, sponsor.id) as { reputation: number }).reputation <= amount
    )
      return undefined;
    actions.bounty({ site: question.stage.key, questionId: question.id, userId: sponsor.id, amount, at });
    return { kind: 'bounty', site: question.stage.key, id: question.id, at };
  };

  const anything: readonly (readonly [number, (at: number) => ActivityEvent | undefined])[] = [
    [0.34, (at) => answer(at, scene.recentPost(anyStage(), random, 1))],
    [0.3, (at) => comment(at, scene.recentPost(anyStage(), random, random.chance(0.5) ? 1 : 2))],
    [0.2, (at) => vote(at, scene.recentPost(anyStage(), random, random.chance(0.4) ? 1 : 2))],
    [0.1, (at) => accept(at)],
    [0.03, award],
    [0.02, bounty],
    [0.01, close],
  ];

  const isBelowCap = (at: number) => (stage: ActiveSite, userId: number) =>
    (votesToday.get(stage.id, userId, at - (at % DAY_SECONDS)) as { sum: number }).sum < DAILY_VOTE_CAP;

  return {
    ask,
    anything(at) {
      if (scene.stages.length === 0) return { kind: 'nothing', at };
      let left = random.fraction();
      const chosen = anything.find(([share]) => (left -= share) < 0)?.[1];
      return chosen?.(at) ?? ask(at) ?? { kind: 'nothing', at };
    },
    news: (at, accountId) =>
      (random.chance(0.5) ? answer(at, scene.postOf(accountId, random, 1)) : undefined) ??
      comment(at, scene.postOf(accountId, random)),
    reputation: (at, accountId) =>
      (random.chance(0.12) ? accept(at, accountId) : undefined) ??
      vote(at, scene.postOf(accountId, random, undefined, isBelowCap(at))) ??
      accept(at, accountId) ??
      vote(at, scene.postOf(accountId, random)),
  };
}
