import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

/**
 * What build/networks.json may hold: how a build of Askbell is registered with a network. A client id is no secret; a
 * key or a client secret is, or expires, and must not be shipped, so that no field takes one.
 */
const Networks = z.strictObject({ stackexchange: z.strictObject({ clientId: z.string() }) });

/** The client id of Stack Exchange for a build: from the environment, or else from build/networks.json. */
export const CLIENT_ID_VARIABLE = 'ASKBELL_SE_CLIENT_ID';

/** Gives what is put into a build; throws where the file holds anything but client ids, or an id is not one. */
export function builtInClients(networks: unknown, env: Record<string, string | undefined>): { stackexchange?: string } {
  const clientId = (env[CLIENT_ID_VARIABLE] ?? Networks.parse(networks).stackexchange.clientId).trim();
  if (clientId === '') return {};
  if (!/^[\w.-]{1,100}$/.test(clientId)) throw new Error(`${CLIENT_ID_VARIABLE} is not a client id.`);
  return { stackexchange: clientId };
}

/** Writes the client ids of this build to where the shells read them (electron/built-in-clients.ts). */
export function writeBuiltInClients(from: string, to: string): void {
  const clients = builtInClients(JSON.parse(readFileSync(from, 'utf8')), process.env);
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, `${JSON.stringify(clients)}\n`);
}
