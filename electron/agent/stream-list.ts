import type { ProfileHistory } from '../store/history.ts';
import type { StoredWatch } from '../store/settings.ts';
import type { Learner } from './learning.ts';
import { accountsToLookInto, asksReputationItself } from './record.ts';
import type { StreamState } from './stream-states.ts';
import type { Stream, StreamId } from './streams.ts';
import { watchStream } from './watch-costs.ts';

/** The sites list may be kept for a day at least (public-facts, section 3), and hardly ever changes. */
const sitesFreshFor = 7 * 24 * 3600_000;
/** With one account its reputation is asked for itself; whether another account has come is looked at once a day. */
const accountsFreshFor = 24 * 3600_000;
/** Between two looks at a total that the known changes do not add up to. */
const totalFreshFor = 4 * 60_000;

/** The watches that a stream serves. */
export const servedBy = (id: StreamId, watches: StoredWatch[]): StoredWatch[] =>
  id === 'inbox' || id === 'accounts' || id === 'sites' ? [] : watches.filter((watch) => watchStream(watch.siteId, watch.rule) === id);

/** Everything there is to poll at present, each with where it stands and what it is worth. `now` by this machine's clock. */
export function streamList(parts: { profile: ProfileHistory; watches: StoredWatch[]; stateOf: (id: StreamId) => StreamState; learner: Learner; now: number }): Stream[] {
  const { profile, watches, stateOf, learner, now } = parts;
  const stream = (id: StreamId, wanted: boolean, onDemand: boolean): Stream => {
    const { lastSentAt, notBefore, wanted: asked, byPerson, waiting, searched } = stateOf(id);
    const learned = onDemand ? undefined : learner.prospect(id, servedBy(id, watches).map((watch) => watch.id));
    // One poll of all totals tells that nothing moved; what did is learned a little later, from the looks into it.
    const knownUntil = learned && (id.startsWith('questions:') || learned.swing ? learned.knownUntil : (lastSentAt ?? 0));
    const prospect = learned && { ...learned, knownUntil: id === 'accounts' ? Math.max(learned.knownUntil, lastSentAt ?? 0) : knownUntil!, waiting, ...(searched === true && { items: undefined }) };
    return { id, cost: 1, lastSentAt, notBefore, wanted: wanted || asked, byPerson, onDemand, prospect };
  };
  const older = (mark: string, than: number): boolean => !(now - Number(profile.mark(mark) ?? -Infinity) < than);
  const accountsKnown = profile.mark('accounts-at') !== undefined;
  const itself = asksReputationItself(profile);
  const unexplained = accountsToLookInto(profile);
  const single = itself ? profile.reputation.accounts()[0]?.site.id : undefined;
  return [
    stream('sites', older('sites-at', sitesFreshFor), true),
    itself ? stream('accounts', older('accounts-at', unexplained.length > 0 ? totalFreshFor : accountsFreshFor), true) : stream('accounts', false, false),
    // The inbox is asked through a site where the person has an account, so accounts come first.
    ...(accountsKnown ? [stream('inbox', false, false)] : []),
    ...(single === undefined ? unexplained.map((site) => stream(`reputation:${site}`, true, true)) : [stream(`reputation:${single}`, unexplained.length > 0, false)]),
    ...[...new Set(watches.map((watch) => watchStream(watch.siteId, watch.rule)))].map((id) => stream(id, false, false)),
  ];
}
