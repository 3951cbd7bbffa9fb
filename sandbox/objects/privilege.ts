import { number, text, type ObjectType } from './object-type.ts';

export const privilege: ObjectType = {
  name: 'privilege',
  fields: {
    reputation: number('$.reputation'),
    short_description: text('$.short_description'),
    description: text('$.description'),
  },
};
