import { number, text, type ObjectType } from '../object-type.ts';

/** An entry of `/users/{ids}/reputation-history`. */
export const reputationHistory: ObjectType = {
  name: 'reputation_history',
  always: ['user_id', 'creation_date', 'reputation_change', 'reputation_history_type'],
  plural: 'reputation_history',
  fields: {
    user_id: number('$.user_id'),
    creation_date: number('$.on_date'),
    post_id: number('$.post_id'),
    reputation_change: number('$.change'),
    reputation_history_type: text('$.history_type'),
  },
};
