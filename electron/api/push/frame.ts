import { z } from 'zod';
import { parseJson } from '../response/parse-json.ts';

/** Maximum length of a frame of this protocol. */
const MAX_FRAME_CHARACTERS = 64 * 1024;

const Frame = z.object({ action: z.string(), data: z.unknown() });

/** Frame of the socket (docs/api.md, "Socket"): a heartbeat, whose data is to be sent back, or a topic's news. */
export type PushFrame = { kind: 'heartbeat'; data: string } | { kind: 'news'; topic: string; data: unknown };

/** Parses a frame; returns undefined for any other text. Its data may be JSON within JSON, or an object. */
export function readFrame(text: string): PushFrame | undefined {
  if (text.length > MAX_FRAME_CHARACTERS) return undefined;
  const read = Frame.safeParse(parseJson(text));
  if (!read.success) return undefined;
  const { action, data } = read.data;
  if (action === 'hb') return typeof data === 'string' ? { kind: 'heartbeat', data } : undefined;
  const told = typeof data === 'string' ? parseJson(data) : data;
  return told === undefined || told === null ? undefined : { kind: 'news', topic: action, data: told };
}
