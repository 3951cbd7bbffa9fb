import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildParts, headlessParts } from '../../build/build.ts';
import { findElectron } from '../../build/start/electron-binary.ts';
import { OptionError, print, readOptions, runCommand, say, type Summary } from '../support/command.ts';
import { LIGHT_OPTIONS } from '../support/options.ts';
import { rounded } from '../support/statistics.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Subject, type Observed } from './subject.ts';
import { timeToTray } from './time-to-tray.ts';

const USAGE = `Measures what Askbell takes without a window: headless, signed out, signed in at a quiet demo network,
the same after a window was open for a while, where there is a browser, and at a lively one with five watches; beside a
bare Node in the same run, and beside an empty Electron app where there is an Electron (ELECTRON_OVERRIDE_DIST_PATH may
say where).

Usage: npm run bench:light -- [options]
  --minutes N   how long they are looked at (3; 57 for the first hour, at whose end a signed-in one makes its backup)
  --settle N    seconds from the start until then (120: a minute after signing in, sites are asked for once more)
  --help        this text

Prints a JSON line for each: memory in MB (RSS, and PSS, which counts shared pages in part) and as a ratio to the bare
Node's, wake-ups a minute (voluntary context switches: of the main thread, which runs the event loop, and of all
threads), CPU seconds, bytes handed to the system and bytes for the disk an hour, files of the data folder that were
written, milliseconds until the window's address was there, in a start of its own until a panel had the tray's icon, and
the memory of each process that was started. "targets" has what is to be reached, "missed" what is not. For Linux, which
tells these figures in /proc.

Exit codes: 0 all targets reached, 1 not all, 2 an option that cannot be used.
`;

/** The targets; only where something happens are files changed, by so much. */
const MOST = { rssRatio: 1.8, wakeUpsPerMinute: 10, changedFiles: 0, diskBytesPerHour: 2_000_000, addressMs: 5000 };
type Target = keyof typeof MOST;

/** What pages need is loaded with the first of them and cannot be given back, so its memory has no target. */
const AFTER_A_WINDOW = 'signed in, after a window';

const LIVELY = 'lively, with watches';
const WATCHES = 5;

const OTHER_TARGETS: Readonly<Record<string, readonly Target[]>> = {
  [AFTER_A_WINDOW]: ['wakeUpsPerMinute', 'changedFiles', 'diskBytesPerHour', 'addressMs'],
  [LIVELY]: ['wakeUpsPerMinute', 'diskBytesPerHour', 'addressMs'],
};

/** What Askbell is compared with, and its own start. */
interface Comparison {
  node: Observed;
  /** All processes of an empty Electron app, in MB; undefined where there is none. */
  electronRssMb: number | undefined;
  trayMs: number | undefined;
}

/** Prints what a subject took; returns the names of the targets that it misses. */
function judge({ name, addressMs = 0 }: Subject, observed: Observed, comparison: Comparison): string[] {
  const { files, others, ...measured } = observed;
  const { node, electronRssMb, trayMs } = comparison;
  const judged = {
    rssRatio: measured.rssMb / node.rssMb,
    wakeUpsPerMinute: measured.wakeUpsPerMinute,
    changedFiles: files.length,
    diskBytesPerHour: measured.diskBytesPerHour,
    addressMs,
  };
  const targets = OTHER_TARGETS[name] ?? (Object.keys(MOST) as Target[]);
  const missed = targets.filter((target) => judged[target] > MOST[target]);
  print({
    bench: 'light',
    case: name,
    ...rounded({
      ...measured,
      ...judged,
      pssRatio: measured.pssMb / node.pssMb,
      ...(electronRssMb !== undefined && { rssToElectron: measured.rssMb / electronRssMb }),
      ...(trayMs !== undefined && { trayMs }),
    }),
    files,
    others: others.map((other) => rounded({ ...other })),
    targets: Object.fromEntries(targets.map((target) => [target, `<= ${MOST[target]}`])),
    missed,
    reached: missed.length === 0,
  });
  return missed.map((target) => `${name}: ${target}`);
}

/** An empty Electron app, where there is an Electron; one line where there is none. */
function emptyElectron(folder: string): Subject | undefined {
  const electron = findElectron();
  if (electron === undefined) say('There is no Electron here to compare with.');
  return electron === undefined ? undefined : Subject.emptyElectron(electron, join(folder, 'electron'));
}

/** Prints what an empty program took; returns the memory of all its processes in MB. */
function printEmpty(name: string, { files: _files, others, ...measured }: Observed, node: Observed): number {
  const rssMbOfAll = others.reduce((sum, { rssMb }) => sum + rssMb, measured.rssMb);
  const figures = rounded({ ...measured, rssMbOfAll, rssRatio: rssMbOfAll / node.rssMb });
  print({ bench: 'light', case: name, ...figures, others: others.map((other) => rounded({ ...other })) });
  return rssMbOfAll;
}

async function measure({ minutes, settle }: { minutes: number; settle: number }): Promise<Summary> {
  await buildParts(headlessParts, { ifStale: true, say });
  const subjects: Subject[] = [];
  const folder = temporaryFolder('light');
  try {
    const bare = Subject.bareNode();
    subjects.push(bare);
    const electron = emptyElectron(folder.path);
    if (electron) subjects.push(electron);
    const trayMs = await timeToTray(folder.path);
    // One after the other, so that none waits for another's start.
    subjects.push(await Subject.askbell('signed out', join(folder.path, 'signed-out'), []));
    // A demo network so slow that nothing happens there.
    const quiet = ['--demo', '--demo-speed', '0.001'];
    subjects.push(await Subject.askbell('signed in', join(folder.path, 'signed-in'), quiet));
    const seen = await Subject.askbell(AFTER_A_WINDOW, join(folder.path, 'seen'), quiet);
    subjects.push(seen);
    if (!(await seen.lookAround())) {
      say('There is no browser here to open a window in.');
      await seen.stop();
    }
    const lively = await Subject.askbell(LIVELY, join(folder.path, 'lively'), ['--demo']);
    subjects.push(lively);
    await lively.watch(WATCHES);
    say(`They settle for ${settle} s, and are looked at for ${minutes} min.`);
    await pause(settle * 1000);
    const observed = await Promise.all(
      subjects.map(async (subject) => [subject, await subject.observe(minutes)] as const),
    );
    const of = new Map(observed);
    const node = of.get(bare)!;
    printEmpty(bare.name, node, node);
    const ofElectron = electron && of.get(electron);
    if (electron && !ofElectron)
      say('The empty Electron app ended by itself: there is no display, or no Electron that can run.');
    const electronRssMb = ofElectron && printEmpty(electron.name, ofElectron, node);
    const missed = observed
      .filter(([subject]) => subject !== bare && subject !== electron)
      .flatMap(([subject, figures]) => (figures ? judge(subject, figures, { node, trayMs, electronRssMb }) : []));
    return { passed: missed.length === 0, missed };
  } finally {
    await Promise.all(subjects.map((subject) => subject.stop()));
    folder.remove();
  }
}

await runCommand('bench:light', USAGE, async (args) => {
  const options = readOptions(args, LIGHT_OPTIONS);
  if (options && process.platform !== 'linux') throw new OptionError('Only Linux tells what is measured here.');
  return options && measure(options);
});
