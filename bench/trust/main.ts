import { readFileSync, writeFileSync } from 'node:fs';
import { MINUTE_MS } from '../../common/durations.ts';
import { OptionError, parseOptions, print, runCommand, say, type Summary } from '../support/command.ts';
import { figuresInWords, figuresOf, notRun, withFigures, type Row } from './figures.ts';
import { commit, machine } from './place.ts';
import { PROVERS, type Prover } from './provers.ts';
import { hasPassed, runProver, type Outcome } from './run.ts';

const DOCUMENT = 'docs/trust.md';

const USAGE = `Runs everything that proves something of Askbell, and writes the figures into ${DOCUMENT}.

Usage: npm run trust -- [options]
  --short            as much as CI runs: minutes, not an hour
  --only NAME        only this one; may be given more than once; the others keep their rows
  --document FILE    another document with the same markers (${DOCUMENT})
  --help             this text

${PROVERS.map(({ name, shows }) => `  ${name.padEnd(10)} ${shows}`).join('\n')}

Each row says what was run, whether it passed, its figures, how long it took, on which commit, when, and on what kind of
machine. A row is written as soon as its command has ended. What failed, or ended without a summary, is shown as failed.
Progress goes to standard error; standard output gets one JSON line for each command, and a summary.
Exit codes: 0 all passed, 1 something failed, 2 an option that cannot be used.
`;

interface Options {
  provers: readonly Prover[];
  isShort: boolean;
  document: string;
}

function readOptions(args: string[]): Options | undefined {
  const given = parseOptions(args, {
    short: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] as string[] },
    document: { type: 'string', default: DOCUMENT },
    help: { type: 'boolean', short: 'h' },
  });
  if (given.help) return undefined;
  const { only, short: isShort, document } = given;
  const unknown = only.find((name) => !PROVERS.some((prover) => prover.name === name));
  if (unknown !== undefined)
    throw new OptionError(`--only takes ${PROVERS.map(({ name }) => name).join(', ')}, not "${unknown}".`);
  return { provers: PROVERS.filter(({ name }) => only.length === 0 || only.includes(name)), isShort, document };
}

function rowOf(name: string, outcome: Outcome, place: Pick<Row, 'commit' | 'machine'>): Row {
  const { command, summary, exitCode, tookMs } = outcome;
  const result = hasPassed(outcome) ? 'passed' : 'failed';
  const ended = exitCode === undefined ? 'ended without an exit code' : `exit code ${exitCode}`;
  return {
    name,
    command,
    result,
    figures: [
      ...(result === 'failed' ? [summary ? ended : `${ended}, no summary`] : []),
      ...(summary ? [figuresInWords(summary)] : []),
    ].join(', '),
    took: tookMs < 90_000 ? `${Math.round(tookMs / 1000)} s` : `${Math.round(tookMs / MINUTE_MS)} min`,
    date: new Date().toISOString().slice(0, 10),
    ...place,
  };
}

/** Puts a row into the document, with a row for every prover. */
function write(document: string, row: Row): void {
  const text = readFileSync(document, 'utf8');
  const known = figuresOf(text);
  const rows = PROVERS.map(({ name }) =>
    name === row.name ? row : (known.find((other) => other.name === name) ?? notRun(name)),
  );
  writeFileSync(document, withFigures(text, rows));
}

async function prove({ provers, isShort, document }: Options): Promise<Summary> {
  // Before the hour is spent: the document has to have a place for the figures.
  figuresOf(readFileSync(document, 'utf8'));
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  const place = { commit: commit(document), machine: machine() };
  const failed: string[] = [];
  for (const [index, prover] of provers.entries()) {
    say(`${index + 1} of ${provers.length}: ${prover.name} (${prover.shows})`);
    const outcome = await runProver(prover, isShort, stopping.signal);
    // What was interrupted has neither passed nor failed, so its row stays as it was.
    if (stopping.signal.aborted) return { passed: false, interrupted: prover.name };
    const row = rowOf(prover.name, outcome, place);
    if (row.result === 'failed') failed.push(prover.name);
    write(document, row);
    print({ name: row.name, command: row.command, result: row.result, figures: outcome.summary ?? {}, took: row.took });
    say(`${prover.name}: ${row.result} after ${row.took}`);
  }
  return { passed: failed.length === 0, commands_run: provers.length, commands_failed: failed.length, failed };
}

await runCommand('trust', USAGE, async (args) => {
  const options = readOptions(args);
  return options && prove(options);
});
