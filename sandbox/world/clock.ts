/** Time in the sandbox network, which may start anywhere and is driven by whoever runs the sandbox. */
export interface SandboxClock {
  /** Epoch seconds, an integer. */
  now(): number;
}

/** The network's clock, which can be set forward. */
export interface AdvancingClock extends SandboxClock {
  /** @param seconds not less than 0 */
  advance(seconds: number): void;
  /** As if it had never been set forward. */
  reset(): void;
}

/** A clock that begins at `start` (epoch seconds; the machine's present if left out) and ticks with the machine's. */
export function createTickingClock(start?: number): SandboxClock {
  const offset = start === undefined ? 0 : start * 1000 - Date.now();
  return { now: () => Math.floor((Date.now() + offset) / 1000) };
}

/** Wraps a clock so that it can be set forward. */
export function createAdvancingClock(clock: SandboxClock): AdvancingClock {
  let ahead = 0;
  return {
    now: () => clock.now() + ahead,
    advance: (seconds) => void (ahead += seconds),
    reset: () => void (ahead = 0),
  };
}
