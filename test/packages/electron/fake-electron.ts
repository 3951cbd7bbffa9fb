import { Data, NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/**
 * A zip with the layout of Electron's releases, as much of it as the packager touches, so that packing can be tested
 * where there is no Electron. Its program does nothing, but has fuses.
 */

/** What marks the fuses in Electron's program (its tutorial on fuses); their version and number follow. */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSE_COUNT = 9;
const ENABLED = '1'.charCodeAt(0);

/** The program: a script that can be started, with Electron's fuses behind its end. */
const PROGRAM = Buffer.concat([
  Buffer.from(`#!/bin/sh\nexit 0\n${'#'.repeat(4096)}${FUSE_SENTINEL}`),
  Buffer.from([1, FUSE_COUNT]),
  Buffer.alloc(FUSE_COUNT, ENABLED),
  Buffer.alloc(4096, '#'),
]);

/** The language of the resources in Electron's program for Windows: English as in the United States. */
const LANGUAGE = 1033;
const UNICODE_CODEPAGE = 1200;

/** The program for Windows: it holds what the packager changes there, an icon and what Explorer tells of it. */
function windowsProgram(): Buffer {
  const program = NtExecutable.createEmpty(false, false);
  const resource = NtExecutableResource.from(program);
  const pixel = Data.RawIconItem.from(Buffer.from('89504e470d0a1a0a', 'hex'), 16, 16, 32);
  Resource.IconGroupEntry.replaceIconsForResource(resource.entries, 1, LANGUAGE, [pixel]);
  const told = Resource.VersionInfo.createEmpty();
  told.lang = LANGUAGE;
  told.setStringValues({ lang: LANGUAGE, codepage: UNICODE_CODEPAGE }, { FileDescription: 'Electron' });
  told.outputToResourceEntries(resource.entries);
  resource.outputResource(program);
  const fuses = Uint8Array.from(PROGRAM);
  program.setExtraData(fuses.buffer);
  return Buffer.from(program.generate());
}

const plist = (name: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
  <key>CFBundleExecutable</key><string>${name}</string>
  <key>CFBundleIdentifier</key><string>com.github.${name}</string>
  <key>CFBundleIconFile</key><string>electron.icns</string>
</dict></plist>`;

const HELPERS = ['', ' (GPU)', ' (Plugin)', ' (Renderer)'].map((kind) => `Electron Helper${kind}`);
const FRAMEWORKS = 'Electron.app/Contents/Frameworks';

type Platform = 'linux' | 'darwin' | 'win32';

const LAYOUTS: Record<Platform, Record<string, string | Buffer>> = {
  linux: {
    electron: PROGRAM,
    'chrome-sandbox': '#!/bin/sh\n',
    'resources/default_app.asar': 'not ours',
    'locales/en-US.pak': '',
    LICENSE: 'MIT',
    version: '0',
  },
  darwin: {
    'Electron.app/Contents/Info.plist': plist('Electron'),
    'Electron.app/Contents/MacOS/Electron': PROGRAM,
    'Electron.app/Contents/Resources/default_app.asar': 'not ours',
    'Electron.app/Contents/Resources/electron.icns': '',
    [`${FRAMEWORKS}/Electron Framework.framework/Electron Framework`]: PROGRAM,
    ...Object.fromEntries(
      HELPERS.flatMap((name) => [
        [`${FRAMEWORKS}/${name}.app/Contents/Info.plist`, plist(name)],
        [`${FRAMEWORKS}/${name}.app/Contents/MacOS/${name}`, PROGRAM],
      ]),
    ),
    LICENSE: 'MIT',
    version: '0',
  },
  win32: {
    'electron.exe': windowsProgram(),
    'resources/default_app.asar': 'not ours',
    'locales/en-US.pak': '',
    LICENSE: 'MIT',
    version: '0',
  },
};

/** A zip file of these files, all of them stored as they are and executable. */
function zip(files: Record<string, string | Buffer>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(files)) {
    const name = Buffer.from(path);
    const data = Buffer.from(content);
    // Version 2.0, no flags, stored, no date; then checksum, sizes and the length of the name.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    parts.push(Buffer.from('PK\u0003\u0004'), common, name, data);
    // Made on Unix, so that the mode counts; it stands in the upper half of the attributes.
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(0o100755 * 0x1_00_00, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 3]), common, rest, name);
    offset += 4 + common.length + name.length + data.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(files).length, 4);
  end.writeUInt16LE(Object.keys(files).length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, Buffer.from('PK\u0005\u0006'), end]);
}

/** Writes such a zip. */
export const writeFakeElectron = (file: string, platform: Platform): void =>
  writeFileSync(file, zip(LAYOUTS[platform]));
