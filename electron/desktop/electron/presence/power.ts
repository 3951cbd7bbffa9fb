import { net, powerMonitor } from 'electron';
import type { DesktopEvents } from '../../desktop.ts';
import type { Emitter } from '../../../base/emitter.ts';

/**
 * Interval of connectivity checks in ms; Electron has no event for it. Long while online, short enough to notice the
 * return at once while offline.
 */
const CHECK_INTERVAL_MS = { online: 30_000, offline: 5_000 };

/** Emits an event when the machine wakes, is unlocked, or is online again. Returns a function that stops watching. */
export function watchPower(emitter: Emitter<DesktopEvents>): () => void {
  const woke = () => emitter.emit('woke');
  powerMonitor.on('resume', woke);
  powerMonitor.on('unlock-screen', woke);

  let online = net.isOnline();
  let timer: NodeJS.Timeout;
  const lookLater = () => {
    timer = setTimeout(
      () => {
        const now = net.isOnline();
        if (now && !online) emitter.emit('online');
        online = now;
        lookLater();
      },
      online ? CHECK_INTERVAL_MS.online : CHECK_INTERVAL_MS.offline,
    );
    timer.unref();
  };
  lookLater();

  return () => {
    powerMonitor.off('resume', woke);
    powerMonitor.off('unlock-screen', woke);
    clearTimeout(timer);
  };
}
