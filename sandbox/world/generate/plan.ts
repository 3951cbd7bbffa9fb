import type { Random } from '../random.ts';
import type { Topic } from '../text/sites.ts';
import type { GeneratedSite } from './catalogue.ts';

export type WrittenPost = Record<'id' | 'ownerId', number>;

export interface AskedQuestion extends WrittenPost {
  topic: Topic;
  title: string;
}

/** A post in the making. */
export interface PlannedPost {
  at: number;
  /** Known once it has been written. */
  written?: WrittenPost;
  /** Names of the users who have commented, the last one last. */
  names: string[];
  /** Users who may not vote on it any more: its owner, and those who did. */
  voters: number[];
}

export interface PlannedQuestion extends PlannedPost {
  site: GeneratedSite;
  /** A fraction that picks the topic: low ones are popular. */
  topicDraw: number;
  /** Known once it has been asked. */
  asked?: AskedQuestion;
  /** User who offered the bounty. */
  sponsorId?: number;
  closedAt?: number;
  deletedAt?: number;
}

/** An event to come: something that is done to a post, which is the question or an answer to it. */
export interface PlannedEvent {
  at: number;
  kind: 'ask' | 'answer' | 'comment' | 'up' | 'down' | 'accept' | 'close' | 'remove' | 'bounty' | 'awardBounty';
  question: PlannedQuestion;
  post: PlannedPost;
}

/** Questions on a site whose share is 1. */
const QUESTIONS_PER_SHARE = 560;
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/** Creates what plans the lives of questions until `now`. */
function createPlan(random: Random, now: number) {
  const events: PlannedEvent[] = [];
  /** Whether it is far enough in the past to happen. */
  const isPast = (at: number): boolean => at < now - 30;

  /** Adds an event, unless it would be too late. */
  const add = (
    at: number,
    kind: PlannedEvent['kind'],
    question: PlannedQuestion,
    post: PlannedPost = question,
  ): void => {
    if (isPast(at)) events.push({ at, kind, question, post });
  };

  /** Plans comments and votes. */
  const talk = (question: PlannedQuestion, post: PlannedPost, quality: number): void => {
    let spoken = post.at;
    for (let left = random.pick([0, 0, 0, 1, 1, 2, 3]); left > 0; left -= 1) {
      spoken = Math.floor(spoken + 120 + random.span(random.chance(0.7) ? 3 * HOUR_SECONDS : 8 * DAY_SECONDS));
      add(spoken, 'comment', question, post);
    }
    const perQuality = post === question ? 3.6 : 5;
    for (let left = Math.round(quality * random.fraction() * perQuality); left > 0; left -= 1) {
      const at = Math.floor(post.at + 60 + random.span(random.chance(0.5) ? 9 * HOUR_SECONDS : 60 * DAY_SECONDS));
      if (isPast(at)) add(at, random.chance(0.07) ? 'down' : 'up', question, post);
    }
  };

  const answersTo = (question: PlannedQuestion, quality: number): PlannedPost[] => {
    const answers: PlannedPost[] = [];
    for (let left = random.pick([0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4]); left > 0; left -= 1) {
      const at = Math.floor(question.at + 300 + random.span(random.chance(0.6) ? 5 * HOUR_SECONDS : 9 * DAY_SECONDS));
      if (!isPast(at) || at >= (question.closedAt ?? now)) continue;
      const answer: PlannedPost = { at, names: [], voters: [] };
      answers.push(answer);
      add(at, 'answer', question, answer);
      talk(question, answer, quality);
    }
    return answers;
  };

  /** Plans a bounty: old ones are awarded to an answer; some recent ones are still open, and so featured. */
  const bounty = (question: PlannedQuestion, answers: readonly PlannedPost[]): void => {
    const age = now - question.at;
    const isRecent = age > 2 * DAY_SECONDS && age < 40 * DAY_SECONDS;
    if (question.site.isMeta || question.closedAt !== undefined || question.deletedAt !== undefined) return;
    if (!random.chance(isRecent ? 0.14 : 0.02)) return;
    const at = isRecent
      ? Math.floor(now - random.fraction() * Math.min(6 * DAY_SECONDS, age - DAY_SECONDS))
      : question.at + 2 * DAY_SECONDS;
    if (at >= now) return;
    events.push({ at, kind: 'bounty', question, post: question });
    const answer = answers.find((candidate) => candidate.at < at + 5 * DAY_SECONDS);
    if (!isRecent && answer !== undefined)
      events.push({ at: at + 6 * DAY_SECONDS, kind: 'awardBounty', question, post: answer });
  };

  const question = (site: GeneratedSite): void => {
    const span = (now - site.launchedAt) * 0.97;
    // A power above 1 puts more of the questions into the recent past, as on a site that grows.
    const asked = Math.floor(now - 240 - span * random.fraction() ** 1.6);
    const planned: PlannedQuestion = { site, at: asked, topicDraw: random.fraction(), names: [], voters: [] };
    add(asked, 'ask', planned);
    if (random.chance(0.045)) planned.closedAt = Math.floor(asked + HOUR_SECONDS + random.span(2 * DAY_SECONDS));
    else if (random.chance(0.01)) planned.deletedAt = Math.floor(asked + DAY_SECONDS + random.span(9 * DAY_SECONDS));
    const quality = Math.min(4, random.span(1));
    talk(planned, planned, quality);
    const answers = answersTo(planned, quality);
    if (answers.length > 0 && random.chance(0.58)) {
      const answer = random.pick(answers);
      add(Math.floor(answer.at + 600 + random.span(DAY_SECONDS)), 'accept', planned, answer);
    }
    if (planned.closedAt !== undefined) add(planned.closedAt, 'close', planned);
    if (planned.deletedAt !== undefined) add(planned.deletedAt, 'remove', planned);
    bounty(planned, answers);
  };
  return { events, question };
}

/** Lays out years of a network's life, in the order in which it happens. */
export function planHistory(sites: readonly GeneratedSite[], random: Random, now: number): PlannedEvent[] {
  const plan = createPlan(random, now);
  for (const site of sites)
    for (let left = Math.round(site.share * QUESTIONS_PER_SHARE); left > 0; left -= 1) plan.question(site);
  return plan.events.toSorted((a, b) => a.at - b.at);
}
