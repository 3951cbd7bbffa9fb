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

/** A site is looked after by those who were there first, in turn; they were there before any question. */
const GUARDIAN_COUNT = 5;
const guardian = (questionId: number, crowd: Crowd): number =>
  crowd.users[questionId % Math.min(GUARDIAN_COUNT, crowd.users.length)]?.id ?? 1;

/** Lets the planned events happen, as actions of people who were there at the time. */
export function writeHistory(work: {
  db: DatabaseSync;
  actions: Actions;
  crowds: ReadonlyMap<number, Crowd>;
  events: readonly PlannedEvent[];
  random: Random;
  onProgress: (done: number, total: number) => void;
}): void {
  const { actions, crowds, events, random } = work;
  const titles = new Map<number, Set<string>>();
  const voters = new Map<PlannedPost, number[]>();
  const reputationOf = work.db.prepare('SELECT reputation FROM users WHERE site_id = ? AND id = ?');
  const topics = new Map<PlannedQuestion, Topic>();

  const happen = (event: PlannedEvent): void => {
    const { at, question } = event;
    const site = question.site.key;
    const crowd = crowds.get(question.site.id);
    if (crowd === undefined) return;
    if (event.kind === 'ask') {
      const topic = popularTopic(topicsOf(site), question.topicDraw);
      const owner = crowd.draw(random, at);
      if (topic === undefined || owner === undefined) return;
      const taken = titles.get(question.site.id) ?? new Set<string>();
      titles.set(question.site.id, taken);
      const subject = composeSubject(topic, random, (candidate) => taken.has(candidate));
      const { title } = subject;
      taken.add(title);
      topics.set(question, topic);
      question.ownerId = owner.id;
      question.title = title;
      question.id = actions.ask({
        site,
        userId: owner.id,
        title,
        body: composeQuestion(topic, subject, random),
        tags: drawTags(topic, random),
        at,
      });
      return;
    }
    const topic = topics.get(question);
    if (topic === undefined || question.id === undefined || (question.deletedAt ?? Infinity) < at) return;
    switch (event.kind) {
      case 'answer': {
        // People seldom answer their own question.
        const owner = crowd.draw(
          random,
          at,
          question.ownerId === undefined || random.chance(0.04) ? [] : [question.ownerId],
        );
        if (owner === undefined) return;
        event.answer.ownerId = owner.id;
        event.answer.id = actions.answer({
          site,
          userId: owner.id,
          questionId: question.id,
          body: composeAnswer(topic, question.title ?? '', random),
          at,
        });
        return;
      }
      case 'comment': {
        const post = event.answer ?? question;
        if (post.id === undefined || post.ownerId === undefined) return;
        const byOwner = post.names.length > 0 && random.chance(0.5);
        const speaker = byOwner ? crowd.users[post.ownerId - 1] : crowd.draw(random, at, [post.ownerId]);
        if (speaker === undefined) return;
        const to = post.names.filter((name) => name !== speaker.name).at(-1);
        const isReply = to !== undefined && random.chance(byOwner ? 0.9 : 0.35);
        const body = composeComment(
          topic,
          { on: event.answer === undefined ? 'question' : 'answer', byOwner, ...(isReply ? { to } : {}) },
          random,
        );
        actions.comment({ site, userId: speaker.id, postId: post.id, body, at });
        post.names.push(speaker.name);
        return;
      }
      case 'vote': {
        const post = event.answer ?? question;
        if (post.id === undefined || post.ownerId === undefined) return;
        const cast = voters.get(post) ?? [post.ownerId];
        voters.set(post, cast);
        const voter = crowd.draw(random, at, cast);
        if (voter === undefined) return;
        cast.push(voter.id);
        actions.vote({ site, userId: voter.id, postId: post.id, direction: event.direction, at });
        return;
      }
      case 'accept':
        if (event.answer.id !== undefined) actions.accept({ site, answerId: event.answer.id, at });
        return;
      case 'close':
        actions.close({
          site,
          questionId: question.id,
          userId: guardian(question.id, crowd),
          reason: random.pick(CLOSE_REASONS),
          at,
        });
        return;
      case 'remove':
        actions.remove({ site, postId: question.id, userId: guardian(question.id, crowd), at });
        return;
      case 'bounty': {
        const amount = random.pick([50, 50, 50, 100, 150]);
        const sponsor = crowd.draw(random, at);
        if (sponsor === undefined) return;
        const { reputation } = reputationOf.get(question.site.id, sponsor.id) as { reputation: number };
        if (reputation > amount + 25) {
          actions.bounty({ site, questionId: question.id, userId: sponsor.id, amount, at });
          bountyBy.set(question, sponsor.id);
        }
        return;
      }
      case 'awardBounty': {
        const sponsor = bountyBy.get(question);
        if (sponsor !== undefined && event.answer.id !== undefined && event.answer.ownerId !== sponsor)
          actions.awardBounty({ site, answerId: event.answer.id, at });
      }
    }
  };
  const bountyBy = new Map<PlannedQuestion, number>();

  events.forEach((event, index) => {
    happen(event);
    if ((index + 1) % EVENTS_PER_PROGRESS === 0 || index + 1 === events.length)
      work.onProgress(index + 1, events.length);
  });
}
