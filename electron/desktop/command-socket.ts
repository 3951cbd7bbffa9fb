import { hash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, lstatSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RPCHandler } from '@orpc/server/node';
import { errorMessage } from '../../common/error-message.ts';
import type { Log } from '../base/log.ts';
import { makePrivateFolder, PRIVATE_FILE_MODE, refuseUnsafeFolder } from '../base/private-files.ts';
import type { PageContext } from './desktop.ts';

/** Router of the contract, as RPCHandler takes it. */
type Router = ConstructorParameters<typeof RPCHandler<PageContext>>[0];

/** Answers to a second Askbell, by method and path such as `GET /status`; undefined while this one starts. */
export type OwnAnswers = Readonly<Record<string, () => object | undefined | Promise<object>>>;

/** Path below which the contract is served. */
export const RPC_PREFIX = '/rpc';

/** Longest path of a socket in bytes: macOS allows 103, Linux 107. */
const MAX_PATH_BYTES = 103;

/** Interval of Node's search for slow connections, in ms: practically never, as each search would wake the machine. */
const SEARCH_INTERVAL_MS = 2 ** 31 - 1;

/**
 * Returns where the socket may be, the best place first: in the data folder, or in a private folder with a short path.
 * A named pipe of Windows, which only its owner may write to, has no folder.
 */
export function socketPaths(
  dataDir: string,
  { platform, env }: Pick<NodeJS.Process, 'platform'> & { env: Record<string, string | undefined> },
): string[] {
  if (platform === 'win32') return [`\\\\.\\pipe\\askbell-${randomUUID()}`];
  const folder = join(env['XDG_RUNTIME_DIR'] || tmpdir(), `askbell-${hash('sha256', dataDir).slice(0, 16)}`);
  const paths = [join(dataDir, 'askbell.sock'), join(folder, 'askbell.sock')];
  return paths.filter((path) => Buffer.byteLength(path) <= MAX_PATH_BYTES);
}

/**
 * Server for commands and a second Askbell, over a socket that only its owner can open: nobody else can reach its
 * folder. It serves the window's contract, whose router is loaded for the first command.
 */
export class CommandSocket {
  readonly #answers: OwnAnswers;
  readonly #log: Log;
  readonly #server: Server;
  /** Path of the socket; undefined if none could be opened. */
  path: string | undefined;
  #load: (() => Promise<Router>) | undefined;
  #handler: Promise<RPCHandler<PageContext>> | undefined;

  constructor(answers: OwnAnswers, log: Log) {
    this.#answers = answers;
    this.#log = log;
    this.#server = createServer({ connectionsCheckingInterval: SEARCH_INTERVAL_MS }, (request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        log.error(`${request.method} ${request.url} of a command failed: ${errorMessage(error)}`);
        if (response.headersSent) response.destroy();
        else response.writeHead(500).end();
      });
    });
  }

  /** Opens the socket of a claimed data folder, in place of one that a killed Askbell left. Without one, it warns. */
  async open(dataDir: string): Promise<this> {
    for (const path of socketPaths(dataDir, process)) {
      try {
        await this.#listen(path, dataDir);
        this.path = path;
        return this;
      } catch (error) {
        // Also a disk that has no sockets.
        this.#log.warn(`Commands cannot use ${path}: ${errorMessage(error)}`);
      }
    }
    return this;
  }

  /** Serves the contract from now on. */
  serve(load: () => Promise<Router>): void {
    this.#load = load;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #listen(path: string, dataDir: string): Promise<void> {
    const isFile = process.platform !== 'win32';
    if (isFile) {
      const folder = join(path, '..');
      if (folder !== dataDir) makePrivateFolder(folder);
      refuseUnsafeFolder(folder);
      if (lstatSync(path, { throwIfNoEntry: false })?.isSocket()) rmSync(path);
    }
    this.#server.listen(path);
    await once(this.#server, 'listening');
    if (isFile) chmodSync(path, PRIVATE_FILE_MODE);
    this.#server.on('error', (error) => this.#log.error(`The socket for commands failed: ${errorMessage(error)}`));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = `${request.method} ${request.url}`;
    const answer = this.#answers[asked];
    if (answer) {
      const facts = await answer();
      response.writeHead(facts ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(facts ?? {}));
    } else if (!this.#load) {
      response.writeHead(503).end();
    } else {
      this.#handler ??= this.#loadHandler(this.#load);
      const { matched } = await (
        await this.#handler
      ).handle(request, response, { prefix: RPC_PREFIX, context: { isOwner: true } });
      if (!matched) response.writeHead(404).end();
    }
  }

  async #loadHandler(load: () => Promise<Router>): Promise<RPCHandler<PageContext>> {
    try {
      const [{ RPCHandler: Handler }, router] = await Promise.all([import('@orpc/server/node'), load()]);
      // A comment every 5 s would only wake the machine.
      return new Handler(router, { eventIteratorKeepAliveEnabled: false });
    } catch (error) {
      this.#handler = undefined;
      throw error;
    }
  }
}
