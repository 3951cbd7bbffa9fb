import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { silentLog } from '../../../../../electron/base/log.ts';
import { startWindowServer, type WindowServer } from '../../../../../electron/desktop/headless/window/window-server.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

/** Starts a window of one empty page, which is closed after the test. */
export async function startEmptyWindow(port = 0): Promise<WindowServer> {
  const rendererDir = temporaryFolder();
  writeFileSync(join(rendererDir, 'index.html'), '<!doctype html><title>Askbell</title>');
  const window = await startWindowServer({ port, rendererDir, log: silentLog, now: Date.now });
  onTestFinished(() => window.close());
  return window;
}
