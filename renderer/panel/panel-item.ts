import type { ReactNode } from 'react';
import type { RowThread } from '../feed/list/item-row.tsx';

/** Where a row stands in its list, and at which moment it is drawn. */
export interface RowPlace {
  /** In ms. */
  now: number;
  /** The one row that can be reached with Tab. */
  isActive: boolean;
  onFocus: () => void;
}

/** One row of the panel, whichever tab it stands in; what cannot be done with it is left out. */
export interface PanelItem {
  key: string;
  /** Draws the row; the element that takes the focus names the item in `data-item`. */
  row: (place: RowPlace) => ReactNode;
  /** Opens it in the browser. */
  open: () => void;
  /** Of a question on which several things happened: shows the older ones beneath, or folds them away. */
  thread?: RowThread;
  /** The keys of those that are folded away. */
  folded?: string[];
  markRead?: () => void;
  mute?: () => void;
  snooze?: () => void;
}
