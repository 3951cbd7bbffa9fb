import { execFileSync } from 'node:child_process';
import { cpus, release, totalmem, type } from 'node:os';

const GIGABYTE = 1024 ** 3;

/** What a figure was measured on: nothing that names the machine or its owner. */
export function machine(): string {
  const [first] = cpus();
  const model = (first?.model ?? 'processor not known').replaceAll(/\s+/g, ' ').trim();
  const system = `${type()} ${/^\d+\.\d+/.exec(release())?.[0] ?? ''}`.trim();
  const size = `${cpus().length} cores, ${Math.round(totalmem() / GIGABYTE)} GB`;
  return `${model}, ${size}, ${system}, Node ${process.versions.node}`;
}

/** The commit that is checked out; with changes, where something besides `ignored` differs from it. */
export function commit(ignored: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', `:!${ignored}`);
    return `${git('rev-parse', '--short=10', 'HEAD')}${changed === '' ? '' : ' with changes'}`;
  } catch {
    return 'not known';
  }
}
