import http, { type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** Returns a fetch whose requests go over a Unix socket or named pipe, whatever host they name. */
export const fetchOver =
  (socketPath: string) =>
  async (request: Request): Promise<Response> => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const { pathname, search } = new URL(request.url);
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
    const { method, signal, headers } = request;
    const fields = { ...Object.fromEntries(headers), 'content-length': String(body?.length ?? 0) };
    http
      .request({ socketPath, path: pathname + search, method, headers: fields, signal }, resolve)
      .on('error', reject)
      .end(body);
    const answer = await promise;
    const given = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response(Readable.toWeb(answer) as ReadableStream, { status: answer.statusCode!, headers: given });
  };
