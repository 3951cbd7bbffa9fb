import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { appFiles } from '../../app-files.ts';

/** Where the panel's page is. */
export const PANEL_PATH = '/panel';

const ICON_PATH = '/askbell.png';
const ICON_FILE = join(appFiles.icons, 'askbell.png');

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
  icons: [{ src: ICON_PATH, sizes: '512x512', type: 'image/png' }],
};

/** Serves the panel, and what installing it takes; who may have it is decided before. */
export function setUpPanel(app: FastifyInstance): void {
  app.get(PANEL_PATH, (_request, reply) => reply.sendFile('app/panel.html'));
  app.get('/panel.webmanifest', (_request, reply) => reply.type('application/manifest+json').send(MANIFEST));
  app.get(ICON_PATH, (_request, reply) => reply.type('image/png').send(readFileSync(ICON_FILE)));
}
