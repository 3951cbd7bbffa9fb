import { MINUTE_MS, HOUR_MS } from '../../../common/durations.ts';

/**
 * The room `push` makes use of a network's socket (docs/api.md, "Socket"). What comes over it is only a hint that
 * asking now may be worth it, never news itself; how far hints are believed is learned from what the polls find.
 */

/**
 * Why a hint came: something is new, something was read elsewhere, or nobody knows (the first count of a connection).
 * If a poll then finds nothing, a hint of something new counts against the socket; a hint of something read counts only
 * against further hints of that kind, because the person may have read it here before.
 */
export type HintReason = 'new' | 'read' | 'unknown';

/** How far the hints about one stream are believed, and what is open of them. Times in ms, by the network's clock. */
export interface Trust {
  /** The chance, 0 to 1, that news is hinted at before a poll finds it. */
  readonly coverage: number;
  /** The chance, 0 to 1, that there is news where a hint says so. */
  readonly precision: number;
  /** Too many hints were empty: they are still counted and no longer followed. */
  readonly isIgnored: boolean;
  /** A hint that no poll has answered yet. */
  readonly open?: { readonly at: number; readonly reason: HintReason; readonly emptyPolls: number } | undefined;
  /** A poll found news then that nothing had hinted at; a hint that is only a little late still explains it. */
  readonly surprisedAt?: number | undefined;
  /** Hints that something was read are not followed for some time after some that were empty, one after the other. */
  readonly emptyReads?: { readonly count: number; readonly ignoredUntil: number } | undefined;
}

/** At first hints are followed, but no poll is saved because of them. */
export const NO_TRUST: Trust = { coverage: 0, precision: 0.8, isIgnored: false };

/** The coverage never rises above this, however well it went: a silent socket must be noticed. */
const HIGHEST_COVERAGE = 0.96;
/** One hint that brought news closes this share of the gap to `HIGHEST_COVERAGE`. */
const COVERAGE_GAIN = 0.15;
/** What is left of the coverage after news without a hint: the socket may have fallen silent. */
const COVERAGE_AFTER_SURPRISE = 0.25;

const PRECISION_GAIN = 0.1;
const PRECISION_LOSS = 0.2;
/** Below the first value hints are ignored; from the second on they are followed again. */
const PRECISION_TO_IGNORE = 0.25;
const PRECISION_TO_FOLLOW = 0.6;

/** Polls that look for what was hinted at: lists may be a minute behind the socket. */
const POLLS_PER_HINT = 2;
/** News that a poll finds this much before its hint comes was hinted at all the same. */
const LATEST_HINT_MS = 10_000;
/** How long hints that something was read are ignored after an empty one; twice as long after each further one. */
const EMPTY_READ_PAUSE_MS = 5 * MINUTE_MS;
const MAX_EMPTY_READ_PAUSE_MS = 3 * HOUR_MS;

/** A hint came. */
export function withHint(before: Trust, at: number, reason: HintReason): Trust {
  const trust = settled(before, at);
  // A poll found a moment ago what this hints at. There may be more, so the hint stays open for one poll.
  if (trust.surprisedAt !== undefined && reason === 'new')
    return { ...hit(trust), surprisedAt: undefined, open: { at, reason: 'unknown', emptyPolls: 0 } };
  const { open } = trust;
  if (!open && reason === 'read' && at < (trust.emptyReads?.ignoredUntil ?? -Infinity)) return trust;
  if (!open) return { ...trust, open: { at, reason, emptyPolls: 0 } };
  return reason === 'new' && open.reason !== 'new' ? { ...trust, open: { ...open, reason } } : trust;
}

/**
 * A poll that was sent at `sentAt` was answered at `at`, and found news or did not. `foundRead`: it found something
 * read at the network that was unread here.
 */
export function withPoll(before: Trust, sentAt: number, at: number, foundNews: boolean, foundRead = false): Trust {
  const trust = foundRead ? withoutEmptyReads(settled(before, at)) : settled(before, at);
  const { open } = trust;
  // A hint that came while the poll was under way may be about what came after.
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

/** The coverage to count on: news without a hint counts at once, though a late hint may still explain it. */
export const believedCoverage = ({ coverage, surprisedAt }: Trust): number =>
  surprisedAt === undefined ? coverage : coverage * COVERAGE_AFTER_SURPRISE;

/** The same a little later: news that no hint has explained by now came without one. */
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
