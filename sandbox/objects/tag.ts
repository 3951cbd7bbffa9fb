import { boolean, number, text, type ObjectType } from './object-type.ts';

export const tag: ObjectType = {
  name: 'tag',
  fields: {
    name: text('$.name'),
    count: number('$.count'),
    has_synonyms: boolean('$.has_synonyms'),
    is_moderator_only: boolean('$.is_moderator_only'),
    is_required: boolean('$.is_required'),
    last_activity_date: number('$.last_activity_at', { extra: true }),
  },
};
