import { UPLOAD_PIECE_CHARS } from '../../../common/contract/contract.ts';
import { systemClock } from '../../../electron/base/clock.ts';
import { assembleInProcess, signInAt, type Window } from '../../../test/support/process/assembled.ts';
import { createProcessDesktop } from '../../../test/support/process/process-desktop.ts';
import { untilHolds } from '../../support/waiting.ts';
import { itemsFile, longKeysFile, unknownNamesFile, watchesFile, type Owner } from './export-files.ts';
import { measureBlocks, type Blocked } from './longest-block.ts';

/** Where the network is that the imports' Askbell signs in to, and where it keeps its files. */
export interface ImportsOrder {
  url: string;
  authUrl: string;
  dataDir: string;
}

/** One thing that was done; `refused` is the word that an import was refused with. */
export interface ImportStep extends Blocked {
  what: string;
  refused?: string;
}

const WATCHES = 3000;
const TOO_MANY_WATCHES = 100_000;
const ITEMS = 9500;
const LARGE_FILE_BYTES = 99_000_000;

/** Askbell in this process, signed in; its network is in another one. */
class Imports {
  readonly #window: Window;
  readonly #owner: Owner;

  private constructor(window: Window, owner: Owner) {
    this.#window = window;
    this.#owner = owner;
  }

  static async begin({ url, authUrl, dataDir }: ImportsOrder): Promise<Imports> {
    const paste = (text: string) => window.session.paste({ text });
    const desktop = createProcessDesktop({ dataDir, show: () => undefined, paste });
    const { askbell, window } = await assembleInProcess({ desktop, clock: systemClock, fetch, dataDir });
    await askbell.start();
    await signInAt(window, 'Scale', { apiBaseUrl: url, authUrl });
    const isPolled = async () => (await window.inbox.counts({ filter: {} })).total > 0;
    await untilHolds('The first poll', async () => (await window.state.get()).phase === 'running' && isPolled());
    const pieces: string[] = [];
    for await (const { text } of await window.data.export()) pieces.push(text);
    const { history } = JSON.parse(pieces.join('')) as {
      history: { network: string; accountId: number; inbox: { site: Owner['site'] }[] }[];
    };
    const [{ network, accountId, inbox }] = history as [(typeof history)[number]];
    return new Imports(window, { network, accountId, site: inbox[0]!.site });
  }

  async all(): Promise<void> {
    const owner = this.#owner;
    const undo = await this.#import(`${WATCHES} watches`, watchesFile(owner, WATCHES));
    await this.#do(`${WATCHES} watches: the window's list`, () => this.#window.watches.list());
    await this.#do(`${WATCHES} watches: the window's state`, () => this.#window.state.get());
    await this.#do(`${WATCHES} watches: a round of polls`, () => this.#polled());
    await this.#undo(`${WATCHES} watches`, undo);
    await this.#import(`${TOO_MANY_WATCHES} watches`, watchesFile(owner, TOO_MANY_WATCHES), 'entries');
    await this.#undo(`${ITEMS} items`, await this.#import(`${ITEMS} items`, itemsFile(owner, ITEMS)));
    const longKeys = await this.#import('99 MB of keys', longKeysFile(owner, LARGE_FILE_BYTES));
    await this.#undo('99 MB of keys', longKeys);
    await this.#import('99 MB of unknown names', unknownNamesFile(owner, LARGE_FILE_BYTES));
  }

  /** Imports a file as the window does; returns what undoes it, or '' where it was refused as expected. */
  async #import(what: string, text: string, refusal?: string): Promise<string> {
    const { transfer, data } = this.#window;
    let file: { upload?: string } = {};
    await this.#do(`${what}: handing over`, async () => {
      for (let from = 0; from < text.length; from += UPLOAD_PIECE_CHARS)
        file = await transfer.upload({ ...file, text: text.slice(from, from + UPLOAD_PIECE_CHARS) });
    });
    const given = file as { upload: string };
    if (refusal !== undefined) {
      await this.#do(`${what}: refusal`, () => refusalOf(transfer.previewImport(given)), refusal);
      return '';
    }
    await this.#do(`${what}: preview`, () => transfer.previewImport(given));
    return (await this.#do(`${what}: import`, () => data.import(given))).undo;
  }

  async #undo(what: string, undo: string): Promise<void> {
    const count = async () => (await this.#window.inbox.counts({ filter: {} })).total;
    await this.#do(`${what}: undo`, () => this.#window.transfer.undo({ undo }));
    const [items, { watches }] = [await count(), await this.#window.watches.list()];
    if (items > ITEMS || watches.length > 0) throw new Error(`${what} are still here after they were undone.`);
  }

  /** Has everything polled that is watched. */
  async #polled(): Promise<void> {
    const last = async () => (await this.#window.state.get()).accounts[0]?.lastPollAt?.getTime() ?? 0;
    const before = await last();
    await this.#window.polling.syncNow();
    await untilHolds('A poll', async () => (await last()) > before);
  }

  async #do<T>(what: string, work: () => Promise<T>, refusal?: string): Promise<T> {
    const { blocked, result } = await measureBlocks(work);
    const refused = refusal !== undefined && { refused: String(result) };
    if (refusal !== undefined && !String(result).includes(refusal)) throw new Error(`${what}: ${String(result)}`);
    process.send!({ what, ...blocked, ...refused } satisfies ImportStep);
    return result;
  }
}

const refusalOf = (refused: Promise<unknown>): Promise<string> =>
  refused.then(
    () => 'not refused',
    (error: Error) => error.message,
  );

process.once('message', (order: ImportsOrder) => {
  void Imports.begin(order)
    .then((imports) => imports.all())
    .then(() => process.exit());
});
// Whoever started it is gone.
process.once('disconnect', () => process.exit());
