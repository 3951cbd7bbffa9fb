import { existsSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand, say, type OptionsOf, type Summary } from '../support/command.ts';
import { writeParts, type Part } from '../support/document.ts';
import { printMeasured, type Measured } from '../support/figures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runNode } from '../support/vitest.ts';
import { askAll, type Times } from './ask/ask-all.ts';
import { allCases, type Case } from './ask/cases.ts';
import { measureReaders, measureServers } from './ask/compare.ts';
import { subjectsOf, type Site } from './ask/served.ts';
import { LIMITS, measuredCase } from './limits.ts';
import { makeSite } from './make/site.ts';

type Options = OptionsOf<'bench:scale'>;

const MB = 1e6;
/** Rows of a table of a document. */
const MOST_WRITTEN = 40;

/** Makes and loads sites, asks them, and keeps what is measured. */
class Scale {
  readonly failures: string[] = [];
  /** Rows of the document's tables, by their headings. */
  readonly parts = new Map<string, Part>();
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  add(part: string, name: string, measured: Measured, more: object = {}): void {
    const rows = this.parts.get(part) ?? new Map<string, Measured>();
    if (rows.size < MOST_WRITTEN) this.parts.set(part, rows.set(name, measured));
    this.failures.push(...printMeasured('scale', name, measured, more));
  }

  /** Makes and loads a site, in as far as it is not there. */
  async prepare(within: string, posts: number): Promise<Site> {
    const { seed, only } = this.#options;
    const folder = join(within, `${posts}-${seed}`);
    say(`Making a site of ${posts} posts.`);
    const facts = makeSite(folder, posts, seed);
    const database = join(folder, 'network.db');
    if (existsSync(database) && !only.includes('load')) return { folder, database, facts };
    for (const end of ['', '-wal', '-shm']) rmSync(`${database}${end}`, { force: true });
    const xml = facts.bytes / MB;
    say(`Loading ${Math.round(xml)} MB.`);
    // As `npm run sandbox` keeps what it compiled.
    const env = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') };
    const child = ['bench/scale/child/main.ts', folder, database, String(facts.now)];
    const { out, exitCode } = await runNode(child, { env });
    if (exitCode !== 0) throw new Error(`The site of ${posts} posts could not be loaded.`);
    const took = JSON.parse(out) as Record<'seconds', number>;
    const figures = { xml_mb: xml, mb_per_second: xml / took.seconds, file_mb: statSync(database).size / MB, ...took };
    this.add('Loads', `load of ${posts} posts`, { figures, targets: LIMITS.load });
    return { folder, database, facts };
  }

  /** Asks everything of every site, and prints what took longest first; returns the case that did. */
  async ask(sites: readonly Site[]): Promise<Case> {
    const { rounds, seed } = this.#options;
    const cases = allCases();
    const times = new Map(cases.map((each) => [each, new Map<number, Times>()]));
    let cold = '';
    for (const site of sites) {
      say(`Asking ${cases.length} cases of ${site.facts.posts} posts.`);
      const asked = await askAll(cases, site, rounds, seed);
      for (const [each, its] of asked.times) times.get(each)!.set(site.facts.posts, its);
      this.failures.push(...asked.refused);
      cold = asked.cold;
    }
    const medianOf = (measured: Measured) => Number(measured.figures[`median_${sites.at(-1)!.facts.posts}`]);
    const measured = cases.map((each) => ({ each, figures: measuredCase(each, times.get(each)!) }));
    measured.sort((one, other) => medianOf(other.figures) - medianOf(one.figures));
    for (const { each, figures } of measured)
      this.add(`The ${MOST_WRITTEN} slowest cases`, each.name, figures, { cold });
    return measured[0]!.each;
  }
}

await runCommand('bench:scale', async (options): Promise<Summary> => {
  const { seed, keep, only, write, seconds } = options;
  const sizes = options.sizes
    .split(',')
    .map(Number)
    .toSorted((one, other) => one - other);
  const temporary = keep === undefined ? temporaryFolder('scale') : undefined;
  const scale = new Scale(options);
  try {
    const sites: Site[] = [];
    for (const posts of sizes) sites.push(await scale.prepare(keep ?? temporary!.path, posts));
    const largest = sites.at(-1)!;
    const slowest = only.includes('ask') ? await scale.ask(sites) : allCases().find(({ isText }) => isText)!;
    if (only.includes('readers')) {
      const url = slowest.url(subjectsOf(largest.facts, 'big', 0));
      const figures = await measureReaders(largest, url, seconds);
      scale.add('Readers', '64 readers', { figures, targets: LIMITS.readers }, { slowest: slowest.name });
    }
    const { figures, missing } = only.includes('servers') ? await measureServers(largest, seconds) : { missing: [] };
    if (figures) scale.add('Answers a second', 'servers', { figures, targets: LIMITS.servers });
    if (write !== undefined) writeParts(write, 'bench:scale', `seed ${seed}`, scale.parts);
    const { failures } = scale;
    return { passed: failures.length === 0, sizes, seed, not_installed: missing, failures };
  } finally {
    temporary?.remove();
  }
});
