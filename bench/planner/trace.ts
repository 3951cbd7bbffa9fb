import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';

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

const Header = z.object({
  streams: z.array(TraceStream).min(1),
  /** From and to, in seconds of the day. */
  present: z.array(z.tuple([z.number(), z.number()])).default([]),
  warmupDays: z.number().min(0),
  days: z.number().positive(),
});

const EventLine = z.object({ t: z.number(), stream: z.string() });

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
}

export const day = 86_400;

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

/** Reads a trace: JSON lines, the first of which describes the streams. */
export async function readTrace(file: string): Promise<Trace> {
  let header: z.output<typeof Header> | undefined;
  const index = new Map<string, number>();
  const events: { t: number; stream: number }[] = [];
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    number++;
    if (line.trim() === '') continue;
    const refuse = (why: string): never => {
      throw new TraceError(`${file}, line ${number}: ${why}`);
    };
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return refuse('this is not JSON.');
    }
    if (!header) {
      const read = Header.safeParse(value);
      if (!read.success) return refuse(`the first line must describe the streams (${z.prettifyError(read.error)}).`);
      header = read.data;
      for (const [at, { id, site }] of header.streams.entries()) {
        if (site === undefined && id !== 'inbox' && id !== 'reputation') refuse(`the stream "${id}" has no site; only inbox and reputation have none.`);
        index.set(id, at);
      }
      continue;
    }
    const read = EventLine.safeParse(value);
    if (!read.success) return refuse('an event is {"t":seconds,"stream":"id"}.');
    const stream = index.get(read.data.stream) ?? refuse(`there is no stream "${read.data.stream}".`);
    events.push({ t: read.data.t, stream });
  }
  if (!header) throw new TraceError(`${file} is empty.`);
  return makeTrace(header, events);
}
