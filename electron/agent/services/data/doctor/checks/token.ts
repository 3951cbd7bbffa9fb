import { HOUR_MS } from '../../../../../../common/durations.ts';
import { ok, text, warning, wrong, type Finding, type FindingText } from '../finding.ts';

/** How long before a token ends it is worth a warning; Askbell's own window warns as early. */
const SOON_MS = HOUR_MS;

export interface TokenFacts {
  network: string;
  /** Somebody is signed in there, as the settings have it. */
  signedIn: boolean;
  /** `memory`: the running Askbell alone has it. */
  stored: 'yes' | 'no' | 'memory';
  /**
   * What the network thinks of it. `unknown`: it could not be asked, or said nothing of it; `resting`: the network does
   * not run now.
   */
  verdict: 'accepted' | 'rejected' | 'no-inbox' | 'bad-key' | 'unknown' | 'resting';
  /** When it ends; absent for one that does not. */
  endsAt?: Date | undefined;
  now: Date;
  /** What was asked for when the person signed in, in the network's words (docs/api.md, "Authentication"). */
  scopes: readonly string[];
}

/** Whether Askbell has its access to a network and the network accepts it. Pure; undefined: no network is chosen. */
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
