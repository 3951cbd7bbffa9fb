import type { TrayCommand, WindowView } from '../../desktop/desktop.ts';
import type { SnoozeLength } from '../../../common/snooze.ts';

/** What the tray may have done. */
export interface TrayDeeds {
  openItem: (key: string) => void | Promise<void>;
  showWindow: (view: WindowView) => void;
  snooze: (length: SnoozeLength) => void;
  syncNow: () => void;
  endSnooze: () => void | Promise<void>;
  markAllRead: () => void;
  pause: () => void;
  resume: () => void;
  quit: () => void;
}

/** Carries out what a person chose in the tray menu. */
export function carryOut(command: TrayCommand, deeds: TrayDeeds): void | Promise<void> {
  switch (command.do) {
    case 'open-item':
      return deeds.openItem(command.key);
    case 'open-window':
      return deeds.showWindow(command.view);
    case 'snooze':
      return deeds.snooze(command.for);
    case 'sync-now':
      return deeds.syncNow();
    case 'end-snooze':
      return deeds.endSnooze();
    case 'mark-all-read':
      return deeds.markAllRead();
    case 'pause':
      return deeds.pause();
    case 'resume':
      return deeds.resume();
    case 'quit':
      return deeds.quit();
  }
}
