import type { Random } from '../../../sandbox/world/random.ts';
import { rank, rowRandom, Vocabulary, wordOf } from '../../support/zipf.ts';

const BEGINS_MS = Date.UTC(2015, 0, 1);
const ENDS_MS = Date.UTC(2025, 0, 1);
const SECOND_MS = 1000;
const DAY_MS = 86_400 * SECOND_MS;
/** The end of the ten years, when the dump is made, in epoch seconds. */
export const NOW = ENDS_MS / SECOND_MS;

/** Weights of the best known: the first person writes 0.2 % of all posts, the first tag is on some 8 % of questions. */
const FLATNESS = { people: 50, tags: 5, popular: 20, recentPosts: 200, recentQuestions: 3 } as const;
const QUESTION_SHARE = 0.4;
/** Places of well known posts are spread over the years by this prime number. */
const SPREAD = 7919;
/** Tags have other words than those that texts are full of. */
const FIRST_WORD_OF_TAGS = 500;

/** Sets the numbers of one site: a few bytes a post, while its rows are made one by one. */
export class Plan {
  readonly seed: number;
  readonly posts: number;
  readonly users: number;
  readonly tags: number;
  /** Posts that are texts of tags, an excerpt (4) and a wiki (5) in turn; they are the first. */
  readonly wikis: number;
  readonly vocabulary: Vocabulary;
  /** Questions by their age. */
  readonly questions: number[] = [];
  /** Question of each answer; 0 for a question. */
  readonly parents: Int32Array;
  /** Answers of each question: the accepted one, the last one, their number. */
  readonly accepted: Int32Array;
  readonly lastAnswers: Int32Array;
  readonly answers: Int32Array;
  /** Votes and comments of each post, counted while their rows are made. */
  readonly scores: Int32Array;
  readonly comments: Int32Array;
  /** Questions of each tag. */
  readonly tagCounts: Int32Array;

  constructor(posts: number, seed: number) {
    this.seed = seed;
    this.posts = posts;
    this.users = Math.max(30, Math.round(posts / 6));
    this.tags = Math.round(Math.min(posts / 10, 40 * posts ** 0.4));
    this.wikis = 2 * Math.round(this.tags / 5);
    this.vocabulary = new Vocabulary(Math.round(950 * posts ** 0.4));
    this.parents = new Int32Array(posts + 1);
    this.accepted = new Int32Array(posts + 1);
    this.lastAnswers = new Int32Array(posts + 1);
    this.answers = new Int32Array(posts + 1);
    this.scores = new Int32Array(posts + 1);
    this.comments = new Int32Array(posts + 1);
    this.tagCounts = new Int32Array(this.tags + 1);
    for (let id = this.wikis + 1; id <= posts; id += 1) this.#place(id);
    for (const question of this.questions) for (const tag of this.tagsOf(question)) this.tagCounts[tag]! += 1;
  }

  /** Makes a post a question, or an answer to one that is new or well known. */
  #place(id: number): void {
    const random = rowRandom(this.seed, 'kind', id);
    const { questions } = this;
    if (questions.length === 0 || random.chance(QUESTION_SHARE)) return void questions.push(id);
    const question = random.chance(0.05)
      ? questions[wellKnown(random, Math.ceil(this.posts * QUESTION_SHARE), questions.length)]!
      : questions[questions.length - rank(random, questions.length, FLATNESS.recentQuestions)]!;
    this.parents[id] = question;
    this.answers[question]! += 1;
    this.lastAnswers[question] = id;
    if (this.accepted[question] === 0 && random.chance(0.35)) this.accepted[question] = id;
  }

  isQuestion = (id: number): boolean => id > this.wikis && this.parents[id] === 0;

  /** Returns the post of a vote or comment at a share of the years: one that is new then, or well known. */
  postAt(random: Random, share: number): number {
    const existing = Math.max(1, Math.floor((this.posts - this.wikis) * share));
    const place = random.chance(0.6)
      ? existing - rank(random, existing, FLATNESS.recentPosts)
      : wellKnown(random, this.posts, existing);
    return this.wikis + 1 + place;
  }

  /** Returns somebody who is there by then; early people write the most. */
  personAt = (random: Random, share: number): number =>
    rank(random, Math.max(10, Math.floor(this.users * share)), FLATNESS.people);

  /** Returns the tags of a question by their ids, the commonest of which is 1. */
  tagsOf(question: number): number[] {
    const random = rowRandom(this.seed, 'tags of a post', question);
    return [...new Set(Array.from({ length: random.integer(1, 5) }, () => rank(random, this.tags, FLATNESS.tags)))];
  }

  nameOf(user: number): string {
    const random = rowRandom(this.seed, 'name', user);
    const name = wordOf(random.integer(101, 10_000)) + wordOf(random.integer(101, 10_000));
    return name[0]!.toUpperCase() + name.slice(1);
  }
}

/** Returns the place of something well known, from 0: the same few again and again, wherever they are among all. */
export const wellKnown = (random: Random, all: number, existing: number): number =>
  ((rank(random, all, FLATNESS.popular) * SPREAD) % all) % existing;

export const tagName = (tag: number): string => wordOf(FIRST_WORD_OF_TAGS + tag);

/** Returns a moment as dumps write it, some days after a share of the years. */
export const momentAt = (share: number, afterDays = 0): string =>
  new Date(Math.min(ENDS_MS - SECOND_MS, BEGINS_MS + share * (ENDS_MS - BEGINS_MS) + afterDays * DAY_MS))
    .toISOString()
    .slice(0, -1);

/** Returns a day as dumps date votes. */
export const dayAt = (share: number, afterDays = 0): string =>
  `${momentAt(share, afterDays).slice(0, 10)}T00:00:00.000`;
