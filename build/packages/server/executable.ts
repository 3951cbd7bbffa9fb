import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { buildParts, headlessParts } from '../../build.ts';
import { readCommandLine } from '../../command-line.ts';
import { appDir, nodePartConfig } from '../../vite.node.config.ts';
import { HEADLESS_FLAGS } from '../../start/shells.ts';
import { npmFiles } from './npm-files.ts';
import { CONTENTS_ASSET, type AppContents } from './unpacked-app.ts';

/**
 * `npm run package:server`: makes `askbell-headless` for Linux, one executable with Node and the built app inside
 * (https://nodejs.org/docs/latest-v24.x/api/single-executable-applications.html). Takes the processors to make it for:
 * x64, arm64, or both where none is named. ASKBELL_NODE_X64 and ASKBELL_NODE_ARM64 name programs of Node to take.
 */
const root = join(import.meta.dirname, '../../..');

/** Where the executables are written, and what they are made of. */
const serverFolder = join(root, 'out', 'packages', 'server');

export const PROCESSORS = ['x64', 'arm64'] as const;
export type Processor = (typeof PROCESSORS)[number];

/** Node looks for the program in this note of its own file, and for this mark that says whether there is one. */
const RESOURCE = 'NODE_SEA_BLOB';
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const postject = createRequire(import.meta.url).resolve('postject/dist/cli.js');

/** The only way for a file of CommonJS to load a module; the executable's own program cannot. */
const LOADER = 'module.exports = (file) => import(require("node:url").pathToFileURL(file).href);\n';

const KEYRING = '@napi-rs/keyring';

export const executableFile = (processor: Processor): string =>
  join(serverFolder, `askbell-headless-${packageJson.version}-linux-${processor}`);

/** The program of Node for a processor, of exactly the version that everything is tested with. */
function nodeProgram(processor: Processor): string {
  const version = packageJson.devDependencies.node;
  const given = process.env[`ASKBELL_NODE_${processor.toUpperCase()}`];
  if (given) return given;
  const isThis = process.platform === 'linux' && process.arch === processor && process.versions.node === version;
  return isThis ? process.execPath : join(npmFiles(`node-linux-${processor}`, version), 'bin', 'node');
}

/** The licences of that Node and of what is in it. */
export function nodeLicence(processor: Processor): string {
  const name = `node-linux-${processor}`;
  // Where npm installed Node for this machine, it is there already.
  const installed = join(root, 'node_modules', 'node', 'node_modules', name, 'LICENSE');
  return existsSync(installed) ? installed : join(npmFiles(name, packageJson.devDependencies.node), 'LICENSE');
}

/** Copies the app for a processor to one folder, with the keyring's package in its place. */
function gatherApp(folder: string, processor: Processor): void {
  rmSync(folder, { recursive: true, force: true });
  const notForServers = ['main.cjs', 'preload.cjs'];
  cpSync(appDir, folder, { recursive: true, filter: (from) => !notForServers.includes(basename(from)) });
  writeFileSync(join(folder, 'load.cjs'), LOADER);
  const modules = join(folder, 'node_modules');
  const copy = (from: string, name: string, files: readonly string[]) => {
    for (const file of files) cpSync(join(from, file), join(modules, name, file));
  };
  copy(join(root, 'node_modules', KEYRING), KEYRING, ['package.json', 'index.js', 'LICENSE']);
  const binary = `${KEYRING}-linux-${processor}-gnu`;
  const version = packageJson.dependencies[KEYRING];
  copy(npmFiles(binary, version), binary, ['package.json', `keyring.linux-${processor}-gnu.node`]);
}

/** What goes into the executable: each file under its path, and the list of them. */
function assetsOf(folder: string, contentsFile: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .toSorted();
  const digest = createHash('sha256');
  const contents: AppContents = { digest: '', files: {} };
  for (const path of paths) {
    const bytes = readFileSync(join(folder, path));
    digest.update(`${path}\0${bytes.length}\0`).update(bytes);
    contents.files[path] = bytes.length;
  }
  contents.digest = digest.digest('hex').slice(0, 16);
  writeFileSync(contentsFile, JSON.stringify(contents));
  return { [CONTENTS_ASSET]: contentsFile, ...Object.fromEntries(paths.map((path) => [path, join(folder, path)])) };
}

/** Makes a file of the program and the assets as Node wants them. @throws Error with what Node says */
function makeBlob(processor: Processor): string {
  const folder = join(serverFolder, processor);
  gatherApp(join(folder, 'app'), processor);
  const config = {
    main: join(serverFolder, 'program.cjs'),
    output: join(folder, 'program.blob'),
    disableExperimentalSEAWarning: true,
    // Neither can be made on one processor for another.
    useSnapshot: false,
    useCodeCache: false,
    execArgv: HEADLESS_FLAGS,
    assets: assetsOf(join(folder, 'app'), join(folder, CONTENTS_ASSET)),
  };
  const configFile = join(folder, 'sea-config.json');
  writeFileSync(configFile, JSON.stringify(config));
  runNode("make the program's blob", '--experimental-sea-config', configFile);
  return config.output;
}

/** Runs a program of Node. @throws Error with what it says */
function runNode(does: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Node could not ${does}. ${stderr}`);
}

/** Removes the executables of every version for a processor, so that the Containerfile finds the one that is made. */
export function removeExecutables(folder: string, processor: Processor): void {
  const isExecutable = new RegExp(`^askbell-headless-[^/]*-linux-${processor}$`);
  for (const name of readdirSync(folder)) if (isExecutable.test(name)) rmSync(join(folder, name));
}

/** Makes the executables for these processors; says a line for each. @throws Error in words for the person */
export async function makeExecutables(processors: readonly Processor[], say: (line: string) => void): Promise<void> {
  await buildParts(headlessParts, { ifStale: true, say });
  mkdirSync(serverFolder, { recursive: true });
  const { build } = await import('vite');
  await build(
    nodePartConfig({ entry: 'build/packages/server/program.ts', file: 'program.cjs', format: 'cjs' }, serverFolder),
  );
  for (const processor of processors) {
    const file = executableFile(processor);
    const blob = makeBlob(processor);
    removeExecutables(serverFolder, processor);
    cpSync(nodeProgram(processor), file);
    chmodSync(file, 0o755);
    runNode('put the program into itself', postject, file, RESOURCE, blob, '--sentinel-fuse', FUSE);
    say(`${file} (${Math.round(statSync(file).size / 1_000_000)} MB)`);
  }
}

/** Reads which processors a command is to make its package for; all where none is named. */
export function readProcessors(command: string, makes: string): Processor[] {
  const { positionals } = readCommandLine(
    `Usage: npm run ${command} -- [${PROCESSORS.join('] [')}]

Makes ${makes} for these processors, for all of them where none is named.`,
    { words: PROCESSORS },
  );
  return PROCESSORS.filter((one) => positionals.length === 0 || positionals.includes(one));
}

if (import.meta.main)
  await makeExecutables(readProcessors('package:server', 'askbell-headless'), (line) => console.log(line));
