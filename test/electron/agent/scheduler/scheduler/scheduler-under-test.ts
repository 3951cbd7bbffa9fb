import { onTestFinished } from 'vitest';
import { Scheduler } from '../../../../../electron/agent/scheduler/scheduler.ts';
import type { Network, Page } from '../../../../../electron/api/network.ts';
import { NetworkUser, Site } from '../../../../../common/resources.ts';
import { SettingsStore } from '../../../../../electron/store/settings.ts';
import { createManualClock } from '../../../../support/manual-clock.ts';
import { announcedQuestions } from '../../../../support/matches.ts';
import { openProfile } from '../../../../support/profile.ts';
import { schedulerContext } from '../../../../support/scheduler-context.ts';
import { watchOf } from '../../../../support/watch.ts';

/** The method of each operation that a scheduler asks. */
const METHODS: Record<string, string> = {
  sites: '/sites',
  associated: '/me/associated',
  inbox: '/inbox',
  reputation: '/users/{id}/reputation',
  reputationHistory: '/users/{ids}/reputation-history',
  questions: '/questions',
  search: '/search',
  scored: '/search/advanced',
  featured: '/questions/featured',
};

/** Gives an answer: counts the request, and tells what is left. */
export type Answer = <T>(items: T[], hasMore?: boolean) => Promise<Page<T>>;

/**
 * A scheduler with one watch of the site `s`, on a network without inbox items that is given the rest of its answers, on a
 * clock that the test moves. `quota` is the day's, and what is left of it. It runs until the test is over.
 */
export function schedulerUnderTest(
  rule: object,
  routes: (answer: Answer, now: () => number) => Partial<Network> = () => ({}),
  quota = { max: 10_000, remaining: 10_000 },
) {
  const clock = createManualClock();
  const start = clock.now();
  /** Time by the network's clock, which nobody sets. */
  const truth = (): number => start + clock.elapsed!();
  const answer: Answer = (items, hasMore = false) => {
    scheduler.responses.sent();
    quota.remaining -= 1;
    scheduler.responses.answered({ at: clock.now(), quota: { ...quota }, networkTime: truth() });
    return Promise.resolve({ items, hasMore, broken: 0, repeated: false, quota: { ...quota }, networkTime: truth() });
  };
  const pages = {
    sites: () => answer([Site.parse({ api_site_parameter: 's', name: 'S', site_url: 'https://s.example' })]),
    associated: () =>
      answer([NetworkUser.parse({ account_id: 1, user_id: 1, site_url: 'https://s.example', reputation: 1 })]),
    inbox: () => answer([]),
    reputation: () => answer([]),
    reputationHistory: () => answer([]),
    questions: () => answer([]),
    ...routes(answer, truth),
  };
  const sentAt: Record<string, number[]> = {};
  /** Tells of a backoff as the real client does: with the answer, before anybody sees the page. */
  const network = Object.fromEntries(
    Object.entries(pages).map(([name, ask]) => [
      name,
      async (...args: unknown[]) => {
        (sentAt[name] ??= []).push(truth());
        const page = await (ask as (...given: unknown[]) => Promise<Page<unknown>>)(...args);
        const { backoffUntil } = page;
        if (backoffUntil !== undefined)
          scheduler.responses.answered({ method: METHODS[name]!, backoffUntil, at: clock.now() });
        return page;
      },
    ]),
  ) as unknown as Network;
  const { history, profile } = openProfile();
  const settings = new SettingsStore({ path: '', store: { watches: [watchOf('w', 's', rule)] } });
  const context = schedulerContext({ clock, settings, history });
  const polled = { network, networkId: 'demo', networkName: 'Demo', profile };
  const create = () => new Scheduler(context, { ...polled, announcements: { heldUntil: () => undefined } }, 0);
  let scheduler = create();
  scheduler.start();
  onTestFinished(() => scheduler.stop());
  return {
    clock,
    scheduler,
    profile,
    /** What was announced, by the numbers of the questions. */
    told: () => announcedQuestions(profile),
    /** When an operation was asked, by the network's clock. */
    times: (operation: keyof Network) => sentAt[operation] ?? [],
    /** Ends the scheduler and starts another one on the same history. */
    async restart(): Promise<void> {
      await scheduler.stop();
      scheduler = create();
      scheduler.start();
    },
  };
}
