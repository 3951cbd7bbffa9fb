import { json, link, nested, number, text, type ObjectType } from './object-type.ts';

const styling: ObjectType = {
  name: 'styling',
  fields: {
    link_color: text('$.link_color'),
    tag_foreground_color: text('$.tag_foreground_color'),
    tag_background_color: text('$.tag_background_color'),
  },
};

export const site: ObjectType = {
  name: 'site',
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
    aliases: json("'[]'"),
    related_sites: json("'[]'"),
    styling: nested(styling),
  },
};
