import { MINUTE_MS } from '../../../common/durations.ts';
import { Scheduler } from '../../../electron/agent/scheduler/scheduler.ts';
import { createNetwork } from '../../../electron/api/client.ts';
import { NetworkError, type Network } from '../../../electron/api/network.ts';
import { Emitter } from '../../../electron/base/emitter.ts';
import type { Log } from '../../../electron/base/log.ts';
import { openHistory } from '../../../electron/store/history.ts';
import { DEFAULT_PREFERENCES, SettingsStore } from '../../../electron/store/settings.ts';
import { schedulerContext } from '../../../test/support/scheduler-context.ts';
import { watchOf } from '../../../test/support/watch.ts';
import type { Expectation } from '../expectations.ts';
import { nothingSeen, type Seen } from '../judge.ts';
import { ADDRESS, FaultLayer, type Fault } from '../network/layer.ts';
import type { DrivenSandbox } from '../network/sandbox.ts';
import { isOf, type NewsKind, type Polled } from '../operations.ts';
import { CLICK_EVERY_MS } from './clicked.ts';
import { News } from './news.ts';

const NETWORK_ID = 'faults';
/** Time of polls before the fault begins, so that it does not only meet the first ones. */
const WARM_UP_MIN = 6;
/** Time between two looks for recovery; it is watched a little longer than the row allows. */
const STEP_MS = 15_000;
const WATCHED_LONGER_MIN = 2;
/** Time that a fault lasts, of one operation and of all, where its row has no other. */
const ONE_LASTS_MIN = 30;
const OUTAGE_LASTS_MIN = 180;
/** Minutes for which requests must be watched to be counted per hour. */
const MIN_WATCHED_MIN = 30;
/** Time of polls after the news was told: whatever they tell again is told twice. */
const ONCE_MORE_MS = 2 * MINUTE_MS;

/** News of an account with one site and a watch. */
const FOUND_IN_OUTAGE: readonly NewsKind[] = ['inbox', 'question', 'reputation'];

function settingsFor({ watch, badges = false, achievements = false }: Polled, siteId: string): SettingsStore {
  const { notify } = DEFAULT_PREFERENCES;
  return new SettingsStore({
    path: '',
    store: {
      preferences: { ...DEFAULT_PREFERENCES, notify: { ...notify, badges }, achievements },
      networks: [{ ...ADDRESS, kind: 'other', id: NETWORK_ID, name: 'Faults', accountId: 1, mayReadPrivate: true }],
      watches: watch ? [watchOf('w', siteId, watch, { networkId: NETWORK_ID })] : [],
    },
  });
}

/** Wraps every operation of a network, to note its errors. */
function noting(network: Required<Network>, seen: Seen, isMeant: (method: string) => boolean): Network {
  const wrapped = Object.entries(network).map(([name, ask]) => [
    name,
    async (...args: unknown[]) => {
      try {
        return await (ask as (...given: unknown[]) => Promise<unknown>)(...args);
      } catch (error) {
        if (!(error instanceof NetworkError)) seen.thrown.push(`${name}: ${String(error)}`);
        else if (isMeant(error.method ?? '') && error.kind !== 'backoff' && error.kind !== 'cancelled')
          seen.told.add(error.kind);
        throw error;
      }
    },
  ]);
  return Object.fromEntries(wrapped);
}

/** Starts a scheduler with its own history, on the sandbox that all of them share. */
function startPolling(sandbox: DrivenSandbox, layer: FaultLayer, operation: Polled, seen: Seen, everything: boolean) {
  const { clock, singleSite: site } = sandbox;
  const { accountId, token: accessToken } = sandbox[operation.person];
  const history = openHistory(':memory:');
  const profile = history.profile({ network: NETWORK_ID, accountId, displayName: 'Somebody' });
  const marks = operation.marks?.(clock.now(), site) ?? {};
  for (const [name, value] of Object.entries(marks)) profile.setMark(name, value);
  // Askbell's own faults show as errors in its log.
  const log: Log = { info() {}, warn() {}, error: (message) => seen.thrown.push(message.split('\n', 2).join(' ')) };
  const parts = { clock, random: () => 0.5, log };
  const client = createNetwork(
    ADDRESS,
    { accessToken },
    { ...parts, fetch: layer.fetch },
    {
      sent: () => scheduler.responses.sent(),
      answered: (facts) => scheduler.responses.answered(facts),
      blockedUntil: (method) => scheduler.responses.blockedUntil(method),
    },
  );
  const network = noting(client, seen, (method) => everything || method === operation.path);
  const settings = settingsFor(operation, site);
  const scheduler: Scheduler = new Scheduler(
    schedulerContext({ ...parts, settings, history, events: new Emitter(log) }),
    { network, networkId: NETWORK_ID, networkName: 'Faults', profile, announcements: { heldUntil: () => undefined } },
    0,
  );
  scheduler.start();
  return { scheduler, history, profile };
}

/** Whether nothing may be asked again today, once the fault is over. */
function isAskedNoMore(operation: Polled, expected: Expectation, { told, shown }: Seen): boolean {
  if (expected.isReplaced || (operation.once && told.size === 0)) return true;
  // An operation that was answered well all the time may not be asked again today.
  return told.size === 0 && expected.lastsMin === undefined && (operation.seldom === true || shown.size === 0);
}

/**
 * Polls while a fault lasts, and until all is well again.
 * @param everything whether the fault meets each request, not only those of the operation
 */
export async function pollUnder(
  sandbox: DrivenSandbox,
  operation: Polled,
  fault: Fault,
  { expected, everything }: { expected: Expectation; everything: boolean },
): Promise<Seen> {
  const seen = nothingSeen();
  const { clock } = sandbox;
  const layer = new FaultLayer(sandbox, everything ? () => true : isOf(operation.path));
  const { scheduler, history, profile } = startPolling(sandbox, layer, operation, seen, everything);
  const news = new News(
    sandbox,
    profile,
    operation,
    everything ? FOUND_IN_OUTAGE : operation.finds && [operation.finds],
  );
  const kinds = () => scheduler.conditions().map(({ kind }) => kind);
  const faultMin = expected.lastsMin ?? (everything ? OUTAGE_LASTS_MIN : ONE_LASTS_MIN);
  const afterMin = (everything ? expected.outageBackMin : expected.backMin) + WATCHED_LONGER_MIN;
  try {
    if (!operation.seldom || everything) await layer.pass(WARM_UP_MIN * MINUTE_MS);
    seen.told.clear();
    layer.begin(fault);
    for (let minute = 0; minute < faultMin; minute++) {
      // Half of the way through, so that there is something to tell while it lasts, or to catch up on.
      if (minute === Math.floor(faultMin / 2)) news.happen();
      await layer.pass(MINUTE_MS);
      for (const kind of kinds()) seen.shown.add(kind);
    }
    seen.sent = Math.ceil(layer.sent * (faultMin < MIN_WATCHED_MIN ? 1 : 60 / faultMin));
    const told = new Set(seen.told);
    const asksNoMore = isAskedNoMore(operation, expected, seen);
    const { met } = layer;
    layer.end();
    news.happen();
    const endedAt = clock.now();
    let clickAt = expected.mendedBy === 'click' ? endedAt : Infinity;
    const isWell = () => {
      seen.untold = news.untold();
      const isAnswered = news.isAny ? seen.untold.length === 0 : layer.answeredAt >= endedAt || asksNoMore;
      return isAnswered && kinds().length === 0;
    };
    while (clock.now() - endedAt < afterMin * MINUTE_MS && !isWell()) {
      if (clock.now() >= clickAt) {
        scheduler.pollNow({ byPerson: true });
        clickAt += CLICK_EVERY_MS;
      }
      await layer.pass(STEP_MS);
    }
    if (clock.now() - endedAt < afterMin * MINUTE_MS) seen.backAfterMin = (clock.now() - endedAt) / MINUTE_MS;
    if (news.isAny) await layer.pass(ONCE_MORE_MS);
    seen.wrong.push(...news.repeated());
    return { ...seen, told, met, escaped: layer.escaped };
  } finally {
    await scheduler.stop();
    news.undo();
    history.close();
  }
}
