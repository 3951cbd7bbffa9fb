import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that went through, with its answer; heads and bodies as text. */
export interface Exchanged {
  url: string;
  request: string;
  response: string;
}

/** Stands before a network, keeps all that passes, and answers itself where it is told to. */
export interface RecordingProxy extends AsyncDisposable {
  url: string;
  exchanged: Exchanged[];
  /** Answers in the network's place from now on; undefined lets everything through again. Gives whether it did. */
  answerInstead: ((request: IncomingMessage, body: string, response: ServerResponse) => boolean) | undefined;
}

const textOf = async (message: IncomingMessage): Promise<string> =>
  Buffer.concat(await (message as AsyncIterable<Buffer> & IncomingMessage).toArray()).toString();
const headOf = (message: IncomingMessage): string => message.rawHeaders.join('\n');

/** Passes everything on to the network at this origin. */
export async function startRecordingProxy(origin: string): Promise<RecordingProxy> {
  const target = new URL(origin);
  const proxy: Pick<RecordingProxy, 'exchanged' | 'answerInstead'> = { exchanged: [], answerInstead: undefined };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await textOf(request);
    const kept: Exchanged = {
      url: request.url ?? '',
      request: `${request.url}\n${headOf(request)}\n${body}`,
      response: '',
    };
    proxy.exchanged.push(kept);
    if (proxy.answerInstead?.(request, body, response)) return;
    const { accept: _accept, ...headers } = { ...request.headers, 'accept-encoding': 'identity' };
    const { method, url: path } = request;
    const onward = send({ host: target.hostname, port: target.port, method, path, headers }, (answered) => {
      void textOf(answered).then((text) => {
        kept.response = `${headOf(answered)}\n${text}`;
        const { 'transfer-encoding': _chunked, ...others } = answered.headers;
        response.writeHead(answered.statusCode ?? 502, others).end(text);
      });
    });
    onward.on('error', () => response.destroy());
    onward.end(body);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
