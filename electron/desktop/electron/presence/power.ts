import { net, powerMonitor } from 'electron';
import type { DesktopEmitter } from '../../desktop-emitter.ts';

/**
 * How often the connection is looked at, in ms; Electron tells of no change by itself. Seldom while there is one, often
 * enough to notice its return at once.
 */
const CHECK_INTERVAL_MS = { online: 30_000, offline: 5_000 };

/** Tells the emitter when the machine wakes, is unlocked, or has a connection again; gives back what ends it. */
export function watchPower(emitter: DesktopEmitter): () => void {
  const woke = () => emitter.emit('woke', undefined);
  powerMonitor.on('resume', woke);
  powerMonitor.on('unlock-screen', woke);

  let online = net.isOnline();
  let timer: NodeJS.Timeout;
  const lookLater = () => {
    timer = setTimeout(
      () => {
        const now = net.isOnline();
        if (now && !online) emitter.emit('online', undefined);
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
