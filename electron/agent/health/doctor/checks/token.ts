import { HOUR_MS } from '../../../../../common/durations.ts';
import { ok, text, warning, wrong, type Finding, type FindingText } from '../finding.ts';

/** Time before a token's expiry from which a warning is shown; Askbell's window warns as early. */
const SOON_MS = HOUR_MS;

export interface TokenFacts {
  network: string;
  /** Whether an account is signed in at the network, according to the settings. */
  signedIn: boolean;
  /** `memory`: stored only in the running Askbell's memory. */
  stored: 'yes' | 'no' | 'memory';
  /**
   * Result of checking the token at the network. `unknown`: the check failed or did not concern the token; `resting`:
   * the network does not run now.
   */
  verdict: 'accepted' | 'rejected' | 'no-inbox' | 'bad-key' | 'unknown' | 'resting';
  /** Expiry; absent if the token does not expire. */
  endsAt?: Date | undefined;
  now: Date;
  /** Scopes requested at sign-in, in the network's words (docs/api.md, "Authentication"). */
  scopes: readonly string[];
}

/**
 * Checks that the access to a network is stored and accepted. Pure.
 * @param facts undefined if no network is chosen
 */
export function checkToken(facts: TokenFacts | undefined): Finding {
  if (!facts) return ok(text('token.none'));
  const { network, signedIn, stored, verdict, endsAt, now } = facts;
  if (!signedIn) return ok(text('token.signedOut', { network }));
  if (endsAt && endsAt <= now) return wrong(text('token.ended', { network, at: endsAt }), text('token.signInAdvice'));
  if (stored === 'memory') return warning(text('token.inMemory', { network }), text('token.inMemoryAdvice'));
  if (stored === 'no') return wrong(text('token.missing', { network }), text('token.missingAdvice'));
  if (verdict === 'rejected') return wrong(text('token.rejected', { network }), text('token.signInAdvice'));
  if (verdict === 'no-inbox') return wrong(text('token.noInbox', { network }), text('token.noInboxAdvice'));
  if (verdict === 'bad-key') return wrong(text('token.badKey', { network }), text('token.badKeyAdvice'));
  if (endsAt && endsAt.getTime() - now.getTime() < SOON_MS)
    return warning(text('token.endsSoon', { network, at: endsAt }), text('token.signInAdvice'));
  if (verdict === 'resting') return ok(text('token.stored', { network }), ...terms(facts));
  if (verdict === 'unknown')
    return warning([text('token.unchecked', { network }), ...terms(facts)], text('token.uncheckedAdvice'));
  return ok(text('token.accepted', { network }), ...terms(facts));
}

const terms = ({ endsAt, scopes }: TokenFacts): FindingText[] => [
  endsAt ? text('token.ends', { at: endsAt }) : text('token.neverEnds'),
  text('token.scopes', { scopes: scopes.join(', ') }),
];
