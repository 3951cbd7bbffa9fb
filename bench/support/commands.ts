/** An option that takes a number; without `usual`, it is undefined where it is not given. */
export interface NumberOption {
  says: string;
  least: number;
  most: number;
  usual?: number;
  /** Whether parts of one are a number, too (default false). */
  fraction?: boolean;
}

/** An option that takes a text, or one that may be given more than once, or none. */
export interface OtherOption {
  says: string;
  takes: 'text' | 'texts' | 'nothing';
}

/** What a command does, and its options; `says` is their line in its help. */
export interface Command {
  about: string;
  options: Readonly<Record<string, NumberOption | OtherOption>>;
}

const seed = { least: 0, most: 1_000_000, usual: 1, says: 'what decides about chance' } as const;

const count = (usual: number, says: string) => ({ least: 1, most: 1_000_000, usual, says });

/** The commands that prove or measure something, by their names in package.json. */
export const COMMANDS = {
  torture: {
    about: `Kills Askbell again and again, as a real process with SIGKILL, by chance and at aimed moments, while people
of a demo network keep writing and the clock jumps. Then everything the network produced has to be in the history, and
announced, once. Notifications that were claimed and not shown are the price of claiming first.`,
    options: { kills: { least: 1, most: 100_000, usual: 500, says: 'how often it is killed' }, seed },
  },
  soak: {
    about: `Lets Askbell live for days of driven time on a living network with bad nights, and with somebody who comes,
goes, reads and closes the lid. Fails where memory, handles or files grow by more than bench/life/growth.ts states,
where a bad night leaves more, or where something was lost.`,
    options: {
      hours: { least: 1, most: 100_000, usual: 168, says: 'driven hours' },
      seed,
    },
  },
  fuzz: {
    about: 'Tries the properties of test/properties with many cases: no reader breaks, whatever others write.',
    options: {
      cases: { least: 1, most: 100_000_000, usual: 100_000, says: 'cases in all, shared among the properties' },
      seed: { least: 0, most: 2 ** 31 - 1, says: 'what is drawn; without it another one each time, which is printed' },
      only: { takes: 'texts', says: 'only this property; may be given more than once' },
      // All cases of contract share one Askbell: where this finds nothing, the same --seed and --cases do again.
      path: { takes: 'text', says: 'goes straight to what an earlier run found; needs its --seed and one --only' },
    },
  },
  mutants: {
    about: 'Plants one mistake after the other in a copy of this tree, and runs the command that has to notice it.',
    options: { only: { takes: 'text', says: 'only these rows of bench/mutants/mutations.json, counted from 1: 3,17' } },
  },
  trust: {
    about: `Runs everything that proves something of Askbell, and writes the figures into docs/trust.md: each row as
soon as its command has ended.`,
    options: {
      short: { takes: 'nothing', says: 'as much as CI runs: minutes, not an hour' },
      only: { takes: 'texts', says: 'only this proof; may be given more than once; the others keep their rows' },
    },
  },
  faults: {
    about: `Lets every operation of the network meet every fault, and holds what follows against bench/faults/table.ts:
what is told and shown, how many requests are sent, how soon all is well again, and news told once. Faults last for
driven minutes or hours; those below HTTP are real servers, asked over sockets, too.`,
    options: {
      only: {
        takes: 'texts',
        says: 'only this fault or operation; "everything" is an outage; may be given more than once',
      },
      short: { takes: 'nothing', says: 'every fault, but few operations for each, as in CI' },
      list: { takes: 'nothing', says: 'prints the names of faults and operations, and ends' },
    },
  },
  'bench:planner': {
    about: `Replays generated days through Askbell's own scheduler on simulated time, and compares how late news is
found with equal intervals, and with a bound that no plan can beat that does not see the future. Takes some minutes a
seed. "J" is the value-weighted mean delay in seconds, "felt" the delay while the person is present.`,
    options: {
      budget: { least: 50, most: 1_000_000, says: 'only this number of requests a day' },
      seed,
      seeds: { least: 1, most: 100, usual: 5, says: 'number of seeds; figures are their medians' },
    },
  },
  'bench:light': {
    about: `Measures what Askbell takes without a window (memory, wake-ups, processor, bytes written, start), beside a
bare Node. For Linux, which tells these figures in /proc.`,
    options: {
      minutes: { least: 0.1, most: 10_000, usual: 3, fraction: true, says: 'how long they are looked at' },
      settle: { least: 1, most: 10_000, usual: 120, says: 'seconds from the start until then' },
    },
  },
  'bench:scale': {
    about:
      'Measures how long a history with very many inbox items, and very large imports, keep everything else waiting.',
    options: {
      items: { least: 100, most: 10_000_000, usual: 1_000_000, says: 'inbox items' },
      most: {
        least: 1,
        most: 60_000,
        usual: 50,
        says: 'the longest that anything may block, in ms; the first list: 300',
      },
    },
  },
  'bench:ui': {
    about: 'Measures the list with very many items: its first paint, a newer row, and how soon a new item is painted.',
    options: {
      items: count(100_000, 'items in the inbox'),
      arrivals: count(40, 'items that come in one after another'),
      only: { takes: 'text', says: 'one case only: paint or arrival' },
    },
  },
} as const satisfies Record<string, Command>;
