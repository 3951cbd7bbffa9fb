import { boolean, html, list, number, objectType, OPTIONAL, text, type Field } from './object-type.ts';

/**
 * Whether a post may be flagged: anybody with an account on the site may. `:viewer` is the token's account, if the
 * token may tell.
 */
export const canFlag = boolean(
  `CASE WHEN :viewer IS NOT NULL THEN EXISTS
     (SELECT 1 FROM users viewer WHERE viewer.site_id = $.site_id AND viewer.account_id = :viewer) END`,
  { extra: true },
);

/** `$` is a row of `json_each` over options. */
const OPTION_FIELDS: Readonly<Record<string, Field>> = {
  option_id: number("$.value ->> 'option_id'", OPTIONAL),
  title: text("$.value ->> 'title'"),
  description: html("$.value ->> 'description'"),
  dialog_title: text("$.value ->> 'dialog_title'", OPTIONAL),
  requires_comment: boolean("coalesce($.value ->> 'requires_comment', 0)"),
  requires_site: boolean("coalesce($.value ->> 'requires_site', 0)"),
  requires_question_id: boolean("coalesce($.value ->> 'requires_question_id', 0)"),
  has_flagged: boolean("coalesce($.value ->> 'has_flagged', 0)"),
  count: number("coalesce($.value ->> 'count', 0)"),
  is_retraction: boolean('0', { extra: true }),
};

/** A way to flag a question; one without an id only holds its sub-options together. */
export const flagOption = objectType('flag_option', {
  ...OPTION_FIELDS,
  sub_options: list(
    objectType('flag_option', OPTION_FIELDS),
    { alias: 'sub', from: "json_each($.value -> 'sub_options') AS @", where: 'TRUE', orderBy: '@.key' },
    OPTIONAL,
  ),
});
