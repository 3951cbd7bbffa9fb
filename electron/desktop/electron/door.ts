import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorMessage } from '../../../common/error-message.ts';
import type { Log } from '../../base/log.ts';

/** Local address at which `--doctor` asks the running app, with the secret of this run. */
export interface Door {
  openUrl: string;
  secret: string;
  close(): void;
}

/** Interval of Node's search for slow connections, in ms: practically never, as each search would wake the machine. */
const SEARCH_INTERVAL_MS = 2 ** 31 - 1;

/**
 * Opens the door on 127.0.0.1; only a request with the secret is answered.
 * @param examine returns the doctor's report
 * @throws Error the system's, if no port can be had
 */
export async function openDoor(examine: () => Promise<object>, log: Log): Promise<Door> {
  const secret = randomBytes(32).toString('base64url');
  const expected = Buffer.from(`Bearer ${secret}`);
  const server = createServer({ connectionsCheckingInterval: SEARCH_INTERVAL_MS }, (request, response) => {
    const presented = Buffer.from(request.headers.authorization ?? '');
    const isOurs = presented.length === expected.length && timingSafeEqual(presented, expected);
    if (!isOurs || request.method !== 'GET' || request.url !== '/doctor') {
      response.writeHead(isOurs ? 404 : 403).end();
      return;
    }
    examine().then(
      (report) => response.setHeader('content-type', 'application/json').end(JSON.stringify(report)),
      (error: unknown) => {
        log.error(`The report for --doctor failed: ${errorMessage(error)}`);
        response.writeHead(500).end();
      },
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    openUrl: `http://127.0.0.1:${port}/`,
    secret,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
