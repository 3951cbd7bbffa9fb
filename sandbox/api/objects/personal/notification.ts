import { boolean, nested, number, text, type ObjectType } from '../object-type.ts';
import { site } from '../network/site.ts';

/**
 * What the network tells a person besides the inbox; `$` is a row of {@link notifications} in routes/notifications.ts.
 */
export const notification: ObjectType = {
  name: 'notification',
  always: ['notification_type', 'site', 'creation_date', 'body', 'is_unread'],
  fields: {
    notification_type: text('$.type'),
    site: nested(site, { join: { alias: 'site', sql: 'JOIN sites AS @ ON @.id = $.site_id' } }),
    creation_date: number('$.created_at'),
    body: text('$.body'),
    post_id: number('$.post_id'),
    is_unread: boolean('$.is_unread'),
  },
};
