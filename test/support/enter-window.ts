import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract';
import { WebSocket } from 'ws';
import { WINDOW_PROTOCOL } from '../../common/page-key.ts';

/** What a browser has once it entered the headless window. */
export interface Entered {
  /** The `Cookie` header; empty where it was refused. */
  cookie: string;
  pageKey: string;
  /** Where it goes on to: the path of the window's page, or of the panel's. */
  onward: string;
  /** What its page's WebSocket offers. */
  protocols: string[];
}

/** Enters by an entry link, as a browser does. */
export async function enterWindow(address: string): Promise<Entered> {
  const answer = await fetch(address, { redirect: 'manual' });
  return readEntry(answer.headers.getSetCookie()[0], await answer.text());
}

/** Reads what a browser takes from the answer to its entry. */
export function readEntry(setCookie: string | undefined, page: string): Entered {
  const cookie = setCookie?.split(';')[0] ?? '';
  const told = (name: string) => new RegExp(`data-${name}="([^"]*)"`).exec(page)?.[1] ?? '';
  const pageKey = told('key');
  return { cookie, pageKey, onward: told('onward'), protocols: [WINDOW_PROTOCOL, pageKey] };
}

/** Opens the socket of a page that has entered. */
export function openSocket(origin: string, { cookie, protocols }: Pick<Entered, 'cookie' | 'protocols'>): WebSocket {
  return new WebSocket(`${origin.replace('http', 'ws')}/rpc`, protocols, { headers: { cookie, origin } });
}

/** Client of a contract over a page's socket. */
export function clientOver<Contract extends AnyContractRouter>(socket: WebSocket): ContractRouterClient<Contract> {
  return createORPCClient(new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }));
}
