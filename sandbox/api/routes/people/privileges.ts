import { defineRoute } from '../../query/route.ts';
import { privilege } from '../../objects/people/privilege.ts';

const common = {
  site: 'required',
  of: privilege,
  from: ['privileges', 'v'],
  // The least demanding first, as privileges are earned.
  tie: '$.reputation',
  keepsOrder: true,
} as const;

export const privileges = defineRoute({
  ...common,
  summary: 'Lists the privileges of a site with the reputation that each takes.',
  name: '/privileges',
  paths: ['/privileges'],
  select: () => ({ where: ['v.site_id = :site'] }),
});

export const userPrivileges = defineRoute({
  ...common,
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
