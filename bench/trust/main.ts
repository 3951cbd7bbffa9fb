import { readFileSync, writeFileSync } from 'node:fs';
import { MINUTE_MS } from '../../common/durations.ts';
import { OptionError, print, runCommand, say } from '../support/command.ts';
import { figuresInWords, figuresOf, withFigures, type Row } from './figures.ts';
import { commit, machine } from '../support/place.ts';
import { PROOFS } from './proofs.ts';
import { hasPassed, runProof, type Outcome } from './run.ts';

const DOCUMENT = 'docs/trust.md';

function rowOf(name: string, outcome: Outcome, place: Pick<Row, 'commit' | 'machine'>): Row {
  const { command, summary, exitCode, tookMs } = outcome;
  const passed = hasPassed(outcome);
  const ended = exitCode === undefined ? 'ended without an exit code' : `exit code ${exitCode}`;
  return {
    name,
    command,
    passed,
    figures: [
      ...(passed ? [] : [summary ? ended : `${ended}, no summary`]),
      ...(summary ? [figuresInWords(summary)] : []),
    ].join(', '),
    took: tookMs < 90_000 ? `${Math.round(tookMs / 1000)} s` : `${Math.round(tookMs / MINUTE_MS)} min`,
    date: new Date().toISOString().slice(0, 10),
    ...place,
  };
}

const NAMES = PROOFS.map(({ name }) => name);

await runCommand('trust', async ({ only, short: isShort }) => {
  const unknown = only.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new OptionError(`--only takes ${NAMES.join(', ')}, not "${unknown}".`);
  const proofs = PROOFS.filter(({ name }) => only.length === 0 || only.includes(name));
  // Before the hour is spent: the document has to have a place for the figures.
  figuresOf(readFileSync(DOCUMENT, 'utf8'));
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  const place = { commit: commit(DOCUMENT), machine: machine() };
  const failed: string[] = [];
  for (const [index, proof] of proofs.entries()) {
    say(`${index + 1} of ${proofs.length}: ${proof.name} (${proof.shows})`);
    const outcome = await runProof(proof, isShort, stopping.signal);
    // What was interrupted has neither passed nor failed, so its row stays as it was.
    if (stopping.signal.aborted) return { passed: false, interrupted: proof.name };
    const row = rowOf(proof.name, outcome, place);
    if (!row.passed) failed.push(proof.name);
    writeFileSync(DOCUMENT, withFigures(readFileSync(DOCUMENT, 'utf8'), NAMES, row));
    const result = row.passed ? 'passed' : 'failed';
    print({ name: row.name, command: row.command, result, figures: outcome.summary ?? {}, took: row.took });
    say(`${proof.name}: ${result} after ${row.took}`);
  }
  return { passed: failed.length === 0, commands_run: proofs.length, commands_failed: failed.length, failed };
});
