import type { StreamId } from '../../stream-id.ts';
import type { StreamHints } from '../forecast/stream.ts';
import { believedCoverage, NO_TRUST, withHint, withPoll, type HintReason, type Trust } from './trust.ts';

interface StreamTrustParts {
  /** Returns the server time. */
  now: () => number;
  /** Called when {@link StreamTrust.hintsOf} may return another result for a stream. */
  onChange: (id: StreamId) => void;
  /** Called when a stream may be due. */
  replan: () => void;
}

/** Streams that the socket covers at present, and how far its hints are trusted. */
export class StreamTrust {
  readonly #parts: StreamTrustParts;
  readonly #trust = new Map<StreamId, Trust>();
  /** Server time since which the socket has covered a stream without a break. */
  readonly #listeningSince = new Map<StreamId, number>();
  #surprises = 0;

  constructor(parts: StreamTrustParts) {
    this.#parts = parts;
  }

  /** Sets the streams that the socket covers. */
  listenTo(ids: Iterable<StreamId>): void {
    const listened = new Set(ids);
    for (const id of this.#listeningSince.keys())
      if (!listened.has(id)) {
        this.#listeningSince.delete(id);
        this.#change(id, { ...this.#of(id), open: undefined, surprisedAt: undefined });
      }
    const now = this.#parts.now();
    for (const id of listened)
      if (!this.#listeningSince.has(id)) {
        this.#listeningSince.set(id, now);
        this.#parts.onChange(id);
      }
    this.#parts.replan();
  }

  /** Forgets the trust in hints at a stream that is no longer polled. */
  forget(id: StreamId): void {
    if (!this.#listeningSince.has(id)) this.#trust.delete(id);
  }

  /** Records a hint at a stream. */
  hint(id: StreamId, reason: HintReason): void {
    if (!this.#listeningSince.has(id)) return;
    if (this.#change(id, withHint(this.#of(id), this.#parts.now(), reason))) this.#parts.replan();
  }

  /** Records the result of a poll. News from before the socket covered the stream says nothing of the socket. */
  polled(
    id: StreamId,
    {
      sentBefore,
      sentAt,
      at,
      foundNews,
      foundRead,
    }: {
      sentBefore?: number | undefined;
      sentAt: number;
      at: number;
      foundNews: boolean;
      /** Whether the poll found an item read at the network that was unread here. */
      foundRead?: boolean | undefined;
    },
  ): void {
    const since = this.#listeningSince.get(id);
    if (since === undefined) return;
    const isCovered = sentBefore !== undefined && sentBefore >= since;
    if (isCovered || !foundNews) {
      this.#change(id, withPoll(this.#of(id), sentAt, at, foundNews, foundRead));
      if (this.#of(id).surprisedAt === at) this.#surprises++;
    }
    // News found by a first poll may be the hinted one, or older.
    else this.#change(id, { ...this.#of(id), open: undefined });
  }

  /** Returns the number of polls that found news which the socket should have hinted at. */
  get surprises(): number {
    return this.#surprises;
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
    this.#parts.onChange(id);
    return true;
  }
}
