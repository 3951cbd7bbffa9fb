import { median } from './rounds.ts';
import { start, type Contender } from './running.ts';

const START_ROUNDS = 7;

export interface Start {
  milliseconds: number;
  /** Resident after the first answer, in bytes. */
  memory: number;
}

/** Starts two servers in turn, several times. @returns the medians */
export async function measureStarts(one: Contender, other: Contender): Promise<[Start, Start]> {
  const seen: [Start[], Start[]] = [[], []];
  for (let time = 0; time < START_ROUNDS; time += 1)
    for (const [index, contender] of [one, other].entries()) {
      const running = await start(contender);
      seen[index === 0 ? 0 : 1].push({ milliseconds: running.startedIn, memory: running.memory() });
      await running.stop();
    }
  const middle = (all: Start[]): Start => ({
    milliseconds: median(all.map(({ milliseconds }) => milliseconds)),
    memory: median(all.map(({ memory }) => memory)),
  });
  return [middle(seen[0]), middle(seen[1])];
}
