/** One row of the panel, whichever tab it stands in; what cannot be done with it is left out. */
export interface PanelItem {
  key: string;
  site: { name: string; iconUrl?: string | undefined };
  /** The picture of its kind, one of Stacks' own. */
  icon: string;
  /** What happened, in a word or two. */
  kind: string;
  title: string;
  /** What more is known of it, on the same line as its kind. */
  detail?: string | undefined;
  at: Date;
  /** Of reputation. */
  change?: number;
  link?: string | undefined;
  muted?: boolean;
  /** Opens it in the browser; `opened`: the browser that this page is in has done so already. */
  open: (opened: boolean) => void;
  markRead?: () => void;
  mute?: () => void;
  snooze?: () => void;
}
