import { open } from 'node:fs/promises';
import { z } from 'zod';
import { errorMessage } from '../../../common/error-message.ts';

/** One thing that happens by itself; a trace's own name for it. */
export const TraceStream = z.object({
  id: z.string().min(1),
  /** The value of one event. */
  weight: z.number().positive(),
  /** Questions: where they are asked. `inbox` and `reputation` have none. */
  site: z.string().optional(),
  tag: z.string().optional(),
});
export type TraceStream = z.output<typeof TraceStream>;

/** What a stream's questions are tagged with. */
export const tagOf = ({ id, tag }: TraceStream): string => tag ?? id;

const ofDay = z.number().min(0).max(86_400);

const Header = z
  .object({
    streams: z.array(TraceStream).min(1),
    /** From and to, in seconds of the day. */
    present: z.array(z.tuple([ofDay, ofDay]).refine(([from, to]) => from < to, 'from must come before to')).default([]),
    warmupDays: z.number().min(0),
    days: z.number().positive(),
  })
  .refine(({ warmupDays, days }) => warmupDays < days, { path: ['warmupDays'], error: 'no day is left to measure' });

const EventLine = z.object({ t: z.number().min(0), stream: z.string() });

/** What happens, and when; times in seconds from the start, which is local midnight. */
export interface Trace extends z.output<typeof Header> {
  /** When each event happens, in order. */
  at: Float64Array;
  /** Which of `streams` it belongs to. */
  stream: Uint16Array;
  /** What one request serves together: `inbox`, `reputation`, and each site. */
  groups: string[];
  /** For each of `streams`, which of `groups`. */
  groupOf: number[];
  /** How many events of the file are left out, because they come after its days. */
  beyond?: number;
}

export const DAY_S = 86_400;

/** Sorts events and finds the groups. */
export function makeTrace(header: z.output<typeof Header>, events: { t: number; stream: number }[]): Trace {
  const ordered = events.toSorted((a, b) => a.t - b.t);
  const nameOf = ({ id, site }: TraceStream) => (site === undefined ? id : `site ${site}`);
  const groups = [...new Set(header.streams.map(nameOf))];
  return {
    ...header,
    at: Float64Array.from(ordered, ({ t }) => t),
    stream: Uint16Array.from(ordered, ({ stream }) => stream),
    groups,
    groupOf: header.streams.map((stream) => groups.indexOf(nameOf(stream))),
  };
}

/** A trace file could not be read; `message` names the line. */
export class TraceError extends Error {
  override readonly name = 'TraceError';
}

async function* linesOf(file: string): AsyncGenerator<string> {
  try {
    const opened = await open(file);
    yield* opened.readLines();
  } catch (error) {
    throw error instanceof TraceError ? error : new TraceError(`${file} cannot be read (${errorMessage(error)}).`);
  }
}

type TraceHeader = z.output<typeof Header>;
type Refuse = (why: string) => never;

/** Takes the first line of a trace; gives what it says of the streams. */
function readHeader(value: unknown, refuse: Refuse): TraceHeader {
  const read = Header.safeParse(value);
  return read.success
    ? read.data
    : refuse(`the first line must describe the streams (${z.prettifyError(read.error)}).`);
}

/** The place of each stream by its id. Refuses streams that are there twice, or have a site too many or too few. */
function indexStreams(streams: TraceHeader['streams'], refuse: Refuse): Map<string, number> {
  const index = new Map<string, number>();
  for (const [at, { id, site }] of streams.entries()) {
    const isOfAllSites = id === 'inbox' || id === 'reputation';
    if (site === undefined && !isOfAllSites)
      refuse(`the stream "${id}" has no site; only inbox and reputation have none.`);
    if (site !== undefined && isOfAllSites) refuse(`the stream "${id}" is of all sites, not of one.`);
    if (index.has(id)) refuse(`there are two streams "${id}".`);
    index.set(id, at);
  }
  return index;
}

/** Takes the line of an event; `earliest` is when the event before it was, in seconds. */
function readEvent(
  value: unknown,
  index: ReadonlyMap<string, number>,
  earliest: number,
  refuse: Refuse,
): { t: number; stream: number } {
  const read = EventLine.safeParse(value);
  if (!read.success) return refuse('an event is {"t":seconds,"stream":"id"}, with seconds from the start.');
  const { t, stream } = read.data;
  const place = index.get(stream) ?? refuse(`there is no stream "${stream}".`);
  if (t < earliest)
    refuse(`the event comes before the one above it (${t} after ${earliest}); the earliest comes first.`);
  return { t, stream: place };
}

/** Reads a trace: JSON lines, the first of which describes the streams. Rejects with a `TraceError`. */
export async function readTrace(file: string): Promise<Trace> {
  let header: TraceHeader | undefined;
  let index = new Map<string, number>();
  const events: { t: number; stream: number }[] = [];
  let number = 0;
  for await (const line of linesOf(file)) {
    number++;
    if (line.trim() === '') continue;
    const refuse: Refuse = (why) => {
      throw new TraceError(`${file}, line ${number}: ${why}`);
    };
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return refuse('this is not JSON.');
    }
    if (header) {
      events.push(readEvent(value, index, events.at(-1)?.t ?? 0, refuse));
      continue;
    }
    header = readHeader(value, refuse);
    index = indexStreams(header.streams, refuse);
  }
  if (!header) throw new TraceError(`${file} is empty.`);
  const { warmupDays, days } = header;
  if (!events.some(({ t }) => t >= warmupDays * DAY_S && t < days * DAY_S))
    throw new TraceError(
      `${file}: nothing happens after the ${warmupDays} days to learn, so there is nothing to measure.`,
    );
  const within = events.filter(({ t }) => t < days * DAY_S);
  return {
    ...makeTrace(header, within),
    ...(within.length < events.length && { beyond: events.length - within.length }),
  };
}
