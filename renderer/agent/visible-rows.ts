import { useEffect } from 'react';
import type { PageName } from '../../common/contract/contract.ts';
import { useAgentLink, useClient } from './agent-context.tsx';
import type { AgentClient } from './connection/bridge.ts';

/** Time from a change of the page to its report, in ms: a list that is scrolled reports a few times a second. */
const REPORT_AFTER_MS = 250;

/** As many keys as the agent takes (`MAX_VISIBLE_KEYS` in the contract). */
const MAX_KEYS = 1000;

/** Attributes of a row by which its keys are found once it is in sight. */
export const rowOf = (keys: readonly string[]) => ({ 'data-row': keys.join('\n') });

/** Whether the middle of an element can be seen: in the window, not scrolled away, nothing over it. */
function isInSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const y = top + height / 2;
  if (y < 0 || y > window.innerHeight) return false;
  return element.contains(document.elementFromPoint(left + width / 2, y));
}

const keysInSight = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')]
    .filter(isInSight)
    .flatMap((row) => row.dataset['row']?.split('\n') ?? [])
    .slice(0, MAX_KEYS);

/**
 * Reports the rows in sight whenever others are; none while the page has no focus, and nothing while it is hidden.
 * Returns a function that ends it.
 */
function followRows(page: PageName, client: AgentClient): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let timer: number | undefined;
  let reported = '';
  let report = new AbortController();
  const reportNow = () => {
    window.clearTimeout(timer);
    timer = undefined;
    const isShown = document.visibilityState === 'visible';
    const keys = isShown && document.hasFocus() ? keysInSight() : [];
    const next = isShown ? JSON.stringify(keys) : '';
    if (next === reported) return;
    reported = next;
    report.abort();
    report = new AbortController();
    if (isShown) hold({ page, keys }, report.signal).catch(() => undefined);
  };
  const hold = async (rows: { page: PageName; keys: string[] }, until: AbortSignal) => {
    const held = await client.notices.visible(rows, { signal: until });
    while ((await held.next()).done !== true);
  };
  const reportSoon = () => {
    timer ??= window.setTimeout(reportNow, REPORT_AFTER_MS);
  };
  for (const event of ['scroll', 'resize', 'focus'])
    window.addEventListener(event, reportSoon, { signal, capture: true, passive: true });
  // At once: what comes from now on is not seen any more.
  window.addEventListener('blur', reportNow, { signal });
  document.addEventListener('visibilitychange', reportNow, { signal });
  const changes = new MutationObserver(reportSoon);
  changes.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['data-row', 'inert', 'open', 'hidden'],
  });
  reportSoon();
  return () => {
    stop.abort();
    changes.disconnect();
    window.clearTimeout(timer);
    report.abort();
  };
}

/** Tells the agent which rows are in sight on this page, so that they are not announced as well. */
export function useVisibleRows(page: PageName): void {
  const client = useClient();
  const isConnected = useAgentLink().state.status === 'connected';
  useEffect(() => (isConnected ? followRows(page, client) : undefined), [client, isConnected, page]);
}
