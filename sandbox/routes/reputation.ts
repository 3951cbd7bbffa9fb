import { defineRoute } from '../http/route.ts';
import { reputation as reputationObject } from '../objects/reputation.ts';
import { among } from './among.ts';

export const reputation = defineRoute({
  name: '/users/{ids}/reputation',
  paths: ['/users/{ids}/reputation', '/me/reputation'],
  site: 'required',
  of: reputationObject,
  from: ['reputation_events', 'r'],
  tie: '$.on_date, $.id',
  created: '$.on_date',
  select({ users }) {
    const { list, bindings } = among('user', users);
    return { where: ['r.site_id = :site', `r.user_id IN (${list})`], bindings };
  },
});
