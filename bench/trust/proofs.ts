/** A proof that `npm run trust` runs. */
export interface Proof {
  name: string;
  /** What it shows, for the help. */
  shows: string;
  /** A program whose last line of standard output is its summary, or test files, as globs. */
  runs: { program: string; args: string[]; shortArgs: string[] } | { tests: string[] };
}

/** All of them, in the order of the table. */
export const PROOFS: readonly Proof[] = [
  {
    name: 'torture',
    shows: 'killed at any moment, nothing is lost and nothing told twice',
    runs: { program: 'bench/torture/main.ts', args: ['--kills', '500'], shortArgs: ['--kills', '50'] },
  },
  {
    name: 'faults',
    shows: 'every operation meets every fault as a table says',
    runs: { program: 'bench/faults/main.ts', args: [], shortArgs: ['--short'] },
  },
  {
    name: 'fuzz',
    shows: 'whatever is read, nothing breaks a promise',
    runs: { program: 'bench/fuzz/main.ts', args: ['--cases', '100000'], shortArgs: ['--cases', '5000'] },
  },
  {
    name: 'soak',
    shows: 'in weeks nothing is lost, and memory, handles and files do not grow',
    runs: { program: 'bench/soak/main.ts', args: ['--hours', '336'], shortArgs: ['--hours', '168'] },
  },
  {
    name: 'data',
    shows: 'every older history opens, every damaged one is salvaged',
    runs: { tests: ['test/electron/store/**/*.test.ts', 'test/integration/{data,storage}.test.ts'] },
  },
  {
    name: 'secrets',
    shows: 'no token and no key in anything that is written, sent or shown',
    runs: {
      tests: [
        'test/**/*{secret,leak}*.test.ts',
        'test/electron/**/log*.test.ts',
        'test/electron/base/private-files.test.ts',
      ],
    },
  },
];
