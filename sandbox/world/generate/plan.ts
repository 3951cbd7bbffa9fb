import type { Random } from '../random.ts';
import type { GeneratedSite } from './catalogue.ts';

/** A post in the making; the ids are known once it has been written. */
export interface PlannedPost {
  at: number;
  id?: number;
  ownerId?: number;
  names: string[];
}

export interface PlannedQuestion extends PlannedPost {
  site: GeneratedSite;
  /** A fraction that picks the topic: low ones are popular. */
  topicDraw: number;
  /** Known once it has been asked. */
  title?: string;
  closedAt?: number;
  deletedAt?: number;
}

/** What is to happen, and when. */
export type PlannedEvent = { at: number; question: PlannedQuestion } & (
  | { kind: 'ask' | 'close' | 'remove' | 'bounty' }
  | { kind: 'answer' | 'accept' | 'awardBounty'; answer: PlannedPost }
  | { kind: 'comment'; answer?: PlannedPost }
  | { kind: 'vote'; answer?: PlannedPost; direction: 'up' | 'down' }
);

/** Questions on a site whose share is 1. */
const QUESTIONS_PER_SHARE = 560;
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

function planQuestion(site: GeneratedSite, random: Random, now: number, events: PlannedEvent[]): void {
  const span = (now - site.launchedAt) * 0.97;
  // A power above 1 puts more of the questions into the recent past, as on a site that grows.
  const asked = Math.floor(now - 240 - span * random.fraction() ** 1.6);
  const question: PlannedQuestion = { site, at: asked, topicDraw: random.fraction(), names: [] };
  events.push({ at: asked, question, kind: 'ask' });
  const before = now - 30;
  if (random.chance(0.045)) question.closedAt = Math.floor(asked + HOUR_SECONDS + random.span(2 * DAY_SECONDS));
  else if (random.chance(0.01)) question.deletedAt = Math.floor(asked + DAY_SECONDS + random.span(9 * DAY_SECONDS));
  const quality = Math.min(4, random.span(1));

  const planTalk = (post: PlannedPost, isAnswer: boolean): void => {
    const about = isAnswer ? { answer: post } : {};
    let spoken = post.at;
    for (let left = random.pick([0, 0, 0, 1, 1, 2, 3]); left > 0; left -= 1) {
      spoken = Math.floor(spoken + 120 + random.span(random.chance(0.7) ? 3 * HOUR_SECONDS : 8 * DAY_SECONDS));
      if (spoken < before) events.push({ at: spoken, question, kind: 'comment', ...about });
    }
    for (let left = Math.round(quality * random.fraction() * (isAnswer ? 5 : 3.6)); left > 0; left -= 1) {
      const at = Math.floor(post.at + 60 + random.span(random.chance(0.5) ? 9 * HOUR_SECONDS : 60 * DAY_SECONDS));
      if (at < before)
        events.push({ at, question, kind: 'vote', ...about, direction: random.chance(0.07) ? 'down' : 'up' });
    }
  };
  planTalk(question, false);

  const answers: PlannedPost[] = [];
  for (let left = random.pick([0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4]); left > 0; left -= 1) {
    const at = Math.floor(asked + 300 + random.span(random.chance(0.6) ? 5 * HOUR_SECONDS : 9 * DAY_SECONDS));
    if (at >= before || at >= (question.closedAt ?? now)) continue;
    const answer: PlannedPost = { at, names: [] };
    answers.push(answer);
    events.push({ at, question, kind: 'answer', answer });
    planTalk(answer, true);
  }
  if (answers.length > 0 && random.chance(0.58)) {
    const answer = random.pick(answers);
    const at = Math.floor(answer.at + 600 + random.span(DAY_SECONDS));
    if (at < before) events.push({ at, question, kind: 'accept', answer });
  }
  if (question.closedAt !== undefined && question.closedAt < before)
    events.push({ at: question.closedAt, question, kind: 'close' });
  if (question.deletedAt !== undefined && question.deletedAt < before)
    events.push({ at: question.deletedAt, question, kind: 'remove' });
  planBounty(question, answers, random, now, events);
}

/** Old bounties are awarded to an answer; some recent ones are still open, so that there are featured questions. */
function planBounty(
  question: PlannedQuestion,
  answers: readonly PlannedPost[],
  random: Random,
  now: number,
  events: PlannedEvent[],
): void {
  const age = now - question.at;
  const isRecent = age > 2 * DAY_SECONDS && age < 40 * DAY_SECONDS;
  if (
    question.site.isMeta ||
    question.closedAt !== undefined ||
    question.deletedAt !== undefined ||
    !random.chance(isRecent ? 0.14 : 0.02)
  )
    return;
  const at = isRecent
    ? Math.floor(now - random.fraction() * Math.min(6 * DAY_SECONDS, age - DAY_SECONDS))
    : question.at + 2 * DAY_SECONDS;
  if (at >= now) return;
  events.push({ at, question, kind: 'bounty' });
  const answer = answers.find((candidate) => candidate.at < at + 5 * DAY_SECONDS);
  if (!isRecent && answer !== undefined)
    events.push({ at: at + 6 * DAY_SECONDS, question, kind: 'awardBounty', answer });
}

/** Lays out years of a network's life, in the order in which it happens. */
export function planHistory(sites: readonly GeneratedSite[], random: Random, now: number): PlannedEvent[] {
  const events: PlannedEvent[] = [];
  for (const site of sites)
    for (let left = Math.round(site.share * QUESTIONS_PER_SHARE); left > 0; left -= 1)
      planQuestion(site, random, now, events);
  return events
    .map((event, sequence) => ({ event, sequence }))
    .toSorted((a, b) => a.event.at - b.event.at || a.sequence - b.sequence)
    .map(({ event }) => event);
}
