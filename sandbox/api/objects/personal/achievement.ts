import { boolean, link, nested, number, text, type ObjectType } from '../object-type.ts';
import { site } from '../network/site.ts';

/**
 * Something a person reached anywhere on the network; `$` is a row of `ACHIEVEMENTS` in
 * routes/personal/achievements.ts.
 */
export const achievement: ObjectType = {
  name: 'achievement',
  always: ['account_id', 'achievement_type', 'creation_date', 'is_unread', 'link', 'on_site', 'title'],
  fields: {
    account_id: number('$.account_id'),
    achievement_type: text('$.type'),
    badge_rank: text('$.badge_rank'),
    creation_date: number('$.created_at'),
    is_unread: boolean('$.is_unread'),
    link: link(`'{self}/sites/' || (SELECT api_site_parameter FROM sites WHERE sites.id = $.site_id) || $.path`),
    on_site: nested(site, { join: { alias: 'site', sql: 'JOIN sites AS @ ON @.id = $.site_id' } }),
    reputation_change: number('$.change'),
    title: text('$.title'),
  },
};
