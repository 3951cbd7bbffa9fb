import { MINUTE_MS, HOUR_MS } from '../../../../common/durations.ts';

/**
 * The folder `push` uses a network's socket (docs/api.md, "Socket"). A frame is only a hint that a poll may pay, never
 * news itself; how far hints are trusted is learned from the results of polls.
 */

/**
 * Reason of a hint: something is new, something was read elsewhere, or unknown (the first count of a connection). If a
 * poll then finds nothing, a hint of something new counts against the socket; a hint of something read counts only
 * against further hints of that kind, because the person may have read it here before.
 */
export type HintReason = 'new' | 'read' | 'unknown';

/** Trust in the hints about one stream, and its open hint. Times in ms, server time. */
export interface Trust {
  /** Probability, 0 to 1, that news is hinted at before a poll finds it. */
  readonly coverage: number;
  /** Probability, 0 to 1, that a hint is followed by news. */
  readonly precision: number;
  /** Whether too many hints were empty: they are still counted and no longer followed. */
  readonly isIgnored: boolean;
  /** Hint that no poll has answered yet. */
  readonly open?: { readonly at: number; readonly reason: HintReason; readonly emptyPolls: number } | undefined;
  /** Time of a poll that found unhinted news; a hint that is only a little late still explains it. */
  readonly surprisedAt?: number | undefined;
  /** Consecutive empty hints that something was read, and the time until which such hints are ignored. */
  readonly emptyReads?: { readonly count: number; readonly ignoredUntil: number } | undefined;
}

/** Initial trust: hints are followed, but no poll is saved because of them. */
export const NO_TRUST: Trust = { coverage: 0, precision: 0.8, isIgnored: false };

/** Upper limit of the coverage: a silent socket must be noticed. */
const HIGHEST_COVERAGE = 0.96;
/** Share of the gap to `HIGHEST_COVERAGE` that one hint with news closes. */
const COVERAGE_GAIN = 0.15;
/** Factor on the coverage after unhinted news: the socket may have fallen silent. */
const COVERAGE_AFTER_SURPRISE = 0.25;

const PRECISION_GAIN = 0.1;
const PRECISION_LOSS = 0.2;
/** Precision below which hints are ignored; `PRECISION_TO_FOLLOW`: from which they are followed again. */
const PRECISION_TO_IGNORE = 0.25;
const PRECISION_TO_FOLLOW = 0.6;

/** Polls made for one hint: lists may be a minute behind the socket. */
const POLLS_PER_HINT = 2;
/** Delay up to which a hint still explains news that a poll found before it. */
const LATEST_HINT_MS = 10_000;
/** Time for which hints that something was read are ignored after an empty one; doubles with each further one. */
const EMPTY_READ_PAUSE_MS = 5 * MINUTE_MS;
const MAX_EMPTY_READ_PAUSE_MS = 3 * HOUR_MS;

/** Returns the trust after a hint. */
export function withHint(before: Trust, at: number, reason: HintReason): Trust {
  const trust = settled(before, at);
  // A poll just found the hinted news. There may be more, so the hint stays open for one poll.
  if (trust.surprisedAt !== undefined && reason === 'new')
    return { ...hit(trust), surprisedAt: undefined, open: { at, reason: 'unknown', emptyPolls: 0 } };
  const { open } = trust;
  if (!open && reason === 'read' && at < (trust.emptyReads?.ignoredUntil ?? -Infinity)) return trust;
  if (!open) return { ...trust, open: { at, reason, emptyPolls: 0 } };
  return reason === 'new' && open.reason !== 'new' ? { ...trust, open: { ...open, reason } } : trust;
}

/**
 * Returns the trust after a poll that was sent at `sentAt` and answered at `at`.
 * @param foundRead whether the poll found an item read at the network that was unread here
 */
export function withPoll(before: Trust, sentAt: number, at: number, foundNews: boolean, foundRead = false): Trust {
  const trust = foundRead ? withoutEmptyReads(settled(before, at)) : settled(before, at);
  const { open } = trust;
  // A hint that came during the poll may concern a later event.
  const isLater = open !== undefined && open.at > sentAt;
  if (foundNews) {
    if (!open || open.reason === 'read') return { ...trust, open: undefined, surprisedAt: at };
    return hit({ ...trust, open: isLater ? { ...open, reason: 'unknown', emptyPolls: 0 } : undefined });
  }
  if (!open || isLater) return trust;
  if (open.reason === 'read' && foundRead) return { ...trust, open: undefined };
  const emptyPolls = open.emptyPolls + 1;
  const isOver = open.reason === 'unknown' || trust.isIgnored || emptyPolls >= POLLS_PER_HINT;
  if (!isOver) return { ...trust, open: { ...open, emptyPolls } };
  const answered = { ...trust, open: undefined };
  if (open.reason === 'new') return miss(answered);
  return open.reason === 'read' ? missRead(answered, at) : answered;
}

/** Returns the effective coverage: unhinted news counts at once, though a late hint may still explain it. */
export const believedCoverage = ({ coverage, surprisedAt }: Trust): number =>
  surprisedAt === undefined ? coverage : coverage * COVERAGE_AFTER_SURPRISE;

/** Returns the trust once unhinted news is too old for a late hint to explain it. */
export function settled(trust: Trust, now: number): Trust {
  if (trust.surprisedAt === undefined || now - trust.surprisedAt <= LATEST_HINT_MS) return trust;
  return { ...trust, surprisedAt: undefined, coverage: believedCoverage(trust) };
}

function hit(trust: Trust): Trust {
  const precision = trust.precision + PRECISION_GAIN * (1 - trust.precision);
  const isIgnored = trust.isIgnored && precision < PRECISION_TO_FOLLOW;
  const coverage = trust.coverage + COVERAGE_GAIN * (HIGHEST_COVERAGE - trust.coverage);
  return { ...trust, precision, isIgnored, coverage };
}

function miss(trust: Trust): Trust {
  const precision = trust.precision * (1 - PRECISION_LOSS);
  return { ...trust, precision, isIgnored: trust.isIgnored || precision < PRECISION_TO_IGNORE };
}

function missRead(trust: Trust, at: number): Trust {
  const count = (trust.emptyReads?.count ?? 0) + 1;
  const pause = Math.min(MAX_EMPTY_READ_PAUSE_MS, EMPTY_READ_PAUSE_MS * 2 ** (count - 1));
  return { ...trust, emptyReads: { count, ignoredUntil: at + pause } };
}

const withoutEmptyReads = (trust: Trust): Trust => (trust.emptyReads ? { ...trust, emptyReads: undefined } : trust);
