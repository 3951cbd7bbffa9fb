import type { OptionTable } from './command.ts';

/** The options of the commands that prove something, in one table for each. */

const seed = { least: 0, most: 1_000_000, usual: 1 } as const;

export const TORTURE_OPTIONS = {
  kills: { least: 1, most: 100_000, usual: 500 },
  seed,
} as const satisfies OptionTable;

export const SOAK_OPTIONS = {
  hours: { least: 1, most: 100_000, usual: 168 },
  speed: { least: 0, most: 1_000_000, usual: 0, fraction: true },
  seed,
} as const satisfies OptionTable;

export const FUZZ_OPTIONS = {
  cases: { least: 1, most: 100_000_000, usual: 100_000 },
  seed: { least: 0, most: 2 ** 31 - 1 },
  only: 'texts',
  path: 'text',
} as const satisfies OptionTable;

export const MUTANTS_OPTIONS = {
  only: 'text',
  sample: { least: 1, most: 1000 },
  seed,
} as const satisfies OptionTable;

export const TRUST_OPTIONS = {
  short: 'flag',
  only: 'texts',
  document: 'text',
} as const satisfies OptionTable;

/** All of them, by the command's name. */
export const COMMANDS = {
  torture: TORTURE_OPTIONS,
  soak: SOAK_OPTIONS,
  fuzz: FUZZ_OPTIONS,
  mutants: MUTANTS_OPTIONS,
  trust: TRUST_OPTIONS,
} as const satisfies Record<string, OptionTable>;
