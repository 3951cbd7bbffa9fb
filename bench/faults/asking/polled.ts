import { WatchRule } from '../../../common/contract/contract.ts';
import { MINUTE_MS } from '../../../common/durations.ts';
import { Scheduler } from '../../../electron/agent/scheduler/scheduler.ts';
import { createNetwork } from '../../../electron/api/client.ts';
import { NetworkError } from '../../../electron/api/errors.ts';
import type { Network } from '../../../electron/api/network.ts';
import { Emitter } from '../../../electron/base/emitter.ts';
import type { Log } from '../../../electron/base/log.ts';
import { openHistory, type History } from '../../../electron/store/history.ts';
import type { ProfileHistory } from '../../../electron/store/profile-history.ts';
import { DEFAULT_PREFERENCES, SettingsStore } from '../../../electron/store/settings.ts';
import { FaultLayer, type Fault } from '../network/layer.ts';
import { CLIENT_ID, ORIGIN, type InProcessSandbox } from '../network/sandbox.ts';
import { isOf, type NewsKind, type Polled } from '../operations.ts';
import { News } from './news.ts';
import { nothingSeen, type Seen } from './seen.ts';

const NETWORK_ID = 'faults';
/** How long polls go on before the fault begins, so that it does not only meet the first ones. */
const WARM_UP_MIN = 6;
/** The time between two looks for recovery. */
const STEP_MS = 15_000;

/** Somebody who asks again and again, no sooner than the same may be sent. */
const CLICK_EVERY_MS = MINUTE_MS + 5000;

/** How long a fault lasts and is watched afterwards, in minutes. */
export interface Spans {
  faultMin: number;
  /** How long recovery is waited for. */
  afterMin: number;
  /** Somebody asks for everything once the fault is over. */
  isClicked: boolean;
  /** Nothing that was asked is expected to be asked again: another operation takes its place. */
  isReplaced: boolean;
  /** The fault ends long before it is watched to its end, and what follows from it counts. */
  isBrief: boolean;
}

/** For how many minutes requests must be watched to be counted per hour. */
const MIN_WATCHED_MIN = 30;

/** How long polls go on after the news was told: whatever they tell again is told twice. */
const ONCE_MORE_MS = 2 * MINUTE_MS;

/** What an account with one site and a watch is told of. */
const FOUND_IN_OUTAGE: readonly NewsKind[] = ['inbox', 'question', 'reputation'];
const listOf = (kind: NewsKind | undefined): NewsKind[] => (kind === undefined ? [] : [kind]);

/** A scheduler with its own history, on the sandbox that all of them share. */
interface Polling {
  scheduler: Scheduler;
  history: History;
  profile: ProfileHistory;
}

function settingsFor(operation: Polled, site: string): SettingsStore {
  const { watch, badges, achievements } = operation;
  const rule = watch && WatchRule.parse(watch.rule);
  return new SettingsStore({
    path: '',
    store: {
      preferences: {
        ...DEFAULT_PREFERENCES,
        notify: { ...DEFAULT_PREFERENCES.notify, badges: badges === true },
        achievements: achievements === true,
      },
      networks: [
        {
          kind: 'other',
          id: NETWORK_ID,
          name: 'Faults',
          apiBaseUrl: ORIGIN,
          authUrl: ORIGIN,
          clientId: CLIENT_ID,
          accountId: 1,
          mayReadPrivate: true,
        },
      ],
      watches: rule
        ? [{ id: 'w', networkId: NETWORK_ID, siteId: site, siteName: site, rule, alert: 'sound', muted: false }]
        : [],
    },
  });
}

/** Wraps every operation, to note what it throws. */
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

function startPolling(
  sandbox: InProcessSandbox,
  layer: FaultLayer,
  operation: Polled,
  { site, seen, everything }: { site: string; seen: Seen; everything: boolean },
): Polling {
  const { clock } = sandbox;
  const person = sandbox[operation.person];
  const history = openHistory(':memory:');
  const profile = history.profile({ network: NETWORK_ID, accountId: person.accountId, displayName: 'Somebody' });
  const marks = operation.marks?.(clock.now(), site) ?? {};
  for (const [name, value] of Object.entries(marks)) profile.setMark(name, value);
  // Askbell's own faults show as errors in its log.
  const log: Log = { info() {}, warn() {}, error: (message) => seen.thrown.push(message.split('\n', 2).join(' ')) };
  const parts = { clock, random: () => 0.5, log };
  const client = createNetwork(
    { apiBaseUrl: ORIGIN, authUrl: ORIGIN, clientId: CLIENT_ID, version: '2.3' },
    { accessToken: person.token },
    { ...parts, fetch: layer.fetch },
    {
      sent: () => scheduler.responses.sent(),
      answered: (facts) => scheduler.responses.answered(facts),
      blockedUntil: (method) => scheduler.responses.blockedUntil(method),
    },
  );
  const scheduler: Scheduler = new Scheduler(
    {
      ...parts,
      settings: settingsFor(operation, site),
      history,
      events: new Emitter(log),
      desktop: { languages: ['en'] },
      fetch: {},
    },
    {
      network: noting(client, seen, (method) => everything || method === operation.path),
      networkId: NETWORK_ID,
      networkName: 'Faults',
      profile,
      announcements: { heldUntil: () => undefined },
    },
    0,
  );
  scheduler.start();
  return { scheduler, history, profile };
}

/** Whether nothing may be asked again today, once the fault is over. */
function isAskedNoMore(operation: Polled, spans: Spans, { told, shown }: Seen): boolean {
  if (spans.isReplaced || (operation.once === true && told.size === 0)) return true;
  // An operation that was answered well all the time may not be asked again today.
  return told.size === 0 && !spans.isBrief && (operation.seldom === true || shown.size === 0);
}

/**
 * Polls while a fault lasts, and until all is well again. `everything`: the fault meets each request, not only those of
 * the operation.
 */
export async function pollUnder(
  sandbox: InProcessSandbox,
  operation: Polled,
  fault: Fault,
  { spans, everything, site }: { spans: Spans; everything: boolean; site: string },
): Promise<Seen> {
  const seen = nothingSeen();
  const { clock } = sandbox;
  const isMeant = everything ? () => true : isOf(operation.path);
  const layer = new FaultLayer(sandbox, isMeant);
  const { scheduler, history, profile } = startPolling(sandbox, layer, operation, { site, seen, everything });
  const news = new News(sandbox, profile, operation, everything ? FOUND_IN_OUTAGE : listOf(operation.finds));
  const pass = (ms: number) => clock.advance(ms, () => layer.idle());
  const kinds = () => scheduler.conditions().map(({ kind }) => kind);
  try {
    if (!operation.seldom || everything) await pass(WARM_UP_MIN * MINUTE_MS);
    seen.told.clear();
    layer.begin(fault);
    for (let minute = 0; minute < spans.faultMin; minute++) {
      // Half of the way through, so that there is something to tell while it lasts, or to catch up on.
      if (minute === Math.floor(spans.faultMin / 2)) news.happen();
      await pass(MINUTE_MS);
      for (const kind of kinds()) seen.shown.add(kind);
    }
    seen.sent = Math.ceil(layer.sent * (spans.faultMin < MIN_WATCHED_MIN ? 1 : 60 / spans.faultMin));
    const told = new Set(seen.told);
    const asksNoMore = isAskedNoMore(operation, spans, seen);
    seen.met = layer.met;
    layer.end();
    news.happen();
    const endedAt = clock.now();
    let clickAt = spans.isClicked ? endedAt : Infinity;
    while (clock.now() - endedAt < spans.afterMin * MINUTE_MS) {
      seen.untold = news.untold();
      const isAnswered = news.isAny ? seen.untold.length === 0 : layer.answeredAt >= endedAt || asksNoMore;
      if (isAnswered && kinds().length === 0) {
        seen.backAfterMin = (clock.now() - endedAt) / MINUTE_MS;
        break;
      }
      if (clock.now() >= clickAt) {
        scheduler.pollNow({ byPerson: true });
        clickAt += CLICK_EVERY_MS;
      }
      await pass(STEP_MS);
    }
    if (news.isAny) await pass(ONCE_MORE_MS);
    seen.wrong.push(...news.repeated());
    seen.told = told;
    seen.escaped = layer.escaped;
    return seen;
  } finally {
    await scheduler.stop();
    news.takeBack();
    history.close();
  }
}
