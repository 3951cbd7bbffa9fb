import type {
  Account,
  RequestTrouble,
  HistoryReading,
  PostToday,
  ReputationRange,
  ReputationSeries,
  SiteProfile,
  TopAnswerers,
} from '../../../common/contract/contract.ts';

/** What the fake agent knows of reputation and of the best of a tag. */
export interface ReputationWorld {
  today: PostToday[];
  reading: HistoryReading;
  series: (asked: { site?: string | undefined; range: ReputationRange }) => ReputationSeries;
  siteProfile: Omit<SiteProfile, 'site' | 'reputation'>;
  topAnswerers: Record<TopAnswerers['period'], TopAnswerers['people']>;
  /** Clicks that ask the network come to this. */
  asking?: RequestTrouble | undefined;
}

const daysOf: Record<ReputationRange, number> = { '7-days': 7, '30-days': 30, year: 365, all: 500 };

/** A curve that goes up by five each day, and ends at what the accounts have. */
function curveTo(reputation: number, range: ReputationRange): ReputationSeries {
  const now = new Date();
  const days = daysOf[range];
  const ago = Array.from({ length: days }, (_, index) => days - 1 - index);
  const begins = ago.map((past) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - past));
  const values = ago.map((past) => reputation - 5 * past);
  const daily = { step: 'day' as const, begins, values, changes: ago.map(() => 5) };
  if (days <= 62) return daily;
  const firsts = [...begins.keys()].filter((at) => at === 0 || begins[at]!.getDate() === 1);
  const lengths = firsts.map((at, index) => (firsts[index + 1] ?? days) - at);
  const months = {
    begins: firsts.map((at) => begins[at]!),
    values: firsts.map((at, index) => values[at + lengths[index]! - 1]!),
    changes: lengths.map((length) => 5 * length),
  };
  return { ...daily, months };
}

/** A day on which something happened, everything read, and privileges and badges known. */
export function livelyReputation(
  accounts: () => Account[],
  [site, other]: [Account['site'], Account['site']],
  titles: string[],
): ReputationWorld {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  return {
    today: [
      {
        site,
        postId: 1,
        title: String(titles[0]),
        link: 'http://127.0.0.1:9/questions/1',
        change: 33,
        keys: ['t1', 't2', 't3', 't4'],
        kinds: [
          { voteType: 'accepts', times: 1, change: 15 },
          { voteType: 'up_votes', times: 2, change: 20 },
          { voteType: 'down_votes', times: 1, change: -2 },
        ],
        latest: ago(12),
      },
      { site, change: 2, keys: ['t5'], kinds: [{ voteType: 'suggested_edits', times: 1, change: 2 }], latest: ago(80) },
      {
        site: other,
        postId: 2,
        title: String(titles[1]),
        change: -2,
        keys: ['t6'],
        kinds: [{ voteType: 'down_votes', times: 1, change: -2 }],
        latest: ago(300),
      },
    ],
    reading: { state: 'done', sites: { done: 3, of: 3 }, requests: { spent: 17 }, withheld: [] },
    series: ({ site: id, range }) =>
      curveTo(
        accounts()
          .filter((account) => id === undefined || account.site.id === id)
          .reduce((sum, account) => sum + account.reputation, 0),
        range,
      ),
    siteProfile: {
      at: ago(30),
      privileges: [
        { reputation: 15, what: 'vote up', earned: true },
        { reputation: 10_000, what: 'see deleted posts', earned: true },
        { reputation: 20_000, what: 'trusted user', earned: false },
      ],
      next: { what: 'trusted user', reputation: 20_000, from: 10_000 },
      badges: {
        counts: { gold: 3, silver: 41, bronze: 128 },
        latest: [
          { id: 7, name: 'Good Answer', rank: 'silver', link: 'http://127.0.0.1:9/badges/7', times: 4 },
          { id: 8, name: 'Teacher', rank: 'bronze', times: 1 },
        ],
      },
    },
    topAnswerers: {
      month: [{ name: 'Noor Quill', link: 'http://127.0.0.1:9/users/4', reputation: 5210, score: 34, answers: 9 }],
      all_time: [
        { name: 'Ada Winter', link: 'http://127.0.0.1:9/users/1', reputation: 12_480, score: 312, answers: 88 },
        { name: 'Noor Quill', link: 'http://127.0.0.1:9/users/4', reputation: 5210, score: 120, answers: 41 },
      ],
    },
  };
}
