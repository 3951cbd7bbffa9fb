import type { QueryClient } from '@tanstack/react-query';
import type { Changed } from './agent-subscriptions.ts';
import { invalidateList } from './queries.ts';

/** So long new rows are left to be painted, before the rest of their list keeps the page busy. */
const PAINT_MS = 50;

/**
 * Makes what has lists fetched again that the agent says have changed; it resolves when the answers are there, or could
 * not be had. While one is under way it is let finish and asked for once more after it: polls that follow one another
 * would otherwise put off, each time, what the first of them brought.
 * @param putNewerAbove shows newer items above the lists of the inbox
 */
export function listRefresh(
  queries: QueryClient,
  putNewerAbove: () => Promise<void>,
): (changed: Changed) => Promise<void> {
  /** The lists that are being fetched, and whether they have changed since. */
  const underWay = new Map<Changed, boolean>();
  return async (changed) => {
    const isUnderWay = underWay.has(changed);
    underWay.set(changed, isUnderWay);
    if (isUnderWay) return;
    do {
      underWay.set(changed, false);
      if (changed === 'inbox') {
        // Who waits for new rows waits neither for the rest of the list nor for what the filters count.
        await putNewerAbove().catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, PAINT_MS));
      }
      await invalidateList(queries, changed);
    } while (underWay.get(changed) === true);
    underWay.delete(changed);
  };
}
