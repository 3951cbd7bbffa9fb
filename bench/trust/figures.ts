/**
 * The table of figures in docs/trust.md, between two markers. `npm run trust` writes the rows of the commands that it
 * runs, and keeps the others.
 */

/** Result of one command's latest run. */
export interface Row {
  /** Name of the proof. */
  name: string;
  /** The command with its options, as it was run. */
  command: string;
  passed: boolean;
  /** In words, with units. */
  figures: string;
  /** Such as `12 min`. */
  took: string;
  /** The short hash, and whether the work tree had changes besides. */
  commit: string;
  /** The day, ISO. */
  date: string;
  /** Processor, cores, memory, system and Node; nothing that names the machine itself. */
  machine: string;
}

const BEGIN = `<!-- These figures are written by \`npm run trust\`. -->

| Command | Result | Figures | Took | Commit | Date | Machine |
| --- | --- | --- | --- | --- | --- | --- |
`;
const END = '\n<!-- The end of the figures. -->';

/** Returns the document's table, and the text around it. @throws Error where it has no such table */
function parted(document: string) {
  const [before, rest = ''] = document.split(BEGIN);
  const [table, after] = `\n${rest}`.split(END);
  if (after === undefined)
    throw new Error('The document has no markers around a table of figures with the columns of the command.');
  return { before: before + BEGIN, table: table!, after: END + after };
}

const escaped = (cell: string): string => cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();

const lineOf = (command: string, ...cells: string[]): string =>
  `| ${[`\`${command}\``, ...cells].map(escaped).join(' | ')} |`;

/** Lines of the document's table, by the name of the proof. @throws Error where it has no such table */
export const figuresOf = (document: string): Map<string, string> =>
  new Map([...parted(document).table.matchAll(/^\| `([^ `]+).*$/gm)].map(([line, name]) => [name!, line]));

/**
 * Returns the document with a row put into its table, which then has a line for each proof.
 * @param names of all proofs, in the order of the table
 * @throws Error where the document has no such table
 */
export function withFigures(document: string, names: readonly string[], row?: Row): string {
  const { before, after } = parted(document);
  const known = figuresOf(document);
  const lines = names.map((name) => {
    if (name !== row?.name) return known.get(name) ?? lineOf(name, 'not run', '', '', '', '', '');
    const { command, passed, figures, took, commit, date, machine } = row;
    // A failure has to catch the eye.
    return lineOf(command, passed ? 'passed' : '**failed**', figures, took, commit, date, machine);
  });
  return before + lines.map((line) => `${line}\n`).join('') + after;
}

/** Figures that have a column of their own. */
const TOLD_ELSEWHERE = ['command', 'passed', 'seconds'];

/** A summary's figures in words: `printed_twice: 0` becomes "printed twice 0". */
export function figuresInWords(summary: Readonly<Record<string, unknown>>): string {
  const figures = Object.entries(summary).filter(([name]) => !TOLD_ELSEWHERE.includes(name));
  return figures
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${figureInWords(name, value)}`)
    .filter((figure) => !figure.endsWith(' '))
    .join(', ');
}

function figureInWords(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '0' : `${value.length} (${value.join('; ')})`;
  if (typeof value === 'object' && value !== null) return figuresInWords({ ...value }).replace(/.+/, '($&)');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  // A seed is there to be typed again.
  if (typeof value === 'number')
    return name === 'seed' ? String(value) : value.toLocaleString('en', { maximumFractionDigits: 3 });
  return typeof value === 'string' ? value : '';
}
