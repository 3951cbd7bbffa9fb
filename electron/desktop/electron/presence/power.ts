import { net, powerMonitor } from 'electron';
import type { DesktopEmitter } from '../../desktop-emitter.ts';

/** How often the connection is looked at, in ms; Electron tells of no change by itself. */
const CHECK_INTERVAL_MS = 5_000;

/** Tells the emitter when the machine wakes, is unlocked, or has a connection again; gives back what ends it. */
export function watchPower(emitter: DesktopEmitter): () => void {
  const woke = () => emitter.emit('woke', undefined);
  powerMonitor.on('resume', woke);
  powerMonitor.on('unlock-screen', woke);

  let online = net.isOnline();
  const look = setInterval(() => {
    const now = net.isOnline();
    if (now && !online) emitter.emit('online', undefined);
    online = now;
  }, CHECK_INTERVAL_MS);
  look.unref();

  return () => {
    powerMonitor.off('resume', woke);
    powerMonitor.off('unlock-screen', woke);
    clearInterval(look);
  };
}
