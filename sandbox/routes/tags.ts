import { z } from 'zod';
import { defineRoute } from '../http/route.ts';
import { tag } from '../objects/tag.ts';

export const tags = defineRoute({
  name: '/tags',
  paths: ['/tags'],
  site: 'required',
  of: tag,
  from: ['tags', 't'],
  sorts: {
    popular: { sql: '$.count', bound: 'number' },
    activity: { sql: '$.last_activity_at', bound: 'date' },
    name: { sql: '$.name', bound: 'string' },
  },
  tie: '$.name',
  parameters: { inname: z.string().max(1000).optional() },
  select: (_request, { inname }) => ({
    where: ['t.site_id = :site', ...(inname ? ['instr(t.name, :inname) > 0'] : [])],
    bindings: { inname: inname?.toLowerCase() ?? null },
  }),
});
