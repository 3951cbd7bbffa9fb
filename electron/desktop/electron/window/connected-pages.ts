import type { AnyRouter } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { ipcMain, type MessagePortMain } from 'electron';
import { errorMessage } from '../../../../common/error-message.ts';
import type { Log } from '../../../base/log.ts';
import { isOwnPage } from './app-scheme.ts';
import type { MainWindow } from './windows.ts';

/** Serves the pages of these windows, and no others, with a router that is loaded for the first of them. */
export function servePages(
  loadRouter: () => Promise<AnyRouter>,
  windows: readonly Pick<MainWindow, 'current'>[],
  log: Log,
): void {
  let rpc: Promise<RPCHandler<Record<never, never>>> | undefined;
  const connect = async (port: MessagePortMain) => {
    try {
      rpc ??= loadRouter().then((router) => new RPCHandler(router));
      (await rpc).upgrade(port, { context: {} });
      port.start();
    } catch (error) {
      // The page retries.
      rpc = undefined;
      port.close();
      throw error;
    }
  };
  ipcMain.on('askbell:connect', (event) => {
    const [port] = event.ports;
    const contents = windows.map((window) => window.current()?.webContents).find((one) => one === event.sender);
    const fromOurPage =
      contents !== undefined && event.senderFrame === contents.mainFrame && isOwnPage(event.senderFrame.url);
    if (!port || !fromOurPage) {
      log.warn('refused a connection that is not from the window or the panel');
      port?.close();
      return;
    }
    connect(port).catch((error: unknown) => log.error(`Window: ${errorMessage(error)}`));
  });
}
