import { MINUTE_MS, DAY_MS } from '../../../../../common/durations.ts';
import { ok, text, warning, wrong, type Finding } from '../finding.ts';

/** Maximum tolerated error of the clock; beyond it the window shows a warning, too. */
const TOLERATED_MS = 5 * MINUTE_MS;
/** Error of the clock from which certificates are refused. */
const BROKEN_MS = DAY_MS;
/** Maximum drift between the two clocks during a check; a larger one means that the clock was set. */
const JUMP_MS = 1000;

export interface ClockFacts {
  /** Network whose time is compared; absent if none is chosen. */
  network?: string | undefined;
  /** Time by which the local clock is ahead of the server's (`Date`, docs/api.md, "Wrapper"); absent if unknown. */
  aheadMs?: number | undefined;
  /** Drift between the wall clock and the monotonic clock during the check. */
  jumpedMs: number;
}

/** Checks that the local clock is right and steady. Pure. */
export function checkClock({ network, aheadMs, jumpedMs }: ClockFacts): Finding {
  if (Math.abs(jumpedMs) > JUMP_MS) return warning(text('clock.jumps'), text('clock.jumpsAdvice'));
  if (network === undefined) return ok(text('clock.none'));
  if (aheadMs === undefined) return warning(text('clock.unknown', { network }), text('clock.unknownAdvice'));
  const offMs = Math.abs(aheadMs);
  if (offMs < TOLERATED_MS) return ok(text('clock.right', { off: { seconds: Math.max(1, offMs / 1000) } }));
  // Rounded to minutes: nobody corrects a clock that is this far off by the second.
  const off = { seconds: Math.round(offMs / MINUTE_MS) * 60 };
  const said = text(aheadMs > 0 ? 'clock.ahead' : 'clock.behind', { off });
  return offMs < BROKEN_MS ? warning(said, text('clock.advice')) : wrong(said, text('clock.advice'));
}
