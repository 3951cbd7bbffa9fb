import { textKey } from '../../world/database/text.ts';
import * as f from './object-type.ts';
import { person } from './people.ts';
import { owner, POST_EXTRAS } from './posts.ts';

export const tag = f.objectType('tag', {
  name: f.text('$.name'),
  count: f.number('$.count'),
  ...f.booleans('has_synonyms is_moderator_only is_required'),
  fulfills_required: f.boolean('$.is_required', f.OLD),
  last_activity_date: f.number('$.last_activity_at', f.EXTRA),
});

/** A tag that somebody writes about: `$` has the tag with the user's `user_id`, and their posts as `count`. */
export const userTag = f.objectType('tag', { ...tag.fields, user_id: f.number('$.user_id') });

/** Another name of a tag; `$` is the tag_synonyms table. */
export const tagSynonym = f.objectType('tag_synonym', {
  ...f.texts('from_tag to_tag'),
  ...f.numbers('applied_count creation_date'),
  last_applied_date: f.number('$.last_applied_at', f.OPTIONAL),
});

/** A column of a post of a tag, its excerpt or its wiki. */
const ofTagPost = (id: 'excerpt_post_id' | 'wiki_post_id', column: string) =>
  `(SELECT w.${column} FROM posts w WHERE w.site_id = $.site_id AND w.id = $.${id})`;
const bodyOf = (id: string) => `(SELECT b.body FROM bodies b WHERE b.post_key = ${textKey('$.site_id', `$.${id}`)})`;
const lastEditor = (alias: string, id: 'excerpt_post_id' | 'wiki_post_id') =>
  person(ofTagPost(id, 'last_editor_id'), undefined, f.EXTRA, alias);

/** Explanation of a tag; `$` is the tags table. */
export const tagWiki = f.objectType('tag_wiki', {
  tag_name: f.text('$.name'),
  excerpt: f.text(bodyOf('excerpt_post_id'), f.OPTIONAL),
  excerpt_last_edit_date: f.number(ofTagPost('excerpt_post_id', 'last_activity_at'), f.OPTIONAL),
  body_last_edit_date: f.number(ofTagPost('wiki_post_id', 'last_activity_at'), f.OPTIONAL),
  last_excerpt_editor: lastEditor('excerpter', 'excerpt_post_id'),
  body: f.html(bodyOf('wiki_post_id'), f.EXTRA),
  last_body_editor: lastEditor('editor', 'wiki_post_id'),
});

/** A tag that somebody is good at; `$` is the tag_users table. */
export const topTag = f.objectType('top_tag', {
  tag_name: f.text('(SELECT t.name FROM tags t WHERE t.site_id = $.site_id AND t.id = $.tag_id)'),
  ...f.numbers('user_id question_score question_count answer_score answer_count'),
});

/** Fields that articles share with questions and answers. */
const ARTICLE_EXTRAS = Object.fromEntries(
  ['body', 'body_markdown', 'comment_count', 'comments', 'last_editor'].map((name) => [
    name,
    POST_EXTRAS[name] as f.Field,
  ]),
);

/** An article; `$` is the posts table. */
export const article = f.objectType('article', {
  ...f.numbers('article_id:id score view_count creation_date last_activity_date'),
  article_type: f.text('(SELECT a.article_type FROM articles a WHERE a.site_id = $.site_id AND a.post_id = $.id)'),
  title: f.text('$.title'),
  tags: f.tagList('$.tags'),
  owner,
  last_edit_date: f.number('$.last_edit_at', f.OPTIONAL),
  link: f.link(`${f.SITE_PAGE} || '/articles/' || $.id`),
  ...ARTICLE_EXTRAS,
});

const externalLink = f.objectType('collective_external_link', { type: f.text("'website'"), link: f.link('$.website') });

/** `$` is the collectives table. */
export const collective = f.objectType('collective', {
  ...f.texts('slug name description'),
  link: f.link(`${f.SITE_PAGE} || '/collectives/' || $.slug`),
  tags: f.json(
    `(SELECT json_group_array(t.name ORDER BY t.name) FROM collective_tags c
        JOIN tags t ON t.site_id = c.site_id AND t.id = c.tag_id
       WHERE c.site_id = $.site_id AND c.collective_id = $.id)`,
  ),
  external_links: f.list(externalLink, { alias: 'website', from: '(SELECT $.website AS website) AS @', orderBy: '1' }),
});
