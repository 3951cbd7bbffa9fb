import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunnerTestCase, RunnerTestSuite } from 'vitest';
import { createPaths } from '../../../sandbox/api/query/paths.ts';
import { routes } from '../../../sandbox/api/routes/index.ts';
import { atEndOfFile } from '../../support/end-of-file.ts';
import { readmeRows } from './readme-table.ts';

const find = createPaths(routes.flatMap(({ paths }) => paths.map((template) => [template, template] as const)));

const testFolder = fileURLToPath(new URL('../', import.meta.url));

/** What the present test file asked for and got, as verb and path template. */
const requested = new Set<string>();

/** The operation that only fails. */
const alwaysRefused = '/errors/{id}';

const fetchReally = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const response = await fetchReally(input, init);
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  const template = /^\/\d\.\d\//.test(pathname) ? find(pathname.slice(4))?.target : undefined;
  if (template !== undefined && (response.status === 200 || template === alwaysRefused))
    requested.add(`${init?.method ?? 'GET'} ${template}`);
  return response;
};

const isWhole = (suite: Readonly<RunnerTestSuite>): boolean =>
  suite.tasks.every((task: RunnerTestCase | RunnerTestSuite) =>
    task.type === 'suite' ? isWhole(task) : task.mode === 'run',
  );

const verbsOf = (operation: string) =>
  operation.startsWith('GET, POST ') ? ['GET', 'POST'] : operation.startsWith('POST ') ? ['POST'] : ['GET'];

/** The README's table names a test file for each operation: that file has to have asked for it, and got an answer. */
atEndOfFile.add((suite) => {
  const file = relative(testFolder, suite.file.filepath).replace(/\.test\.ts$/, '');
  const named = readmeRows
    .filter(({ test }) => test === file)
    .flatMap(({ operation, paths }) => paths.flatMap((path) => verbsOf(operation).map((verb) => `${verb} ${path}`)));
  const missed = named.filter((operation) => !requested.has(operation));
  requested.clear();
  // Who runs a part of a file only is not told what the rest would have asked.
  if (isWhole(suite) && missed.length > 0)
    throw new Error(
      `The sandbox's README says that ${file} tests these, but it got no answer from them: ${missed.join(', ')}`,
    );
});
