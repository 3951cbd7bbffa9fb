import { json, text, type ObjectType } from '../object-type.ts';

/** A filter; `$` is a row of `json_each` over descriptions. */
export const filter: ObjectType = {
  name: 'filter',
  always: ['filter', 'filter_type', 'included_fields'],
  fields: {
    filter: text("$.value ->> 'filter'"),
    filter_type: text("$.value ->> 'filter_type'"),
    included_fields: json("$.value -> 'included_fields'"),
  },
};
