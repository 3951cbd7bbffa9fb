import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { appFiles } from '../../app-files.ts';

/** Where the panel's page is. */
const PANEL_PATH = '/panel';

/** The view that the entry of a small window names; the page then brings itself to the panel's size. */
export const PANEL_WINDOW = 'panel-window';

/** Where an entry leads that names the panel, by the view it names. */
export const PANEL_ENTRIES: ReadonlyMap<string, string> = new Map([
  ['panel', PANEL_PATH],
  [PANEL_WINDOW, `${PANEL_PATH}?window`],
]);

/** The sizes that browsers ask for before they install a page. */
const ICONS = [
  { file: 'askbell-192px.png', sizes: '192x192' },
  { file: 'askbell.png', sizes: '512x512' },
];

/**
 * What lets a browser install the panel as a window of its own, beside a window that may be installed, too
 * (https://www.w3.org/TR/appmanifest/). The name is a name in every language.
 */
const MANIFEST = {
  id: PANEL_PATH,
  name: 'Askbell panel',
  short_name: 'Askbell',
  start_url: PANEL_PATH,
  scope: PANEL_PATH,
  display: 'standalone',
  // One window: the panel that is open already is brought back.
  launch_handler: { client_mode: 'focus-existing' },
  background_color: '#ffffff',
  icons: ICONS.map(({ file, sizes }) => ({ src: `/${file}`, sizes, type: 'image/png' })),
};

/** Serves the panel, and what installing it takes; who may have it is decided before. */
export function setUpPanel(app: FastifyInstance): void {
  app.get(PANEL_PATH, (_request, reply) => reply.sendFile('app/panel.html'));
  app.get('/panel.webmanifest', (_request, reply) => reply.type('application/manifest+json').send(MANIFEST));
  for (const { file } of ICONS)
    app.get(`/${file}`, (_request, reply) => reply.type('image/png').send(readFileSync(join(appFiles.icons, file))));
}
