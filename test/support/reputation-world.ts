import { NetworkUser, Reputation, ReputationChange } from '../../common/resources.ts';

/**
 * A model of how a network tells what a person's reputation did, made from the facts and not from the sandbox: the
 * public service sums the down-votes of a day on each post and dates them 00:00 UTC, votes beyond the daily limit are
 * listed with a change of 0, a vote that is taken back leaves the list, and one's own down-votes are in the total only
 * (docs/api.md, "Reputation"). Times are minutes since the beginning of a UTC day.
 */
export interface Deed {
  kind: 'up' | 'down' | 'accept' | 'own-down';
  post: number;
  at: number;
  /** When it was taken back. */
  backAt?: number | undefined;
}

export interface Telling {
  /** `scrubbed`: as /users/{id}/reputation of the public service; `single`: each change by itself, as its history. */
  list: 'scrubbed' | 'single';
  /** How old the list and the total are when they are given, in minutes. */
  listLag: number;
  totalLag: number;
}

const DAY_MINUTES = 24 * 60;
const DAILY_LIMIT = 200;
const WORTH = { up: 10, down: -2, accept: 15, 'own-down': -1 };
const BEFORE = 1000;
/** 2026-06-01, 00:00 UTC, in seconds. */
const START_S = Date.UTC(2026, 5, 1) / 1000;

export const momentOf = (minute: number): number => (START_S + minute * 60) * 1000;

interface Row {
  post: number;
  kind: string;
  at: number;
  change: number;
}

export class ReputationWorld {
  readonly #deeds: readonly (Deed & { worth: number })[];
  readonly #telling: Telling;

  constructor(deeds: readonly Deed[], telling: Telling) {
    const ofDay = new Map<number, number>();
    this.#deeds = deeds
      .toSorted((a, b) => a.at - b.at)
      .map((deed) => {
        const day = Math.floor(deed.at / DAY_MINUTES);
        const left = DAILY_LIMIT - (ofDay.get(day) ?? 0);
        const worth = deed.kind === 'up' ? Math.min(WORTH.up, left) : WORTH[deed.kind];
        if (deed.kind === 'up') ofDay.set(day, (ofDay.get(day) ?? 0) + worth);
        return { ...deed, worth };
      });
    this.#telling = telling;
  }

  /** What the site shows at a minute. */
  shown(minute: number): number {
    return this.#deeds.reduce((sum, deed) => sum + (this.#stands(deed, minute) ? deed.worth : 0), BEFORE);
  }

  /** What a post, or everything, has really brought by votes of a kind. */
  brought(minute: number, kind: Deed['kind'], post: number): number {
    return this.#deeds
      .filter((deed) => deed.kind === kind && deed.post === post && this.#stands(deed, minute))
      .reduce((sum, { worth }) => sum + worth, 0);
  }

  /** `/me/associated`: as old as the network's totals are. */
  total(minute: number): NetworkUser {
    const reputation = this.shown(minute - this.#telling.totalLag);
    return NetworkUser.parse({ account_id: 1, user_id: 5, site_url: 'https://loops.example', reputation });
  }

  /** `/users/{id}/reputation`, the newest first. */
  scrubbed(minute: number): Reputation[] {
    return this.#rows(minute).map(({ at, post, kind, change }) =>
      Reputation.parse({ on_date: START_S + at * 60, post_id: post, vote_type: kind, reputation_change: change }),
    );
  }

  /** `/users/{ids}/reputation-history`, the newest first. */
  history(minute: number): ReputationChange[] {
    return this.#rows(minute).map(({ at, post, kind, change }) =>
      ReputationChange.parse({
        creation_date: START_S + at * 60,
        post_id: post,
        reputation_history_type: kind,
        reputation_change: change,
      }),
    );
  }

  #stands({ at, backAt }: Deed, minute: number): boolean {
    return at <= minute && (backAt === undefined || backAt > minute);
  }

  #rows(minute: number): Row[] {
    const asOf = minute - this.#telling.listLag;
    const told = this.#deeds.filter(({ kind, at }) => kind !== 'own-down' && at <= asOf);
    const rows =
      this.#telling.list === 'scrubbed' ? this.#scrub(told, asOf) : told.flatMap((deed) => single(deed, asOf));
    return rows.toSorted((a, b) => b.at - a.at);
  }

  #scrub(told: readonly (Deed & { worth: number })[], asOf: number): Row[] {
    const rows = told
      .filter((deed) => deed.kind !== 'down' && this.#stands(deed, asOf))
      .map(({ post, kind, at, worth }) => ({ post, at, change: worth, kind: kind === 'up' ? 'up_votes' : 'accepts' }));
    const downs = Map.groupBy(
      told.filter((deed) => deed.kind === 'down' && this.#stands(deed, asOf)),
      ({ post, at }) => `${post} ${Math.floor(at / DAY_MINUTES)}`,
    );
    return [
      ...rows,
      ...[...downs.values()].map((votes) => ({
        post: votes[0]!.post,
        kind: 'down_votes',
        at: votes[0]!.at - (votes[0]!.at % DAY_MINUTES),
        change: votes.length * WORTH.down,
      })),
    ];
  }
}

const NAMES = {
  up: ['post_upvoted', 'post_unupvoted'],
  down: ['post_downvoted', 'post_undownvoted'],
  accept: ['answer_accepted', 'answer_unaccepted'],
} as const;

/** A change and its taking back, each by itself. */
function single({ kind, post, at, backAt, worth }: Deed & { worth: number }, asOf: number): Row[] {
  if (kind === 'own-down') return [];
  const [given, taken] = NAMES[kind];
  return [
    { post, at, kind: given, change: worth },
    ...(backAt !== undefined && backAt <= asOf ? [{ post, at: backAt, kind: taken, change: -worth }] : []),
  ];
}
