import type { PageName, VisibleRows } from '../../../common/contract/contract.ts';
import { matchKey } from '../../../common/schemas/match-kind.ts';
import type { Desktop } from '../../desktop/desktop.ts';
import type { Subject } from '../../store/events.ts';
import type { AgentEvents, Emitter } from '../context.ts';
import { scopedId } from '../ids.ts';

/**
 * Items that the user can see, so that they need no notification: their rows are in sight on a page, and the desktop
 * says that this page's window has the focus.
 */
export class VisibleItems {
  readonly #desktop: Pick<Desktop, 'presence' | 'isFocused' | 'isCovered'>;
  readonly #events: Emitter<AgentEvents>;
  readonly #shown = new Set<VisibleRows>();
  /** Pages under something that left them the focus, when that was last looked. */
  readonly #covered = new Set<PageName>();

  constructor(desktop: Pick<Desktop, 'presence' | 'isFocused' | 'isCovered'>, events: Emitter<AgentEvents>) {
    this.#desktop = desktop;
    this.#events = events;
  }

  /** Registers the rows in sight on a page. Returns a function that removes them. */
  add(rows: VisibleRows): () => void {
    // The caller's own object may be passed twice.
    const shown = { ...rows };
    this.#shown.add(shown);
    this.#events.emit('visible');
    return () => void this.#shown.delete(shown);
  }

  /** Whether a page is shown, with the focus or without. */
  isPageShown(): boolean {
    return this.#shown.size > 0;
  }

  /**
   * Looks whether something lies over the windows that have the focus, before any of what is pending counts as visible
   * there.
   */
  async look(pending: readonly { account: string; subjects: readonly Subject[] }[]): Promise<void> {
    this.#covered.clear();
    const isVisible = this.now();
    const isAnyVisible = pending.some(({ account, subjects }) =>
      subjects.some((subject) => isVisible?.(subject.account ?? account, subject)),
    );
    if (!isAnyVisible) return;
    const pages = new Set(this.#focused().map(({ page }) => page));
    for (const page of pages) if (await this.#desktop.isCovered(page)) this.#covered.add(page);
  }

  /** Whether a window that lists something has the focus: what is new may be on its way into sight there. */
  isWindowFocused(): boolean {
    return this.#focused().length > 0;
  }

  /** Returns a predicate for what is visible to the user now, or undefined if nothing is. */
  now(): ((account: string, subject: Subject) => boolean) | undefined {
    const focused = this.#focused();
    if (focused.length === 0) return undefined;
    const keys = new Set(focused.flatMap((rows) => rows.keys));
    return (account, subject) => {
      const own = keysOf(subject);
      return own.length > 0 && own.every((key) => keys.has(scopedId(account, key)));
    };
  }

  #focused(): VisibleRows[] {
    if (this.#shown.size === 0 || this.#desktop.presence().state === 'away') return [];
    const listing = [...this.#shown].filter(({ keys }) => keys.length > 0);
    const pages = new Set(listing.map(({ page }) => page));
    const focused = new Set([...pages].filter((page) => !this.#covered.has(page) && this.#desktop.isFocused(page)));
    return listing.filter(({ page }) => focused.has(page));
  }
}

/** Keys of the rows that a notification's subject is listed in; none for what no list shows. */
function keysOf(subject: Subject): string[] {
  if (subject.kind === 'inbox') return [subject.key];
  if (subject.kind === 'question') return [matchKey(subject.siteId, subject.questionId)];
  return (subject.kind === 'reputation' && subject.keys) || [];
}
