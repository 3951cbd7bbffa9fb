import { join } from 'node:path';
import { createRandom } from '../../sandbox/world/random.ts';
import { openHistory } from '../../electron/store/history.ts';
import { say } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { fillInbox } from './fill.ts';

const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ');
const WORDS = 20_000;
/** Searches before those that count. */
const WARM_UP = 20;

const random = createRandom(7);

/** Returns a word; the larger the exponent, the more often it is one of the first, as in a language. */
const drawWord = (words: readonly string[], exponent: number): string =>
  words[Math.floor(words.length * random.fraction() ** exponent)]!;

const joined = (length: number, draw: () => string, by: string): string => Array.from({ length }, draw).join(by);

/** Returns texts that a person types on the way to a word or two: every beginning, as each letter starts a search. */
function typed(words: readonly string[], count: number): string[] {
  const searches: string[] = [];
  while (searches.length < count) {
    const whole = joined(random.integer(1, 2), () => drawWord(words, 2), ' ');
    for (let length = 1; length <= whole.length; length++) searches.push(whole.slice(0, length));
  }
  return searches.slice(0, count);
}

/** Searches an inbox of `count` items as a person types; returns how long each search took, in ms. */
export function measureSearch(count: number, searches: number): number[] {
  const folder = temporaryFolder('bench-search');
  const history = openHistory(join(folder.path, 'history.sqlite'));
  try {
    const profile = history.profile({ network: 'bench', accountId: 1, displayName: 'Bench' });
    const words = Array.from({ length: WORDS }, () => joined(random.integer(2, 4), () => random.pick(SYLLABLES), ''));
    say(`filling a history with ${count} items`);
    const text = (length: number) => joined(length, () => drawWord(words, 3), ' ');
    fillInbox(profile, count, () => ({ title: text(8), excerpt: text(28) }));
    const inbox = history.inboxOf([profile.profile.id]);
    const taken = typed(words, WARM_UP + searches).map((search) => {
      const from = performance.now();
      inbox.list({ text: search }, 50);
      return performance.now() - from;
    });
    return taken.slice(WARM_UP);
  } finally {
    history.close();
    folder.remove();
  }
}
