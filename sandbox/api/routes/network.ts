import { defineRoute, type RouteRequest } from '../query/route.ts';
import { info as infoObject, site, error, filter } from '../objects/network.ts';
import { ApiError, badParameter } from '../errors.ts';
import { createFilter, describeFilter, type FilterDescription } from '../query/filters.ts';
import { List, SearchText, YesOrNo } from '../query/parameters.ts';
import { accessToken } from '../objects/personal.ts';
import { sqlList } from '../query/list-sql.ts';

export const sites = defineRoute({
  summary: 'Lists the sites of the network.',
  name: '/sites',
  paths: ['/sites'],
  site: 'refused',
  of: site,
  from: ['sites', 's'],
  // In the order of ids, so that main sites come first.
  tie: '$.id',
  keepsOrder: true,
  unboundedPagesize: true,
  select: () => ({ where: [] }),
});

export const info = defineRoute({
  summary: 'Tells the numbers of a site.',
  name: '/info',
  paths: ['/info'],
  site: 'required',
  of: infoObject,
  from: ['sites', 's'],
  tie: '$.id',
  keepsOrder: true,
  select: () => ({ where: ['s.id = :site'] }),
});

/** What each error means, by its number. */
const ERROR_MEANINGS: Readonly<Record<number, string>> = {
  400: 'A parameter is missing, has a value it cannot have, or does not belong to this method',
  401: 'The method needs an access_token and got none',
  402: 'The access_token is expired, revoked, or no token at all',
  403: 'The token does not permit this, or the caller asks too much or too far',
  404: 'There is no such method',
  405: 'An access_token came without a key',
  406: 'The access_token came over a connection others can read; it is no longer good',
  407: 'The write was refused',
  409: 'The same write was done already',
  500: 'Something went wrong on the server',
  502: 'The rules of how fast to ask were broken',
  503: 'This method, or the whole service, cannot be had for a while',
};

const EXPLAINED_ERRORS = Object.entries(ERROR_MEANINGS).map(([id, description]) => {
  const { id: error_id, errorName: error_name } = new ApiError(Number(id), '');
  return { error_id, error_name, description };
});

const aboutErrors = {
  site: 'ignored',
  of: error,
  from: ['json_each(:errors)', 'e'],
  tie: '$.key',
  keepsOrder: true,
} as const;

export const errors = defineRoute({
  ...aboutErrors,
  summary: 'Lists the errors of the API.',
  name: '/errors',
  paths: ['/errors'],
  select: () => ({ where: [], bindings: { errors: JSON.stringify(EXPLAINED_ERRORS) } }),
});

/** The one route that answers with a 5xx, where it is asked for one. */
export const simulatedError = defineRoute({
  ...aboutErrors,
  summary: 'Answers with that error, so that a client can try what it does then.',
  name: '/errors/{id}',
  paths: ['/errors/{id}'],
  select({ ids: [id = 0] }) {
    if (!Object.hasOwn(ERROR_MEANINGS, id)) throw badParameter('id');
    throw new ApiError(id, 'simulated');
  },
});

const aboutFilters = {
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
  ...aboutFilters,
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
  ...aboutFilters,
  summary: 'Tells the fields of filters.',
  name: '/filters/{filters}',
  paths: ['/filters/{filters}'],
  select: ({ words }) => these((words['filters'] ?? []).map(describeFilter)),
});

const namedTokens = ({ words }: RouteRequest) => {
  const { list, bindings } = sqlList('token', words['accessTokens'] ?? []);
  return { where: [`k.token IN (${list})`], bindings };
};

/** Whoever holds a token may ask about it and give it back, so no further right is needed. */
const aboutTokens = {
  site: 'ignored',
  of: accessToken,
  from: ['tokens', 'k'],
  tie: '$.created_at DESC, $.token DESC',
  keepsOrder: true,
} as const;

export const accessTokens = defineRoute({
  ...aboutTokens,
  summary: 'Tells whose tokens these are, what they permit and when they end; those that have ended are left out.',
  name: '/access-tokens/{accessTokens}',
  paths: ['/access-tokens/{accessTokens}'],
  select(request) {
    const { where, bindings } = namedTokens(request);
    return { where: [...where, 'k.revoked_at IS NULL', '(k.expires_at IS NULL OR k.expires_at > :now)'], bindings };
  },
});

/** Ends the tokens; gives them back as they were. */
export const invalidateTokens = defineRoute({
  ...aboutTokens,
  summary: 'Ends tokens and gives them back as they were.',
  name: '/access-tokens/{accessTokens}/invalidate',
  paths: ['/access-tokens/{accessTokens}/invalidate'],
  action(request) {
    const { where, bindings } = namedTokens(request);
    request.statements.run(`UPDATE tokens AS k SET revoked_at = :now WHERE ${where.join()} AND k.revoked_at IS NULL`, {
      ...bindings,
      now: request.now,
    });
  },
  select: namedTokens,
});

/** Takes the application away from the tokens' owners: all tokens it has for them end. */
export const deauthenticateApps = defineRoute({
  ...aboutTokens,
  summary: "Takes the application away from the tokens' owners: every token it has for them ends.",
  name: '/apps/{accessTokens}/de-authenticate',
  paths: ['/apps/{accessTokens}/de-authenticate'],
  action(request) {
    const { where, bindings } = namedTokens(request);
    const theirs = `(account_id, client_id) IN
        (SELECT k.account_id, k.client_id FROM tokens AS k WHERE ${where.join()})`;
    const { now } = request;
    request.statements.run(`UPDATE tokens SET revoked_at = :now WHERE revoked_at IS NULL AND ${theirs}`, {
      ...bindings,
      now,
    });
    // The next sign-in asks the person again.
    request.statements.run(`DELETE FROM approvals WHERE ${theirs}`, bindings);
  },
  select: namedTokens,
});
