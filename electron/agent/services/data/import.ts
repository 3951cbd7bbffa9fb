import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../clock.ts';
import type { ArchivedProfile } from '../../../store/archive/import-archive.ts';
import type { History } from '../../../store/history.ts';

/** How many items are taken in at once, so that window and polling do not wait long. */
const ITEMS_PER_PIECE = 1000;

/** How much of an export was not here yet. */
export interface TakenIn {
  inbox: number;
  reputation: number;
  questions: number;
}

/** Takes in what the accounts of an export received. `ids`: what each of its watches is called here. */
export async function takeInHistory(
  { history, clock }: { history: History; clock: Clock },
  profiles: readonly ArchivedProfile[],
  ids: ReadonlyMap<string, string>,
): Promise<TakenIn> {
  const added = { inbox: 0, reputation: 0, questions: 0 };
  const now = clock.now();
  for (const profile of profiles) {
    for (const piece of piecesOf(profile)) {
      const taken = history.importProfile(piece, ids, now);
      for (const what of ['inbox', 'reputation', 'questions'] as const) added[what] += taken[what];
      // Window and polling have their turn in between.
      await setImmediate();
    }
  }
  return added;
}

/** An account's history in pieces that are taken in quickly. */
function* piecesOf(profile: ArchivedProfile): Iterable<ArchivedProfile> {
  const { inbox, ...rest } = profile;
  yield { ...rest, inbox: inbox.slice(0, ITEMS_PER_PIECE) };
  for (let from = ITEMS_PER_PIECE; from < inbox.length; from += ITEMS_PER_PIECE) {
    const items = inbox.slice(from, from + ITEMS_PER_PIECE);
    yield { ...rest, reputation: [], questions: [], mutedQuestions: [], inbox: items };
  }
}
