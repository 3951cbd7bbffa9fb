import { readFileSync, writeFileSync } from 'node:fs';
import { missed, rounded, type Measured } from './figures.ts';
import { commit, machine } from './place.ts';

/** What was measured, by the names of the cases. */
export type Part = Map<string, Measured>;

/** Returns a table with a row for each case; a figure beyond its limit is bold. */
function tableOf(part: Part): string {
  const columns = [...new Set([...part.values()].flatMap(({ figures }) => Object.keys(figures)))];
  const rows = [...part].map(([name, measured]) => {
    const [figures, beyond] = [rounded(measured.figures), missed(measured)];
    const cells = columns.map((column) => {
      const figure = String(figures[column] ?? '');
      return beyond.includes(column) ? `**${figure}**` : figure;
    });
    return `| ${[`\`${name}\``, ...cells].join(' | ')} |`;
  });
  const head = ['Case', ...columns.map((column) => column.replaceAll('_', ' '))];
  return [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...rows].join('\n');
}

/**
 * Returns a document with its figures replaced, which stand between two comments.
 * @param command that writes them
 * @param where the figures were measured, in words
 * @param parts by their headings
 * @throws Error where it has no such comments
 */
export function withParts(document: string, command: string, where: string, parts: ReadonlyMap<string, Part>): string {
  const begin = `<!-- These figures are written by \`npm run ${command} -- --write FILE\`. -->\n`;
  const end = '<!-- The end of the figures. -->\n';
  const [before, rest = ''] = document.split(begin);
  const after = rest.split(end)[1];
  if (after === undefined) throw new Error('The document has no comments around its figures.');
  const tables = [...parts].map(([title, part]) => `### ${title}\n\n${tableOf(part)}\n\n`);
  return `${before}${begin}\n${where}\n\n${tables.join('')}${end}${after}`;
}

/** Writes the figures of a command into a document. @param how the command was run, in words */
export function writeParts(file: string, command: string, how: string, parts: ReadonlyMap<string, Part>): void {
  const day = new Date().toISOString().slice(0, 10);
  const where = `Measured on ${day}, ${how}: commit ${commit(file)}, ${machine()}.`;
  writeFileSync(file, withParts(readFileSync(file, 'utf8'), command, where, parts));
}
