import type { QueryClient } from '@tanstack/react-query';
import type { Changed } from './agent-subscriptions.ts';
import { invalidateList } from './queries.ts';

/** So long new rows are left to be painted, before the rest of their list keeps the page busy. */
const PAINT_MS = 50;

/**
 * Runs `work` when asked. Asked again while it is under way, it runs once more after that, however often it was asked.
 * Resolves when it has run since it was asked the first time; a failure is no end.
 */
function onceMoreAfter(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  return () => {
    isAskedAgain = true;
    running ??= (async () => {
      while (isAskedAgain) {
        isAskedAgain = false;
        try {
          await work();
        } catch {
          // Asked for again with the next change.
        }
      }
      running = undefined;
    })();
    return running;
  };
}

/**
 * Makes what has lists fetched again that the agent says have changed; it resolves when the answers are there, or could
 * not be had. While one is under way it is let finish and asked for once more after it: polls that follow one another
 * would otherwise put off, each time, what the first of them brought. Newer items of the inbox wait for none of that.
 * @param putNewerAbove shows newer items above the lists of the inbox
 */
export function listRefresh(
  queries: QueryClient,
  putNewerAbove: () => Promise<void>,
): (changed: Changed) => Promise<void> {
  const newerRows = onceMoreAfter(putNewerAbove);
  const refreshes = new Map<Changed, () => Promise<void>>();
  const refreshOf = (changed: Changed) => {
    const known = refreshes.get(changed) ?? onceMoreAfter(() => invalidateList(queries, changed));
    refreshes.set(changed, known);
    return known;
  };
  return async (changed) => {
    if (changed === 'inbox') {
      // Who waits for new rows waits neither for the rest of the list nor for what the filters count.
      await newerRows();
      await new Promise((resolve) => setTimeout(resolve, PAINT_MS));
    }
    await refreshOf(changed)();
  };
}
