import { defineRoute, type RouteRequest } from '../../query/route.ts';
import { accessToken } from '../../objects/personal/access-token.ts';
import { sqlList } from '../../query/list-sql.ts';

const named = ({ words }: RouteRequest) => {
  const { list, bindings } = sqlList('token', words['accessTokens'] ?? []);
  return { where: [`k.token IN (${list})`], bindings };
};

/** Whoever holds a token may ask about it and give it back, so no further right is needed. */
const common = {
  site: 'ignored',
  of: accessToken,
  from: ['tokens', 'k'],
  tie: '$.created_at DESC, $.token DESC',
  keepsOrder: true,
} as const;

export const accessTokens = defineRoute({
  ...common,
  summary: 'Tells whose tokens these are, what they permit and when they end; those that have ended are left out.',
  name: '/access-tokens/{accessTokens}',
  paths: ['/access-tokens/{accessTokens}'],
  select(request) {
    const { where, bindings } = named(request);
    return { where: [...where, 'k.revoked_at IS NULL', '(k.expires_at IS NULL OR k.expires_at > :now)'], bindings };
  },
});

/** Ends the tokens; gives them back as they were. */
export const invalidateTokens = defineRoute({
  ...common,
  summary: 'Ends tokens and gives them back as they were.',
  name: '/access-tokens/{accessTokens}/invalidate',
  paths: ['/access-tokens/{accessTokens}/invalidate'],
  action(request) {
    const { where, bindings } = named(request);
    request.statements.run(`UPDATE tokens AS k SET revoked_at = :now WHERE ${where.join()} AND k.revoked_at IS NULL`, {
      ...bindings,
      now: request.now,
    });
  },
  select: named,
});

/** Takes the application away from the tokens' owners: all tokens it has for them end. */
export const deauthenticateApps = defineRoute({
  ...common,
  summary: "Takes the application away from the tokens' owners: every token it has for them ends.",
  name: '/apps/{accessTokens}/de-authenticate',
  paths: ['/apps/{accessTokens}/de-authenticate'],
  action(request) {
    const { where, bindings } = named(request);
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
  select: named,
});
