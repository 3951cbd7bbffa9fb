import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../sandbox/server/server.ts';
import { demoDataCopy } from './demo-data.ts';

/** One request that went through, with its answer; heads and bodies as text. */
interface Exchanged {
  url: string;
  request: string;
  response: string;
}

/** Stands before a network, keeps all that passes, and answers itself where it is told to. */
interface RecordingProxy {
  url: string;
  exchanged: Exchanged[];
  /** Answers in the network's place from now on; undefined lets everything through again. Gives whether it did. */
  answerInstead: ((request: IncomingMessage, body: string, response: ServerResponse) => boolean) | undefined;
  close(): Promise<void>;
}

const textOf = async (message: IncomingMessage): Promise<string> =>
  Buffer.concat(await (message as AsyncIterable<Buffer> & IncomingMessage).toArray()).toString();
const headOf = (message: IncomingMessage): string => message.rawHeaders.join('\n');

/** Passes everything on to the network at this origin. */
async function startRecordingProxy(origin: string): Promise<RecordingProxy> {
  const target = new URL(origin);
  const proxy: Pick<RecordingProxy, 'exchanged' | 'answerInstead'> = { exchanged: [], answerInstead: undefined };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await textOf(request);
    const { method, url = '' } = request;
    const kept: Exchanged = { url, request: `${url}\n${headOf(request)}\n${body}`, response: '' };
    proxy.exchanged.push(kept);
    if (proxy.answerInstead?.(request, body, response)) return;
    const { accept: _accept, ...headers } = { ...request.headers, 'accept-encoding': 'identity' };
    const onward = send({ host: target.hostname, port: target.port, method, path: url, headers }, (answered) => {
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
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** A network like the public one behind such a proxy, with an app whose key is known. */
export interface RecordedNetwork {
  proxy: RecordingProxy;
  /** What a person enters to sign in there. */
  choice: { kind: 'other'; name: string; apiBaseUrl: string; authUrl: string; clientId: string; key: string };
  /** Token, code and verifier of the sign-in that passed. */
  signInMarks(): { token: string; code: string; verifier: string };
  close(): Promise<void>;
}

/** Starts that network, where the app `mine` has this key. */
export async function startRecordedNetwork(key: string): Promise<RecordedNetwork> {
  const folder = mkdtempSync(join(tmpdir(), 'askbell-recorded-'));
  const sandbox = await startSandbox({
    file: await demoDataCopy(folder),
    clock: { now: () => Math.floor(Date.now() / 1000) },
    like: 'public',
    protection: 0,
    backoff: 0,
    burst: Infinity,
    apps: [{ clientId: 'mine', key, domain: 'localhost', name: 'Mine' }],
  });
  const proxy = await startRecordingProxy(sandbox.authUrl);
  return {
    proxy,
    choice: { kind: 'other', name: 'Mine', apiBaseUrl: proxy.url, authUrl: proxy.url, clientId: 'mine', key },
    signInMarks() {
      const exchange = proxy.exchanged.find(({ url }) => url.includes('/oauth/access_token'));
      const sent = new URLSearchParams(exchange?.request.split('\n').at(-1));
      const [, token = ''] = /access_token"?[=:]"?([^&"\s]+)/.exec(exchange?.response ?? '') ?? [];
      const [code = '', verifier = ''] = ['code', 'code_verifier'].map((name) => sent.get(name) ?? '');
      return { token: decodeURIComponent(token), code, verifier };
    },
    async close() {
      await proxy.close();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
