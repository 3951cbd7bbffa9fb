import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { appFiles } from '../../app-files.ts';

/** Path of the panel's page. */
const PANEL_PATH = '/panel';

/** View of the entry that opens a small window; the page then resizes itself. */
export const PANEL_WINDOW = 'panel-window';

/** Paths of the panel's entries, by their view. */
export const PANEL_ENTRIES: ReadonlyMap<string, string> = new Map([
  ['panel', PANEL_PATH],
  [PANEL_WINDOW, `${PANEL_PATH}?window`],
]);

/** Sizes that browsers require before they install a page. */
const ICONS = [
  { file: 'askbell-192px.png', sizes: '192x192' },
  { file: 'askbell.png', sizes: '512x512' },
];

/**
 * Web app manifest of the panel, which can be installed beside the window (https://www.w3.org/TR/appmanifest/). The
 * name is the same in every language.
 */
const MANIFEST = {
  id: PANEL_PATH,
  name: 'Askbell panel',
  short_name: 'Askbell',
  start_url: PANEL_PATH,
  scope: PANEL_PATH,
  display: 'standalone',
  // A single window: an open panel is focused.
  launch_handler: { client_mode: 'focus-existing' },
  background_color: '#ffffff',
  icons: ICONS.map(({ file, sizes }) => ({ src: `/${file}`, sizes, type: 'image/png' })),
};

/** Serves the panel and its manifest; access is checked before. */
export function setUpPanel(app: FastifyInstance): void {
  app.get(PANEL_PATH, (_request, reply) => reply.sendFile('app/panel.html'));
  app.get('/panel.webmanifest', (_request, reply) => reply.type('application/manifest+json').send(MANIFEST));
  for (const { file } of ICONS)
    app.get(`/${file}`, (_request, reply) => reply.type('image/png').send(readFileSync(join(appFiles.icons, file))));
}
