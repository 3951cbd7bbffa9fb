/**
 * The table of figures in docs/trust.md: written by `npm run trust` between two markers, and read back so that a run of
 * some commands keeps the rows of the others.
 */

/** What one command showed when it ran last. */
export interface Row {
  /** Name of the proof. */
  name: string;
  /** The command with its options, as it was run; the name alone before the first run. */
  command: string;
  result: 'passed' | 'failed' | 'not run';
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

const BEGIN = '<!-- These figures are written by `npm run trust`. -->';
const END = '<!-- The end of the figures. -->';
const COLUMNS = ['Command', 'Result', 'Figures', 'Took', 'Commit', 'Date', 'Machine'];

/** What the document says of a proof that never ran. */
export const notRun = (name: string): Row => ({
  name,
  command: name,
  result: 'not run',
  figures: '',
  took: '',
  commit: '',
  date: '',
  machine: '',
});

/** The document with these rows in the place of its table. @throws Error where it has no place for one */
export function withFigures(document: string, rows: readonly Row[]): string {
  const { before, after } = parted(document);
  return `${before}${BEGIN}\n\n${tableOf(rows)}\n${END}${after}`;
}

/** The rows of a document's table. @throws Error where it has none, or one of another shape */
export function figuresOf(document: string): Row[] {
  const lines = parted(document).table.trim().split('\n');
  const [head, rule, ...rows] = lines.map(cellsOf);
  if (head?.join() !== COLUMNS.join() || rule?.some((cell) => cell !== '---'))
    throw new Error(`The table of figures has to have the columns ${COLUMNS.join(', ')}.`);
  return rows.map(rowOf);
}

function parted(document: string): { before: string; table: string; after: string } {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error('The document has no markers around a table of figures.');
  return {
    before: document.slice(0, begin),
    table: document.slice(begin + BEGIN.length, end),
    after: document.slice(end + END.length),
  };
}

function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ command, result, figures, took, commit, date, machine }) =>
    [`\`${command}\``, RESULTS[result], figures, took, commit, date, machine].map(escaped),
  );
  return [COLUMNS, COLUMNS.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** A failure has to catch the eye. */
const RESULTS = { passed: 'passed', failed: '**failed**', 'not run': 'not run' } as const;

function rowOf(cells: string[]): Row {
  const [quoted = '', said = '', figures = '', took = '', commit = '', date = '', machine = ''] = cells;
  const command = /^`(\S.*)`$/.exec(quoted)?.[1];
  const result = (['passed', 'failed', 'not run'] as const).find((each) => RESULTS[each] === said);
  if (cells.length !== COLUMNS.length || command === undefined || result === undefined)
    throw new Error(`This row of the table of figures was not written by the command: ${cells.join(' | ')}`);
  return { name: command.split(' ')[0]!, command, result, figures, took, commit, date, machine };
}

const escaped = (cell: string): string => cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

/** Figures that have a column of their own. */
const TOLD_ELSEWHERE = ['command', 'passed', 'duration_s', 'seconds'];

/** A summary's figures in words: `printed_twice: 0` becomes "printed twice 0". */
export function figuresInWords(summary: Readonly<Record<string, unknown>>): string {
  return Object.entries(summary)
    .filter(([name]) => !TOLD_ELSEWHERE.includes(name))
    .flatMap(([name, value]) => {
      // A seed is there to be typed again.
      const figure = name === 'seed' ? String(value) : figureInWords(value);
      return figure === undefined ? [] : [`${spelt(name)} ${figure}`];
    })
    .join(', ');
}

const spelt = (name: string): string => name.replaceAll('_', ' ');

function figureInWords(value: unknown): string | undefined {
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 3 });
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value))
    return value.length === 0 ? '0' : `${value.length} (${value.map(figureInWords).join('; ')})`;
  if (typeof value !== 'object' || value === null) return undefined;
  const inner = figuresInWords({ ...value });
  return inner === '' ? undefined : `(${inner})`;
}
