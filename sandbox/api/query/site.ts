import { ApiError, badParameter } from '../errors.ts';
import { htmlSafe } from '../../world/text-of-html.ts';
import type { Statements } from '../../world/database/statements.ts';

export interface SiteRow {
  id: number;
  api_site_parameter: string;
}

/** Stands in where a route takes no site; no row carries this id. */
export const NO_SITE: SiteRow = { id: 0, api_site_parameter: '' };

/**
 * @param named a site by its API parameter, its domain or its address
 * @throws ApiError 400 when it is missing or unknown
 */
export function findSite(statements: Statements, named: string | undefined): SiteRow {
  if (!named) throw badParameter('site', '`site` is required');
  const domain = named
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '');
  const site = statements.get(
    `SELECT id, api_site_parameter FROM sites
      WHERE api_site_parameter = :domain OR site_url = 'https://' || :domain OR site_url = 'http://' || :domain
      LIMIT 1`,
    { domain },
  );
  if (!site) throw new ApiError(400, `No site found for name \`${htmlSafe(named.slice(0, 100))}\``);
  return { id: Number(site['id']), api_site_parameter: String(site['api_site_parameter']) };
}
