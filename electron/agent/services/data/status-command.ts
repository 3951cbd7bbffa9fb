import { preferredLocale } from '../../../../common/i18n/localized-text.ts';
import { addAgentTexts } from '../../../../common/i18n/agent-texts.ts';
import { loadLanguages } from '../../../../common/i18n/words.ts';
import { AnsweredStatus, statusExitCode } from '../../presentation/run-status.ts';

/** What a shell brings to `askbell status`. */
export interface StatusCommandParts {
  /** Where an Askbell may be running: the first that one has is asked. */
  folders: readonly string[];
  /** Which Askbell has a folder. */
  instance: (folder: string) => 'none' | 'app' | 'headless' | 'unclear';
  /** Asks the one that has a folder; undefined where it does not answer. */
  ask: (folder: string) => Promise<unknown>;
  /** The system's, the preferred first: for what no running Askbell words. */
  languages: readonly string[];
  /** One JSON object in the place of lines. */
  json: boolean;
  print: (text: string) => void;
}

/** Exit codes of what no running Askbell answers; options.ts has all of them. */
const EXIT_APP = 0;
const EXIT_SILENT = 1;
const EXIT_NOT_RUNNING = 3;

/** Prints how the running Askbell is doing, and gives the exit code. */
export async function runStatusCommand(command: StatusCommandParts): Promise<number> {
  await loadLanguages();
  addAgentTexts();
  const { words } = preferredLocale('system', command.languages);
  const { folders, instance, ask } = command;
  const say = (facts: object, text: string) => command.print(`${command.json ? JSON.stringify(facts) : text}\n`);
  const folder = folders.find((one) => instance(one) !== 'none');
  if (folder === undefined) {
    say({ running: false }, words('runStatus.notRunning', { folder: folders[0] }));
    return EXIT_NOT_RUNNING;
  }
  if (instance(folder) === 'app') {
    say({ running: true, shell: 'electron', folder }, words('runStatus.app', { folder }));
    return EXIT_APP;
  }
  const answer = AnsweredStatus.safeParse(await ask(folder));
  if (!answer.success) {
    say({ running: true, shell: 'headless', folder, answers: false }, words('runStatus.silent', { folder }));
    return EXIT_SILENT;
  }
  const { status, text } = answer.data;
  say({ running: true, shell: 'headless', ...status }, text);
  return statusExitCode(status);
}
