import { defineRoute } from '../http/route.ts';
import { site } from '../objects/site.ts';

export const sites = defineRoute({
  name: '/sites',
  paths: ['/sites'],
  site: 'refused',
  of: site,
  from: ['sites', 's'],
  // The oldest id first while the order is the default `desc`, as a list of sites is read from the main ones on.
  tie: '-$.id',
  unboundedPagesize: true,
  select: () => ({ where: [] }),
});
