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

export const FAULTS_OPTIONS = {
  only: 'texts',
  short: 'flag',
  list: 'flag',
} as const satisfies OptionTable;

export const PLANNER_OPTIONS = {
  budget: { least: 50, most: 1_000_000 },
  seed,
  seeds: { least: 1, most: 100, usual: 5 },
  push: 'flag',
} as const satisfies OptionTable;

export const LIGHT_OPTIONS = {
  minutes: { least: 0.1, most: 10_000, usual: 3, fraction: true },
  settle: { least: 1, most: 10_000, usual: 120 },
} as const satisfies OptionTable;

export const SCALE_OPTIONS = {
  items: { least: 100, most: 10_000_000, usual: 1_000_000 },
  most: { least: 1, most: 60_000, usual: 50 },
} as const satisfies OptionTable;

export const SANDBOX_OPTIONS = {
  requests: { least: 1, most: 100_000, usual: 300 },
} as const satisfies OptionTable;

const count = (usual: number) => ({ least: 1, most: 1_000_000, usual });

export const UI_OPTIONS = {
  items: count(100_000),
  searches: count(2000),
  arrivals: count(40),
  only: 'text',
} as const satisfies OptionTable;

/** All of them, by the command's name. */
export const COMMANDS = {
  torture: TORTURE_OPTIONS,
  soak: SOAK_OPTIONS,
  fuzz: FUZZ_OPTIONS,
  mutants: MUTANTS_OPTIONS,
  trust: TRUST_OPTIONS,
  faults: FAULTS_OPTIONS,
  'bench:planner': PLANNER_OPTIONS,
  'bench:light': LIGHT_OPTIONS,
  'bench:scale': SCALE_OPTIONS,
  'bench:sandbox': SANDBOX_OPTIONS,
  'bench:ui': UI_OPTIONS,
} as const satisfies Record<string, OptionTable>;
