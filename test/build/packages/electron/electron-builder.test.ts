import { Ajv } from 'ajv';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { INSTALLERS } from '../../../../build/packages/electron/installers.ts';
import { DEEP_LINK_SCHEME } from '../../../../electron/desktop/electron/installation.ts';

/** electron-builder's own: what it reads its configuration with, and checks it by. */
const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
const ofLibrary = createRequire(ofBuilder.resolve('app-builder-lib/package.json'));
const { load } = ofLibrary('js-yaml') as { load: (text: string) => unknown };
const read = (path: string) => readFileSync(path, 'utf8');
const config = load(read('build/packages/electron/electron-builder.yml')) as Record<string, unknown>;

test('the configuration of the installers has no word that electron-builder does not know', () => {
  // The types of the schema's functions are no JSON; they are in no YAML file either.
  const validate = new Ajv({ strict: false, allErrors: true }).compile(ofLibrary('./scheme.json') as object);
  validate(config);
  expect(validate.errors ?? []).toEqual([]);
  validate({ ...config, fuseboxes: 1 });
  expect(validate.errors).not.toEqual(null);
});

test('every system gets the installers that people there expect', () => {
  const targets = (of: string) => (config[of] as { target: string[] }).target;
  const all = [['AppImage', 'deb', 'rpm', 'snap', 'flatpak'], ['dmg', 'zip'], ['nsis']];
  expect([targets('linux'), targets('mac'), targets('win')]).toEqual(all);
  expect(Object.values(INSTALLERS)).toEqual(all);
});

test('the files it names are there, and updates are looked for where releases are published', () => {
  const named = read('build/packages/electron/electron-builder.yml').match(/build\/[\w/.-]+\.\w+/g) ?? [];
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
  expect(load(read('build/packages/electron/app-update.yml'))).toMatchObject(config['publish'] as object);
});

test('the uninstaller for Windows takes away the scheme that Askbell registers at a start', () => {
  const lines = read('build/packages/electron/uninstall.nsh').split('\n');
  expect(lines.map((line) => line.trim())).toContain(`DeleteRegKey HKCU "Software\\Classes\\${DEEP_LINK_SCHEME}"`);
});

/** What electron-builder asks of its packager for a desktop entry. */
interface LinuxTargetHelper {
  getDesktopFileName(): string;
  computeDesktopEntry(options: object): Promise<string>;
}

test('on Linux windows, notifications, icon and askbell: addresses belong to one desktop entry', async () => {
  const { LinuxTargetHelper: Helper } = ofLibrary('./out/targets/LinuxTargetHelper.js') as {
    LinuxTargetHelper: new (packager: object) => LinuxTargetHelper;
  };
  const manifest = JSON.parse(read('package.json')) as Record<string, string>;
  const linux = config['linux'] as { executableName: string };
  const helper = new Helper({
    appInfo: {
      productName: config['productName'],
      sanitizedProductName: 'Askbell',
      description: manifest['description'],
    },
    info: { metadata: manifest },
    config,
    platformSpecificBuildOptions: linux,
    executableName: linux.executableName,
    fileAssociations: [],
  });
  // By this name Electron tells the desktop whose windows and notifications they are.
  expect(`${helper.getDesktopFileName()}.desktop`).toBe(manifest['desktopName']);
  const lines = (await helper.computeDesktopEntry(linux)).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'Name=Askbell',
      'Exec=/opt/Askbell/askbell %U',
      // The packages' icons are called after the program.
      'Icon=askbell',
      'StartupWMClass=io.github.askbell',
      `MimeType=x-scheme-handler/${DEEP_LINK_SCHEME};`,
      'Categories=Network;',
    ]),
  );
});
