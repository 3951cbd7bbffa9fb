import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { rowRandom, wordOf } from '../../support/zipf.ts';
import { NOW, Plan, tagName } from './plan.ts';
import { revisionOf, type Row } from './posts.ts';
import { TABLES } from './tables.ts';

/** How much of a site has to do with a subject. */
export type Weight = 'big' | 'small';

/** Facts about a made site, for whoever asks about it. */
export interface Facts {
  posts: number;
  /** Epoch seconds of the dump's end. */
  now: number;
  /** Of all files. */
  bytes: number;
  /** Ids, names and words to ask about, by their kind. */
  subjects: Record<string, Record<Weight, (string | number)[]>>;
}

const SUBJECTS_OF_A_KIND = 12;
const CHUNK_CHARACTERS = 1_000_000;
const MONTH_SECONDS = 30 * 86_400;

function* rowsOf(plan: Plan, name: string): Generator<Row> {
  for (const [index, { count, make }] of TABLES[name]!.entries()) {
    const total = count(plan);
    for (let id = 1; id <= total; id += 1)
      yield* make(plan, { id, share: id / total, random: rowRandom(plan.seed, `${name} ${index}`, id) });
  }
}

/** Writes a file row by row; returns its size in bytes. */
function writeTable(folder: string, name: string, plan: Plan): number {
  const file = openSync(join(folder, `${name}.xml`), 'w');
  let [bytes, number] = [0, 0];
  let text = `<?xml version="1.0" encoding="utf-8"?>\n<${name.toLowerCase()}>\n`;
  for (const row of rowsOf(plan, name)) {
    text += `  <row Id="${(number += 1)}"`;
    for (const column in row) if (row[column] !== undefined) text += ` ${column}="${row[column]}"`;
    text += ' />\n';
    if (text.length < CHUNK_CHARACTERS) continue;
    bytes += writeSync(file, text);
    text = '';
  }
  bytes += writeSync(file, `${text}</${name.toLowerCase()}>\n`);
  closeSync(file);
  return bytes;
}

function subjectsOf(plan: Plan): Facts['subjects'] {
  const random = rowRandom(plan.seed, 'subjects', 0);
  const several = <T>(make: (at: number) => T): T[] => Array.from({ length: SUBJECTS_OF_A_KIND }, (_, at) => make(at));
  const answered = plan.questions.filter((id) => plan.answers[id]! > 0);
  const byAnswers = answered.toSorted((one, other) => plan.answers[other]! - plan.answers[one]!);
  const questions = { big: byAnswers.slice(0, SUBJECTS_OF_A_KIND), small: several(() => random.pick(answered)) };
  const answerOf = (question: number) => plan.lastAnswers[question]!;
  const rareTags = [...plan.tagCounts.keys()].filter((tag) => tag > plan.tags / 2 && plan.tagCounts[tag]! > 0);
  const comments = several(() => random.integer(1, Math.floor(plan.posts / 2)));
  const lateUser = () => random.integer(Math.ceil(plan.users / 2), plan.users);
  const rareWord = () => wordOf(Math.ceil(plan.vocabulary.size * (0.6 + 0.4 * random.fraction())));
  const periods = { big: ['all_time'], small: ['month'] };
  return {
    questions,
    posts: questions,
    answers: { big: questions.big.map(answerOf), small: questions.small.map(answerOf) },
    comments: { big: comments, small: comments.toReversed() },
    users: { big: several((at) => at + 1), small: several(lateUser) },
    tags: { big: several((at) => tagName(at + 1)), small: several(() => tagName(random.pick(rareTags))) },
    badges: { big: several((at) => at + 1), small: several((at) => at + 10) },
    revisions: { big: several((at) => revisionOf(16 + at * 16, 4)), small: several((at) => revisionOf(8 + at * 8, 1)) },
    // Each of the common ones is in about every sixth post.
    words: { big: several((at) => wordOf(100 + at)), small: several(rareWord) },
    pieces: { big: several((at) => wordOf(1 + at)), small: several((at) => plan.nameOf(at + 1).slice(1, 6)) },
    dates: { big: several((at) => NOW - MONTH_SECONDS - at), small: several((at) => NOW - MONTH_SECONDS / 30 - at) },
    flags: { big: ['true'], small: ['false'] },
    'top-answerers': periods,
    'top-askers': periods,
  };
}

/** Makes a site as a public dump in a folder, unless it is there already. */
export function makeSite(folder: string, posts: number, seed: number): Facts {
  const file = join(folder, 'facts.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Facts;
  mkdirSync(folder, { recursive: true });
  const plan = new Plan(posts, seed);
  let bytes = 0;
  for (const name of Object.keys(TABLES)) bytes += writeTable(folder, name, plan);
  const facts: Facts = { posts, now: NOW, bytes, subjects: subjectsOf(plan) };
  // The last file: a folder without it is not whole.
  writeFileSync(file, JSON.stringify(facts));
  return facts;
}
