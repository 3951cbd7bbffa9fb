import type { AskingTrouble, WatchPreview, WatchRule } from '../../../common/contract/contract.ts';
import { NetworkError } from '../../api/errors.ts';
import type { Network, Page } from '../../api/network.ts';
import type { Question } from '../../../common/resources.ts';
import type { ProfileHistory } from '../../store/history.ts';
import { requestTrouble } from '../domain/click-request.ts';
import { perDay as questionsPerDay, questionsOnAPage, type QuestionRates } from './question-query.ts';
import { questionRates } from './question-query.ts';
import { questionFacts } from './rule.ts';
import type { StreamId } from '../domain/stream-id.ts';
import { watchCost, watchStream } from './cost.ts';
import {
  coveringTags,
  excludesItself,
  fits,
  hasBecome,
  lookOf,
  normalRule,
  watchName,
  type AskedQuestion,
  type QuestionFacts,
} from './rule.ts';
import type { StreamEstimate, PlanScenario } from '../planning/plan-types.ts';

export interface PreviewParts {
  profile: () => ProfileHistory;
  network: () => Network | undefined;
  now: () => number;
  networkNow: () => number | undefined;
  /** Requests that a click may still cost; undefined while the network has not said. */
  forClicks: () => number | undefined;
  /** Polls a day that the plan gives, or would give, to a stream that brings so much. */
  pollsPerDay: (stream: StreamId, asIf?: PlanScenario) => number;
  othersOn: (siteId: string, besides: string | undefined) => WatchRule[];
}

/** What a preview is judged by: a question with what has become of it. */
interface Sample extends AskedQuestion, QuestionFacts {
  questionId: number;
  link?: string | undefined;
  createdAt: number;
}

/** Samples, and the stretch of time of which they are all there is. */
interface Sampled {
  samples: Sample[];
  since: number;
  days: number;
  /** There are more than were looked at. */
  partial: boolean;
}

const day = 24 * 3600_000;
const week = 7 * day;
/** A question may reach a score for three days (polls/scored.ts). */
const scoreWindow = 3 * day;
/** Previews of the same request within this time, in ms, share an answer: typing must not cost requests. */
const answersKeptFor = 10 * 60_000;
/** What is known answers a preview by itself once it reaches back this far, in ms. */
const enough = day;
const mostShown = 50;

/** Tells what a watch would find and cost, from what is known or from one request. */
export function watchPreview(parts: PreviewParts) {
  const answers = new Map<string, { page: Page<Question>; at: number }>();
  const estimates = new Map<string, number>();
  const estimateName = (siteId: string, rule: WatchRule) => `${siteId}: ${watchName(normalRule(rule))}`;

  async function asked(
    siteId: string,
    rule: WatchRule,
    networkNow: number,
    signal: AbortSignal | undefined,
  ): Promise<Sampled> {
    const network = parts.network();
    if (!network) throw new NetworkError('offline', 'Askbell is signed out.');
    const look = lookOf(rule);
    const tagged = coveringTags([rule]);
    const hour = 3600_000;
    const from = Math.floor((networkNow - (look === 'scored' ? scoreWindow : week)) / hour) * hour;
    const minScore = rule.minScore ?? 1;
    const name = JSON.stringify([siteId, look, tagged, look === 'scored' ? minScore : 0, from]);
    const kept = answers.get(name);
    let page = kept && parts.now() - kept.at < answersKeptFor ? kept.page : undefined;
    if (!page) {
      const left = parts.forClicks();
      if (left !== undefined && left < 1) throw new NetworkError('quota-exhausted', 'The day’s requests are used up.');
      const sending = signal ? { signal } : {};
      const query = { site: siteId, pagesize: questionsOnAPage };
      if (look === 'featured') page = await network.featured(query, sending);
      else if (look === 'scored')
        page = await network.scored({ ...query, minScore, fromdate: from / 1000, ...(tagged && { tagged }) }, sending);
      else if (tagged) page = await network.search({ ...query, tagged, order: 'desc', fromdate: from / 1000 }, sending);
      else page = await network.questions({ ...query, order: 'desc' }, sending);
      for (const [old, { at }] of answers) if (parts.now() - at >= answersKeptFor) answers.delete(old);
      answers.set(name, { page, at: parts.now() });
    }
    const samples = page.items
      .map(sampleOf)
      .map((sample) => (look === 'featured' ? { ...sample, bounty: true } : sample));
    if (look !== 'new')
      return { samples, since: from, days: (look === 'scored' ? scoreWindow : week) / day, partial: page.hasMore };
    const oldest = Math.min(networkNow, ...samples.map((sample) => sample.createdAt));
    const since = page.hasMore ? Math.max(oldest, from) : from;
    return {
      samples: samples.filter((sample) => sample.createdAt >= since),
      since,
      days: (networkNow - since) / day,
      partial: false,
    };
  }

  /** The new questions that polls have read, as they were when they were first seen. */
  function known(siteId: string, rates: QuestionRates, networkNow: number): Sampled {
    const from = Math.max(networkNow - week, (rates.allSince ?? Infinity) * 1000);
    const since = Math.min(from, networkNow);
    const samples = parts
      .profile()
      .questions.seenSince(siteId, Number.isFinite(since) ? since : networkNow)
      .filter((question) => question.met)
      .map((question) => ({ ...question, score: 0, unanswered: true, bounty: false }));
    return { samples, since, days: (networkNow - since) / day, partial: false };
  }

  async function preview(siteId: string, wanted: WatchRule, id?: string, signal?: AbortSignal): Promise<WatchPreview> {
    const rule = normalRule(wanted);
    if (excludesItself(rule)) {
      return {
        name: watchName(rule),
        perDay: 0,
        matches: [],
        lookedAt: { questions: 0 },
        cost: { requestsPerDay: 0, sharedWith: 0 },
        thisWeek: 0,
        atLeast: false,
        never: true,
      };
    }
    const networkNow = parts.networkNow() ?? parts.now();
    const rates = questionRates(parts.profile(), siteId);
    let sampled = known(siteId, rates, networkNow);
    let trouble: AskingTrouble | undefined;
    if (lookOf(rule) !== 'new' || sampled.days * day < enough) {
      try {
        sampled = await asked(siteId, rule, networkNow, signal);
      } catch (error) {
        if (!(error instanceof NetworkError)) throw error;
        if (lookOf(rule) !== 'new') sampled = { samples: [], since: networkNow, days: 0, partial: false };
        trouble = requestTrouble(error);
      }
    }
    const matches = sampled.samples
      .filter((sample) => fits(rule, sample) && hasBecome(rule, sample))
      .toSorted((a, b) => b.createdAt - a.createdAt);
    const atLeast = sampled.partial || sampled.since > networkNow - week;
    // From an hour on a rate says something; none in less than the week says nothing of the rest.
    const perDay =
      sampled.days * 24 >= 1 && (matches.length > 0 || !atLeast) ? matches.length / sampled.days : undefined;
    if (perDay === undefined) estimates.delete(estimateName(siteId, rule));
    else estimates.set(estimateName(siteId, rule), perDay);
    const shown = matches.filter((match) => lookOf(rule) === 'featured' || match.createdAt >= networkNow - week);
    const ratesNow = busier(rates, sampled);
    const stream = watchStream(siteId, rule);
    const estimate = estimateOf(rule, sampled, matches.length, questionsPerDay(ratesNow.all));
    const polls = {
      withIt: parts.pollsPerDay(stream, { estimate, without: id }),
      without: parts.pollsPerDay(stream, { without: id }),
    };
    return {
      name: watchName(rule),
      perDay,
      matches: shown.slice(0, mostShown).map(({ questionId, title, tags, link, createdAt }) => ({
        questionId,
        title,
        tags,
        link,
        createdAt: new Date(createdAt),
      })),
      lookedAt: { questions: sampled.samples.length, since: sampled.days > 0 ? new Date(sampled.since) : undefined },
      cost: watchCost(rule, parts.othersOn(siteId, id), ratesNow, polls),
      thisWeek: shown.length,
      atLeast,
      never: false,
      trouble,
    };
  }

  return {
    preview,
    /** Matches a day of a rule, where it was previewed. */
    estimated: (siteId: string, rule: WatchRule): number | undefined => estimates.get(estimateName(siteId, rule)),
  };
}

/** Where a first page is full and more waits, a list probably takes so many; a list of scores takes no more in one look (polls/scored.ts). */
const pagesOfLongList = 3;

/** What the plan has to know of a watch to tell what it would spend. */
function estimateOf(
  rule: WatchRule,
  { days, partial }: Sampled,
  matches: number,
  questions: number | undefined,
): StreamEstimate | undefined {
  if (lookOf(rule) !== 'new') return { pages: partial ? pagesOfLongList : 1 };
  return questions === undefined ? undefined : { matches, hours: days * 24, questionsPerDay: questions };
}

/** A site that was never polled is as busy as the sample shows, where the sample is of all its questions. */
const busier = (rates: QuestionRates, sampled: Sampled): QuestionRates =>
  questionsPerDay(rates.all) !== undefined || sampled.days <= 0
    ? rates
    : { ...rates, all: { n: sampled.samples.length, seconds: (sampled.days * day) / 1000 } };

const sampleOf = (question: Question): Sample => ({
  questionId: question.question_id,
  title: question.title,
  tags: question.tags,
  link: question.link,
  createdAt: question.creation_date.getTime(),
  ...questionFacts(question),
});
