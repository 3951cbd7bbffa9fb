import type { StreamId } from '../domain/stream-id.ts';
import type { StreamHints } from '../forecast/stream.ts';
import { believedCoverage, NO_TRUST, withHint, withPoll, type HintReason, type Trust } from './trust.ts';

interface StreamTrustParts {
  /** The network's time. */
  now: () => number;
  /** {@link StreamTrust.hintsOf} may give another result for a stream. */
  onChange: (id: StreamId) => void;
  /** Something may be due by now. */
  replan: () => void;
}

/** Which streams the socket tells of at present, and how far each of its hints is believed. */
export class StreamTrust {
  readonly #parts: StreamTrustParts;
  readonly #trust = new Map<StreamId, Trust>();
  /** Since when the socket has told of a stream without a break; by the network's clock. */
  readonly #listeningSince = new Map<StreamId, number>();
  #surprises = 0;

  constructor(parts: StreamTrustParts) {
    this.#parts = parts;
  }

  /** The socket tells of these streams now, and of no others. */
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

  /** Forgets how far hints at a stream were believed: nobody polls it any more. */
  forget(id: StreamId): void {
    if (!this.#listeningSince.has(id)) this.#trust.delete(id);
  }

  /** The socket hints at a stream: it is polled by the rules, as soon as that pays. */
  hint(id: StreamId, reason: HintReason): void {
    if (!this.#listeningSince.has(id)) return;
    if (this.#change(id, withHint(this.#of(id), this.#parts.now(), reason))) this.#parts.replan();
  }

  /** A poll found news or did not. News from before the socket told of the stream says nothing of the socket. */
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
      /** Something was read at the network that was unread here. */
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
    // What a first poll finds may be what was hinted at, or from before.
    else this.#change(id, { ...this.#of(id), open: undefined });
  }

  /** How often a poll has found news that the socket should have told before. */
  get surprises(): number {
    return this.#surprises;
  }

  /**
   * What the planner is to know of a stream's hints; undefined where there are none to count on. `eventsPerDay`: as the
   * forecast has it.
   */
  hintsOf(id: StreamId, lastSentAt: number | undefined, eventsPerDay: number | undefined): StreamHints | undefined {
    const since = this.#listeningSince.get(id);
    if (since === undefined || eventsPerDay === undefined) return undefined;
    const trust = this.#of(id);
    const { precision, isIgnored, open } = trust;
    if (isIgnored) return undefined;
    return {
      // What came before the socket told of it was not hinted at.
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
