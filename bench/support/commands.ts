import { z } from 'zod';

/** What a command does, and its options, whose descriptions are their lines in its help. */
export interface Command {
  about: string;
  options: z.ZodRawShape;
}

const number = (least: number, most: number) => z.coerce.number().min(least).max(most);
const whole = (least: number, most: number) => number(least, most).int();
const seed = whole(0, 1_000_000).default(1).describe('what decides about chance');
const texts = z.array(z.string()).default([]);
const flag = z.boolean().default(false);

/** The commands that prove or measure something, by their names in package.json. */
export const COMMANDS = {
  torture: {
    about: `Kills Askbell again and again, as a real process with SIGKILL, by chance and at aimed moments, while people
of a demo network keep writing and the clock jumps. Then everything the network produced has to be in the history, and
announced, once. Notifications that were claimed and not shown are the price of claiming first.`,
    options: { kills: whole(1, 100_000).default(500).describe('how often it is killed'), seed },
  },
  soak: {
    about: `Lets Askbell live for days of driven time on a living network with bad nights, and with somebody who comes,
goes, reads and closes the lid. Fails where memory, handles or files grow by more than bench/life/growth.ts states,
where a bad night leaves more, or where something was lost.`,
    options: { hours: whole(1, 100_000).default(168).describe('driven hours'), seed },
  },
  fuzz: {
    about: 'Tries the properties of test/properties with many cases: no reader breaks, whatever others write.',
    options: {
      cases: whole(1, 100_000_000).default(100_000).describe('cases in all, shared among the properties'),
      seed: whole(0, 2 ** 31 - 1)
        .optional()
        .describe('what is drawn; without it another one each time, which is printed'),
      only: texts.describe('only this property; may be given more than once'),
      // All cases of contract share one Askbell: where this finds nothing, the same --seed and --cases do again.
      path: z
        .string()
        .optional()
        .describe('goes straight to what an earlier run found; needs its --seed and one --only'),
    },
  },
  mutants: {
    about: 'Plants one mistake after the other in a copy of this tree, and runs the command that has to notice it.',
    options: {
      only: z.string().optional().describe('only these rows of bench/mutants/mutations.json, counted from 1: 3,17'),
    },
  },
  trust: {
    about: `Runs everything that proves something of Askbell, and writes the figures into docs/trust.md: each row as
soon as its command has ended.`,
    options: {
      short: flag.describe('as much as CI runs: minutes, not an hour'),
      only: texts.describe('only this proof; may be given more than once; the others keep their rows'),
    },
  },
  faults: {
    about: `Lets every operation of the network meet every fault, and holds what follows against bench/faults/table.ts:
what is told and shown, how many requests are sent, how soon all is well again, and news told once. Faults last for
driven minutes or hours; those below HTTP are what a fetch made of a real server.`,
    options: {
      only: texts.describe('only this fault or operation; "everything" is an outage; may be given more than once'),
      short: flag.describe('every fault, at one operation each, as in CI'),
    },
  },
  'bench:planner': {
    about: `Replays generated days through Askbell's own scheduler on simulated time, and compares how late news is
found with a bound that no plan can beat that does not see the future. Takes some minutes a seed. "J" is the
value-weighted mean delay in seconds.`,
    options: {
      budget: whole(50, 1_000_000).optional().describe('only this number of requests a day'),
      seed,
      seeds: whole(1, 100).default(5).describe('number of seeds; figures are their medians'),
    },
  },
  'bench:light': {
    about: `Measures what Askbell takes without a window (memory, wake-ups, bytes written, start), beside a
bare Node. For Linux, which tells these figures in /proc.`,
    options: {
      minutes: number(0.1, 10_000).default(3).describe('how long they are looked at'),
      settle: whole(1, 10_000).default(120).describe('seconds from the start until then'),
    },
  },
  'bench:history': {
    about:
      'Measures how long a history with very many inbox items, and very large imports, keep everything else waiting.',
    options: {
      items: whole(100, 10_000_000).default(1_000_000).describe('inbox items'),
      most: whole(1, 60_000).default(50).describe('the longest that anything may block, in ms; the first list: 300'),
    },
  },
  'bench:scale': {
    about: `Makes sites of several sizes as public dumps, loads each into a sandbox, and asks every operation with every
sort, cold; then many readers beside a slow one, and lists beside bare node:http. Fails where figures grow with the
site, or miss a limit of bench/scale/limits.ts. The largest usual site takes 10 GB of disk.`,
    options: {
      sizes: z
        .string()
        .regex(/^[1-9]\d{2,6}(?:,[1-9]\d{2,6})*$/)
        .default('20000,200000,2000000')
        .describe('numbers of posts, such as 20000,200000'),
      seed,
      rounds: whole(1, 1000).default(5).describe('fresh processes that are asked everything'),
      seconds: number(0.1, 3600).default(10).describe('how long each crowd of readers asks'),
      keep: z.string().optional().describe('folder that keeps sites and databases, which are used again'),
      only: z
        .array(z.enum(['load', 'ask', 'readers', 'servers']))
        .default(['load', 'ask', 'readers', 'servers'])
        .describe('only load, ask, readers or servers; may be given more than once'),
      write: z.string().optional().describe('document whose figures are replaced, such as docs/scale.md'),
    },
  },
  'bench:ui': {
    about: 'Measures the list with very many items: its first paint, a newer row, and how soon a new item is painted.',
    options: {
      items: whole(1, 1_000_000).default(100_000).describe('items in the inbox'),
      arrivals: whole(1, 1_000_000).default(40).describe('items that come in one after another'),
      only: z.string().optional().describe('one case only: paint or arrival'),
    },
  },
} as const satisfies Record<string, Command>;
