import { number, text, type ObjectType } from '../object-type.ts';

/** An error as `/errors` explains it; `$` is a row of `json_each` over errors. */
export const error: ObjectType = {
  name: 'error',
  always: ['error_id', 'error_name', 'description'],
  fields: {
    error_id: number("$.value ->> 'error_id'"),
    error_name: text("$.value ->> 'error_name'"),
    description: text("$.value ->> 'description'"),
  },
};
