import { ENGLISH } from '../../../../../common/i18n/localized-text.ts';
import { Poller } from '../../../../../electron/agent/scheduler/scheduler.ts';
import type { Network, Page } from '../../../../../electron/api/network.ts';
import { NetworkUser, Site } from '../../../../../common/resources.ts';
import { WatchRule } from '../../../../../common/contract/contract.ts';
import { silentLog } from '../../../../../electron/base/log.ts';
import { openHistory } from '../../../../../electron/store/history.ts';
import { SettingsStore } from '../../../../../electron/store/settings.ts';
import { createManualClock } from '../../../../support/manual-clock.ts';

/** The method of each operation that a poller asks. */
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
 * A poller with one watch of the site `s`, on a network without inbox items that is given the rest of its answers, on a
 * clock that the test moves. `quota` is the day's, and what is left of it.
 */
export function pollerUnderTest(
  rule: object,
  quota: { max: number; remaining: number },
  routes: (answer: Answer, now: () => number) => Partial<Network>,
) {
  const clock = createManualClock();
  const start = clock.now();
  /** Time by the network's clock, which nobody sets. */
  const truth = (): number => start + clock.elapsed!();
  const answer: Answer = (items, hasMore = false) => {
    poller.sent();
    quota.remaining -= 1;
    poller.answered({ at: clock.now(), quota: { ...quota }, networkTime: truth() });
    return Promise.resolve({ items, hasMore, broken: 0, repeated: false, quota: { ...quota }, networkTime: truth() });
  };
  const pages = {
    sites: () => answer([Site.parse({ api_site_parameter: 's', name: 'S', site_url: 'https://s.example' })]),
    associated: () =>
      answer([NetworkUser.parse({ account_id: 1, user_id: 1, site_url: 'https://s.example', reputation: 1 })]),
    inbox: () => answer([]),
    reputation: () => answer([]),
    reputationHistory: () => answer([]),
    ...routes(answer, truth),
  };
  /** Tells of a backoff as the real client does: with the answer, before anybody sees the page. */
  const network = Object.fromEntries(
    Object.entries(pages).map(([name, ask]) => [
      name,
      async (...args: unknown[]) => {
        const page = await (ask as (...given: unknown[]) => Promise<Page<unknown>>)(...args);
        const { backoffUntil } = page;
        if (backoffUntil !== undefined) poller.answered({ method: METHODS[name]!, backoffUntil, at: clock.now() });
        return page;
      },
    ]),
  ) as unknown as Network;
  const history = openHistory(':memory:');
  const profile = history.profile({ network: 'demo', accountId: 1, displayName: 'Ada' });
  const watch = {
    id: 'w',
    networkId: 'demo',
    siteId: 's',
    siteName: 'S',
    rule: WatchRule.parse(rule),
    alert: 'sound',
    muted: false,
  };
  const settings = new SettingsStore({ path: '', store: { watches: [watch] } });
  const create = () =>
    new Poller({
      network,
      networkId: 'demo',
      alreadySent: 0,
      locale: () => ENGLISH,
      networkName: 'Demo',
      history,
      profile,
      settings,
      clock,
      random: () => 0.5,
      log: silentLog,
      announcements: { heldUntil: () => undefined },
      onRecorded: () => undefined,
      onChange: () => undefined,
    });
  let poller = create();
  return {
    clock,
    poller,
    profile,
    /** What was announced, by the numbers of the questions. */
    told: (): number[] =>
      profile.notices
        .pending()
        .flatMap(({ subjects }) =>
          subjects.flatMap((subject) => (subject.kind === 'question' ? [subject.questionId] : [])),
        ),
    /** Ends the poller and starts another one on the same history. */
    async restart(): Promise<void> {
      await poller.stop();
      poller = create();
      poller.start();
    },
    async end(): Promise<void> {
      await poller.stop();
      history.close();
    },
  };
}
