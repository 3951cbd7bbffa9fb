import { mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parseScopedId } from '../../../electron/agent/ids.ts';
import type { Parts } from '../../../electron/assemble.ts';
import type { Desktop, DesktopNotification } from '../../../electron/desktop/desktop.ts';
import { assembleInProcess, signInAt } from '../../../test/support/process/assembled.ts';
import { createProcessDesktop } from '../../../test/support/process/process-desktop.ts';
import { untilHolds } from '../../support/waiting.ts';
import { SHOWN_FILE } from '../folder.ts';
import type { Birth, FromChild } from './birth.ts';

export const tell = (message: FromChild): void => void process.send?.(message);

/** An Askbell that is assembled and not started. */
export type Assembled = Awaited<ReturnType<typeof assembleInProcess>>;

type OwnParts = Pick<Parts, 'clock' | 'fetch' | 'random'> & Partial<Pick<Parts, 'log' | 'settingsFile'>>;

/**
 * Assembles Askbell with a desktop that writes down what it shows.
 * @param show called with what is to be shown, and with what writes it down
 */
export function assembleLife(
  dataDir: string,
  parts: OwnParts,
  show: (notification: DesktopNotification, shown: () => void) => void,
  desktopOf: (desktop: Desktop) => Desktop = (desktop) => desktop,
): Promise<Assembled> {
  mkdirSync(dataDir, { recursive: true });
  const file = openSync(join(dataDir, SHOWN_FILE), 'a');
  const assembling: Promise<Assembled> = assembleInProcess({
    ...parts,
    dataDir,
    desktop: desktopOf(
      createProcessDesktop({
        dataDir,
        show: (notification) => {
          const { id, kind, title } = notification;
          show(notification, () => void writeSync(file, `${JSON.stringify({ id, kind, title })}\n`));
        },
        paste: async (text) => (await assembling).window.session.paste({ text }),
      }),
    ),
  });
  return assembling;
}

/**
 * Starts Askbell, and signs in and adds the watches where that was not done before.
 * @param pass lets some time pass on a clock that is driven
 */
export async function start({ askbell, window }: Assembled, birth: Birth, pass = async () => undefined as void) {
  await askbell.start();
  if ((await window.state.get()).phase === 'welcome') {
    const { apiBaseUrl, authUrl, watches } = birth;
    // A busy machine may take longer than a request waits; nothing has been measured yet then.
    const signIn = () => signInAt(window, 'Bench', { apiBaseUrl, authUrl });
    await untilHolds('The start of a sign-in', () =>
      signIn().then(
        () => true,
        () => false,
      ),
    );
    // It goes on in the browser, which comes back by itself.
    await untilHolds('The sign-in', async () => (await window.state.get()).phase === 'running', { everyMs: 1 });
    await untilHolds('The list of sites', async () => {
      await pass();
      const sites = await window.watches.sites();
      return watches.every(({ site }) => sites.some(({ id }) => parseScopedId(id).id === site));
    });
    for (const { site, tag, minScore } of watches)
      await window.watches.add({ site, rule: { anyTags: [tag], ...(minScore && { minScore }) }, alert: 'sound' });
  }
  tell('started');
}
