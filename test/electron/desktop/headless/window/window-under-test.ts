import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { silentLog } from '../../../../../electron/base/log.ts';
import { startWindowServer, type WindowServer } from '../../../../../electron/desktop/headless/window/window-server.ts';
import { openSocket, type Entered } from '../../../../support/enter-window.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

/** Starts a window of one empty page, which is closed after the test. */
export async function startEmptyWindow(port = 0): Promise<WindowServer> {
  const rendererDir = temporaryFolder();
  writeFileSync(join(rendererDir, 'index.html'), '<!doctype html><title>Askbell</title>');
  const window = await startWindowServer({ port, rendererDir, log: silentLog, now: Date.now });
  onTestFinished(() => window.close());
  return window;
}

/** Connects a page of a browser that has entered. */
export async function openPage({ port }: WindowServer, entered: Entered): Promise<WebSocket> {
  const page = openSocket(`http://127.0.0.1:${port}`, entered);
  await once(page, 'open');
  return page;
}

/** Returns the status with which a WebSocket is refused; 101 where it is not. */
export async function socketRefusal(address: string, protocols: string[], headers: Record<string, string>) {
  const socket = new WebSocket(address.replace('http', 'ws'), protocols, { headers });
  const status = await new Promise<number>((resolve) => {
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode));
    socket.on('error', () => undefined);
  });
  socket.terminate();
  return status;
}
