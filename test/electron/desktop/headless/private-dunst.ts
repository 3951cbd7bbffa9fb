import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endProgram, startPrivateScreen } from '../private-screen.ts';

const run = promisify(execFile);

/** A dunst of its own, on a screen that nobody sees. */
export interface PrivateDunst {
  /** How many notifications it shows. */
  displayed(): Promise<number>;
  /** Clicks the topmost notification. */
  click(): Promise<void>;
  /** Chooses an entry of the menu that dunst makes of the actions, by its label. */
  choose(label: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts dunst on a bus. Resolves when it answers there. */
export async function startPrivateDunst(busAddress: string): Promise<PrivateDunst> {
  const folder = mkdtempSync(join(tmpdir(), 'askbell-dunst-'));
  const screen = await startPrivateScreen();
  const env = { ...process.env, DISPLAY: screen.display, DBUS_SESSION_BUS_ADDRESS: busAddress };
  // In the place of a menu: it takes the entry that the file beside it names.
  const [menu, wanted] = [join(folder, 'menu'), join(folder, 'wanted')];
  writeFileSync(menu, `#!/bin/sh\ngrep -m 1 -F -f '${wanted}'\n`);
  chmodSync(menu, 0o700);
  writeFileSync(join(folder, 'dunstrc'), `[global]\ndmenu = ${menu}\n`);
  const dunst = spawn('dunst', ['-conf', join(folder, 'dunstrc')], { env, stdio: 'ignore' });
  const tell = async (...command: string[]): Promise<string> => (await run('dunstctl', command, { env })).stdout;
  return {
    displayed: async () => Number(await tell('count', 'displayed')),
    click: async () => void (await tell('action', '0')),
    async choose(label) {
      writeFileSync(wanted, label);
      await tell('context');
    },
    async stop() {
      await endProgram(dunst);
      await screen.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
