import { createRandom, type Random } from '../../sandbox/world/random.ts';

/** Returns the chance of one row, which is the same whichever rows were made before. */
export const rowRandom = (seed: number, table: string, row: number): Random =>
  createRandom(
    Math.imul(seed * 31 + table.length + table.charCodeAt(0) * 257, 0x9e3779b1) ^ Math.imul(row, 0x85ebca6b),
  );

/** Draws a rank from 1 to `count` by Zipf's law: the chance of a rank falls as 1 / (rank + flat). */
export const rank = (random: Random, count: number, flat: number): number =>
  Math.floor(flat * ((count / flat + 1) ** random.fraction() - 1)) + 1;

const SYLLABLES = [...'bcdfghjklmnprstvwxyz'].flatMap((consonant) => [...'aeiou'].map((vowel) => consonant + vowel));

/** Returns the word of a rank, another for each: the commonest have two letters, rare ones six. */
export function wordOf(wordRank: number): string {
  let word = '';
  for (let left = wordRank; left > 0; left = Math.floor((left - 1) / SYLLABLES.length))
    word = SYLLABLES[(left - 1) % SYLLABLES.length]! + word;
  return word;
}

const MEDIAN_WORDS = 140;
const MAX_WORDS = 3000;
/** Weight of the commonest words: about one in twenty is the first. */
const FLATNESS_OF_WORDS = 2;

/** Vocabulary of a site, and the texts that are made of it. */
export class Vocabulary {
  readonly size: number;
  readonly #words: readonly string[];

  constructor(size: number) {
    this.size = size;
    this.#words = Array.from({ length: size + 1 }, (_, wordRank) => wordOf(wordRank));
  }

  text(random: Random, words: number): string {
    let text = '';
    for (let word = 0; word < words; word += 1) text += `${this.#words[rank(random, this.size, FLATNESS_OF_WORDS)]!} `;
    return text.trimEnd();
  }

  /** Returns paragraphs and code of about a kilobyte, now and then of much more, written as in an attribute. */
  body(random: Random): string {
    const deviation = Math.sqrt(-2 * Math.log(1 - random.fraction())) * Math.cos(2 * Math.PI * random.fraction());
    let body = '';
    for (let left = Math.min(MAX_WORDS, Math.ceil(MEDIAN_WORDS * Math.exp(0.7 * deviation))); left > 0;) {
      const words = Math.min(left, random.integer(20, 80));
      const text = this.text(random, words);
      body += random.chance(0.2)
        ? `&lt;pre&gt;&lt;code&gt;${text}&lt;/code&gt;&lt;/pre&gt;&#xA;`
        : `&lt;p&gt;${text}&lt;/p&gt;&#xA;`;
      left -= words;
    }
    return body;
  }
}
