import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { HEADLESS_FLAGS } from '../../../../build/start/shells.ts';
import { MEMORY_GOES_BACK } from '../../../../electron/desktop/linux/memory.ts';
import type { Cost, Order } from './child.ts';
import { HOSTILE_NAMES, type HostileName } from './answers.ts';
import { startHostileServer } from './server.ts';

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));

const MAX_CPU_MS = 100;
const MAX_PEAK_MB = 50;
/** Memory after all answers, as a multiple of that before. */
export const MAX_MEMORY_AFTER = 1.5;
/** Times are of the best of these tries: on a busy machine the same work takes twice as long now and then. */
const TRIES = 5;

/** Cost of one hostile answer, and whether it is within its bounds. */
export interface CostOfAnswer extends Cost {
  answer: HostileName;
  passed: boolean;
}

/** Asks for hostile answers one after the other, in a process that runs as the headless Askbell does. */
export async function* costsOf(names: readonly HostileName[] = HOSTILE_NAMES): AsyncGenerator<CostOfAnswer> {
  const server = await startHostileServer();
  const child = fork(CHILD, [], { execArgv: HEADLESS_FLAGS, env: { ...process.env, ...MEMORY_GOES_BACK } });
  const ask = async (answer: HostileName): Promise<Cost> => {
    child.send({ address: `${server.url}/${answer}` } satisfies Order);
    const [cost] = (await once(child, 'message')) as [Cost];
    return cost;
  };
  const isWithin = ({ cpu_ms, peak_mb, told }: Cost): boolean =>
    cpu_ms <= MAX_CPU_MS && peak_mb <= MAX_PEAK_MB && !told.startsWith('threw');
  try {
    // What is loaded at the first request is no cost of an answer.
    for (const first of ['good', 'good-gzip'] as const) await ask(first);
    for (const answer of names) {
      let cost = await ask(answer);
      for (let tries = 1; tries < TRIES && !isWithin(cost); tries++) {
        const again = await ask(answer);
        cost = {
          ...again,
          cpu_ms: Math.min(cost.cpu_ms, again.cpu_ms),
          peak_mb: Math.max(cost.peak_mb, again.peak_mb),
        };
      }
      yield { answer, ...cost, passed: isWithin(cost) };
    }
  } finally {
    child.kill();
    server.close();
  }
}
