import type { TrayCommand, TrayView } from '../../desktop.ts';
import { createLauncherCount, type LauncherCount } from '../../linux/launcher-count.ts';
import type { Bus } from '../../linux/message-bus.ts';
import { createStatusNotifier, type StatusNotifier } from './status-notifier.ts';

/** Tray icon and launcher badge on a session bus. Each shows the latest view, even if it connects later. */
export class Tray {
  #icon: StatusNotifier | undefined;
  #launcher: LauncherCount | undefined;
  #view: TrayView | undefined;

  /** Whether a panel shows the icon. */
  get isShown(): boolean {
    return this.#icon?.registered ?? false;
  }

  async connectIcon(bus: Bus, choose: (command: TrayCommand) => void): Promise<void> {
    this.#icon = await createStatusNotifier(bus, choose);
    if (this.#view) this.#icon.show(this.#view);
  }

  async connectLauncher(bus: Bus): Promise<void> {
    this.#launcher = await createLauncherCount(bus);
    if (this.#view) this.#launcher.show(this.#view.unread);
  }

  show(view: TrayView): void {
    this.#view = view;
    this.#icon?.show(view);
    this.#launcher?.show(view.unread);
  }
}
