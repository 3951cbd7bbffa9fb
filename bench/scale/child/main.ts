import { UPLOAD_PIECE_CHARS } from '../../../common/contract/contract.ts';
import { systemClock } from '../../../electron/base/clock.ts';
import type { Window } from '../../../test/support/process/assembled.ts';
import type { Birth, ImportCourse } from '../../life/child/birth.ts';
import { assembleLife, start, tell } from '../../life/child/life.ts';
import { untilHolds } from '../../support/waiting.ts';
import { Blocking } from '../blocking.ts';
import { itemsFile, longKeysFile, unknownNamesFile, watchesFile, type Owner } from './export-files.ts';

const WATCHES = 3000;
const TOO_MANY_WATCHES = 100_000;
const ITEMS = 9500;
const LARGE_FILE_BYTES = 99_000_000;

/** Starts Askbell in this process, and signs it in; returns its window once the first poll is over. */
async function begin(birth: Birth): Promise<Window> {
  const life = await assembleLife(birth.dataDir, { clock: systemClock, fetch, random: Math.random }, () => undefined);
  await start(life, birth);
  const hasItems = async () => (await life.window.inbox.counts({ filter: {} })).total > 0;
  await untilHolds('The first poll', hasItems);
  return life.window;
}

/** Returns the account, and one of its sites, as an export names them. */
async function ownerIn(window: Window): Promise<Owner> {
  const pieces: string[] = [];
  for await (const { text } of await window.data.export()) pieces.push(text);
  const { history } = JSON.parse(pieces.join('')) as {
    history: [{ network: string; accountId: number; inbox: [{ site: Owner['site'] }] }];
  };
  const [{ network, accountId, inbox }] = history;
  return { network, accountId, site: inbox[0].site };
}

/** Hands a file over as the window does. */
async function upload({ transfer }: Window, text: string): Promise<{ upload: string }> {
  let file: { upload?: string } = {};
  for (let from = 0; from < text.length; from += UPLOAD_PIECE_CHARS)
    file = await transfer.upload({ ...file, text: text.slice(from, from + UPLOAD_PIECE_CHARS) });
  return file as { upload: string };
}

/** Imports very large files, and undoes that; returns the actions that blocked for longer than they may. */
async function importAll(birth: Birth, { most }: ImportCourse): Promise<string[]> {
  const window = await begin(birth);
  const owner = await ownerIn(window);
  const blocking = new Blocking(most);

  /** Imports a file, does more, and undoes the import. */
  async function importAndUndo(what: string, text: string, more = () => Promise.resolve()): Promise<void> {
    const file = await blocking.measure(`${what}: handing over`, () => upload(window, text));
    await blocking.measure(`${what}: preview`, () => window.transfer.previewImport(file));
    const { undo } = await blocking.measure(`${what}: import`, () => window.data.import(file));
    await more();
    await blocking.measure(`${what}: undo`, () => window.transfer.undo({ undo }));
    const { total } = await window.inbox.counts({ filter: {} });
    const { watches } = await window.watches.list();
    if (total > ITEMS || watches.length > 0) throw new Error(`${what} are still here after they were undone.`);
  }

  await importAndUndo(`${WATCHES} watches`, watchesFile(owner, WATCHES), async () => {
    await blocking.measure("the window's list of watches", () => window.watches.list());
    await blocking.measure("the window's state", () => window.state.get());
    const lastPoll = async () => (await window.state.get()).accounts[0]?.lastPollAt?.getTime() ?? 0;
    const before = await lastPoll();
    await blocking.measure('a round of polls', async () => {
      await window.polling.syncNow();
      await untilHolds('A poll', async () => (await lastPoll()) > before);
    });
  });
  const tooMany = await upload(window, watchesFile(owner, TOO_MANY_WATCHES));
  const refusal = await blocking.measure(`${TOO_MANY_WATCHES} watches: refusal`, () =>
    window.transfer.previewImport(tooMany).catch((error: Error) => error.message),
  );
  if (typeof refusal !== 'string' || !refusal.includes('entries'))
    throw new Error(`${TOO_MANY_WATCHES} watches were not refused.`);
  await importAndUndo(`${ITEMS} items`, itemsFile(owner, ITEMS));
  await importAndUndo('99 MB of keys', longKeysFile(owner, LARGE_FILE_BYTES));
  await importAndUndo('99 MB of unknown names', unknownNamesFile(owner, LARGE_FILE_BYTES));
  return blocking.missed;
}

process.once('message', ({ begin: birth }: { begin: Birth & { course: ImportCourse } }) => {
  void importAll(birth, birth.course).then((missed) => process.send!({ missed }, () => process.exit()));
});
// The command is gone.
process.once('disconnect', () => process.exit(1));
tell('ready');
