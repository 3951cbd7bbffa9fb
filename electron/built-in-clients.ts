import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { BuiltInClients } from './agent/accounts/networks.ts';
import type { Log } from './base/log.ts';

/** File written by the build (build/bundle/networks.ts). */
const BuiltIn = z.object({ stackexchange: z.string().min(1).optional() });

/** Reads the client ids built into this copy; none if the build wrote none. Never throws. */
export function readBuiltInClients(file: string, log: Log): BuiltInClients {
  try {
    const { stackexchange } = BuiltIn.parse(JSON.parse(readFileSync(file, 'utf8')));
    return stackexchange === undefined ? {} : { stackexchange };
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing) log.warn(`the built-in client ids could not be read: ${String(error)}`);
    return {};
  }
}
