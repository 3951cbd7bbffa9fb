import { OptionError, parseOptions, print, runCommand, say, type Summary } from '../support/command.ts';
import { casesOf, runTarget, type TargetRun } from './run.ts';
import { TARGETS } from './targets/targets.ts';

const MAX_CASES = 100_000_000;
const MAX_SEED = 2_147_483_647;
const USUAL_CASES = 100_000;

const USAGE = `Feeds what others write to everything of Askbell that reads it, and says where a promise broke.

Usage: npm run fuzz -- [options]
  --cases N          cases in all, shared among the targets (${USUAL_CASES})
  --seed N           what is drawn; without it another one each time, which is printed
  --only TARGET      only this target; may be given more than once
  --path P           goes straight to what an earlier run found: the line "again: …" below a broken target names the
                     path, such as 776:2:0, of the case and of the steps that made it small; needs the same --seed and
                     one --only. All cases of contract share one Askbell, so one of its cases may break only after
                     those before it: where --path finds nothing, run the same --seed and --cases again.
  --help             this text

Targets, and what has to hold of each:
${TARGETS.map(({ name, holds }) => `  ${name.padEnd(18)} ${holds}`).join('\n')}

Progress goes to standard error; standard output gets one JSON line for each target, and a summary.
Exit codes: 0 all held, 1 something broke, 2 an option that cannot be used.
`;

function wholeNumber(name: string, text: string, least: number, most: number): number {
  if (!/^-?\d+$/.test(text) || Number(text) < least || Number(text) > most)
    throw new OptionError(`--${name} takes a whole number from ${least} to ${most}, not "${text}".`);
  return Number(text);
}

function readOptions(args: string[]) {
  const given = parseOptions(args, {
    cases: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string', multiple: true },
    path: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  if (given.help) return undefined;
  const only = given.only ?? [];
  const unknown = only.find((name) => !TARGETS.some((target) => target.name === name));
  if (unknown !== undefined) throw new OptionError(`--only takes a target, not "${unknown}".`);
  if (given.path !== undefined && (given.seed === undefined || only.length !== 1))
    throw new OptionError('--path needs --seed and one --only.');
  const drawn = Math.floor(Math.random() * MAX_SEED);
  return {
    targets: only.length === 0 ? TARGETS : TARGETS.filter(({ name }) => only.includes(name)),
    cases: given.cases === undefined ? USUAL_CASES : wholeNumber('cases', given.cases, 1, MAX_CASES),
    seed: given.seed === undefined ? drawn : wholeNumber('seed', given.seed, -MAX_SEED - 1, MAX_SEED),
    path: given.path,
  };
}

async function prove(args: string[]): Promise<Summary | undefined> {
  const options = readOptions(args);
  if (!options) return undefined;
  const { targets, cases, seed, path } = options;
  say(`Seed ${seed}.`);
  const shares = casesOf(targets, cases);
  const runs: TargetRun[] = [];
  for (const [index, target] of targets.entries()) {
    const run = await runTarget(target, shares[index]!, seed, path);
    runs.push(run);
    print(run);
    say(`${target.name}: ${run.cases} cases in ${run.seconds} s${run.passed ? '' : `: BROKEN: ${run.error}`}`);
    if (!run.passed) say(`  again: npm run fuzz -- --only ${target.name} --seed ${seed} --path ${run.path}`);
  }
  const sum = (of: (run: TargetRun) => number) => Math.round(runs.reduce((total, run) => total + of(run), 0) * 10) / 10;
  return {
    passed: runs.every(({ passed }) => passed),
    seed,
    targets: runs.length,
    cases: sum((run) => run.cases),
    broken: runs.filter(({ passed }) => !passed).map(({ target }) => target),
    seconds: sum((run) => run.seconds),
  };
}

await runCommand('fuzz', USAGE, prove);
