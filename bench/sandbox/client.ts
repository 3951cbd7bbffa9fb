import { connect, type Socket } from 'node:net';

/** What to measure: paths are asked for in turn, each connection going on where the last one was. */
export interface Task {
  port: number;
  /** Paths with query; the first one is asked for again after the last. */
  paths: string[];
  /** Which one to begin with. */
  from: number;
  connections: number;
  milliseconds: number;
  gzip: boolean;
}

/** What was measured. */
export interface Measured {
  /** Answers a second. */
  rate: number;
  /** Bytes of an answer on the wire, headers included. */
  bytes: number;
  /** Answers with another status than 200. */
  failed: number;
  /** Which path would be the next. */
  next: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/** Asks as fast as the answers come, over connections that stay open. Rejects when a connection breaks. */
export function measure({ port, paths, from, connections, milliseconds, gzip }: Task): Promise<Measured> {
  const tail =
    ` HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
    `Accept-Encoding: ${gzip ? 'gzip' : 'identity'}\r\nConnection: keep-alive\r\n\r\n`;
  let next = from % paths.length;
  let answers = 0;
  let bytes = 0;
  let failed = 0;
  let stopped = false;
  const open: Socket[] = [];
  return new Promise((resolve, reject) => {
    const ask = (socket: Socket) => {
      socket.write(`GET ${paths[next] ?? '/'}${tail}`, 'latin1');
      next = (next + 1) % paths.length;
    };
    const start = () => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      open.push(socket);
      /** Bytes of the answer still to come; undefined before its head. */
      let left: number | undefined;
      let chunked = false;
      let head: Buffer | undefined;
      socket.on('connect', () => ask(socket));
      socket.on('error', (error) => (stopped ? undefined : reject(error)));
      socket.on('close', () => (stopped ? undefined : reject(new Error(`port ${port} closed the connection`))));
      socket.on('data', (data) => {
        bytes += data.length;
        if (left === undefined && !chunked) {
          const seen = head ? Buffer.concat([head, data]) : data;
          const end = seen.indexOf(HEAD_END);
          if (end < 0) {
            head = seen;
            return;
          }
          head = undefined;
          const text = seen.toString('latin1', 0, end).toLowerCase();
          if (!text.startsWith('http/1.1 200')) failed += 1;
          const length = text.indexOf('\r\ncontent-length:');
          if (length < 0) chunked = true;
          else left = Number.parseInt(text.slice(length + 17), 10) - (seen.length - end - HEAD_END.length);
        } else if (left !== undefined) left -= data.length;
        const isDone = chunked ? data.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK) : left !== undefined && left <= 0;
        if (!isDone) return;
        answers += 1;
        left = undefined;
        chunked = false;
        if (!stopped) ask(socket);
      });
    };
    for (let number = 0; number < connections; number += 1) start();
    const began = performance.now();
    setTimeout(() => {
      stopped = true;
      const seconds = (performance.now() - began) / 1000;
      for (const socket of open) socket.destroy();
      resolve({ rate: answers / seconds, bytes: Math.round(bytes / Math.max(1, answers)), failed, next });
    }, milliseconds);
  });
}

/** Asks for each path once, however long that takes. */
export async function askAll(port: number, paths: string[]): Promise<void> {
  for (let from = 0; from < paths.length;) {
    const { next, failed } = await measure({ port, paths, from, gzip: true, connections: 16, milliseconds: 250 });
    if (failed > 0) throw new Error(`port ${port} refused ${failed} requests`);
    if (next < from) return;
    from = next;
  }
}
