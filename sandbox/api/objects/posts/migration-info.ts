import { list, nested, number, type ObjectType } from '../object-type.ts';
import { site } from '../network/site.ts';

/**
 * Where a question came from or went to; `$` has it as JSON in `info`. The site is told where it is of this network.
 */
const migrationInfo: ObjectType = {
  name: 'migration_info',
  always: ['on_date', 'question_id'],
  fields: {
    on_date: number("$.info ->> 'on_date'"),
    question_id: number("$.info ->> 'question_id'"),
    other_site: nested(site, {
      join: { alias: 'site', sql: "LEFT JOIN sites AS @ ON @.api_site_parameter = $.info ->> 'site'" },
      present: '@.id',
    }),
  },
};

/** @param column of the posts table */
export const migration = (column: 'migrated_from' | 'migrated_to') =>
  list(migrationInfo, {
    alias: column,
    from: `(SELECT $.${column} AS info) AS @`,
    where: 'TRUE',
    orderBy: '1',
    when: `$.${column} IS NOT NULL`,
    isSingle: true,
  });
