import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makeInstallers, runBuilder, type PackedApp } from '../../../../build/packages/electron/installers.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const configFile = resolve('build/packages/electron/electron-builder.yml');

let folder: string;
let app: PackedApp;
beforeEach(() => {
  folder = temporaryFolder();
  app = { folder: join(folder, 'Askbell-linux-x64'), platform: 'linux', arch: 'x64' };
  mkdirSync(join(app.folder, 'resources'), { recursive: true });
  for (const name of ['askbell', 'chrome-sandbox', 'resources/app.asar']) writeFileSync(join(app.folder, name), name);
});

/** Runs something; `written` is what goes to the terminal meanwhile. */
function writtenBy<Result>(run: () => Promise<Result>): { written: string[]; ended: Promise<Result> } {
  const written: string[] = [];
  const outputs = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
  for (const output of outputs) output.mockImplementation((text) => written.push(String(text)) > 0);
  const ended = run().finally(() => {
    for (const output of outputs) output.mockRestore();
  });
  return { written, ended };
}

describe('the installers', () => {
  it('all have chrome-sandbox but the snap, which is made of a copy, first', async () => {
    const made: [string[], boolean][] = [];
    const code = await makeInstallers(app, ['AppImage', 'deb', 'snap'], (packed, installers) => {
      made.push([[...installers], existsSync(join(packed.folder, 'chrome-sandbox'))]);
      // As electron-builder's target for snaps does.
      if (installers.includes('snap')) rmSync(join(packed.folder, 'chrome-sandbox'));
      return Promise.resolve(0);
    });
    expect(code).toBe(0);
    expect(made).toEqual([
      [['snap'], true],
      [['AppImage', 'deb'], true],
    ]);
    expect(existsSync(`${app.folder}-snap`)).toBe(false);
  });

  it('end with the code of the first that fails, and leave no copy behind', async () => {
    expect(await makeInstallers(app, ['deb', 'snap'], () => Promise.resolve(3))).toBe(3);
    expect(existsSync(`${app.folder}-snap`)).toBe(false);
  });

  it('say in one line which tools are missing where there is no network, and where to put them', async () => {
    // Word for word what electron-builder 26 says then, after it has tried for a minute.
    const builder = join(folder, 'builder.cjs');
    writeFileSync(
      builder,
      `console.log('  • building        target=AppImage arch=x64');
      console.error('  ⨯ failed to build AppImage  error=getaddrinfo ENOTFOUND github.com');
      console.error('  ⨯ getaddrinfo ENOTFOUND github.com  failedTask=build stackTrace=RequestError: getaddrinfo');
      console.error('    at ClientRequest.emit (node:events:526:24)');
      process.exitCode = 1;`,
    );
    const { written, ended } = writtenBy(() => runBuilder(app, ['AppImage'], builder));
    await expect(ended).rejects.toThrow(
      /^The tools for AppImage cannot be downloaded \(ENOTFOUND github\.com\)\. electron-builder looks for them in /,
    );
    expect(written).toEqual(['  • building        target=AppImage arch=x64\n']);
  });

  it.each([
    ['works the next time', 0, '  • building        target=deb file=Askbell.deb'],
    ['is not why it fails', 2, '  • building        target=deb\n  ⨯ fpm is missing'],
  ])('keep nothing back of a download that %s', async (_, code, then) => {
    const failed = '  ⨯ read ECONNRESET  attempt=1\n    at TLSWrap.onStreamRead';
    const builder = join(folder, 'builder.cjs');
    writeFileSync(builder, `console.log(${JSON.stringify(`${failed}\n${then}`)}); process.exitCode = ${code};`);
    const { written, ended } = writtenBy(() => runBuilder(app, ['deb'], builder));
    expect(await ended).toBe(code);
    expect(written.join('')).toBe(`${failed}\n${then}\n`);
  });
});

/** What electron-builder makes of its configuration, as far as it can be told without the programs that it needs. */
describe('what electron-builder makes of the configuration', () => {
  it('starts the snap with Chromium’s sandbox, on X11', async () => {
    const { build, Platform, Arch } = await import('electron-builder');
    let computed: { snap: object; args: string[] } | undefined;
    await build({
      projectDir: process.cwd(),
      prepackaged: app.folder,
      publish: 'never',
      targets: Platform.LINUX.createTarget('snap', Arch.x64),
      config: configFile,
      effectiveOptionComputed: (options: typeof computed) => {
        computed = options;
        // The snap itself takes mksquashfs and a download.
        return Promise.resolve(true);
      },
    });
    const { snap, args } = computed!;
    expect(args.join(' ')).not.toContain('--no-sandbox');
    expect(args).toContain('--extraAppArgs=--ozone-platform=x11');
    const plugs = expect.arrayContaining(['browser-sandbox', 'password-manager-service', 'x11']) as unknown;
    expect(snap).toMatchObject({
      plugs: { 'browser-sandbox': { interface: 'browser-support', 'allow-sandbox': true } },
      apps: { askbell: { plugs, environment: { DISABLE_WAYLAND: '1' } } },
    });
  });

  it('runs the flatpak on a runtime that is maintained, and lets it hear of sleep and of a locked screen', () => {
    const text = readFileSync(configFile, 'utf8');
    expect(text).toContain("runtimeVersion: '25.08'");
    expect(text).toContain("baseVersion: '25.08'");
    expect(text).toContain('--system-talk-name=org.freedesktop.login1');
  });
});
