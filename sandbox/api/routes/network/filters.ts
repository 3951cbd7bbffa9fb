import { createFilter, describeFilter, type FilterDescription } from '../../query/filters.ts';
import { defineRoute } from '../../query/route.ts';
import { filter } from '../../objects/network/filter.ts';
import { List, SearchText, YesOrNo } from '../parameter-schemas.ts';

const common = {
  site: 'ignored',
  of: filter,
  from: ['json_each(:filters)', 'f'],
  tie: '$.key',
  keepsOrder: true,
} as const;
const these = (filters: readonly FilterDescription[]) => ({
  where: [],
  bindings: { filters: JSON.stringify(filters) },
});

export const filtersCreate = defineRoute({
  ...common,
  summary: 'Makes a filter of fields; the same fields always give the same filter, and it never expires.',
  name: '/filters/create',
  alsoPost: true,
  // The second is what the method was called in early clients.
  paths: ['/filters/create', '/filter/create'],
  parameters: {
    include: List.optional(),
    exclude: List.optional(),
    base: SearchText.optional(),
    unsafe: YesOrNo.optional(),
  },
  select: (_request, { include = [], exclude = [], base = 'default', unsafe = false }) =>
    these([createFilter({ include, exclude, base, unsafe })]),
});

export const filtersById = defineRoute({
  ...common,
  summary: 'Tells the fields of filters.',
  name: '/filters/{filters}',
  paths: ['/filters/{filters}'],
  select: ({ words }) => these((words['filters'] ?? []).map(describeFilter)),
});
