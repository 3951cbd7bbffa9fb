import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { Watch } from '../../common/contract/contract.ts';
import { useWideWindow } from '../appearance/theme.ts';

/** The row, and the address, of what all watches found; and the address of the form for a new one. */
export const ALL = 'all';
export const NEW = 'new';

const CHANGE = 'change';

/** What gets the focus where a pane comes to lie over the list. */
const FIRST_IN_PANE = '.watch-pane h2, .matches > .watches--back';

const rowOf = (id: string): string => `[data-watch="${CSS.escape(id)}"]`;

/** Gives the focus to the row of a watch. */
export const focusRow = (id: string): void => document.querySelector<HTMLElement>(rowOf(id))?.focus();

/**
 * What stands beside the list, by the address: all that was found, the form of a new watch, or a watch (or its form).
 * In a narrow window it lies over the list, and the bare address is the list.
 */
export function usePlace(watches: readonly Watch[] | undefined) {
  const wide = useWideWindow();
  const [location, goTo] = useLocation();
  const [, , id, part] = location.split('/').map(decodeURIComponent);
  const isFirst = watches?.length === 0;
  const watch = watches?.find((one) => one.id === id);
  const isNew = id === NEW || isFirst;
  const isAll = !isNew && !watch && (id === ALL || wide);
  const isShown = isNew || isAll || watch !== undefined;
  const focus = useRef<{ at: string; on: string | undefined }>(undefined);
  // In the same step as it is shown, so that nobody's focus is lost in between.
  useLayoutEffect(() => {
    const { at, on } = focus.current ?? {};
    if (at === location && on !== undefined) document.querySelector<HTMLElement>(on)?.focus();
  }, [location]);
  /** Goes to a page of the view; `focused`: what gets the focus there. */
  const go = (page: string, focused?: string) => {
    const path = page === '' ? '/watches' : `/watches/${page}`;
    focus.current = path === location ? undefined : { at: path, on: focused };
    if (path !== location) goTo(path, { replace: isShown && page !== '' });
    else if (focused !== undefined) document.querySelector<HTMLElement>(focused)?.focus();
  };
  return {
    wide,
    isFirst,
    isNew,
    isAll,
    watch,
    isChanging: part === CHANGE,
    isAsked: id === NEW,
    over: isShown && !wide && !isFirst,
    go,
    /** Shows what a row stands for. */
    choose: (to: string) => go(encodeURIComponent(to), wide ? undefined : FIRST_IN_PANE),
    add: () => go(NEW),
    change: (of: Watch) => go(`${encodeURIComponent(of.id)}/${CHANGE}`),
    /** Back to the row of what was shown. */
    leave: (from: string) => go(wide ? encodeURIComponent(from) : '', rowOf(from)),
    leaveForm: (of: Watch | undefined) =>
      of ? go(encodeURIComponent(of.id), '.watch-pane--change') : go('', '.watches--add'),
  };
}
