import type { AppState } from '../../../../common/contract/contract.ts';

/**
 * The ways a sign-in can come back to Askbell, the best first (RFC 8252; docs/api.md, "Redirects").
 * - `window`: in a window of Askbell's own; for the demo network only, where there is no password to be typed.
 * - `loopback`: by a code with PKCE that the browser brings to a listener on this machine.
 * - `deep-link`: the same by an `askbell:` address, which the system opens with Askbell.
 * - `login-success`: the same by a page of the network, whose address the person brings back.
 * - `implicit`: a token in the address of that page; for networks that know nothing else.
 */
export const SIGN_IN_WAYS = ['window', 'loopback', 'deep-link', 'login-success', 'implicit'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

/** The ways through the person's own browser. */
export const BROWSER_WAYS = SIGN_IN_WAYS.filter((way) => way !== 'window');

/** Whether the browser brings the answer back by itself. */
export const comesBackByItself = (way: SignInWay): boolean => way === 'loopback' || way === 'deep-link';

/** How the window speaks of a way. */
export const meansOf = (way: SignInWay): NonNullable<AppState['signIn']>['means'] =>
  way === 'window' ? 'window' : comesBackByItself(way) ? 'browser' : 'paste';

/** What speaks for and against the ways of one network. */
export interface WayFacts {
  /** Whether it is signed in to in a window of Askbell's own. */
  usesWindow: boolean;
  /** Whether the system opens `askbell:` addresses with this Askbell. */
  hasDeepLinks: boolean;
  /** The way of the last sign-in that worked with this registration; undefined where it is new. */
  worked: SignInWay | undefined;
  /** What the network is known to refuse, or was asked about and refused. */
  refused: ReadonlySet<SignInWay>;
}

/**
 * A way that is taken: because nothing is better, because it worked the last time, or in case the one before it comes
 * to nothing.
 */
export interface PlannedWay {
  way: SignInWay;
  why: 'best' | 'worked' | 'fallback';
}

/** A way that is left out, and what speaks against it. */
export interface SkippedWay {
  way: SignInWay;
  why: 'refused' | 'no-deep-links' | 'demo-only';
}

export interface WayPlan {
  /** In the order in which they are tried; never empty. */
  ways: readonly [PlannedWay, ...PlannedWay[]];
  skipped: readonly SkippedWay[];
}

/**
 * Decides in which order the ways are tried. What worked comes first. If every way was refused, implicit is tried all
 * the same, since there has to be one.
 */
export function planWays({ usesWindow, hasDeepLinks, worked, refused }: WayFacts): WayPlan {
  if (usesWindow) return { ways: [{ way: 'window', why: 'best' }], skipped: [] };
  const against = (way: SignInWay): SkippedWay['why'] | undefined => {
    if (way === 'window') return 'demo-only';
    if (way === 'deep-link' && !hasDeepLinks) return 'no-deep-links';
    return way !== 'implicit' && refused.has(way) ? 'refused' : undefined;
  };
  const possible = SIGN_IN_WAYS.filter((way) => against(way) === undefined);
  const known = worked !== undefined && possible.includes(worked) ? worked : undefined;
  const [first = 'implicit', ...others] = known ? [known, ...possible.filter((way) => way !== known)] : possible;
  return {
    ways: [
      { way: first, why: known ? 'worked' : 'best' },
      ...others.map((way): PlannedWay => ({ way, why: 'fallback' })),
    ],
    skipped: SIGN_IN_WAYS.flatMap((way) => {
      const why = against(way);
      return why ? [{ way, why }] : [];
    }),
  };
}

/** The plan in a line, for the log. */
export const describePlan = ({ ways, skipped }: WayPlan): string =>
  [...ways, ...skipped.map(({ way, why }) => ({ way: `not ${way}`, why }))]
    .map(({ way, why }) => `${way} (${why})`)
    .join(', ');
