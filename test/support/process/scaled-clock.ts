import { systemClock, type Clock } from '../../../electron/base/clock.ts';

/** Where simulated time stands: it was `virtual` when it was `real`, both in ms, and runs `scale` times faster. */
export interface Scale {
  real: number;
  virtual: number;
  scale: number;
}

/** A clock that several processes share: the same scale gives the same time everywhere, also after it was changed. */
export function scaledClock(scale: Readonly<Scale>): Clock {
  return {
    now: () => Math.floor(scale.virtual + (Date.now() - scale.real) * scale.scale),
    sleep: (ms, signal) => systemClock.sleep(ms / scale.scale, signal),
  };
}
