import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A secret by name. */
export type Marks = Record<string, string>;

/** The ways in which a secret may stand in bytes. */
function writtenForms(secret: string): Buffer[] {
  const bytes = Buffer.from(secret);
  // Base64 of a text in the midst of another one depends on where it begins there: three ways, without the edges.
  const inBase64 = [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift, 'x'), bytes, Buffer.alloc(2, 'x')]).toString('base64');
    const inner = text.slice(4, 4 + 4 * Math.floor((bytes.length - 4) / 3));
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
  const forms = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('hex'),
    ...inBase64,
  ];
  return [...[...new Set(forms)].map((form) => Buffer.from(form)), Buffer.from(secret, 'utf16le')];
}

/** The names of the secrets that stand in these bytes, in whatever form. */
export function marksIn(bytes: Buffer | string, marks: Marks): string[] {
  const searched = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  return Object.entries(marks)
    .filter(([, secret]) => writtenForms(secret).some((form) => searched.includes(form)))
    .map(([name]) => name);
}

/** Every file under a folder that holds a secret, by its path there, with the secrets' names; and names of files that do. */
export function marksUnder(folder: string, marks: Marks): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, path);
    const isFile = lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
    const names = [...marksIn(path, marks), ...(isFile ? marksIn(readFileSync(file), marks) : [])];
    if (names.length > 0) found[relative(folder, file)] = names;
  }
  return found;
}

/** The command lines and environments of a process and all that it started, as Linux tells them. */
export function processWords(pid: number): string {
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]) === pid;
    } catch {
      return false;
    }
  });
  const own = ['cmdline', 'environ'].map((what) => {
    try {
      return readFileSync(`/proc/${pid}/${what}`, 'utf8');
    } catch {
      return '';
    }
  });
  return [...own, ...children.map((child) => processWords(Number(child)))].join('\n');
}
