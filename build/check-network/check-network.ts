import packageJson from '../../package.json' with { type: 'json' };
import { UsageError } from '../command-line.ts';
import { namingAskbell } from '../../electron/api/http/request.ts';
import { askAll, type Asked } from './ask-all.ts';
import { compare } from './compare.ts';
import { readOptions, USAGE } from './options.ts';
import { record } from './recording.ts';
import { progress, summary, table } from './report.ts';

/** What the command has around it. */
export interface Surroundings {
  /** The whole standard input. */
  input: () => Promise<string>;
  /** A line for standard error. */
  say: (line: string) => void;
  /** A line for standard output. */
  print: (line: string) => void;
  /** What a world of the sandbox answers. */
  askWorld: (like: 'specification' | 'public') => Promise<Asked[]>;
}

/** Runs the command with its arguments; gives the exit code, as `USAGE` tells them. */
export async function checkNetwork(args: string[], surroundings: Surroundings): Promise<number> {
  try {
    return await check(args, surroundings);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    surroundings.say(`${error.message}\n\n${USAGE.trimEnd()}`);
    return 2;
  }
}

async function check(args: string[], { input, say, print, askWorld }: Surroundings): Promise<number> {
  const options = readOptions(args);
  if (options.mode === 'help') {
    print(USAGE.trimEnd());
    return 0;
  }
  const accessToken = options.readsToken ? (await input()).split(/\r?\n/, 1)[0]!.trim() : undefined;
  if (accessToken === '') throw new UsageError('--token-stdin: there is no token on the input.');
  const answers = await askAll({
    base: options.base,
    site: options.site,
    credentials: { ...(options.key !== undefined && { key: options.key }), ...(accessToken && { accessToken }) },
    credentialsIn: options.credentialsIn,
    fetch: namingAskbell(globalThis.fetch, packageJson.version),
    onAsked: (asked) => say(progress(asked)),
  });
  if (options.recordDir !== undefined) record(options.recordDir, answers.asked);
  say('Asking the two worlds of the sandbox …');
  const specification = await askWorld('specification');
  const differences = compare({ here: answers.asked, specification, public: await askWorld('public') });
  if (differences.length > 0) print(table(differences));
  print(summary(answers, differences));
  if (answers.stoppedBy) return 3;
  return differences.some(({ finding }) => finding === 'breaks') ? 1 : 0;
}
