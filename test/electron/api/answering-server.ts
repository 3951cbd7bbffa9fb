import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listening } from '../../support/listening.ts';

/** A real HTTP server for one test, on a free port; it ends with the test. */
export interface AnsweringServer {
  apiBaseUrl: string;
  /** What was asked, in order. */
  asked: URL[];
  /** The headers of each. */
  headers: IncomingHttpHeaders[];
  /** Waits in real time until this many requests have arrived. */
  arrived(count: number): Promise<void>;
}

export type Answerer = (url: URL, response: ServerResponse, request: IncomingMessage) => void;

/** Takes what to do with each request. */
export async function answering(answerer: Answerer): Promise<AnsweringServer> {
  const asked: URL[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://host');
    asked.push(url);
    headers.push(request.headers);
    for (const check of waiting) check();
    answerer(url, response, request);
  });
  const port = await listening(server);
  return {
    apiBaseUrl: `http://127.0.0.1:${port}`,
    asked,
    headers,
    arrived: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (asked.length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
}

/** Answers with JSON; a wrapper around `items` if an array is given. */
export function json(response: ServerResponse, body: object, status = 200, headers: Record<string, string> = {}): void {
  const wrapped = Array.isArray(body) ? { items: body, has_more: false } : body;
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(JSON.stringify(wrapped));
}

/** The address of a port on this machine where certainly nothing listens. */
export async function deadAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
