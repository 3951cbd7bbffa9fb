import { fileURLToPath } from 'node:url';
import { main } from '../../electron/headless.ts';

/**
 * The headless agent as `npm run dev` runs it. Vite serves the window, so the folder of the window's sources stands in
 * for the built one and nothing has to be built first.
 */
const windowSources = fileURLToPath(new URL('../../renderer', import.meta.url));

process.exit(await main(process.argv.slice(2), windowSources));
