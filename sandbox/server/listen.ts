import type { AddressInfo } from 'node:net';
import type { Steering } from '../control/routes.ts';
import type { SignInNetwork } from '../oauth/exchange.ts';
import { acceptSockets, type PushSocket } from '../socket/push-socket.ts';
import { createApp } from './app.ts';

/** A network that listens. */
export interface Listening {
  readonly port: number;
  /** Ends all connections. */
  close(): Promise<void>;
}

/**
 * Lets a network listen.
 * @throws Error when the port cannot be had
 */
export async function listen(
  network: SignInNetwork,
  control: Steering | undefined,
  { port, host, pushSocket }: { port: number; host: string; pushSocket: PushSocket | undefined },
): Promise<Listening> {
  const app = await createApp(network, control);
  if (pushSocket) acceptSockets(app.server, pushSocket);
  await app.listen({ port, host });
  return {
    port: (app.server.address() as AddressInfo).port,
    async close() {
      pushSocket?.close();
      await app.close();
    },
  };
}
