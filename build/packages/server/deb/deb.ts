import { spawnSync } from 'node:child_process';
import { globSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import packageJson from '../../../../package.json' with { type: 'json' };
import { HICOLOR_SIZES_PX } from '../../../icons/renders.ts';
import { appDir } from '../../../vite.node.config.ts';
import { executableFile, makeExecutables, nodeLicence, readProcessors, type Processor } from '../executable.ts';
import { bashCompletion, filled, fishCompletion, manualPage, zshCompletion } from './shell-files.ts';

/**
 * `npm run package:deb`: makes the Debian package `askbell-headless` around the executable, with a unit for each
 * person's systemd, manual, completions and menu entry. Takes the processors to make it for: x64, arm64, or both where
 * none is named. It needs `dpkg-deb`.
 */
const root = join(import.meta.dirname, '../../../..');
const debFolder = join(root, 'out', 'packages', 'deb');
const files = join(import.meta.dirname, 'files');
const icons = join(root, 'build', 'icons', 'package', 'hicolor');

const NAME = 'askbell-headless';
const ARCHITECTURES: Record<Processor, string> = { x64: 'amd64', arm64: 'arm64' };
/** What the program is called; the second name is an alternative, which the desktop app may take. */
const COMMANDS = [NAME, 'askbell'] as const;

export interface DebOptions {
  processor: Processor;
  /** Of the package; that of the program is in it. */
  version: string;
  /** As `dpkg-deb -Z` takes it. */
  compression: 'xz' | 'gzip';
}

export const debFile = ({ processor, version }: Pick<DebOptions, 'processor' | 'version'>): string =>
  join(debFolder, `${NAME}_${version}_${ARCHITECTURES[processor]}.deb`);

/** Writes files below a folder, with the folders that they need. */
class Tree {
  readonly #root: string;

  constructor(folder: string) {
    this.#root = folder;
    rmSync(folder, { recursive: true, force: true });
  }

  write(path: string, content: string | Uint8Array, mode = 0o644): void {
    writeFileSync(this.#made(path), content, { mode });
  }

  /** What is compressed must not tell when that was done. */
  writeGzip(path: string, content: string | Uint8Array): void {
    this.write(`${path}.gz`, gzipSync(content, { level: 9 }));
  }

  copy(path: string, from: string, mode?: number): void {
    this.write(path, readFileSync(from), mode);
  }

  link(path: string, target: string): void {
    symlinkSync(target, this.#made(path));
  }

  #made(path: string): string {
    const file = join(this.#root, path);
    mkdirSync(dirname(file), { recursive: true });
    return file;
  }
}

/** Makes the package; gives its file. @throws Error with what dpkg-deb says */
export function makeDeb(options: DebOptions): string {
  // Everybody may read what is installed.
  process.umask(0o022);
  const folder = join(debFolder, `${NAME}-${options.processor}`);
  const tree = new Tree(folder);
  addProgram(tree, options);
  addDocuments(tree, options);
  addControl(tree, folder, options);
  const file = debFile(options);
  const level = options.compression === 'gzip' ? ['-z1'] : [];
  const args = ['--root-owner-group', `-Z${options.compression}`, ...level, '--build', folder, file];
  const made = spawnSync('dpkg-deb', args, { encoding: 'utf8' });
  if (made.error) throw new Error('dpkg-deb is not here; it comes with Debian and its relatives.');
  if (made.status !== 0) throw new Error(`dpkg-deb failed. ${made.stderr}`);
  return file;
}

function addProgram(tree: Tree, { processor }: DebOptions): void {
  tree.copy(`usr/bin/${NAME}`, executableFile(processor), 0o755);
  tree.copy('usr/lib/systemd/user/askbell.service', join(files, 'askbell.service'));
  tree.copy(`usr/share/applications/${NAME}.desktop`, join(files, `${NAME}.desktop`));
  const theme = 'usr/share/icons/hicolor';
  for (const size of HICOLOR_SIZES_PX.map((sizePx) => `${sizePx}x${sizePx}`))
    tree.copy(`${theme}/${size}/apps/${NAME}.png`, join(icons, `${size}.png`));
  tree.copy(`${theme}/scalable/apps/${NAME}.svg`, join(icons, 'askbell.svg'));
  const bash = 'usr/share/bash-completion/completions';
  tree.write(`${bash}/${NAME}`, bashCompletion(COMMANDS));
  tree.link(`${bash}/askbell`, NAME);
  tree.write(`usr/share/zsh/vendor-completions/_${NAME}`, zshCompletion(COMMANDS));
  for (const command of COMMANDS)
    tree.write(`usr/share/fish/vendor_completions.d/${command}.fish`, fishCompletion(command));
}

function addDocuments(tree: Tree, { processor, version }: DebOptions): void {
  const day = newestChange();
  tree.writeGzip(`usr/share/man/man1/${NAME}.1`, manualPage(version, day.toISOString().slice(0, 10)));
  const documents = `usr/share/doc/${NAME}`;
  tree.write(`${documents}/copyright`, copyright());
  // As Debian has it; NEWS beside it is what people read.
  const time = day.toUTCString().replace('GMT', '+0000');
  tree.writeGzip(`${documents}/changelog`, filled('changelog', { version, time }));
  tree.writeGzip(`${documents}/NEWS`, readFileSync(join(root, 'CHANGELOG.md')));
  tree.writeGzip(`${documents}/third-parties.json`, readFileSync(join(appDir, 'third-parties.json')));
  tree.writeGzip(`${documents}/node-LICENSE`, readFileSync(nodeLicence(processor)));
  tree.copy(`usr/share/lintian/overrides/${NAME}`, join(files, 'lintian-overrides'));
}

function addControl(tree: Tree, folder: string, { processor, version }: DebOptions): void {
  for (const script of ['postinst', 'prerm', 'postrm']) tree.copy(`DEBIAN/${script}`, join(files, script), 0o755);
  const paths = globSync('usr/**', { cwd: folder })
    .filter((path) => lstatSync(join(folder, path)).isFile())
    .toSorted();
  tree.write('DEBIAN/md5sums', spawnSync('md5sum', paths, { cwd: folder }).stdout);
  const bytes = paths.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
  const { homepage } = packageJson;
  const values = { version, architecture: ARCHITECTURES[processor], kibibytes: Math.ceil(bytes / 1024), homepage };
  tree.write('DEBIAN/control', filled('control', values));
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
