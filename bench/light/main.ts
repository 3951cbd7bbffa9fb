import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildParts, headlessParts } from '../../build/build.ts';
import { OptionError, runCommand, say, type OptionsOf, type Summary } from '../support/command.ts';
import { printMeasured, type Measured } from '../support/figures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Subject, type Observed } from './subject.ts';

/** Targets of a quiet Askbell, one that had a window, and one where something happens. */
const LIVELY_TARGETS = {
  wakeUpsPerMinute: { atMost: 10 },
  diskBytesPerHour: { atMost: 2_000_000 },
  addressMs: { atMost: 5000 },
};
/** What pages need is loaded with the first of them and cannot be given back, so its memory has no target. */
const SEEN_TARGETS = { ...LIVELY_TARGETS, changedFiles: { atMost: 0 } };
const QUIET_TARGETS = { ...SEEN_TARGETS, rssRatio: { atMost: 1.8 } };

/** A demo network so slow that nothing happens there. */
const QUIET = ['--demo', '--demo-speed', '0.001'];

/** Starts the programs one after the other, so that none waits for another's start; each with its targets. */
async function startAll(folder: string, subjects: Map<Subject, Measured['targets']>): Promise<void> {
  const start = async (name: string, targets: Measured['targets'], options: string[]) => {
    const subject = await Subject.askbell(name, join(folder, name), options);
    subjects.set(subject, targets);
    return subject;
  };
  await start('signed out', QUIET_TARGETS, []);
  await start('signed in', QUIET_TARGETS, QUIET);
  const seen = await start('signed in, after a window', SEEN_TARGETS, QUIET);
  await seen.lookAround();
  await start('lively', LIVELY_TARGETS, ['--demo']);
}

/** Prints what a subject took, beside a bare Node; returns the names of the targets that it misses. */
function judge({ name, addressMs }: Subject, observed: Observed, node: Observed, targets: Measured['targets']) {
  const { files, ...use } = observed;
  const figures = {
    ...use,
    rssRatio: use.rssMb / node.rssMb,
    changedFiles: files.length,
    addressMs: addressMs ?? Number.NaN,
  };
  return printMeasured('light', name, { figures, targets }, { files });
}

async function measure({ minutes, settle }: OptionsOf<'bench:light'>): Promise<Summary> {
  if (process.platform !== 'linux') throw new OptionError('Only Linux tells what is measured here.');
  await buildParts(headlessParts, { ifStale: true, say });
  const bare = Subject.bareNode();
  const subjects = new Map<Subject, Measured['targets']>([[bare, {}]]);
  const folder = temporaryFolder('light');
  try {
    await startAll(folder.path, subjects);
    say(`They settle for ${settle} s, and are looked at for ${minutes} min.`);
    await pause(settle * 1000);
    const looking = [...subjects.keys()].map(async (subject) => [subject, await subject.observe(minutes)] as const);
    const observed = new Map(await Promise.all(looking));
    const node = observed.get(bare)!;
    const missed = [...observed].flatMap(([subject, one]) => judge(subject, one, node, subjects.get(subject)!));
    return { passed: missed.length === 0, missed };
  } finally {
    await Promise.all([...subjects.keys()].map((subject) => subject.stop()));
    folder.remove();
  }
}

await runCommand('bench:light', measure);
