import { z } from 'zod';
import { defineRoute, type Sort } from '../http/route.ts';
import { user } from '../objects/user.ts';
import { among } from './among.ts';

const userSorts = {
  reputation: { sql: '$.reputation', bound: 'number' },
  creation: { sql: '$.created_at', bound: 'date' },
  name: { sql: '$.display_name COLLATE NOCASE', bound: 'string' },
  modified: { sql: 'coalesce($.last_modified_at, $.created_at)', bound: 'date' },
} as const satisfies Record<string, Sort>;

export const users = defineRoute({
  name: '/users',
  paths: ['/users'],
  site: 'required',
  of: user,
  from: ['users', 'u'],
  sorts: userSorts,
  tie: '$.id',
  created: '$.created_at',
  parameters: { inname: z.string().max(1000).optional() },
  select: (_request, { inname }) => ({
    where: ['u.site_id = :site', ...(inname ? ['instr(lower(u.display_name), :inname) > 0'] : [])],
    bindings: { inname: inname?.toLowerCase() ?? null },
  }),
});

export const usersById = defineRoute({
  name: '/users/{ids}',
  paths: ['/users/{ids}', '/me'],
  site: 'required',
  of: user,
  from: ['users', 'u'],
  sorts: userSorts,
  tie: '$.id',
  created: '$.created_at',
  select({ users: ids }) {
    const { list, bindings } = among('user', ids);
    return { where: ['u.site_id = :site', `u.id IN (${list})`], bindings };
  },
});
