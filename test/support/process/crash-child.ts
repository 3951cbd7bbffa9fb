import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { assembleInProcess, signInAt } from './assembled.ts';
import { createProcessDesktop } from './process-desktop.ts';
import { scaledClock, type Scale } from './scaled-clock.ts';

/** Askbell as a process that may be killed at any moment; prints the id of each notification it shows. */
const { url, dataDir, scale } = JSON.parse(process.argv[2]!) as { url: string; dataDir: string; scale: Scale };
const print = (line: object) => void writeSync(1, `${JSON.stringify(line)}\n`);

const { askbell, window } = await assembleInProcess({
  desktop: createProcessDesktop({
    dataDir,
    show: ({ id }) => print({ shown: id }),
    paste: (text) => window.session.paste({ text }),
  }),
  clock: scaledClock(scale),
  random: Math.random,
  fetch,
  dataDir,
});
await askbell.start();
const { phase } = await window.state.get();
if (phase === 'welcome') await signInAt(window, 'Crash', { apiBaseUrl: url, authUrl: url });
print({ started: phase });
// Usually that is done at the end, which a killed process does not come to.
flushCompileCache();
process.on('message', (message) => {
  if (message === 'stop') void askbell.stop().then(() => process.exit(0));
});
