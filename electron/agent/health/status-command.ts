import { preferredLocale } from '../../../common/i18n/localized-text.ts';
import { addAgentTexts } from '../../../common/i18n/agent-texts.ts';
import { loadLanguages } from '../../../common/i18n/words.ts';
import { AnsweredStatus, statusExitCode } from './run-status.ts';

/** Dependencies of `askbell status`. */
export interface StatusCommandParts {
  /** Folders in which an Askbell may be running: the first one in use is asked. */
  folders: readonly string[];
  /** Returns which instance uses a folder. */
  instance: (folder: string) => 'none' | 'app' | 'headless' | 'unclear';
  /** Requests the status of the instance that uses a folder; undefined if it does not answer. */
  ask: (folder: string) => Promise<unknown>;
  /** Languages of the system, preferred first, for text that no running Askbell localizes. */
  languages: readonly string[];
  /** Whether to print one JSON object instead of text. */
  json: boolean;
  print: (text: string) => void;
}

/** Exit codes without an answer of a running Askbell; options.ts documents all codes. */
const EXIT_APP = 0;
const EXIT_SILENT = 1;
const EXIT_NOT_RUNNING = 3;

/** Prints the status of the running Askbell and returns the exit code. */
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
