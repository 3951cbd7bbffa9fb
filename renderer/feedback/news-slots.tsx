import { createContext, useCallback, useContext } from 'react';

/** The places of the frame that are kept for news: in the sidebar, and in the status line. */
export type NewsSlots = Partial<Record<'side' | 'line', HTMLElement>>;

export const NewsSlotContext = createContext<(name: keyof NewsSlots, slot: HTMLElement | null) => void>(() => {});

/** Keeps a place of the frame for news, so that they need not lie over anything. */
export function NewsSlot({ name }: { name: keyof NewsSlots }) {
  const register = useContext(NewsSlotContext);
  const slot = useCallback((element: HTMLElement | null) => register(name, element), [register, name]);
  // There before the news are, or they would not be read out.
  return <div ref={slot} className={`news-slot news-slot__${name}`} role="status" aria-live="polite" />;
}
