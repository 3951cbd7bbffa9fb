import { boolean, number, text, type ObjectType } from '../object-type.ts';

export const tag: ObjectType = {
  name: 'tag',
  always: ['name', 'count', 'has_synonyms', 'is_moderator_only', 'is_required'],
  fields: {
    name: text('$.name'),
    count: number('$.count'),
    has_synonyms: boolean('$.has_synonyms'),
    is_moderator_only: boolean('$.is_moderator_only'),
    is_required: boolean('$.is_required'),
    fulfills_required: boolean('$.is_required', { old: 'only' }),
    last_activity_date: number('$.last_activity_at', { extra: true }),
  },
};

/** A tag that somebody writes about: `$` has the tag with the user's `user_id`, and their posts as `count`. */
export const userTag: ObjectType = {
  name: 'tag',
  always: [...tag.always, 'user_id'],
  fields: { ...tag.fields, user_id: number('$.user_id') },
};
