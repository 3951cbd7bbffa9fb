import { OptionError, parseOptions } from '../support/command.ts';
import { FAULT_NAMES, SUBJECTS } from './matrix.ts';
import type { FaultName, Subject } from './table.ts';

export const USAGE = `Lets every operation of the network meet every fault, and holds what follows against a table.

Usage: npm run faults -- [options]
  --only NAME        only this fault, or only this operation; may be given more than once, and faults and operations
                     together mean the pairs of both. "everything" is an outage: each request meets the fault
  --short            every fault, but few operations for each: a poll of one kind (questions, inbox and reputation take
                     turns; dates, quota and backoff always meet questions), a click, the sign-in, and five outages.
                     This is what CI runs; the whole matrix is the default
  --cost             instead: what each hostile answer of bench/faults/wire/cost/answers.ts costs a headless Askbell;
                     at most 100 ms of the processor and 50 MB; and how much memory all of them leave in a whole one:
                     at most 1.5 times as much as before
  --jobs N           threads, each with a sandbox of its own (1)
  --list             prints the names of faults and operations, and ends
  --help             this text

Where an operation is polled, the fault lasts half an hour for it alone and three hours for everything, in driven time:
the real scheduler and client ask a sandbox in this process, with the fault between them. Where it is clicked, somebody
clicks three times, a minute apart. Faults below HTTP are real: servers that refuse, reset, hang, drip, or have a wrong
certificate are asked over sockets, and driven hours play what Node's fetch made of them just now. Nothing is drawn, so
there is no seed.

What is expected stands in bench/faults/table.ts: what is told and shown, how many requests are sent meanwhile, how soon
all is well again. Where an operation finds news (inbox, questions, reputation), something happens in the sandbox
while the fault lasts and once it is over, and all is well again when that is in the history and its notification is
given; nothing may be listed or told twice. That the fault was met, that no request goes to another host, and that
nothing but errors of the network is thrown, is expected of all.

Progress and what was missed go to standard error; standard output gets one JSON line for each fault, and a summary.
Exit codes: 0 all as the table has it, 1 not so, 2 an option that cannot be used.
`;

export type Options =
  | { mode: 'help' }
  | { mode: 'list' }
  | { mode: 'cost' }
  | { mode: 'run'; faults: readonly FaultName[]; subjects: readonly Subject[] | 'short'; jobs: number };

const MAX_JOBS = 64;

const isFault = (name: string): name is FaultName => (FAULT_NAMES as string[]).includes(name);
const isSubject = (name: string): name is Subject => (SUBJECTS as string[]).includes(name);

/** @throws OptionError for what cannot be used */
export function readOptions(args: string[]): Options {
  const given = parseOptions(args, {
    only: { type: 'string', multiple: true },
    short: { type: 'boolean' },
    cost: { type: 'boolean' },
    jobs: { type: 'string' },
    list: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  });
  if (given.help) return { mode: 'help' };
  if (given.list) return { mode: 'list' };
  if (given.cost) return { mode: 'cost' };
  const only = given.only ?? [];
  const unknown = only.find((name) => !isFault(name) && !isSubject(name));
  if (unknown !== undefined)
    throw new OptionError(`--only takes a fault or an operation, not "${unknown}". --list tells them.`);
  const jobs = given.jobs ?? '1';
  if (!/^\d+$/.test(jobs) || Number(jobs) < 1 || Number(jobs) > MAX_JOBS)
    throw new OptionError(`--jobs takes a whole number from 1 to ${MAX_JOBS}, not "${jobs}".`);
  const [faults, subjects] = [only.filter(isFault), only.filter(isSubject)];
  if (given.short && subjects.length > 0)
    throw new OptionError('--short chooses the operations itself; --only takes faults beside it.');
  return {
    mode: 'run',
    faults: faults.length > 0 ? faults : FAULT_NAMES,
    subjects: given.short ? 'short' : subjects.length > 0 ? subjects : SUBJECTS,
    jobs: Number(jobs),
  };
}
