import { systemClock, type Clock } from '../../../electron/clock.ts';

/** Where simulated time stands: it was `virtual` when it was `real`, both in ms, and runs `scale` times faster. */
export interface Scale {
  real: number;
  virtual: number;
  scale: number;
}

/** A clock that several processes share: the same scale gives the same time everywhere. */
export function scaledClock({ real, virtual, scale }: Scale): Clock {
  return {
    now: () => Math.floor(virtual + (Date.now() - real) * scale),
    sleep: (ms, signal) => systemClock.sleep(ms / scale, signal),
  };
}
