import type { AppState } from '../../../../common/contract/contract.ts';

/**
 * The ways in which a sign-in returns to Askbell, best first (RFC 8252; docs/api.md, "Redirects").
 * - `window`: in a window of Askbell; for the demo network only, where no password is typed.
 * - `loopback`: by a code with PKCE that the browser sends to a listener on this machine.
 * - `deep-link`: the same by an `askbell:` address, which the system opens with Askbell.
 * - `login-success`: the same by a page of the network, whose address the user pastes.
 * - `implicit`: a token in the address of that page; for networks that support nothing else.
 */
export const SIGN_IN_WAYS = ['window', 'loopback', 'deep-link', 'login-success', 'implicit'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

/** The ways through the user's browser. */
export const BROWSER_WAYS = SIGN_IN_WAYS.filter((way) => way !== 'window');

/** Whether the browser returns the result without the user. */
export const comesBackByItself = (way: SignInWay): boolean => way === 'loopback' || way === 'deep-link';

/** Returns how the window describes a way. */
export const meansOf = (way: SignInWay): NonNullable<AppState['signIn']>['means'] =>
  way === 'window' ? 'window' : comesBackByItself(way) ? 'browser' : 'paste';

/** Facts that decide on the ways at a network. */
export interface WayFacts {
  /** Whether signing in uses a window of Askbell. */
  usesWindow: boolean;
  /** Whether the system opens `askbell:` addresses with this Askbell. */
  hasDeepLinks: boolean;
  /** The way of the last successful sign-in with this registration; undefined if it is new. */
  worked: SignInWay | undefined;
  /** Ways that the network is known or was found to refuse. */
  refused: ReadonlySet<SignInWay>;
}

/** A way that is used: because it is the best, worked last time, or serves as a fallback for the one before it. */
export interface PlannedWay {
  way: SignInWay;
  why: 'best' | 'worked' | 'fallback';
}

/** A way that is skipped, with the reason. */
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
 * Decides the order in which the ways are tried, with the last successful one first. If every way was refused, implicit
 * is tried as a last resort.
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

/** Returns the plan on one line, for the log. */
export const describePlan = ({ ways, skipped }: WayPlan): string =>
  [...ways, ...skipped.map(({ way, why }) => ({ way: `not ${way}`, why }))]
    .map(({ way, why }) => `${way} (${why})`)
    .join(', ');
