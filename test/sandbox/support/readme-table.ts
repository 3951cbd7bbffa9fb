import { readFileSync } from 'node:fs';

/** A row of the table of operations in the sandbox's README; a dash is an empty list. */
export interface ReadmeRow {
  /** As the first cell has it, verbs included. */
  operation: string;
  /** Path templates. */
  paths: string[];
  sorts: string[];
  parameters: string[];
  needs: string[];
  /** The test file in `test/sandbox/`, without `.test.ts`. */
  test: string;
}

const words = (cell = '') => (cell === '–' ? [] : cell.replaceAll('`', '').split(', '));

export const readme = readFileSync(new URL('../../../sandbox/README.md', import.meta.url), 'utf8');

export const readmeRows: readonly ReadmeRow[] = readme
  .split('\n')
  .filter((line) => /^\| .*`\//.test(line) && line.split('|').length === 7)
  .map((line) => {
    const [operation = '', sorts, parameters, needs, test = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return {
      operation,
      paths: words(operation.replace(/^(?:GET, )?POST /, '')),
      sorts: words(sorts),
      parameters: words(parameters),
      needs: words(needs),
      test: test.replaceAll('`', ''),
    };
  });
