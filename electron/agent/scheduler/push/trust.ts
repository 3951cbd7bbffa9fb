import { MINUTE_MS, HOUR_MS } from '../../../../common/durations.ts';
import type { StreamId } from '../../ids.ts';
import type { StreamHints } from '../forecast/forecast.ts';
import type { PollTimer } from '../server-clock.ts';

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

/** Streams that the socket covers at present, and how far its hints are trusted. */
export class StreamTrust {
  readonly #clock: { now(): number };
  readonly #timer: PollTimer;
  readonly #trust = new Map<StreamId, Trust>();
  /** Server time since which the socket has covered a stream without a break. */
  readonly #listeningSince = new Map<StreamId, number>();
  /** Polls that found news which the socket should have hinted at. */
  surprises = 0;

  /** @param clock the server time */
  constructor(clock: { now(): number }, timer: PollTimer) {
    this.#clock = clock;
    this.#timer = timer;
  }

  /** Sets the streams that the socket covers. */
  listenTo(ids: Iterable<StreamId>): void {
    const listened = new Set(ids);
    for (const id of this.#listeningSince.keys())
      if (!listened.has(id)) {
        this.#listeningSince.delete(id);
        this.#change(id, { ...this.#of(id), open: undefined, surprisedAt: undefined });
      }
    const now = this.#clock.now();
    for (const id of listened) if (!this.#listeningSince.has(id)) this.#listeningSince.set(id, now);
    this.#timer.wake();
  }

  /** Forgets the trust in hints at a stream that is no longer polled. */
  forget(id: StreamId): void {
    if (!this.#listeningSince.has(id)) this.#trust.delete(id);
  }

  /** Records a hint at a stream. */
  hint(id: StreamId, reason: HintReason): void {
    if (!this.#listeningSince.has(id)) return;
    if (this.#change(id, withHint(this.#of(id), this.#clock.now(), reason))) this.#timer.wake();
  }

  /**
   * Records the result of a poll. News from before the socket covered the stream says nothing of the socket.
   * @param sentBefore when the stream's previous request was sent
   * @param foundRead whether the poll found an item read at the network that was unread here
   */
  polled(id: StreamId, sentBefore: number | undefined, sentAt: number, foundNews: boolean, foundRead = false): void {
    const since = this.#listeningSince.get(id);
    if (since === undefined) return;
    const at = this.#clock.now();
    const isCovered = sentBefore !== undefined && sentBefore >= since;
    if (isCovered || !foundNews) {
      this.#change(id, withPoll(this.#of(id), sentAt, at, foundNews, foundRead));
      if (this.#of(id).surprisedAt === at) this.surprises++;
    }
    // News found by a first poll may be the hinted one, or older.
    else this.#change(id, { ...this.#of(id), open: undefined });
  }

  /**
   * Returns the hints of a stream for the planner, or undefined if there are none to rely on.
   * @param eventsPerDay events per day according to the forecast
   */
  hintsOf(id: StreamId, lastSentAt: number | undefined, eventsPerDay: number | undefined): StreamHints | undefined {
    const since = this.#listeningSince.get(id);
    if (since === undefined || eventsPerDay === undefined) return undefined;
    const trust = this.#of(id);
    const { precision, isIgnored, open } = trust;
    if (isIgnored) return undefined;
    return {
      // Events from before the socket covered the stream were not hinted at.
      coverage: lastSentAt !== undefined && lastSentAt >= since ? believedCoverage(trust) : 0,
      pollsPerHour: eventsPerDay / 24 / precision,
      waiting: open !== undefined,
    };
  }

  #of(id: StreamId): Trust {
    return this.#trust.get(id) ?? NO_TRUST;
  }

  #change(id: StreamId, trust: Trust): boolean {
    if (trust === this.#of(id)) return false;
    this.#trust.set(id, trust);
    return true;
  }
}
