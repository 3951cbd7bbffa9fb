import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { HttpExecutor, configureRequestUrl, type DownloadOptions } from 'builder-util-runtime';
import { AppImageUpdater } from 'electron-updater';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { downloadRelease } from '../../../../electron/desktop/electron/system.ts';
import { silentLog } from '../../../../electron/base/log.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { listening } from '../../../support/listening.ts';

vi.mock('electron', () => ({ app: {} }));

/**
 * electron-updater itself, with a release that is served over HTTP. Of Electron only its requests and its app are
 * replaced; what is compared, refused, stored and put in the place of the old file is electron-updater's own.
 */

/** Asks with Node instead of Electron. */
class NodeExecutor extends HttpExecutor<ClientRequest> {
  override createRequest(options: object, callback: (response: IncomingMessage) => void): ClientRequest {
    return request(options, callback);
  }

  /** As electron-updater's own executor has it. */
  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    const requestOptions = { headers: options.headers ?? undefined };
    configureRequestUrl(url, requestOptions);
    return options.cancellationToken.createPromise((resolve, reject, onCancel) => {
      const callback = (error: Error | null) => (error ? reject(error) : resolve(destination));
      this.doDownload(requestOptions, { destination, options, onCancel, callback, responseHandler: null }, 0);
    });
  }
}

const PRESENT = '1.2.0';
/** What an AppImage is here: a program that ends at once, because it is started after it was put in place. */
const appImage = (version: string) => `#!/bin/sh\n# Askbell ${version}\nexit 0\n`;

let folder: string;
let port: number;
let asked: { path: string; headers: IncomingMessage['headers'] }[];
/** What is served, by path. */
let files: Map<string, string>;
let installed: string;

beforeEach(async () => {
  folder = temporaryFolder();
  installed = join(folder, 'Askbell.AppImage');
  writeFileSync(installed, appImage(PRESENT), { mode: 0o755 });
  vi.stubEnv('APPIMAGE', installed);
  asked = [];
  files = new Map();
  const server = createServer(({ url = '', headers }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    asked.push({ path: pathname, headers });
    const content = files.get(pathname);
    response.writeHead(content === undefined ? 404 : 200).end(content);
  });
  port = await listening(server);
});
afterEach(() => vi.unstubAllEnvs());

/** Publishes a release, as electron-builder writes its list; gives the AppImage's path. */
function publish(version: string, content = appImage(version), listed = content): void {
  const name = `Askbell-${version}-linux-x86_64.AppImage`;
  const sha512 = createHash('sha512').update(listed).digest('base64');
  const list = `version: ${version}
files:
  - url: ${name}
    sha512: ${sha512}
    size: ${listed.length}
path: ${name}
sha512: ${sha512}
releaseDate: '2026-06-01T00:00:00.000Z'
`;
  files = new Map([
    [`/${name}`, content],
    ['/latest-linux.yml', list],
    ['/latest-linux-arm64.yml', list],
  ]);
}

/** electron-updater in an app of the present version; `quit` ends that app. */
function updaterOf(): { updater: AppImageUpdater; quit: () => void } {
  const quits: ((exitCode: number) => void)[] = [];
  const configured = join(folder, 'app-update.yml');
  writeFileSync(configured, `provider: generic\nurl: http://127.0.0.1:${port}\nupdaterCacheDirName: askbell-updater\n`);
  const userDataPath = join(folder, 'data');
  mkdirSync(userDataPath, { recursive: true });
  const app = {
    version: PRESENT,
    name: 'Askbell',
    isPackaged: true,
    appUpdateConfigPath: configured,
    userDataPath,
    baseCachePath: join(folder, 'cache'),
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: (handler: (exitCode: number) => void) => quits.push(handler),
  };
  const updater = new AppImageUpdater(null, app);
  Object.assign(updater, { httpExecutor: new NodeExecutor() });
  return { updater, quit: () => quits.forEach((handler) => handler(0)) };
}

const download = (updater: AppImageUpdater, version: string) =>
  downloadRelease(updater, { version, present: PRESENT, log: silentLog });

describe.skipIf(process.platform !== 'linux')('a release', () => {
  it('is asked for without a word on whose installation this is, and put in its place when the app quits, not before', async () => {
    publish('1.3.0');
    const { updater, quit } = updaterOf();
    await download(updater, '1.3.0');
    expect(asked.map(({ path }) => path)).toContain('/Askbell-1.3.0-linux-x86_64.AppImage');
    for (const { headers } of asked) {
      expect(headers['x-user-staging-id']).toBe('none');
      expect(headers['user-agent']).toBe(`Askbell/${PRESENT}`);
      expect(headers).not.toHaveProperty('cookie');
    }
    expect(readFileSync(installed, 'utf8')).toBe(appImage(PRESENT));
    quit();
    expect(readFileSync(installed, 'utf8')).toBe(appImage('1.3.0'));
    expect(statSync(installed).mode & 0o111).toBe(0o111);
  });

  it('is refused where its file is another, though as long', async () => {
    publish('1.3.0', appImage('1.3.1'), appImage('1.3.0'));
    const { updater, quit } = updaterOf();
    await expect(download(updater, '1.3.0')).rejects.toThrow('sha512 checksum mismatch');
    quit();
    expect(readFileSync(installed, 'utf8')).toBe(appImage(PRESENT));
  });

  it.each(['1.1.9', PRESENT, '1.2.0-beta.1'])('is refused where it is not newer: %s', async (version) => {
    publish(version);
    const { updater, quit } = updaterOf();
    await expect(download(updater, version)).rejects.toThrow(`the files of ${version} are not there yet`);
    expect(asked.filter(({ path }) => path.endsWith('.AppImage'))).toEqual([]);
    quit();
    expect(readFileSync(installed, 'utf8')).toBe(appImage(PRESENT));
  });

  it('is left where its files are those of another version, and got once they are there', async () => {
    publish('1.2.5');
    const { updater, quit } = updaterOf();
    await expect(download(updater, '1.3.0')).rejects.toThrow('the files of 1.3.0 are not there yet');
    files.clear();
    await expect(download(updater, '1.3.0')).rejects.toThrow('Cannot find channel');
    publish('1.3.0');
    await download(updater, '1.3.0');
    quit();
    expect(readFileSync(installed, 'utf8')).toBe(appImage('1.3.0'));
  });
});
