import { json, link, list, number, objectType, OPTIONAL, SITE_PAGE, tagList, text, type Field } from './object-type.ts';
import { owner, POST_EXTRAS } from './posts.ts';

/** Fields that articles share with questions and answers. */
const ARTICLE_EXTRAS = Object.fromEntries(
  ['body', 'body_markdown', 'comment_count', 'comments', 'last_editor'].map((name) => [
    name,
    POST_EXTRAS[name] as Field,
  ]),
);

/** An article; `$` is the posts table. */
export const article = objectType('article', {
  article_id: number('$.id'),
  article_type: text('(SELECT a.article_type FROM articles a WHERE a.site_id = $.site_id AND a.post_id = $.id)'),
  title: text('$.title'),
  tags: tagList('$.tags'),
  owner,
  score: number('$.score'),
  view_count: number('$.view_count'),
  creation_date: number('$.created_at'),
  last_activity_date: number('$.last_activity_at'),
  last_edit_date: number('$.last_edit_at', OPTIONAL),
  link: link(`${SITE_PAGE} || '/articles/' || $.id`),
  ...ARTICLE_EXTRAS,
});

const externalLink = objectType('collective_external_link', { type: text("'website'"), link: link('$.website') });

/** `$` is the collectives table. */
export const collective = objectType('collective', {
  slug: text('$.slug'),
  name: text('$.name'),
  description: text('$.description'),
  link: link(`${SITE_PAGE} || '/collectives/' || $.slug`),
  tags: json(
    `(SELECT json_group_array(t.name ORDER BY t.name) FROM collective_tags c
        JOIN tags t ON t.site_id = c.site_id AND t.id = c.tag_id
       WHERE c.site_id = $.site_id AND c.collective_id = $.id)`,
  ),
  external_links: list(externalLink, {
    alias: 'website',
    from: '(SELECT $.website AS website) AS @',
    where: 'TRUE',
    orderBy: '1',
  }),
});
