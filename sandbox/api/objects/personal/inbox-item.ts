import { boolean, html, link, nested, number, text, type ObjectType } from '../object-type.ts';
import { site } from '../network/site.ts';

/** The query of addresses, where the network has any (see create-network.ts); it stands before the fragment. */
const QUERY = `coalesce((SELECT value FROM meta WHERE key = 'link_query'), '')`;
const PAGE = `'{self}/sites/' || (SELECT api_site_parameter FROM sites WHERE sites.id = $.site_id) ||
  coalesce('/questions/' || $.question_id, '') || ${QUERY} ||
  coalesce('#comment-' || $.comment_id, '#answer-' || $.answer_id, '')`;

export const inboxItem: ObjectType = {
  name: 'inbox_item',
  always: ['item_type', 'title', 'creation_date', 'is_unread', 'site', 'link'],
  fields: {
    item_type: text('$.item_type'),
    question_id: number('$.question_id'),
    answer_id: number('$.answer_id'),
    comment_id: number('$.comment_id'),
    title: text('$.title'),
    creation_date: number('$.created_at'),
    is_unread: boolean('$.is_unread'),
    site: nested(site, { join: { alias: 'site', sql: 'JOIN sites AS @ ON @.id = $.site_id' } }),
    link: link(PAGE),
    body: html('$.body', { extra: true }),
  },
};
