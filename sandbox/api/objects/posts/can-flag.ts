import { boolean } from '../object-type.ts';

/**
 * Whether a post may be flagged: anybody with an account on the site may. `:viewer` is the token's account, if the
 * token may tell.
 */
export const canFlag = boolean(
  `CASE WHEN :viewer IS NOT NULL THEN EXISTS
     (SELECT 1 FROM users viewer WHERE viewer.site_id = $.site_id AND viewer.account_id = :viewer) END`,
  { extra: true },
);
