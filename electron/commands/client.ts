import { setTimeout as pause } from 'node:timers/promises';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { ContractRouterClient } from '@orpc/contract';
import { z } from 'zod';
import type { contract } from '../../common/contract/contract.ts';
import { RPC_PREFIX } from '../desktop/command-socket.ts';
import { askRunning, socketOf } from '../desktop/single-instance.ts';
import { fetchOver } from '../desktop/socket-fetch.ts';

/** The contract of the running Askbell. */
export type Client = ContractRouterClient<typeof contract>;

/** Status of an Askbell that has started: before that, it would list nobody's items. */
const Started = z.object({ status: z.object({ phase: z.string().refine((phase) => phase !== 'starting') }) });

/** Maximum time in ms for a running Askbell to respond: it may still be starting. */
const MAX_WAIT_MS = 10_000;
const RETRY_MS = 100;

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
  for (;;) {
    const { shell, answer } = await askRunning([folder], 'status', signal);
    if (shell === 'none' || signal.aborted) throw new NoAskbell(folder, shell !== 'none');
    const socket = Started.safeParse(answer).success ? socketOf(folder) : undefined;
    if (socket !== undefined)
      return createORPCClient(new RPCLink({ url: `http://askbell${RPC_PREFIX}`, fetch: fetchOver(socket) }));
    await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
}
