import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { HOSTILE_ANSWERS, type HostileAnswer, type HostileName } from './answers.ts';

const asBuffer = (piece: string | Buffer): Buffer => (typeof piece === 'string' ? Buffer.from(piece) : piece);

const chunk = (piece: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);

/** Sends an answer as fast as it is taken, until all is sent or the other side hangs up. */
export async function send(socket: Socket, { status = '200 OK', headers = [], body, isChunked }: HostileAnswer) {
  const all = [...headers, ...(isChunked ? ['Transfer-Encoding: chunked'] : []), 'Connection: close'];
  socket.write(`HTTP/1.1 ${status}\r\n${all.join('\r\n')}\r\n\r\n`);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (const piece of body?.() ?? []) {
    if (socket.destroyed) return;
    const bytes = asBuffer(piece);
    if (!socket.write(isChunked ? chunk(bytes) : bytes))
      await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
  }
  socket.end(isChunked ? '0\r\n\r\n' : '');
}

/** Network that gives one hostile answer after another, each for the path that names it. */
export async function startHostileServer(): Promise<{ url: string; close: () => void }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (head: Buffer) => {
      const name = /^GET \/([\w-]+)\//.exec(head.toString())?.[1] as HostileName;
      void send(socket, HOSTILE_ANSWERS[name]).catch(() => socket.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
