import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from '../command-line.ts';
import { startDev } from './dev.ts';

/** `npm run dev`: see dev.ts. Ends with Ctrl+C. */

const HELP = `Usage: npm run dev -- [options]   the window with hot reload over an agent on the demo network

  --electron       run the agent in Electron instead of headless
  --port N         the window's port on this machine (default 5173, or the next free one)
  --data-dir DIR   where the agent keeps its data (default node_modules/.cache/askbell-dev)
`;
const DATA_DIR = fileURLToPath(new URL('../../node_modules/.cache/askbell-dev/', import.meta.url));

const { values } = readCommandLine(HELP, {
  options: {
    electron: { type: 'boolean', default: false },
    port: { type: 'string', default: '5173' },
    'data-dir': { type: 'string' },
  },
});

const say = (line: string) => void process.stderr.write(`${line}\n`);
const dev = await startDev({
  electron: values.electron,
  port: Number(values.port),
  // Electron keeps its files elsewhere than the headless shell does.
  dataDir: values['data-dir'] ?? join(DATA_DIR, values.electron ? 'electron' : 'headless'),
  say,
});
if (!values.electron) process.stdout.write(`Askbell is at ${dev.address}\n`);
await new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
});
await dev.close();
process.exit(0);
