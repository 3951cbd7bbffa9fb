import { defineRoute } from '../../query/route.ts';
import { info as infoObject } from '../../objects/network/info.ts';
import { site } from '../../objects/network/site.ts';

export const sites = defineRoute({
  summary: 'Lists the sites of the network.',
  name: '/sites',
  paths: ['/sites'],
  site: 'refused',
  of: site,
  from: ['sites', 's'],
  // In the order of ids, so that main sites come first.
  tie: '$.id',
  keepsOrder: true,
  unboundedPagesize: true,
  select: () => ({ where: [] }),
});

export const info = defineRoute({
  summary: 'Tells the numbers of a site.',
  name: '/info',
  paths: ['/info'],
  site: 'required',
  of: infoObject,
  from: ['sites', 's'],
  tie: '$.id',
  keepsOrder: true,
  select: () => ({ where: ['s.id = :site'] }),
});
