import { json, link, list, nested, number, text, type ObjectType } from '../object-type.ts';

const styling: ObjectType = {
  name: 'styling',
  always: ['link_color', 'tag_foreground_color', 'tag_background_color'],
  fields: {
    link_color: text('$.link_color'),
    tag_foreground_color: text('$.tag_foreground_color'),
    tag_background_color: text('$.tag_background_color'),
  },
};

/** The meta site of a main site, and the main site of a meta site, go by their addresses. */
const metaOf = (main: string) => `replace(${main}.site_url, '://', '://meta.')`;

const relatedSite: ObjectType = {
  name: 'related_site',
  always: ['name', 'site_url', 'relation', 'api_site_parameter'],
  fields: {
    name: text('$.name'),
    site_url: text('$.site_url'),
    relation: text("CASE $.site_type WHEN 'meta_site' THEN 'meta' ELSE 'parent' END"),
    api_site_parameter: text('$.api_site_parameter'),
  },
};

export const site: ObjectType = {
  name: 'site',
  always: [
    'api_site_parameter',
    'name',
    'site_url',
    'site_type',
    'site_state',
    'audience',
    'icon_url',
    'logo_url',
    'favicon_url',
    'launch_date',
    'aliases',
    'styling',
  ],
  fields: {
    api_site_parameter: text('$.api_site_parameter'),
    name: text('$.name'),
    site_url: text('$.site_url'),
    site_type: text('$.site_type'),
    site_state: text('$.site_state'),
    audience: text('$.audience'),
    icon_url: link('$.icon_url'),
    logo_url: link('$.logo_url'),
    favicon_url: link('$.favicon_url'),
    high_resolution_icon_url: link('$.high_resolution_icon_url', { since: 2.1 }),
    launch_date: number('$.launch_date'),
    state: text('$.site_state', { old: 'only' }),
    description: text('$.audience', { old: 'only' }),
    api_endpoint: link("'{self}'", { old: 'only' }),
    aliases: json("'[]'"),
    related_sites: list(relatedSite, {
      alias: 'related',
      from: 'sites AS @',
      where: `@.id <> $.id AND (@.site_url = ${metaOf('$')} OR $.site_url = ${metaOf('@')})`,
      orderBy: '@.id',
    }),
    styling: nested(styling),
  },
};
