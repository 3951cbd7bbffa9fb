import { setTimeout as pause } from 'node:timers/promises';
import { entryTexts } from '../../../common/i18n/entry-texts.ts';
import { DATA_FOLDER_IN_USE, requestEntry, runningInstance } from '../single-instance.ts';
import { entryAt, openEntry, type Browsers } from './window/app-window.ts';

/** How long a running Askbell may take to answer: it may still be starting. */
const MAX_WAIT_MS = 10_000;

/** How `askbell open` ends; options.ts has all of it. */
const EXIT_OPEN = 0;
const EXIT_SILENT = 1;
const EXIT_NOT_RUNNING = 3;

/** How a person gets into the window of the Askbell that runs already. */
export interface Opening {
  fetch: Parameters<typeof requestEntry>[1]['fetch'];
  browsers: Browsers;
  /** The panel, in the window's place. */
  panel: boolean;
  /** Whether nothing is opened: an address is printed. */
  hidden: boolean;
  /** The system's, the preferred first. */
  languages: readonly string[];
  print: (line: string) => void;
}

/**
 * Opens the window of the Askbell that has this folder, in a browser of whoever asks, or prints an address where there
 * is none. Throws, in words for the person, where it does not answer or has no such window.
 */
export async function openRunning(
  dataDir: string,
  { fetch, browsers, panel, hidden, languages, print }: Opening,
): Promise<void> {
  const entry = await requestEntry(dataDir, { fetch, pause, signal: AbortSignal.timeout(MAX_WAIT_MS), panel });
  if (!entry) throw new Error(DATA_FOLDER_IN_USE);
  const { address, ticket } = entry;
  if (!hidden && ticket !== undefined && (await openEntry(ticket, panel ? 'panel' : 'window', browsers)))
    return print(entryTexts(languages).texts.command.opened);
  print(`Askbell is already running. Askbell is at ${panel ? entryAt(address, 'panel') : address}`);
}

/** Runs `askbell open` for the first of the folders that an Askbell has; gives the exit code. */
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
