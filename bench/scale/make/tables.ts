import { rank, wordOf } from '../../support/zipf.ts';
import { dayAt, momentAt, tagName, wellKnown, type Plan } from './plan.ts';
import { postHistory, posts, type Rows } from './posts.ts';

const BADGE_NAMES = 30;
const VOTE = { accepted: 1, up: 2, down: 3, bounty: 8 } as const;
/** Of two sites, the one of a hundred times as many posts has ten times as many open bounties. */
const openBounties = (plan: Plan): number => Math.ceil(10 * Math.sqrt(plan.posts / 20_000));

const tags: Rows = {
  count: (plan) => plan.tags,
  make(plan, { id }) {
    const texts = 2 * id <= plan.wikis ? { ExcerptPostId: 2 * id - 1, WikiPostId: 2 * id } : {};
    return [{ TagName: tagName(id), Count: plan.tagCounts[id], ...texts }];
  },
};

const users: Rows = {
  count: (plan) => plan.users,
  make(plan, { id, random }) {
    const since = (id - 1) / plan.users;
    return [
      {
        Reputation: 1 + Math.floor((plan.posts * 10) / (id + 50)),
        CreationDate: momentAt(since),
        DisplayName: plan.nameOf(id),
        LastAccessDate: momentAt(since, random.span(800)),
        AboutMe: random.chance(0.2) ? plan.vocabulary.text(random, 30) : undefined,
        AccountId: id,
      },
    ];
  },
};

const votes: Rows = {
  count: (plan) => plan.posts * 2,
  make(plan, { share, random }) {
    const post = plan.postAt(random, share);
    const isUp = random.chance(0.88);
    plan.scores[post]! += isUp ? 1 : -1;
    return [{ PostId: post, VoteTypeId: isUp ? VOTE.up : VOTE.down, CreationDate: dayAt(share) }];
  },
};

const accepts: Rows = {
  count: (plan) => plan.questions.length,
  make(plan, { id }) {
    const answer = plan.accepted[plan.questions[id - 1]!]!;
    if (answer === 0) return [];
    return [{ PostId: answer, VoteTypeId: VOTE.accepted, CreationDate: dayAt(answer / plan.posts) }];
  },
};

/** Bounties on the newest questions: of the last days, and as many that have run out. */
const bounties: Rows = {
  count: (plan) => 2 * openBounties(plan),
  make(plan, { id }) {
    const days = id <= openBounties(plan) ? id % 6 : 20 + (id % 300);
    const terms = { BountyAmount: 50 * (1 + (id % 4)), UserId: id };
    return [{ PostId: plan.questions.at(-id), VoteTypeId: VOTE.bounty, CreationDate: dayAt(1, -1 - days), ...terms }];
  },
};

const comments: Rows = {
  count: (plan) => Math.round(plan.posts * 0.6),
  make(plan, { share, random }) {
    const post = plan.postAt(random, share);
    plan.comments[post]! += 1;
    const writer = plan.personAt(random, share);
    const addressee = random.chance(0.3) ? `@${plan.nameOf(plan.personAt(random, share))} ` : '';
    return [
      {
        PostId: post,
        Score: random.chance(0.8) ? 0 : rank(random, 300, 1),
        Text: addressee + plan.vocabulary.text(random, random.integer(4, 50)),
        CreationDate: momentAt(share),
        ...(random.chance(0.015) ? { UserDisplayName: `user${writer}` } : { UserId: writer }),
      },
    ];
  },
};

const badges: Rows = {
  count: (plan) => Math.round(plan.users * 1.5),
  make(plan, { share, random }) {
    const kind = rank(random, BADGE_NAMES, 2);
    const badge = random.chance(0.2)
      ? { Name: tagName(Math.min(kind, plan.tags)), Class: 3, TagBased: 'True' }
      : { Name: `Badge ${wordOf(100 + kind)}`, Class: 1 + (kind % 3), TagBased: 'False' };
    return [{ UserId: plan.personAt(random, share), Date: momentAt(share), ...badge }];
  },
};

const postLinks: Rows = {
  count: (plan) => Math.floor(plan.posts / 20),
  make({ questions }, { share, random }) {
    const from = questions[Math.floor((questions.length - 1) * share)];
    const to = questions[wellKnown(random, questions.length, questions.length)];
    return [{ CreationDate: momentAt(share), PostId: from, RelatedPostId: to, LinkTypeId: random.chance(0.1) ? 3 : 1 }];
  },
};

/** Files of a dump in the order in which they are made: votes and comments are counted before their posts are. */
export const TABLES: Readonly<Record<string, readonly Rows[]>> = {
  Tags: [tags],
  Users: [users],
  Votes: [votes, accepts, bounties],
  Comments: [comments],
  PostHistory: [postHistory],
  Posts: [posts],
  Badges: [badges],
  PostLinks: [postLinks],
};
