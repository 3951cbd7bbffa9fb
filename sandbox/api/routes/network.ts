import { listsOf, type Route, type RouteRequest } from '../query/route.ts';
import { info, site, error, filter, accessToken } from '../objects/network.ts';
import { ApiError, badParameter, ERRORS } from '../errors.ts';
import { createFilter, describeFilter } from '../query/filters.ts';
import { List, SearchText, YesOrNo } from '../query/parameters.ts';
import { JSON_ROWS, jsonRows, sqlList } from '../query/list-sql.ts';

const EXPLAINED_ERRORS = Object.entries(ERRORS).map(([id, [error_name, description]]) => ({
  error_id: Number(id),
  error_name,
  description,
}));

// In the order of ids, so that main sites come first.
const sites = listsOf({ of: site, from: ['sites', 's'], order: '$.id' });
const errors = listsOf({ ...JSON_ROWS, site: 'ignored', of: error });
const filters = listsOf({ ...JSON_ROWS, site: 'ignored', of: filter });

/** Whoever holds a token may ask about it and give it back, so no further right is needed. */
const tokens = listsOf({
  site: 'ignored',
  of: accessToken,
  from: ['tokens', 'k'],
  order: '$.created_at DESC, $.token DESC',
});

const namedTokens = ({ words }: RouteRequest) => {
  const { list, bindings } = sqlList('token', words['accessTokens'] ?? []);
  return { where: [`k.token IN (${list})`], bindings };
};

export const networkRoutes: readonly Route[] = [
  sites('/sites', 'Lists the sites of the network.', undefined, { site: 'refused', unboundedPagesize: true }),
  sites('/info', 'Tells the numbers of a site.', () => ({ where: ['s.id = :site'] }), { of: info }),
  errors('/errors', 'Lists the errors of the API.', () => jsonRows(EXPLAINED_ERRORS)),
  // The one route that answers with a 5xx, where it is asked for one.
  errors(
    '/errors/{id}',
    'Answers with that error, so that a client can try what it does then.',
    ({ ids: [id = 0] }) => {
      if (!Object.hasOwn(ERRORS, id)) throw badParameter('id');
      throw new ApiError(id, 'simulated');
    },
  ),
  filters(
    '/filters/create',
    'Makes a filter of fields; the same fields always give the same filter, and it never expires.',
    (_request, { include = [], exclude = [], base = 'default', unsafe = false }) =>
      jsonRows([createFilter({ include, exclude, base, unsafe })]),
    {
      // What the method was called in early clients.
      alias: '/filter/create',
      alsoPost: true,
      parameters: {
        include: List.optional(),
        exclude: List.optional(),
        base: SearchText.optional(),
        unsafe: YesOrNo.optional(),
      },
    },
  ),
  filters('/filters/{filters}', 'Tells the fields of filters.', ({ words }) =>
    jsonRows((words['filters'] ?? []).map(describeFilter)),
  ),
  tokens(
    '/access-tokens/{accessTokens}',
    'Tells whose tokens these are, what they permit and when they end; those that have ended are left out.',
    (request) => {
      const { where, bindings } = namedTokens(request);
      return { where: [...where, 'k.revoked_at IS NULL', '(k.expires_at IS NULL OR k.expires_at > :now)'], bindings };
    },
  ),
  tokens('/access-tokens/{accessTokens}/invalidate', 'Ends tokens and gives them back as they were.', namedTokens, {
    action(request) {
      const { where, bindings } = namedTokens(request);
      request.statements.run(
        `UPDATE tokens AS k SET revoked_at = :now WHERE ${where.join()} AND k.revoked_at IS NULL`,
        { ...bindings, now: request.now },
      );
    },
  }),
  tokens(
    '/apps/{accessTokens}/de-authenticate',
    "Takes the application away from the tokens' owners: every token it has for them ends.",
    namedTokens,
    {
      action(request) {
        const { where, bindings } = namedTokens(request);
        const { statements, now } = request;
        const theirs = `(account_id, client_id) IN
          (SELECT k.account_id, k.client_id FROM tokens AS k WHERE ${where.join()})`;
        statements.run(`UPDATE tokens SET revoked_at = :now WHERE revoked_at IS NULL AND ${theirs}`, {
          ...bindings,
          now,
        });
        // The next sign-in asks the person again.
        statements.run(`DELETE FROM approvals WHERE ${theirs}`, bindings);
      },
    },
  ),
];
