import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { ContractRouterClient } from '@orpc/contract';
import { z } from 'zod';
import type { contract } from '../../common/contract/contract.ts';
import { RPC_PREFIX } from '../desktop/command-socket.ts';
import { askRunning, MAX_WAIT_MS, repeatedly, socketOf } from '../desktop/single-instance.ts';
import { fetchOver } from '../desktop/socket-fetch.ts';

/** The contract of the running Askbell. */
export type Client = ContractRouterClient<typeof contract>;

/** Status of an Askbell that has started: before that, it would list nobody's items. */
const Started = z.object({ status: z.object({ phase: z.string().refine((phase) => phase !== 'starting') }) });

/** Thrown if no Askbell can be asked; `folder`: its data folder. */
export class NoAskbell extends Error {
  override readonly name = 'NoAskbell';
  readonly folder: string;
  readonly isRunning: boolean;

  constructor(folder: string, isRunning: boolean) {
    super(isRunning ? 'does not answer' : 'is not running');
    this.folder = folder;
    this.isRunning = isRunning;
  }
}

/**
 * Connects to the Askbell that uses a folder, once it has started.
 * @throws NoAskbell if there is none, or it does not respond
 */
export async function connect(folder: string, waitMs = MAX_WAIT_MS): Promise<Client> {
  const signal = AbortSignal.timeout(waitMs);
  const socket = await repeatedly(async () => {
    const { shell, answer } = await askRunning([folder], 'status', signal);
    if (shell === 'none') throw new NoAskbell(folder, false);
    return Started.safeParse(answer).success ? socketOf(folder) : undefined;
  }, signal);
  if (socket === undefined) throw new NoAskbell(folder, true);
  return createORPCClient(new RPCLink({ url: `http://askbell${RPC_PREFIX}`, fetch: fetchOver(socket) }));
}
