import { boolean, html, number, objectType, OPTIONAL, text } from './object-type.ts';
import { textKey } from '../../world/database/text.ts';
import { person } from './people.ts';

export const tag = objectType('tag', {
  name: text('$.name'),
  count: number('$.count'),
  has_synonyms: boolean('$.has_synonyms'),
  is_moderator_only: boolean('$.is_moderator_only'),
  is_required: boolean('$.is_required'),
  fulfills_required: boolean('$.is_required', { old: 'only' }),
  last_activity_date: number('$.last_activity_at', { extra: true }),
});

/** A tag that somebody writes about: `$` has the tag with the user's `user_id`, and their posts as `count`. */
export const userTag = objectType('tag', { ...tag.fields, user_id: number('$.user_id') });

/** Another name of a tag; `$` is the tag_synonyms table. */
export const tagSynonym = objectType('tag_synonym', {
  from_tag: text('$.from_tag'),
  to_tag: text('$.to_tag'),
  applied_count: number('$.applied_count'),
  last_applied_date: number('$.last_applied_at', OPTIONAL),
  creation_date: number('$.created_at'),
});

/** A column of a post of a tag, its excerpt or its wiki. */
const ofTagPost = (id: 'excerpt_post_id' | 'wiki_post_id', column: string) =>
  `(SELECT w.${column} FROM posts w WHERE w.site_id = $.site_id AND w.id = $.${id})`;
const bodyOf = (id: string) => `(SELECT b.body FROM bodies b WHERE b.post_key = ${textKey('$.site_id', `$.${id}`)})`;
const lastEditor = (alias: string, id: 'excerpt_post_id' | 'wiki_post_id') =>
  person(ofTagPost(id, 'last_editor_id'), undefined, { extra: true }, alias);

/** Explanation of a tag; `$` is the tags table. */
export const tagWiki = objectType('tag_wiki', {
  tag_name: text('$.name'),
  excerpt: text(bodyOf('excerpt_post_id'), OPTIONAL),
  excerpt_last_edit_date: number(ofTagPost('excerpt_post_id', 'last_activity_at'), OPTIONAL),
  body_last_edit_date: number(ofTagPost('wiki_post_id', 'last_activity_at'), OPTIONAL),
  last_excerpt_editor: lastEditor('excerpter', 'excerpt_post_id'),
  body: html(bodyOf('wiki_post_id'), { extra: true }),
  last_body_editor: lastEditor('editor', 'wiki_post_id'),
});

/** A tag that somebody is good at; `$` is the tag_users table. */
export const topTag = objectType('top_tag', {
  tag_name: text('(SELECT t.name FROM tags t WHERE t.site_id = $.site_id AND t.id = $.tag_id)'),
  user_id: number('$.user_id'),
  question_score: number('$.question_score'),
  question_count: number('$.question_count'),
  answer_score: number('$.answer_score'),
  answer_count: number('$.answer_count'),
});
