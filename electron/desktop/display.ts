import type { NotificationAction, Sound, WindowView } from '../../common/contract/contract.ts';
import type { SnoozeLength } from '../../common/snooze.ts';

/** Things that the desktop displays: notifications and the tray. */

/** Notification ready to be shown. `id` is assigned by the agent and included in every event about it. */
export interface DesktopNotification {
  id: number;
  kind: 'inbox' | 'activity' | 'reputation' | 'question' | 'badges' | 'summary' | 'status';
  title: string;
  body: string;
  silent: boolean;
  /** Replaces the system's sound, where supported; never set with `silent`. */
  sound?: NotificationSound;
  /** Buttons, most useful first; clicking the notification itself is the action `open`. */
  actions: { id: NotificationAction; label: string }[];
}

/** Built-in sounds. */
export type SoundName = Exclude<Sound, 'default' | 'none' | 'file'>;
/** Built-in sound, or a WAV file of the user. `volume`: from 0 to 1; 1 is the system's volume. */
export type NotificationSound =
  | { name: SoundName; volume: number }
  | { name: 'file'; /** Path. */ file: string; volume: number };

/** Status shown by the tray icon, most urgent first. */
export type TrayStatus = 'attention' | 'offline' | 'paused' | 'unread' | 'idle';

/** Command chosen in the tray menu, executed by the agent. */
export type TrayCommand =
  | { do: 'open-item'; key: string }
  | { do: 'open-window'; view: WindowView }
  | { do: 'open-panel' }
  /** Click on the tray icon: opens or closes the panel. */
  | { do: 'toggle-panel' }
  | { do: 'sync-now' }
  | { do: 'snooze'; for: SnoozeLength }
  | { do: 'end-snooze' }
  | { do: 'show-waiting' }
  | { do: 'pause' }
  | { do: 'resume' }
  | { do: 'mark-all-read' }
  | { do: 'undo-mark-all-read' }
  | { do: 'quit' };

/** Icons of tray menu entries, drawn by build/icons/menu-drawings.ts. */
export const MENU_ICONS = [
  'answer',
  'bell',
  'comment',
  'flag',
  'info',
  'message',
  'moderator',
  'question',
  'reputation',
  'star',
] as const;
export type MenuIcon = (typeof MENU_ICONS)[number];

export type TrayMenuItem =
  | { type: 'action'; label: string; command: TrayCommand; enabled?: boolean; icon?: MenuIcon }
  | { type: 'label'; label: string }
  | { type: 'separator' }
  | { type: 'submenu'; label: string; items: TrayMenuItem[] };

/** Complete contents of the tray, built by a pure function (agent/view/tray-menu.ts). */
export interface TrayView {
  status: TrayStatus;
  unread: number;
  tooltip: string;
  menu: TrayMenuItem[];
  /** Zoom of the panel; absent before any sign-in, when the panel has no content. */
  panel?: { zoom: number };
}
