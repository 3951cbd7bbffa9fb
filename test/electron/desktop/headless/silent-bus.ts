import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PrivateBus } from './private-bus.ts';

/** How far a message bus goes along before it says nothing more. */
export type Manners = 'accepts' | 'authenticates' | 'greets';

/**
 * Starts a message bus that falls silent: after it accepted a connection, after the handshake, or after it has answered
 * `Hello`, for which a real bus is behind it.
 */
export async function startSilentBus(manners: Manners, real?: PrivateBus): Promise<PrivateBus> {
  const folder = mkdtempSync(join(tmpdir(), 'askbell-silent-'));
  const path = join(folder, 'bus');
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (manners === 'accepts') socket.resume();
    else if (manners === 'authenticates') authenticate(socket);
    else sockets.add(passOnGreeting(socket, real?.address ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    address: `unix:path=${path}`,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The server's side of the handshake (D-Bus Specification, "Authentication Protocol"), and nothing after it. */
function authenticate(socket: Socket): void {
  socket.on('data', (bytes) => {
    const said = bytes.toString('latin1');
    if (said.includes('AUTH ')) socket.write(`OK ${'0123456789abcdef'.repeat(2)}\r\n`);
    if (said.includes('NEGOTIATE_UNIX_FD')) socket.write('AGREE_UNIX_FD\r\n');
  });
}

/** Lets a real bus answer until it has greeted: after the handshake, its first message is the answer to `Hello`. */
function passOnGreeting(socket: Socket, address: string): Socket {
  const bus = connect(/unix:path=([^,]+)/.exec(address)?.[1] ?? '');
  bus.on('error', () => undefined);
  let hasBegun = false;
  let hasGreeted = false;
  socket.on('data', (bytes) => {
    if (hasGreeted) return;
    hasBegun ||= bytes.includes('BEGIN\r\n');
    bus.write(bytes);
  });
  bus.on('data', (bytes) => {
    if (hasGreeted) return;
    hasGreeted = hasBegun;
    socket.write(bytes);
  });
  return bus;
}
