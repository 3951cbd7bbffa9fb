import { createContext, useContext } from 'react';

/** Takes the place that the frame keeps for news, or null once it has none. */
export const NewsSlotContext = createContext<(slot: HTMLElement | null) => void>(() => {});

/** Keeps a place of the frame for news, so that they need not lie over anything. */
export function NewsSlot() {
  // There before the news are, or they would not be read out.
  return <div ref={useContext(NewsSlotContext)} className="news-slot" role="status" aria-live="polite" />;
}
