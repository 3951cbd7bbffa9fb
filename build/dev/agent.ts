import { join } from 'node:path';
import { main } from '../../electron/headless.ts';

/**
 * The headless agent as `npm run dev` runs it, under `node --watch-path`. Vite serves the window, so the folder of the
 * window's sources stands in for the built one and nothing has to be built first.
 */
const windowSources = join(import.meta.dirname, '../../renderer');

// Programs that the agent starts would tell it, and not Node, of their imports.
delete process.env['WATCH_REPORT_DEPENDENCIES'];
process.exit(await main(process.argv.slice(2), windowSources));
