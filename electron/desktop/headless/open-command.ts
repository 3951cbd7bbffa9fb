import { entryTexts } from '../../../common/i18n/entry-texts.ts';
import { DATA_FOLDER_IN_USE, requestEntry, runningInstance, type AskOwn } from '../single-instance.ts';
import { entryAt, openEntry, type Browser } from './window/browser.ts';

/** Maximum time in ms for a running Askbell to respond: it may still be starting. */
const MAX_WAIT_MS = 10_000;

/** Exit codes of `askbell open`; options.ts documents all of them. */
const EXIT_OPEN = 0;
const EXIT_SILENT = 1;
const EXIT_NOT_RUNNING = 3;

/** Options for opening the window of the running Askbell. */
export interface Opening {
  fetch: AskOwn;
  browser: Browser;
  /** Whether to open the panel instead of the window. */
  panel: boolean;
  /** Whether to print an address instead of opening a page. */
  hidden: boolean;
  /** System languages, preferred first. */
  languages: readonly string[];
  print: (line: string) => void;
}

/**
 * Opens the window of the Askbell that uses this folder in the user's browser, or prints its address if there is none.
 * @throws Error with a message for the user if Askbell does not respond or has no such window
 */
export async function openRunning(
  dataDir: string,
  { fetch, browser, panel, hidden, languages, print }: Opening,
): Promise<void> {
  const entry = await requestEntry(dataDir, { fetch, signal: AbortSignal.timeout(MAX_WAIT_MS) });
  if (!entry) throw new Error(DATA_FOLDER_IN_USE);
  const { address, ticket } = entry;
  if (!hidden && (await openEntry(ticket, panel ? 'panel' : 'window', browser)))
    return print(entryTexts(languages).texts.command.opened);
  print(`Askbell is already running. Askbell is at ${panel ? entryAt(address, 'panel') : address}`);
}

/** Runs `askbell open` for the first folder in use by an Askbell. Returns the exit code. */
export async function runOpenCommand(folders: readonly string[], opening: Opening): Promise<number> {
  const { texts } = entryTexts(opening.languages);
  const folder = folders.find((one) => runningInstance(one) !== 'none');
  if (folder === undefined) {
    opening.print(texts.command.notRunning);
    return EXIT_NOT_RUNNING;
  }
  if (runningInstance(folder) === 'app') {
    opening.print(texts.command.app);
    return EXIT_SILENT;
  }
  try {
    await openRunning(folder, { ...opening, hidden: false });
    return EXIT_OPEN;
  } catch {
    opening.print(texts.command.silent);
    return EXIT_SILENT;
  }
}
