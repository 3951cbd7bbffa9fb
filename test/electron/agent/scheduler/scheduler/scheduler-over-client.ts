import { onTestFinished } from 'vitest';
import { Scheduler } from '../../../../../electron/agent/scheduler/scheduler.ts';
import { openNetwork } from '../../../../../electron/agent/accounts/networks.ts';
import type { Network } from '../../../../../electron/api/network.ts';
import { SettingsStore, type StoredWatch } from '../../../../../electron/store/settings.ts';
import { createManualClock } from '../../../../support/manual-clock.ts';
import { announcedQuestions } from '../../../../support/matches.ts';
import { accountOnWire, siteOnWire } from '../../../../support/on-wire.ts';
import { openProfile } from '../../../../support/profile.ts';
import { schedulerContext } from '../../../../support/scheduler-context.ts';
export { accountOnWire, commentOnWire, questionOnWire, siteOnWire } from '../../../../support/on-wire.ts';
export { watchOf } from '../../../../support/watch.ts';

/** What a test's network answers beside its items. */
export interface Told {
  items?: object[];
  hasMore?: boolean;
  /** In seconds. */
  backoff?: unknown;
  /** A refusal in place of items. */
  refusal?: { error_id: number; error_name: string; error_message: string } | undefined;
  /** The answer does not tell the quota, as refusals of the public service do not. */
  hidesQuota?: boolean | undefined;
  /** Just this in place of what the network says. */
  raw?: (() => Response) | undefined;
  /** No answer comes: this is what went wrong on the way. */
  fails?: Error | undefined;
  /** What it says of the quota in place of the truth. */
  toldQuota?: { quota_max?: unknown; quota_remaining?: unknown } | undefined;
  /** The machine sleeps for this many ms between the answer and its reading. */
  sleeps?: number | undefined;
  /** Somebody tells of the wake from that before the answer is read. */
  woke?: boolean | undefined;
  /** What its `Date` header says in place of the time; null: it has none. */
  date?: string | null | undefined;
}

/** A request as it came to the network: its route, all of it without key and token, and when, in ms since the start. */
export interface Asked {
  path: string;
  url: string;
  at: number;
}

/** A refusal in which the network names an error. */
export const refusal = (error_id: number, error_name: string, error_message: string) => ({
  refusal: { error_id, error_name, error_message },
});

/** A refusal for so many seconds, as of an address that is banned. */
export const throttle = (seconds: number) =>
  refusal(502, 'throttle_violation', `too many requests from this IP, more requests available in ${seconds} seconds`);

const { refusal: usedUp } = refusal(502, 'throttle_violation', 'too many requests');

/** The page of a list that a query asks for. */
export function pageOnWire(list: object[], query: URLSearchParams): Told {
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('pagesize') ?? 100)];
  return { items: list.slice((page - 1) * size, page * size), hasMore: page * size < list.length };
}

/** The lengths of time from each moment to the next. */
export const between = (times: number[]): number[] => times.slice(1).map((at, index) => at - times[index]!);

/** When a scheduler under test begins. */
export const BEGAN = Date.UTC(2026, 0, 5);

/**
 * A scheduler with the real client of a network that answers in its own time, on a clock that the test moves or sets
 * wrong; it stops after the test. `answer` is given the route, how often it was asked, the query, and the time since
 * the start. `quota` is the day's, full again each 24 hours.
 */
export function schedulerOverClient({
  watches = [],
  quota = 10_000,
  answer = () => ({}),
  onWay = () => undefined,
}: {
  watches?: StoredWatch[];
  quota?: number;
  answer?: (path: string, times: number, query: URLSearchParams, passed: number) => Told;
  /** What an answer waits for on its way back. */
  onWay?: () => Promise<void> | undefined;
}) {
  const clock = createManualClock(BEGAN);
  let slept = 0;
  const truth = (): number => BEGAN + clock.elapsed!() + slept;
  const passed = (): number => truth() - BEGAN;
  const asked: Asked[] = [];
  const timesAsked = new Map<string, number>();
  let remaining = quota;
  let day = 0;
  const usual: Record<string, object[]> = {
    '/sites': ['s', 'z'].map(siteOnWire),
    '/me/associated': [accountOnWire(1, 's')],
  };
  /** Time goes by, and this machine's clock with it, yet nothing runs off. */
  function sleep(ms: number): void {
    slept += ms;
    clock.set(clock.now() + ms);
  }
  const fetch = (async (address: string | URL) => {
    const url = new URL(address);
    for (const secret of ['key', 'access_token']) url.searchParams.delete(secret);
    const path = url.pathname.replace('/2.3', '');
    asked.push({ path, url: path + url.search, at: passed() });
    const today = Math.floor(passed() / 86_400_000);
    if (today !== day) [day, remaining] = [today, quota];
    const times = (timesAsked.get(path) ?? 0) + 1;
    timesAsked.set(path, times);
    const told = answer(path, times, url.searchParams, passed());
    if (told.fails) throw told.fails;
    if (told.raw) return told.raw();
    const { items = usual[path] ?? [], hasMore = false, backoff, date = new Date(truth()).toUTCString() } = told;
    const refused = told.refusal ?? (remaining < 1 ? usedUp : undefined);
    if (!refused) remaining -= 1;
    const body = {
      ...(refused ?? { items, has_more: hasMore }),
      ...(!told.hidesQuota && { quota_max: quota, quota_remaining: remaining }),
      ...told.toldQuota,
      ...(backoff !== undefined && { backoff }),
    };
    const response = new Response(JSON.stringify(body), {
      status: refused ? 400 : 200,
      headers: { 'content-type': 'application/json', ...(date !== null && { date }) },
    });
    const late = onWay();
    if (late) await late;
    if (told.sleeps !== undefined) sleep(told.sleeps);
    if (told.woke) scheduler.woke();
    return response;
  }) as typeof globalThis.fetch;

  const { history, profile } = openProfile();
  const settings = new SettingsStore({ path: '', store: { watches } });
  const context = schedulerContext({ clock, settings, history });
  let scheduler: Scheduler;
  let network: Network;
  function start(): void {
    network = openNetwork(
      { kind: 'other', id: 'demo', name: 'Demo', apiBaseUrl: 'https://api.example', authUrl: '', clientId: '1' },
      { key: 'k', accessToken: 't' },
      { ...context, fetch },
      {
        sent: () => scheduler.responses.sent(),
        answered: (facts) => scheduler.responses.answered(facts),
        blockedUntil: (method) => scheduler.responses.blockedUntil(method),
      },
    );
    const polled = { network, networkId: 'demo', networkName: 'Demo', profile };
    scheduler = new Scheduler(context, { ...polled, announcements: { heldUntil: () => undefined } }, 0);
    scheduler.start();
  }
  start();
  onTestFinished(() => scheduler.stop());
  return {
    clock,
    context,
    sleep,
    /** By how much the scheduler errs about the network's time, in ms. */
    timeError: () => Math.abs(scheduler.networkNow()! - truth()),
    /** When the day of the quota began as the scheduler sees it, in ms since the start. */
    windowStart: () => scheduler.quota()!.windowStartedAt - BEGAN,
    /** What was announced, by the numbers of the questions. */
    told: () => announcedQuestions(profile),
    /** The network's time, in ms since the start. */
    passed,
    history,
    profile,
    settings,
    asked,
    scheduler: () => scheduler,
    /** The kinds of what is wrong now. */
    kinds: () => scheduler.conditions().map(({ kind }) => kind),
    network: () => network,
    /** When a route was asked, in ms since the start. */
    times: (path: string): number[] => asked.filter((request) => request.path === path).map(({ at }) => at),
    /** Spends what is left of the quota but this many requests, as another app with the same key may. */
    spendAll: (but = 0): void => void (remaining = but),
    remaining: () => remaining,
    /** Ends the scheduler in order and begins anew with what was kept; `meanwhile` is done in between. */
    async restart(meanwhile?: () => void | Promise<void>): Promise<void> {
      await scheduler.stop();
      await meanwhile?.();
      start();
    },
  };
}
