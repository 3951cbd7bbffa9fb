import { ok, text, warning, wrong, type Finding } from '../finding.ts';

const MINUTE_MS = 60_000;
/** As from where the window speaks of it, too. */
const TOLERATED_MS = 5 * MINUTE_MS;
/** Certificates are refused by a clock that is off so far. */
const BROKEN_MS = 24 * 3600_000;
/** More than this within the seconds of a check is no drift: somebody set the clock. */
const JUMP_MS = 1000;

export interface ClockFacts {
  /** A network that tells the time; absent where none is chosen. */
  network?: string | undefined;
  /** How far this machine's clock is ahead of the network's (`Date`, docs/api.md, "Wrapper"); absent: it told none. */
  aheadMs?: number | undefined;
  /** By how much the wall clock and the steady one came apart during the check. */
  jumpedMs: number;
}

/** Whether this machine's clock is right and runs steadily. Pure. */
export function checkClock({ network, aheadMs, jumpedMs }: ClockFacts): Finding {
  if (Math.abs(jumpedMs) > JUMP_MS) return warning(text('clock.jumps'), text('clock.jumpsAdvice'));
  if (network === undefined) return ok(text('clock.none'));
  if (aheadMs === undefined) return warning(text('clock.unknown', { network }), text('clock.unknownAdvice'));
  const offMs = Math.abs(aheadMs);
  if (offMs < TOLERATED_MS) return ok(text('clock.right', { off: { seconds: Math.max(1, offMs / 1000) } }));
  // Nobody sets a clock that is off so far by the second.
  const off = { seconds: Math.round(offMs / MINUTE_MS) * 60 };
  const said = text(aheadMs > 0 ? 'clock.ahead' : 'clock.behind', { off });
  return offMs < BROKEN_MS ? warning(said, text('clock.advice')) : wrong(said, text('clock.advice'));
}
