import type { FastifyInstance } from 'fastify';
import type { Network } from '../api/network.ts';
import { html } from '../pages/layout.ts';

/** Where the numbers of sites stand, which the topics of questions begin with; `/sites` has none. */
const SITE_LIST_ADDRESS = '/topbar/site-switcher/site-list';

/** Adds the piece of a page that people switch sites with, as the public service's meta site has it. */
export function registerSiteList(app: FastifyInstance, network: Network): void {
  app.get(SITE_LIST_ADDRESS, (_request, reply) => {
    const sites = network.statements.all('SELECT id, name, site_url FROM sites ORDER BY id');
    const list = html`<ul class="other-sites">${sites.map(
      (site) => html`<li><a class="site-link" href="${String(site['site_url'])}"
  data-id="${String(site['id'])}"><span>${String(site['name'])}</span></a></li>
`,
    )}</ul>`;
    reply.type('text/html; charset=utf-8').send(list.source);
  });
}
