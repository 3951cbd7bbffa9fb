import { boolean, number, text, type ObjectType } from '../object-type.ts';

/** An account that became part of another; `$` is the account_merges table. */
export const accountMerge: ObjectType = {
  name: 'account_merge',
  always: ['old_account_id', 'new_account_id', 'merge_date'],
  fields: {
    old_account_id: number('$.old_account_id'),
    new_account_id: number('$.new_account_id'),
    merge_date: number('$.merged_at'),
  },
};

/** A tag that somebody watches or ignores; `$` is the tag_preferences table. */
export const tagPreference: ObjectType = {
  name: 'tag_preference',
  always: ['user_id', 'tag_name', 'tag_preference_type'],
  fields: {
    user_id: number('$.user_id'),
    tag_name: text('$.tag'),
    tag_preference_type: text("iif($.is_ignored, 'ignored_tag', 'favorite_tag')"),
  },
};

/** What somebody may write through the API; `$` is a row of `json_each` over permissions. */
export const writePermission: ObjectType = {
  name: 'write_permission',
  always: [
    'user_id',
    'object_type',
    'can_add',
    'can_edit',
    'can_delete',
    'max_daily_actions',
    'min_seconds_between_actions',
  ],
  fields: {
    user_id: number(':user'),
    object_type: text("$.value ->> 'object_type'"),
    can_add: boolean("$.value ->> 'can_add'"),
    can_edit: boolean("$.value ->> 'can_edit'"),
    can_delete: boolean("$.value ->> 'can_delete'"),
    max_daily_actions: number("$.value ->> 'max_daily_actions'"),
    min_seconds_between_actions: number("$.value ->> 'min_seconds_between_actions'"),
  },
};
