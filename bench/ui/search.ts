import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MINUTE_MS } from '../../common/durations.ts';
import { createRandom } from '../../sandbox/world/random.ts';
import { openHistory } from '../../electron/store/history.ts';

export interface Searched {
  /** Each search in ms: by the index as the agent does it, and by LIKE over the same columns. */
  index: number[];
  like: number[];
}

const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ');

/** Words that are as unequal in use as those of a language are. */
function vocabulary(size: number): string[] {
  const next = createRandom(7).fraction;
  return Array.from({ length: size }, () =>
    Array.from({ length: 2 + Math.floor(next() * 3) }, () => SYLLABLES[Math.floor(next() * SYLLABLES.length)]).join(''),
  );
}

/** What a person types on the way to a word or two: every beginning of it, as search runs at each letter. */
function typed(words: readonly string[], count: number): string[] {
  const next = createRandom(99).fraction;
  const pick = () => words[Math.floor(words.length * next() ** 2)] ?? '';
  const searches: string[] = [];
  while (searches.length < count) {
    const whole = next() < 0.5 ? pick() : `${pick()} ${pick()}`;
    for (let length = 1; length <= whole.length; length++) searches.push(whole.slice(0, length));
  }
  return searches.slice(0, count);
}

/** Searches an inbox of `count` items as a person types, by the index and by LIKE in turn. */
export function measureSearch(count: number, searches: number, say: (line: string) => void): Searched {
  const folder = mkdtempSync(join(tmpdir(), 'askbell-bench-'));
  const file = join(folder, 'history.sqlite');
  const history = openHistory(file);
  try {
    const ofProfile = history.profile({ network: 'bench', accountId: 1, displayName: 'Bench' });
    const words = vocabulary(20_000);
    const next = createRandom(1).fraction;
    const text = (length: number) =>
      Array.from({ length }, () => words[Math.floor(words.length * next() ** 3)]).join(' ');
    const sites = Array.from({ length: 8 }, (_, index) => ({ id: `site${index}`, name: `Site ${index}` }));
    const newest = Date.UTC(2026, 0, 1);
    for (let from = 0; from < count; from += 5000) {
      say(`filling, ${from} of ${count} items`);
      ofProfile.transaction(() =>
        ofProfile.inbox.add(
          Array.from({ length: Math.min(5000, count - from) }, (_, index) => ({
            key: `item-${from + index}`,
            itemType: index % 3 === 0 ? 'new_answer' : 'comment',
            site: sites[index % sites.length]!,
            title: text(8),
            excerpt: text(28),
            createdAt: newest - (count - from - index) * 10 * MINUTE_MS,
            unreadAtNetwork: index % 40 === 0,
          })),
          newest,
        ),
      );
    }
    const list = history.inboxOf([ofProfile.profile.id]);
    const plain = new DatabaseSync(file, { readOnly: true });
    const like = plain.prepare(
      `SELECT * FROM inbox_items WHERE profile_id = ? AND (title LIKE ?2 OR excerpt LIKE ?2 OR body LIKE ?2
         OR tags LIKE ?2 OR site_name LIKE ?2 OR person LIKE ?2) ORDER BY created_at DESC LIMIT 51`,
    );
    const asked = typed(words, searches);
    const result: Searched = { index: [], like: [] };
    for (const search of asked.slice(0, 20)) list.list({ text: search }, 50);
    for (const [number, search] of asked.entries()) {
      if (number % 100 === 0) say(`searching, ${number} of ${asked.length}`);
      let from = performance.now();
      list.list({ text: search }, 50);
      result.index.push(performance.now() - from);
      // LIKE takes so much longer that some of the searches do.
      if (number % 10 !== 0) continue;
      from = performance.now();
      like.all(ofProfile.profile.id, `%${search}%`);
      result.like.push(performance.now() - from);
    }
    plain.close();
    return result;
  } finally {
    history.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
