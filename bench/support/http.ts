import { Agent, get } from 'node:http';

/** Answer as it came, and how long it took from the request to its last byte. */
export interface Answered {
  ms: number;
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: Buffer;
}

/** Asks once, over connections that may stay open. */
export const ask = (address: string, agent?: Agent): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    get(address, { ...(agent && { agent }), headers: { 'accept-encoding': 'gzip' } }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ ms: performance.now() - began, status, headers, body: Buffer.concat(pieces) });
      });
    }).on('error', reject);
  });

/** Answers that a crowd of readers got. */
export interface Heard {
  /** Times of the answers, in ms. */
  times: number[];
  perSecond: number;
  /** Answers with another status than 200. */
  refused: number;
}

/** The share of the time at whose beginning nothing is measured: both sides warm up. */
const WARMING_SHARE = 0.2;

/**
 * Has readers ask one thing after the other, each on a connection of its own that stays open.
 * @param address of the next request, by the number of requests before it
 */
export async function askInCrowd(readers: number, seconds: number, address: (turn: number) => string): Promise<Heard> {
  const agent = new Agent({ keepAlive: true, maxSockets: readers });
  const heard: Heard = { times: [], perSecond: 0, refused: 0 };
  let turn = 0;
  const askNext = async (): Promise<number> => {
    const { ms, status } = await ask(address(turn++), agent);
    if (status !== 200) heard.refused += 1;
    return ms;
  };
  // A busy server accepts a connection now and then only: all of them are open before the first asks again.
  await Promise.all(Array.from({ length: readers }, askNext));
  const begins = performance.now() + seconds * 1000 * WARMING_SHARE;
  const ends = begins + seconds * 1000 * (1 - WARMING_SHARE);
  const read = async (): Promise<void> => {
    while (performance.now() < ends) {
      const ms = await askNext();
      if (performance.now() > begins) heard.times.push(ms);
    }
  };
  await Promise.all(Array.from({ length: readers }, read));
  agent.destroy();
  heard.perSecond = (heard.times.length / (performance.now() - begins)) * 1000;
  return heard;
}
