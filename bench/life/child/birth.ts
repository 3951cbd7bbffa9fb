import type { Scale } from '../../../test/support/process/scaled-clock.ts';
import type { Night, Sample } from '../growth.ts';
import type { Ending } from '../kill-points.ts';
import type { WatchedTag } from '../people.ts';

/** How a life goes that a kill is to end. */
export interface KilledCourse {
  scale: Scale;
  /** How far this machine's clock is off, in ms. */
  machineOff: number;
  ending: Ending;
  /** How many notifications the desktop refuses first. */
  refusals: number;
}

/** How a life goes by a clock that is driven. */
export interface DrivenCourse {
  startMs: number;
  hours: number;
  seed: number;
  /** Nights in which the person stays up and looks at the window all the time. */
  nights: Night[];
}

/** How it was at the end of such a life. */
export interface DrivenEnd {
  rss_peak_mb: number;
  cpu_s: number;
  refusals: number;
  conditions: string[];
  lastPollAgeMinutes: number;
}

/** Conditions in which a life of Askbell's begins. */
export interface Birth {
  apiBaseUrl: string;
  authUrl: string;
  dataDir: string;
  /** Watches that are added where Askbell has no account yet. */
  watches: WatchedTag[];
  course: KilledCourse | DrivenCourse;
}

/** A message of the parent's. */
export type ToChild = { begin: Birth } | { scale: Scale } | 'stop';
/** A message to the parent. */
export type FromChild = 'ready' | 'started' | { sample: Sample } | { end: DrivenEnd };
