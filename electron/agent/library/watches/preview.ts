import type { WatchCost, WatchPreview, WatchRule } from '../../../../common/contract/contract.ts';
import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../../../common/durations.ts';
import type { Clock } from '../../../base/clock.ts';
import { NetworkError, type Network, type Page } from '../../../api/network.ts';
import type { Question } from '../../../../common/resources.ts';
import type { ProfileHistory } from '../../../store/profile-history.ts';
import { requestTrouble } from '../../user-facing-error.ts';
import { MAX_SCORE_WINDOW_S } from '../../sources/questions/listed-questions.ts';
import {
  perDay as questionsPerDay,
  questionRates,
  QUESTIONS_PER_PAGE,
  type QuestionRates,
} from '../../sources/questions/cursor.ts';
import type { WatchList } from '../../sources/questions/watch-list.ts';
import { watchCost } from './watch-view.ts';
import {
  coveringTags,
  excludesItself,
  matchesAsAsked,
  matchesFacts,
  questionListOf,
  normalRule,
  questionFacts,
  watchName,
  watchStream,
  type QuestionAsAsked,
  type QuestionFacts,
} from '../../sources/questions/rule.ts';
import type { Scheduler } from '../../scheduler/scheduler.ts';
import type { PlanScenario } from '../../scheduler/plan/current-plan.ts';

/** An account for which watches are previewed. */
interface PreviewingAccount {
  readonly profile: ProfileHistory;
  /** Undefined if the token is missing. */
  readonly network: Network | undefined;
  readonly watches: Pick<WatchList, 'othersOn'>;
  readonly scheduler: Pick<Scheduler, 'networkNow' | 'forClicks' | 'pollsPerDay'> | undefined;
}

/** Question with its current facts, for a preview. */
interface Sample extends QuestionAsAsked, QuestionFacts {
  questionId: number;
  link?: string | undefined;
  createdAt: number;
}

/** Samples, and the period of which they are complete. */
interface Sampled {
  samples: Sample[];
  since: number;
  days: number;
  /** Whether the period has more questions than were read. */
  partial: boolean;
}

const WEEK_MS = 7 * DAY_MS;
const SCORE_WINDOW_MS = MAX_SCORE_WINDOW_S * 1000;
/** Time for which previews of the same request share an answer, because typing must not cost requests. */
const ANSWERS_REUSED_FOR_MS = 10 * MINUTE_MS;
/** Maximum number of stored answers: a rule is previewed as it is typed, and users return only to the last few. */
const MAX_ANSWERS = 10;
const MAX_ESTIMATES = 100;
/** Minimum period read by polls for a preview to need no request. */
const ENOUGH_KNOWN_MS = DAY_MS;
const MAX_SHOWN = 50;

/** Previews of watches: estimated matches and cost, from stored data or one request. */
export class WatchPreviews {
  readonly #account: PreviewingAccount;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #answers = new Map<string, { page: Page<Question>; at: number }>();
  readonly #estimates = new Map<string, number>();

  constructor(account: PreviewingAccount, clock: Pick<Clock, 'now'>) {
    this.#account = account;
    this.#clock = clock;
  }

  /**
   * Previews a rule. Network errors are returned in `trouble`. The answer is read completely even if no caller waits
   * for it any more: the request could not be repeated for a minute.
   * @param id watch that is edited, if any
   */
  async preview(siteId: string, wanted: WatchRule, id?: string): Promise<WatchPreview> {
    const rule = normalRule(wanted);
    if (excludesItself(rule)) return impossible(rule);
    const networkNow = this.#networkNow();
    const rates = questionRates(this.#account.profile, siteId);
    const { sampled, trouble } = await this.#sample(siteId, rule, rates, networkNow);
    const matches = sampled.samples
      .filter((sample) => matchesAsAsked(rule, sample) && matchesFacts(rule, sample))
      .toSorted((a, b) => b.createdAt - a.createdAt);
    const siteRates = busier(rates, sampled);
    const atLeast = sampled.partial || sampled.since > networkNow - WEEK_MS;
    // A rate is meaningful from an hour on; no match in less than the week says nothing of the rest.
    const perDay =
      sampled.days * 24 >= 1 && (matches.length > 0 || !atLeast) ? matches.length / sampled.days : undefined;
    if (perDay === undefined) this.#estimates.delete(estimateKey(siteId, rule));
    else keep(this.#estimates, estimateKey(siteId, rule), perDay, MAX_ESTIMATES);
    const shown = matches.filter(
      (match) => questionListOf(rule) === 'featured' || match.createdAt >= networkNow - WEEK_MS,
    );
    const estimate = estimateOf(rule, sampled, matches.length, questionsPerDay(siteRates.all));
    return {
      name: watchName(rule),
      perDay,
      matches: shown.slice(0, MAX_SHOWN).map(({ questionId, title, tags, link, createdAt }) => ({
        questionId,
        title,
        tags,
        link,
        createdAt: new Date(createdAt),
      })),
      lookedAt: { questions: sampled.samples.length, since: sampled.days > 0 ? new Date(sampled.since) : undefined },
      cost: this.#cost(siteId, [rule], siteRates, { estimate, without: id }),
      thisWeek: shown.length,
      atLeast,
      never: false,
      trouble,
    };
  }

  /**
   * Returns the combined cost of watches for new questions, from stored data: no request is sent, because tags are
   * ticked one by one.
   */
  costOfAll(siteId: string, rules: WatchRule[]): WatchCost {
    const rates = questionRates(this.#account.profile, siteId);
    const known = this.#known(siteId, rates, this.#networkNow());
    const matches = known.samples.filter((sample) => rules.some((rule) => matchesAsAsked(rule, sample))).length;
    const [hours, questions] = [known.days * 24, known.samples.length / known.days];
    const estimate = known.days > 0 ? { matches, hours, questionsPerDay: questions } : undefined;
    return this.#cost(siteId, rules, rates, { estimate });
  }

  /** Returns a rule's matches per day, if it was previewed. */
  estimated(siteId: string, rule: WatchRule): number | undefined {
    return this.#estimates.get(estimateKey(siteId, rule));
  }

  #networkNow(): number {
    return this.#account.scheduler?.networkNow() ?? this.#clock.now();
  }

  /** Returns the cost per day of watches of one list, with the polls that their stream would then get. */
  #cost(siteId: string, rules: WatchRule[], rates: QuestionRates, { estimate, without }: PlanScenario): WatchCost {
    const { scheduler, watches } = this.#account;
    const stream = watchStream(siteId, rules[0]!);
    return watchCost(rules, watches.othersOn(siteId, without), rates, {
      withIt: scheduler?.pollsPerDay(stream, { estimate, without }) ?? 0,
      without: scheduler?.pollsPerDay(stream, { without }) ?? 0,
    });
  }

  /**
   * Returns the questions for a preview: those that polls have read if they suffice, otherwise those of one request.
   */
  async #sample(siteId: string, rule: WatchRule, rates: QuestionRates, networkNow: number) {
    const isNew = questionListOf(rule) === 'new';
    const known = this.#known(siteId, rates, networkNow);
    if (isNew && known.days * DAY_MS >= ENOUGH_KNOWN_MS) return { sampled: known };
    try {
      return { sampled: await this.#requested(siteId, rule, networkNow) };
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      const none = { samples: [], since: networkNow, days: 0, partial: false };
      return { sampled: isNew ? known : none, trouble: requestTrouble(error) };
    }
  }

  /** Returns the new questions that polls have read, as first seen. */
  #known(siteId: string, rates: QuestionRates, networkNow: number): Sampled {
    const from = Math.max(networkNow - WEEK_MS, (rates.allSince ?? Infinity) * 1000);
    const since = Math.min(from, networkNow);
    const samples = this.#account.profile.questions
      .seenSince(siteId, Number.isFinite(since) ? since : networkNow)
      .filter((question) => question.met)
      .map((question) => ({ ...question, score: 0, unanswered: true, bounty: false }));
    return { samples, since, days: (networkNow - since) / DAY_MS, partial: false };
  }

  async #requested(siteId: string, rule: WatchRule, networkNow: number): Promise<Sampled> {
    const list = questionListOf(rule);
    const period = list === 'scored' ? SCORE_WINDOW_MS : WEEK_MS;
    // Whole hours, so that previews within the hour are the same request.
    const from = Math.floor((networkNow - period) / HOUR_MS) * HOUR_MS;
    const page = await this.#page(siteId, rule, from);
    const samples = page.items.map((item) => ({ ...sampleOf(item), ...(list === 'featured' && { bounty: true }) }));
    if (list !== 'new') return { samples, since: from, days: period / DAY_MS, partial: page.hasMore };
    const oldest = Math.min(networkNow, ...samples.map((sample) => sample.createdAt));
    const since = page.hasMore ? Math.max(oldest, from) : from;
    const inPeriod = samples.filter((sample) => sample.createdAt >= since);
    return { samples: inPeriod, since, days: (networkNow - since) / DAY_MS, partial: false };
  }

  /** Returns the answer to a rule's request, from a recent preview if possible. */
  async #page(siteId: string, rule: WatchRule, from: number): Promise<Page<Question>> {
    const { network, scheduler } = this.#account;
    const now = this.#clock.now();
    if (!network) throw new NetworkError('offline', 'Askbell is signed out.');
    const list = questionListOf(rule);
    const minScore = list === 'scored' ? (rule.minScore ?? 1) : 0;
    const [tagged, fromdate] = [coveringTags([rule]), from / 1000];
    const key = JSON.stringify([siteId, list, tagged, minScore, fromdate]);
    const answer = this.#answers.get(key);
    if (answer && now - answer.at < ANSWERS_REUSED_FOR_MS) return answer.page;
    if ((scheduler?.forClicks() ?? 1) < 1) throw new NetworkError('quota-exhausted', 'The day’s requests are used up.');
    const query = { site: siteId, pagesize: QUESTIONS_PER_PAGE };
    // Each shows the most matches of a watch.
    const requests = {
      featured: () => network.featured(query),
      scored: () => network.scored({ ...query, minScore, fromdate, ...(tagged && { tagged }) }),
      new: () =>
        tagged
          ? network.search({ ...query, tagged, order: 'desc', fromdate })
          : network.questions({ ...query, order: 'desc' }),
    };
    const page = await requests[list]();
    for (const [old, { at }] of this.#answers) if (now - at >= ANSWERS_REUSED_FOR_MS) this.#answers.delete(old);
    keep(this.#answers, key, { page, at: this.#clock.now() }, MAX_ANSWERS);
    return page;
  }
}

/** Sets an entry as the newest of at most `max`; the one set longest ago is evicted. */
function keep<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, max: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > max) map.delete(map.keys().next().value!);
}

const estimateKey = (siteId: string, rule: WatchRule): string => `${siteId}: ${watchName(normalRule(rule))}`;

/** Creates the preview of a rule that nothing can match. */
const impossible = (rule: WatchRule): WatchPreview => ({
  name: watchName(rule),
  perDay: 0,
  matches: [],
  lookedAt: { questions: 0 },
  cost: { requestsPerDay: 0, sharedWith: 0, sharedRules: [] },
  thisWeek: 0,
  atLeast: false,
  never: true,
});

/**
 * Probable number of pages of a list whose first page is full; a poll of a list by score reads no more
 * (sources/questions/listed-questions.ts).
 */
const PAGES_OF_LONG_LIST = 3;

/** Returns the plan's input for estimating the cost of a watch. */
function estimateOf(rule: WatchRule, { days, partial }: Sampled, matches: number, questions: number | undefined) {
  if (questionListOf(rule) !== 'new') return { pages: partial ? PAGES_OF_LONG_LIST : 1 };
  return questions === undefined ? undefined : { matches, hours: days * 24, questionsPerDay: questions };
}

/** Uses the sample's rate for a site that was never polled, if the sample is of all its questions. */
const busier = (rates: QuestionRates, sampled: Sampled): QuestionRates =>
  questionsPerDay(rates.all) !== undefined || sampled.days <= 0
    ? rates
    : { ...rates, all: { n: sampled.samples.length, seconds: (sampled.days * DAY_MS) / 1000 } };

const sampleOf = (question: Question): Sample => ({
  questionId: question.question_id,
  title: question.title,
  tags: question.tags,
  link: question.link,
  createdAt: question.creation_date.getTime(),
  ...questionFacts(question),
});
