import { expect, type Page } from '@playwright/test';
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createSandboxControl, type SandboxControl } from '../../sandbox/control/client.ts';
import { approve } from './demo-dialog.ts';
import { whyNoElectron } from './electron-present.ts';
import { test, type Desk } from './launch.ts';

/**
 * What stands in sight in the focused window is not announced, and nothing else is kept from the person. Playwright
 * lets every page believe that it has the focus, hidden ones too, so only the shell can tell.
 */
const has = (program: string) => spawnSync('which', [program]).status === 0;
const why =
  whyNoElectron() ??
  (process.platform === 'linux' && process.env['DISPLAY'] && has('xdotool') && has('display')
    ? undefined
    : 'These tests move real windows, by xdotool and ImageMagick on X11.');
test.skip(Boolean(why), why ?? '');

/** Within this time Askbell has offered what it holds, in ms. */
const DELIVERY_MS = 1_000;
const MAX_POLL_WAIT_MS = 120_000;

let folder: string;
let desk: Desk;
let page: Page;
let network: SandboxControl;

/** Rows of the history that Askbell writes. */
function rows<Row>(sql: string, ...values: string[]): Row[] {
  const history = new DatabaseSync(join(folder, 'history.sqlite'), { readOnly: true });
  try {
    return history.prepare(sql).all(...values) as Row[];
  } finally {
    history.close();
  }
}

/** What became of an inbox item with a title: `seen` is listed, neither announced nor held for later. */
function fateOf(title: string): 'unknown' | 'held' | 'announced' | 'seen' {
  const [item] = rows<{ key: string }>('SELECT key FROM inbox_items WHERE title = ?', title);
  if (!item) return 'unknown';
  const [notice] = rows<{ state: string }>(
    `SELECT state FROM notifications, json_each(subjects) WHERE json_extract(value, '$.key') = ?
       AND state IN ('pending', 'shown')`,
    item.key,
  );
  if (!notice) return 'seen';
  return notice.state === 'shown' ? 'announced' : 'held';
}

const stateOf = () => desk.windowState('Askbell');

/** Another program's window, which takes the focus; gives what closes it. */
async function otherWindow(size: string): Promise<() => void> {
  const other = spawn('display', ['-size', size, '-title', 'Another program', 'xc:gray'], { stdio: 'ignore' });
  await expect
    .poll(() => spawnSync('xdotool', ['search', '--name', '^Another program$']).stdout.toString().trim())
    .not.toBe('');
  spawnSync('xdotool', ['search', '--name', '^Another program$', 'windowactivate', '--sync']);
  await expect.poll(async () => (await stateOf())?.focused).toBe(false);
  return () => void other.kill();
}

/** A screen locker, which no event tells of and which leaves the window its focus. */
async function lockScreen(): Promise<{ stayOnTop(): void; unlock(): void }> {
  const locker = spawn('display', ['-size', '1280x800', '-title', 'Locker', 'xc:black'], { stdio: 'ignore' });
  const ask = (...args: string[]) => spawnSync('xdotool', args).stdout.toString().trim();
  await expect.poll(() => ask('search', '--onlyvisible', '--name', '^Locker$')).not.toBe('');
  const id = ask('search', '--onlyvisible', '--name', '^Locker$');
  ask('windowunmap', '--sync', id, 'set_window', '--overrideredirect', '1', id);
  ask('windowmove', id, '0', '0', 'windowsize', id, '100%', '100%', 'windowmap', '--sync', id);
  await bringBack();
  // Lockers raise themselves again and again, because a window manager may answer a request for the focus late.
  const stayOnTop = () => void ask('windowraise', id);
  stayOnTop();
  return { stayOnTop, unlock: () => void locker.kill() };
}

/** Brings the window to the front, as a click on the task bar does. */
async function bringBack(): Promise<void> {
  await desk.inWindow('Askbell', 'show');
  await desk.inWindow('Askbell', 'focus');
  await expect.poll(stateOf).toEqual({ visible: true, minimized: false, focused: true });
}

let messages = 0;
/** Something for the person's inbox; gives its title. */
async function send(): Promise<string> {
  const [account] = rows<{ site_id: string; user_id: number }>('SELECT site_id, user_id FROM accounts');
  const title = `Message ${++messages} of the moderators`;
  await network.act('message', {
    site: account!.site_id,
    userId: account!.user_id,
    itemType: 'moderator_message',
    title,
    body: '<p>Please read this.</p>',
  });
  return title;
}

/** Has Askbell do what is due, an offer of what it holds included. */
async function deliver(): Promise<void> {
  await desk.app.evaluate(({ powerMonitor }) => {
    powerMonitor.emit('lock-screen');
    powerMonitor.emit('unlock-screen');
  });
  await new Promise((resolve) => setTimeout(resolve, DELIVERY_MS));
}

/** Has the demo network take the test's orders; gives who passes them on once it runs. */
async function steerDemo(): Promise<() => Promise<SandboxControl>> {
  await desk.app.evaluate(({ utilityProcess }) => {
    const { fork } = utilityProcess;
    utilityProcess.fork = (script, args, options) => {
      const child = fork(script, [...(args ?? []), '--control'], options);
      child.on('message', (message) => Object.assign(globalThis, { demo: message }));
      return child;
    };
  });
  const address = () =>
    desk.app.evaluate(() => (globalThis as { demo?: { apiBaseUrl?: string } }).demo?.apiBaseUrl ?? '');
  return async () => {
    await expect.poll(address, { timeout: 60_000 }).not.toBe('');
    return createSandboxControl(await address());
  };
}

test('news is announced behind a locked screen or another window, and seen once shown', async ({ dataDir, start }) => {
  folder = dataDir;
  desk = await start(['--demo-speed', '0.001']);
  page = await desk.app.firstWindow();
  const steered = await steerDemo();
  await page.getByRole('button', { name: 'Try the demo' }).click();
  network = await steered();
  await approve(desk, page);
  await page.getByRole('button', { name: 'Skip all' }).click({ timeout: 60_000 });
  await expect(page.getByRole('listitem').first()).toBeVisible({ timeout: 60_000 });
  // Nothing moves in a list that the pointer is in, so new rows would stay out of sight above it.
  await page.mouse.move(0, 0);
  // The real one, too: it enters the window when that comes to the front.
  spawnSync('xdotool', ['mousemove', '0', '0']);

  await expect.poll(() => desk.app.windows().some((window) => window.url().includes('panel.html'))).toBe(true);
  for (const window of desk.app.windows()) expect(await window.evaluate(() => document.hasFocus())).toBe(true);
  await bringBack();
  const locker = await lockScreen();
  expect(await stateOf())?.toEqual({ visible: true, minimized: false, focused: true });
  const announced = await send();
  const fateWhileLocked = () => {
    locker.stayOnTop();
    return fateOf(announced);
  };
  await expect.poll(fateWhileLocked, { timeout: MAX_POLL_WAIT_MS, intervals: [500] }).toBe('announced');
  await expect(page.getByRole('link', { name: announced })).toBeInViewport();
  expect((await stateOf())?.focused).toBe(true);
  const told = await desk.notifications();
  expect(told.at(-1)?.title).toContain(announced);
  locker.unlock();

  await desk.chooseInTray('Snooze notifications', 'For 30 minutes');
  await bringBack();
  const beside = await otherWindow('200x100');
  const title = await send();
  await expect.poll(() => fateOf(title), { timeout: MAX_POLL_WAIT_MS, intervals: [500] }).toBe('held');
  await expect(page.getByRole('link', { name: title })).toBeInViewport();
  const states: Record<string, Awaited<ReturnType<typeof stateOf>>> = {};
  const held = async (state: string) => {
    await deliver();
    states[state] = await stateOf();
    expect(fateOf(title), state).toBe('held');
  };
  await held('unfocused');
  const over = await otherWindow('1280x800');
  await held('covered');
  await desk.inWindow('Askbell', 'minimize');
  await expect.poll(async () => (await stateOf())?.minimized).toBe(true);
  await held('minimised');
  await desk.inWindow('Askbell', 'hide');
  await held('hidden');
  expect(states).toMatchObject({
    unfocused: { visible: true, minimized: false, focused: false },
    covered: { visible: true, minimized: false, focused: false },
    minimised: { minimized: true, focused: false },
    hidden: { visible: false, focused: false },
  });
  over();
  beside();
  await bringBack();
  await deliver();
  expect(fateOf(title)).toBe('seen');
  expect(await desk.notifications()).toEqual(told);
});
