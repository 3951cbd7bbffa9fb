import { measure, type Measured } from './client.ts';

/** One thing to ask one server for. */
export interface Case {
  readonly name: string;
  readonly port: number;
  readonly paths: string[];
  readonly gzip: boolean;
}

export interface Result {
  /** Answers a second: the median of all rounds. */
  readonly rate: number;
  readonly bytes: number;
  /** The rates of all rounds, in their order. */
  readonly rates: readonly number[];
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
};

/**
 * How much quicker one was than another: the median of the ratios of each round, since both had the same machine within
 * a round.
 */
export const ratio = (one: Result, other: Result): number =>
  median(one.rates.map((rate, round) => rate / (other.rates[round] ?? Number.NaN)));

const CONNECTION_COUNT = 16;

/**
 * Asks all cases in turn, round after round, so that whatever else the machine does hits all of them alike.
 * @param milliseconds of each case in each round
 * @throws Error when a server refuses
 */
export async function measureRounds(
  cases: readonly Case[],
  rounds: number,
  milliseconds: number,
  warmUp: number,
): Promise<Map<string, Result>> {
  const seen = new Map<string, Measured[]>(cases.map(({ name }) => [name, []]));
  /** Each case goes on where its last round stopped, so that what was asked before is not asked again. */
  const places = new Map<string, number>();
  for (let round = -1; round < rounds; round += 1) {
    process.stderr.write(round < 0 ? 'warming up\n' : `round ${round + 1} of ${rounds}\n`);
    for (const { name, port, paths, gzip } of cases) {
      const place = places.get(name) ?? 0;
      const measured = await measure({
        port,
        paths,
        from: place,
        gzip,
        connections: CONNECTION_COUNT,
        milliseconds: round < 0 ? warmUp : milliseconds,
      });
      if (measured.failed > 0) throw new Error(`${name} refused ${measured.failed} requests.`);
      places.set(name, measured.next);
      if (round >= 0) seen.get(name)?.push(measured);
    }
  }
  return new Map(
    [...seen].map(([name, all]) => {
      const rates = all.map(({ rate }) => rate);
      return [name, { rate: median(rates), rates, bytes: median(all.map(({ bytes }) => bytes)) }];
    }),
  );
}
