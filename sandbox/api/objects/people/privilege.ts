import { number, text, type ObjectType } from '../object-type.ts';

export const privilege: ObjectType = {
  name: 'privilege',
  always: ['reputation', 'short_description', 'description'],
  fields: {
    reputation: number('$.reputation'),
    short_description: text('$.short_description'),
    description: text('$.description'),
  },
};
