import { ApiError } from '../errors.ts';
import { defineRoute, type RouteRequest } from '../query/route.ts';
import { reputationHistory, reputation as reputationObject } from '../objects/history.ts';
import { forEach } from '../query/list-sql.ts';
import { privilege } from '../objects/people.ts';

const common = {
  site: 'required',
  from: ['reputation_events', 'r'],
  tie: '$.on_date, $.id',
  created: '$.on_date',
} as const;

const ofUsers = ({ users }: RouteRequest) => {
  return { by: 'reputation_user', where: ['$.site_id = :site'], ...forEach('$.user_id', 'user', users) };
};

/** Losses by one's own votes would tell how somebody voted, so others do not see those. */
const SHOWN_EVENTS = "r.history_type NOT IN ('voter_downvotes', 'voter_undownvotes')";

/**
 * As the public service tells reputation, so that nobody can be recognised by their votes (docs/api.md, "Reputation"):
 * the down-votes of a day on a post are one entry, dated at the day's beginning, whose change grows as more come.
 */
const SCRUBBED_EVENTS = `(SELECT max(id) AS id, site_id, user_id, post_id, post_type, vote_type, history_type,
    sum(change) AS change, on_date - on_date % 86400 AS on_date
    FROM reputation_events
   WHERE site_id = :site AND user_id IN (SELECT value FROM json_each(:users)) AND vote_type = 'down_votes'
   GROUP BY user_id, post_id, history_type, on_date / 86400
  UNION ALL
  SELECT id, site_id, user_id, post_id, post_type, vote_type, history_type, change, on_date
    FROM reputation_events
   WHERE site_id = :site AND user_id IN (SELECT value FROM json_each(:users)) AND vote_type IS NOT 'down_votes')`;

const toThemselves = ({ asker }: RouteRequest) => ({
  where: `(${SHOWN_EVENTS} OR r.user_id IN (SELECT id FROM users WHERE site_id = :site AND account_id = :asker))`,
  bindings: { asker },
});

const reputationCommon = {
  ...common,
  summary: 'Reputation history entries of users; what tells how somebody voted, to themselves only.',
  name: '/users/{ids}/reputation',
  paths: ['/users/{ids}/reputation', '/me/reputation'],
  of: reputationObject,
  asksWho: true,
} as const;

const scrubbedReputation = defineRoute({
  ...reputationCommon,
  from: [SCRUBBED_EVENTS, 'r'],
  select(request) {
    const { where, bindings } = toThemselves(request);
    return { where: [where], bindings: { ...bindings, users: JSON.stringify(request.users) } };
  },
});

export const reputation = defineRoute({
  ...reputationCommon,
  instead: { flag: 'scrubsReputation', route: scrubbedReputation },
  select(request) {
    const [users, themselves] = [ofUsers(request), toThemselves(request)];
    return {
      ...users,
      where: [...users.where, themselves.where],
      bindings: { ...users.bindings, ...themselves.bindings },
    };
  },
});

export const publicHistory = defineRoute({
  ...common,
  summary: "Users' reputation history with the kind of every change, without what would tell how they voted.",
  name: '/users/{ids}/reputation-history',
  paths: ['/users/{ids}/reputation-history', '/me/reputation-history'],
  since: 2.1,
  of: reputationHistory,
  select(request) {
    const users = ofUsers(request);
    return { ...users, where: [...users.where, SHOWN_EVENTS] };
  },
});

export const fullHistory = defineRoute({
  ...common,
  summary: "The whole reputation history of the token's user.",
  name: '/users/{id}/reputation-history/full',
  paths: ['/users/{id}/reputation-history/full', '/me/reputation-history/full'],
  since: 2.1,
  needs: 'private_info',
  of: reputationHistory,
  select(request) {
    const [asked] = request.users;
    if (asked !== undefined && !request.own().includes(asked))
      throw new ApiError(403, "The whole history is for the token's own user only");
    return ofUsers(request);
  },
});

const privilegeRoute = {
  site: 'required',
  of: privilege,
  from: ['privileges', 'v'],
  // The least demanding first, as privileges are earned.
  tie: '$.reputation',
  keepsOrder: true,
} as const;

export const privileges = defineRoute({
  ...privilegeRoute,
  summary: 'Lists the privileges of a site with the reputation that each takes.',
  name: '/privileges',
  paths: ['/privileges'],
  select: () => ({ where: ['v.site_id = :site'] }),
});

export const userPrivileges = defineRoute({
  ...privilegeRoute,
  summary: 'Lists the privileges a user has earned.',
  name: '/users/{id}/privileges',
  paths: ['/users/{id}/privileges', '/me/privileges'],
  select: ({ users }) => ({
    where: [
      'v.site_id = :site',
      `v.reputation <= (SELECT CASE WHEN u.user_type = 'moderator' THEN 2147483647 ELSE u.reputation END FROM users u
         WHERE u.site_id = :site AND u.id = :user)`,
    ],
    bindings: { user: users[0] ?? null },
  }),
});
