import { spawnSync } from 'node:child_process';
import { globSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { completion, PROGRAMS } from '../../../../electron/commands/completions.ts';
import packageJson from '../../../../package.json' with { type: 'json' };
import { HICOLOR_SIZES_PX } from '../../../icons/renders.ts';
import { appDir } from '../../../vite.node.config.ts';
import { executableFile, makeExecutables, nodeLicence, readProcessors, type Processor } from '../executable.ts';
import { filled, manualPage } from './shell-files.ts';

/**
 * `npm run package:deb`: makes the Debian package `askbell-headless` around the executable, with a unit for each
 * person's systemd, manual, completions and menu entry. Takes the processors to make it for: x64, arm64, or both where
 * none is named. It needs `dpkg-deb`.
 */
const root = join(import.meta.dirname, '../../../..');
const debFolder = join(root, 'out', 'packages', 'deb');
/** What the package holds, while it is made. */
const folder = join(debFolder, 'package');
const files = join(import.meta.dirname, 'files');
const icons = join(root, 'build', 'icons', 'package', 'hicolor');

const NAME = 'askbell-headless';
const ARCHITECTURES: Record<Processor, string> = { x64: 'amd64', arm64: 'arm64' };

export interface DebOptions {
  processor: Processor;
  /** Of the package; that of the program is in it. */
  version: string;
  /** As `dpkg-deb -Z` takes it. */
  compression: 'xz' | 'gzip';
}

export const debFile = ({ processor, version }: Pick<DebOptions, 'processor' | 'version'>): string =>
  join(debFolder, `${NAME}_${version}_${ARCHITECTURES[processor]}.deb`);

/** Writes a file below the package's folder, with the folders that it needs. */
function write(path: string, content: string | Uint8Array, mode = 0o644): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content, { mode });
}

/** What is compressed must not tell when that was done. */
const writeGzip = (path: string, content: string | Uint8Array) => write(`${path}.gz`, gzipSync(content, { level: 9 }));

const copy = (path: string, from: string, mode?: number) => write(path, readFileSync(from), mode);

/** Makes the package; gives its file. @throws Error with what dpkg-deb says */
export function makeDeb(options: DebOptions): string {
  // Everybody may read what is installed.
  process.umask(0o022);
  rmSync(folder, { recursive: true, force: true });
  addProgram(options);
  addDocuments(options);
  addControl(options);
  const file = debFile(options);
  const level = options.compression === 'gzip' ? ['-z1'] : [];
  const args = ['--root-owner-group', `-Z${options.compression}`, ...level, '--build', folder, file];
  const made = spawnSync('dpkg-deb', args, { encoding: 'utf8' });
  if (made.error) throw new Error('dpkg-deb is not here; it comes with Debian and its relatives.');
  if (made.status !== 0) throw new Error(`dpkg-deb failed. ${made.stderr}`);
  return file;
}

function addProgram({ processor }: DebOptions): void {
  copy(`usr/bin/${NAME}`, executableFile(processor), 0o755);
  copy('usr/lib/systemd/user/askbell.service', join(files, 'askbell.service'));
  copy(`usr/share/applications/${NAME}.desktop`, join(files, `${NAME}.desktop`));
  const theme = 'usr/share/icons/hicolor';
  for (const size of HICOLOR_SIZES_PX.map((sizePx) => `${sizePx}x${sizePx}`))
    copy(`${theme}/${size}/apps/${NAME}.png`, join(icons, `${size}.png`));
  copy(`${theme}/scalable/apps/${NAME}.svg`, join(icons, 'askbell.svg'));
  // The second name is an alternative, which the desktop app may take.
  for (const name of PROGRAMS) {
    write(`usr/share/bash-completion/completions/${name}`, completion('bash'));
    write(`usr/share/fish/vendor_completions.d/${name}.fish`, completion('fish'));
  }
  write(`usr/share/zsh/vendor-completions/_${NAME}`, completion('zsh'));
}

function addDocuments({ processor, version }: DebOptions): void {
  const day = newestChange();
  writeGzip(`usr/share/man/man1/${NAME}.1`, manualPage(version, day.toISOString().slice(0, 10)));
  const documents = `usr/share/doc/${NAME}`;
  write(`${documents}/copyright`, copyright());
  // As Debian has it; NEWS beside it is what people read.
  const time = day.toUTCString().replace('GMT', '+0000');
  writeGzip(`${documents}/changelog`, filled('changelog', { version, time }));
  writeGzip(`${documents}/NEWS`, readFileSync(join(root, 'CHANGELOG.md')));
  writeGzip(`${documents}/third-parties.json`, readFileSync(join(appDir, 'third-parties.json')));
  writeGzip(`${documents}/node-LICENSE`, readFileSync(nodeLicence(processor)));
  copy(`usr/share/lintian/overrides/${NAME}`, join(files, 'lintian-overrides'));
}

function addControl({ processor, version }: DebOptions): void {
  for (const script of ['postinst', 'prerm', 'postrm']) copy(`DEBIAN/${script}`, join(files, script), 0o755);
  const paths = globSync('usr/**', { cwd: folder })
    .filter((path) => lstatSync(join(folder, path)).isFile())
    .toSorted();
  write('DEBIAN/md5sums', spawnSync('md5sum', paths, { cwd: folder }).stdout);
  const bytes = paths.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
  const { homepage } = packageJson;
  const values = { version, architecture: ARCHITECTURES[processor], kibibytes: Math.ceil(bytes / 1024), homepage };
  write('DEBIAN/control', filled('control', values));
}

/** When this version was made: of the newest commit, so that the same sources make the same package. */
function newestChange(): Date {
  const given = process.env['SOURCE_DATE_EPOCH'];
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  const seconds = Number(given ?? stdout);
  return new Date((seconds > 0 ? seconds : Math.floor(Date.now() / 1000)) * 1000);
}

function copyright(): string {
  const licence = readFileSync(join(root, 'LICENSE'), 'utf8').trim();
  const indented = licence
    .split('\n')
    .slice(4)
    .map((line) => (line === '' ? ' .' : ` ${line}`))
    .join('\n');
  const { homepage, devDependencies } = packageJson;
  return filled('copyright', { homepage, node: devDependencies.node, licence: indented });
}

if (import.meta.main) {
  const processors = readProcessors('package:deb', 'the Debian package askbell-headless');
  await makeExecutables(processors, (line) => console.log(line));
  for (const processor of processors)
    console.log(makeDeb({ processor, version: packageJson.version, compression: 'xz' }));
}
