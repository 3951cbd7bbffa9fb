import { readOptions, runCommand } from '../support/command.ts';
import { SOAK_OPTIONS } from '../support/options.ts';
import { soak } from './soak.ts';

const USAGE = `Lets Askbell live for days of driven time: on a demo network where people keep asking and answering,
with somebody who comes, goes, reads and closes the lid, and with bad nights in which the network sends odd numbers,
texts of a megabyte, errors and half answers, or nothing at all. Looks at memory, handles, timers and files meanwhile.

Usage: npm run soak -- [options]
  --hours N   driven hours (168, a week)
  --speed N   driven seconds in a second (0: as fast as it goes)
  --seed N    what decides about people and faults (1)
  --help      this text

Prints a JSON line for each sample, every two driven hours, and at last a summary: "growth_per_day", by which each
measure grows after the first day, as the median of the slopes between any two samples with no bad night between them;
"left_by_bad_nights", each measure of the day after a bad night less that of the day before, the most of all nights
(null where no night was measured: runs of less than about four days); the last and the highest figures; and
"failures", in words. It fails where a measure grows by more than bench/life/growth.ts states, where a bad night or the
whole run leaves more of one than is stated there, where something that people did was lost, or shown twice or never
("told_wrong"), or where Askbell no longer polls at the end.

Exit codes: 0 passed, 1 something grows, is left behind or was lost, 2 an option that cannot be used.
`;

await runCommand('soak', USAGE, async (args) => {
  const options = readOptions(args, SOAK_OPTIONS);
  return options && soak(options);
});
