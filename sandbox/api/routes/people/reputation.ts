import { ApiError } from '../../gate/errors.ts';
import { defineRoute, type RouteRequest } from '../../query/route.ts';
import { reputationHistory } from '../../objects/people/reputation-history.ts';
import { reputation as reputationObject } from '../../objects/people/reputation.ts';
import { sqlList } from '../sql-list.ts';

const common = {
  site: 'required',
  from: ['reputation_events', 'r'],
  tie: '$.on_date, $.id',
  created: '$.on_date',
} as const;

const ofUsers = ({ users }: RouteRequest) => {
  const { list, bindings } = sqlList('user', users);
  return { where: ['r.site_id = :site', `r.user_id IN (${list})`], bindings };
};

/** Losses by one's own votes would tell how somebody voted, so others do not see those. */
const SHOWN_EVENTS = "r.history_type NOT IN ('voter_downvotes', 'voter_undownvotes')";

export const reputation = defineRoute({
  ...common,
  summary: 'Reputation history entries of users; what tells how somebody voted, to themselves only.',
  name: '/users/{ids}/reputation',
  paths: ['/users/{ids}/reputation', '/me/reputation'],
  of: reputationObject,
  select(request) {
    const { where, bindings } = ofUsers(request);
    const own = 'r.user_id IN (SELECT id FROM users WHERE site_id = :site AND account_id = :asker)';
    return {
      where: [...where, `(${SHOWN_EVENTS} OR ${own})`],
      bindings: { ...bindings, asker: request.caller.token?.accountId ?? null },
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
    const { where, bindings } = ofUsers(request);
    return { where: [...where, SHOWN_EVENTS], bindings };
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
