import { expect, type Page } from '@playwright/test';
import { once } from 'node:events';
import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { approve, signInWindow } from './demo-dialog.ts';
import { whyNoElectron } from './electron-present.ts';
import { runBeside, runToEnd, test, type Desk, type MenuEntry } from './launch.ts';

/** The whole app as people run it, from Welcome to a restart, with its own demo network. */
const why = whyNoElectron();
test.skip(Boolean(why), why ?? '');

const isPanel = (page: Page) => page.url().includes('panel.html');

const labels = (menu: MenuEntry[]): string[] => menu.map((item) => item.label ?? '');
/** Tray items that stand for something unread: the title, the site and how long ago. */
const unreadItems = async (desk: Desk) =>
  labels((await desk.tray()).menu).filter((label) => /  ·  .+, (now|\d+ (min|h|d))$/.test(label));

test('from Welcome to a restart', async ({ dataDir, start }) => {
  const args = ['--demo-speed', '4', '--print-notifications'];
  // A desktop with a keyring keeps the person signed in over the restart.
  const env = { ELECTRON_RIG_SAFE_STORAGE: 'gnome_libsecret' };
  // A place remembered from before.
  const bounds = { x: 24, y: 40, width: 840, height: 660 };
  writeFileSync(join(dataDir, 'window.json'), JSON.stringify({ bounds }));
  let desk = await start(args, env);
  let page = await desk.app.firstWindow();
  await expect.poll(() => page.evaluate(() => innerWidth)).toBeLessThanOrEqual(bounds.width);
  const welcome = page.getByRole('heading', { name: 'Know when someone answers' });

  await test.step('closing the sign-in window leads back to Welcome', async () => {
    await expect(welcome).toBeVisible();
    await page.getByRole('button', { name: 'Try the demo' }).click();
    const dialog = signInWindow(desk, page);
    await expect.poll(dialog, { timeout: 60_000 }).toBeDefined();
    await expect((await dialog())!.getByRole('button', { name: 'Approve' })).toBeVisible();
    await desk.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find((window) => window.getTitle().startsWith('Sign in'))
        ?.close(),
    );
    await expect(welcome).toBeVisible();
  });

  await test.step('signing in through the dialog window', async () => {
    await page.getByRole('button', { name: 'Try the demo' }).click();
    await approve(desk, page);
    await page.getByRole('button', { name: 'Skip all' }).click({ timeout: 60_000 });
    await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible({ timeout: 60_000 });
    await expect.poll(async () => labels((await desk.tray()).menu)).toContain('Open panel');
    await expect
      .poll(async () => desk.app.windows().filter((window) => !window.isClosed() && !isPanel(window)).length)
      .toBe(1);
  });

  await test.step('news raises a notification; nothing old does', async () => {
    expect(await desk.notifications()).toEqual([]);
    await expect
      .poll(async () => (await desk.notifications()).length, { timeout: 150_000, intervals: [1_000] })
      .toBeGreaterThan(0);
    await expect.poll(() => desk.printed().length).toBeGreaterThan(0);
    await expect.poll(() => unreadItems(desk), { timeout: 150_000, intervals: [1_000] }).not.toEqual([]);
  });

  await test.step('a click on the notification opens what it is about', async () => {
    const before = (await desk.openedOutside()).length;
    const visible = () =>
      desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((window) => window.isVisible()));
    await desk.inWindow('Askbell', 'close');
    await expect.poll(visible).toBe(false);
    const newest = (await desk.notifications()).at(-1);
    await desk.clickNotification(newest?.title ?? '');
    // One item opens its page in the browser; a summary opens the window.
    await expect.poll(async () => (await desk.openedOutside()).length > before || (await visible())).toBe(true);
  });

  await test.step('choosing an item in the tray opens its page and marks it read', async () => {
    const howMany = async () => Number(/(\d+) unread/.exec((await desk.tray()).tooltip)?.[1] ?? 0);
    // Held still, so that no news comes in between.
    await desk.chooseInTray('More', 'Pause polling');
    await expect.poll(async () => labels((await desk.tray()).menu)).toContain('Resume polling');
    const unread = await howMany();
    const [first = ''] = await unreadItems(desk);
    const before = (await desk.openedOutside()).length;
    await desk.chooseInTray(first);
    await expect.poll(async () => (await desk.openedOutside()).length).toBe(before + 1);
    expect((await desk.openedOutside()).at(-1)).toMatch(/^https?:\/\//);
    await expect.poll(howMany).toBe(unread - 1);
  });

  await test.step('the tray opens the window, and marks everything read', async () => {
    await desk.chooseInTray('More', 'Settings');
    await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
    await desk.chooseInTray('Open Askbell');
    await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
    const markAllRead = labels((await desk.tray()).menu).find((label) => /^Mark .*as read$/.test(label));
    if (markAllRead !== undefined) await desk.chooseInTray(markAllRead);
    await expect.poll(async () => labels((await desk.tray()).menu)).toContain('Nothing unread');
  });

  await test.step('a second start shows the running window and ends', async () => {
    await desk.inWindow('Askbell', 'hide');
    expect(runToEnd('--data-dir', dataDir).status).toBe(0);
    await expect.poll(async () => (await desk.windowState('Askbell'))?.visible).toBe(true);
  });

  const rows = await page.getByRole('list', { name: 'Inbox items' }).getByRole('listitem').count();
  await desk.close();
  desk = await start([...args, '--panel'], env);

  await test.step('after a restart with --panel that is open, and everything is still there', async () => {
    const visible = () =>
      desk.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()
          .filter((window) => window.isVisible())
          .map((window) => window.getTitle()),
      );
    await expect.poll(visible, { timeout: 60_000 }).toEqual(['Askbell panel']);
    // As it was left before the restart.
    await expect.poll(async () => labels((await desk.tray()).menu)).toContain('Resume polling');
    await desk.chooseInTray('Open Askbell');
    await expect.poll(() => desk.app.windows().some((window) => !isPanel(window))).toBe(true);
    page = desk.app.windows().find((window) => !isPanel(window))!;
    await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible({ timeout: 60_000 });
    await expect
      .poll(() => page.getByRole('list', { name: 'Inbox items' }).getByRole('listitem').count())
      .toBeGreaterThanOrEqual(rows);
  });
});

test('started hidden there is only the tray, which opens the window and quits', async ({ dataDir, start }) => {
  const desk = await start(['--hidden']);
  const windows = () => desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  await expect.poll(async () => labels((await desk.tray()).menu)).toEqual(['Open Askbell', 'Quit']);
  expect(await windows()).toBe(0);

  const { status, stdout } = runToEnd('--doctor', '--json', '--data-dir', dataDir);
  const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; said: string }[] };
  const wrong = checks.filter((check) => check.status === 'wrong');
  expect([status, wrong]).toEqual([0, []]);
  const said = (name: string) => checks.find((check) => check.name === name)?.said;
  expect(said('instance')).toContain('as a desktop app');
  expect(said('database')).toContain('The history is intact');
  expect(said('network')).toContain('No network has been chosen yet');
  const asked = runToEnd('status', '--json', '--data-dir', dataDir);
  expect(JSON.parse(asked.stdout)).toMatchObject({ running: true, shell: 'electron', phase: 'welcome' });
  expect(asked.status).toBe(4);
  expect(await windows()).toBe(0);

  const [page] = await Promise.all([desk.app.waitForEvent('window'), desk.chooseInTray('Open Askbell')]);
  await expect(page.getByRole('heading', { name: 'Know when someone answers' })).toBeVisible();
  const closed = desk.app.waitForEvent('close');
  await desk.chooseInTray('Quit');
  await closed;
});

test('commands ask the running app', async ({ dataDir, start }) => {
  const desk = await start(['--demo', '--hidden']);
  const run = (...args: string[]) => runToEnd(...args, '--json', '--data-dir', dataDir);
  const data = (...args: string[]) => JSON.parse(run(...args).stdout || '{}') as Record<string, unknown>;
  const unread = () => (data('inbox').entries ?? []) as { number: number; title: string }[];
  await expect.poll(() => unread().length, { timeout: 90_000 }).toBeGreaterThan(0);
  expect(data('pause')).toEqual({});
  await expect.poll(async () => labels((await desk.tray()).menu)).toContain('Resume polling');
  const [first] = unread();
  expect(data('read', String(first!.number))).toMatchObject({ changed: 1 });
  expect(unread().map(({ number }) => number)).not.toContain(first!.number);
  expect(runToEnd('forward', 'exec', '/bin/true', '--data-dir', dataDir).status).toBe(0);
  expect(data('forward', 'list')).toMatchObject([{ kind: 'command', address: '/bin/true' }]);
  const follow = runBeside('follow', '--after', '0', '--data-dir', dataDir);
  const [lines] = (await once(follow.stdout, 'data')) as [Buffer];
  expect(JSON.parse(String(lines).split('\n')[0]!)).toMatchObject({ type: expect.stringMatching(/item|reputation/) });
  const ended = once(follow, 'exit');
  await desk.chooseInTray('Quit');
  expect([await ended, run('inbox').status]).toEqual([[3, null], 3]);
});

test('only its owner can read its data folder, also what an older one left readable', async ({ dataDir, start }) => {
  test.skip(process.platform === 'win32', 'Windows has access lists in the place of modes.');
  const own = ['settings.json', 'window.json', 'secrets.json', 'askbell.log', 'history.sqlite', 'running.lock'];
  chmodSync(dataDir, 0o755);
  // Chromium's, by which a folder is known that an app ran in before.
  writeFileSync(join(dataDir, 'Local State'), '{}');
  for (const name of own) {
    writeFileSync(join(dataDir, name), name.endsWith('.json') ? '{}' : '');
    chmodSync(join(dataDir, name), 0o644);
  }
  const desk = await start();
  await desk.app.firstWindow();
  await expect.poll(() => existsSync(join(dataDir, 'history.sqlite-wal'))).toBe(true);
  const mode = (name: string) => (statSync(join(dataDir, name)).mode & 0o777).toString(8);
  const names = [...own, 'running.json', 'history.sqlite-wal', 'history.sqlite-shm'];
  expect(names.map((name) => [name, mode(name)])).toEqual(names.map((name) => [name, '600']));
  expect(mode('.')).toBe('700');
});

test('wrong options end with code 2 and one line', () => {
  const { status, stderr } = runToEnd('--nonsense');
  expect(status).toBe(2);
  expect(stderr).toContain('--nonsense');
});
