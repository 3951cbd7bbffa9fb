import { boolean, certain, number, text } from '../object-type.ts';

/** An account that became part of another; `$` is the account_merges table. */
export const accountMerge = certain('account_merge', {
  old_account_id: number('$.old_account_id'),
  new_account_id: number('$.new_account_id'),
  merge_date: number('$.merged_at'),
});

/** A tag that somebody watches or ignores; `$` is the tag_preferences table. */
export const tagPreference = certain('tag_preference', {
  user_id: number('$.user_id'),
  tag_name: text('$.tag'),
  tag_preference_type: text("iif($.is_ignored, 'ignored_tag', 'favorite_tag')"),
});

/** What somebody may write through the API; `$` is a row of `json_each` over permissions. */
export const writePermission = certain('write_permission', {
  user_id: number(':user'),
  object_type: text("$.value ->> 'object_type'"),
  can_add: boolean("$.value ->> 'can_add'"),
  can_edit: boolean("$.value ->> 'can_edit'"),
  can_delete: boolean("$.value ->> 'can_delete'"),
  max_daily_actions: number("$.value ->> 'max_daily_actions'"),
  min_seconds_between_actions: number("$.value ->> 'min_seconds_between_actions'"),
});
