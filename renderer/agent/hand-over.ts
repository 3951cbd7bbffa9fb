import type { AgentClient } from './connection/bridge.ts';

/** Part of a file that one message carries; the contract, which would bring zod along, takes as many characters. */
const PIECE_BYTES = 262_144;

/** Uploads a file piece by piece, so that no message is long. Returns what the agent calls it. */
export async function handOver(client: AgentClient, file: File): Promise<string> {
  // Cut at characters, never within one.
  const decoder = new TextDecoder();
  let upload: string | undefined;
  for (let from = 0; from < file.size || upload === undefined; from += PIECE_BYTES) {
    const bytes = await file.slice(from, from + PIECE_BYTES).arrayBuffer();
    const text = decoder.decode(bytes, { stream: from + PIECE_BYTES < file.size });
    ({ upload } = await client.transfer.upload({ text, ...(upload !== undefined && { upload }) }));
  }
  return upload;
}
