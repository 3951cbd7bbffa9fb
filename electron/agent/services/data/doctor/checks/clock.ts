import { MINUTE_MS, DAY_MS } from '../../../../../../common/durations.ts';
import { ok, text, warning, wrong, type Finding } from '../finding.ts';

/** How far off a clock may be: from there on the window speaks of it, too. */
const TOLERATED_MS = 5 * MINUTE_MS;
/** How far off a clock must be for certificates to be refused. */
const BROKEN_MS = DAY_MS;
/** How far the two clocks may come apart during a check; a larger difference means that somebody set the clock. */
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
  // Minutes are enough: nobody sets a clock that is this far off by the second.
  const off = { seconds: Math.round(offMs / MINUTE_MS) * 60 };
  const said = text(aheadMs > 0 ? 'clock.ahead' : 'clock.behind', { off });
  return offMs < BROKEN_MS ? warning(said, text('clock.advice')) : wrong(said, text('clock.advice'));
}
