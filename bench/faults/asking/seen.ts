import type { Escape } from '../network/layer.ts';

/** What an operation came to under one fault. */
export interface Seen {
  /** What the caller was told: kinds of `NetworkError`; `refused` for a sign-in that the network turned down. */
  told: Set<string>;
  /** The kinds of conditions that the window showed. */
  shown: Set<string>;
  /** Requests of the operation while the fault lasted: in an hour if it is polled, otherwise for one click. */
  sent: number;
  /** Minutes from the end of the fault until all was well again; Infinity where it never was. */
  backAfterMin: number;
  /** How often the fault was met. */
  met: number;
  /** News that was not told although all else was well again. */
  untold: readonly string[];
  /** What was listed or told twice, or kept at a length that no text should have. */
  wrong: string[];
  /** Requests that went to another address than the network's. */
  escaped: readonly Escape[];
  /** Anything thrown that is no `NetworkError`. */
  thrown: string[];
}

export const nothingSeen = (): Seen => ({
  told: new Set(),
  shown: new Set(),
  sent: 0,
  backAfterMin: Infinity,
  met: 0,
  untold: [],
  wrong: [],
  escaped: [],
  thrown: [],
});
