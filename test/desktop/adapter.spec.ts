import { expect, test, type JSHandle, type Page } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { appDir, nodePartConfig } from '../../build/vite.node.config.ts';
import type { Desktop, Presence } from '../../electron/desktop/desktop.ts';
import { whyNoElectron } from './electron-present.ts';
import { launch, type Desk } from './launch.ts';

/** The Electron adapter on its own: every promise of the port, on the Electron that is there. */
const why = whyNoElectron();
test.skip(Boolean(why), why ?? '');

/** What test/desktop/shell/main.ts leaves for us inside the app. */
interface Shell {
  desktop: Desktop;
  events: [string, unknown][];
  connections: string[];
  calls: Record<string, { ended?: string; abort: () => void }>;
}

const folder = fileURLToPath(new URL('../../out/test-shell/', import.meta.url));
let dataDir: string;
let desk: Desk;
let page: Page;
let shell: JSHandle<Shell>;
let network: Server;
let address: string;

/** Begins an authorization inside the app; its end appears under its name in `calls`. */
const authorize = (name: string, path: string) =>
  shell.evaluate(
    ({ desktop, calls }, { name, dialogUrl, redirectUri }) => {
      const controller = new AbortController();
      calls[name] = { abort: () => controller.abort(new Error('called off')) };
      const ended = (text: string) => {
        const call = calls[name];
        if (call) call.ended = text;
      };
      const title = (host?: string) => (host === undefined ? 'Anmelden' : `Anmelden bei ${host}`);
      desktop.authorize!({ dialogUrl, redirectUri, title, signal: controller.signal }).then(
        (redirect) => ended(`to ${redirect}`),
        (error: Error) => ended(`${error.name}: ${error.message}`),
      );
    },
    { name, dialogUrl: `${address}${path}`, redirectUri: `${address}/oauth/login_success` },
  );
const outcome = (name: string) => shell.evaluate(({ calls }, key) => calls[key]?.ended, name);
const callOff = (name: string) => shell.evaluate(({ calls }, key) => calls[key]?.abort(), name);
const windowCount = () => desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
const events = () => shell.evaluate(({ events: all }) => all);

const requested: string[] = [];

/**
 * Opens tabs by every way that a script has, near and far, for as long as it is shown. It counts in its title: whatever
 * a test would evaluate in the page counts as the person's doing.
 */
const HOSTILE_PAGE = `<p>Click here to go on</p><a target="_blank" href="https://hostile.example/link">terms</a>
<script>
  const link = document.querySelector('a');
  let tries = 0;
  let position = 'open';
  const attack = () => {
    tries++;
    window.open('https://hostile.example/' + tries);
    window.open('http://127.0.0.1:631/' + tries);
    window.open('http://localhost:631/' + tries, 'other', 'popup');
    link.click();
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true }));
  };
  for (let number = 0; number < 3; number++) attack();
  setInterval(() => {
    tries++;
    link.click();
    document.title = tries + ' tries, position ' + position;
    if (tries === 16) location.href = 'http://127.0.0.1:1/router/reboot';
  }, 100);
  const save = document.createElement('a');
  save.download = 'free.exe';
  save.href = 'data:application/octet-stream,x';
  save.click();
  navigator.geolocation.getCurrentPosition(() => { position = 'told'; }, () => { position = 'refused'; });
</script>`;

test.beforeAll(async () => {
  if (why) return;
  mkdirSync(folder, { recursive: true });
  await build(nodePartConfig({ entry: 'test/desktop/shell/main.ts', file: 'main.cjs', format: 'cjs' }, folder));
  await build(nodePartConfig({ entry: 'electron/preload.ts', file: 'preload.cjs', format: 'cjs' }, folder));
  const manifest = { name: 'askbell-shell-test', version: '0.0.0', main: 'main.cjs' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));

  network = createServer((request, response) => {
    requested.push(request.url ?? '');
    const html = (body: string) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Network</title>${body}`);
    const to = `${address}/oauth/login_success#access_token=tok%20en&state=s1`;
    if (request.url === '/redirect') response.writeHead(302, { location: '/hop' }).end();
    else if (request.url === '/hop') response.writeHead(302, { location: to }).end();
    else if (request.url === '/script') html(`<button onclick="location.href='${to}'">Approve</button>`);
    else if (request.url === '/hostile') html(HOSTILE_PAGE);
    else if (request.url === '/page')
      html('<p>Read and decide</p><a target="_blank" href="https://example.com/terms">terms</a>');
    else html('<p>signed in</p>');
  });
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(network.address() as AddressInfo).port}`;

  dataDir = mkdtempSync(join(tmpdir(), 'askbell-shell-'));
  desk = await launch(folder, dataDir, [], {
    ASKBELL_TEST_PAGES: fileURLToPath(new URL('./shell/pages', import.meta.url)),
    ASKBELL_TEST_APP: appDir,
  });
  page = await desk.app.firstWindow();
  await page.waitForLoadState();
  shell = await desk.app.evaluateHandle(() => (globalThis as unknown as { shell: Shell }).shell);
});

test.afterAll(async () => {
  if (why) return;
  await desk.close();
  network.close();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

test('the page runs its own script and style, no inline script, and has the bridge, nothing of Node or Electron', async () => {
  expect(page.url()).toMatch(/^app:\/\/askbell\/index\.html/);
  await expect(page.locator('h1')).toHaveCSS('color', 'rgb(1, 2, 3)');
  const ran = () => [
    (window as { ownScriptRan?: boolean }).ownScriptRan,
    (window as { inlineRan?: boolean }).inlineRan,
  ];
  expect(await page.evaluate(ran)).toEqual([true, undefined]);
  expect(await page.evaluate(() => window.askbell)).toEqual({ shell: 'electron' });
  const nodes = ['require', 'process', 'Buffer', 'electron'];
  expect(await page.evaluate((names) => names.filter((name) => name in window), nodes)).toEqual([]);
});

test('the bridge hands over a port, and nothing else that is posted', async () => {
  await page.evaluate(() => {
    window.postMessage('askbell:connect', '*');
    window.postMessage({ type: 'askbell:connect' }, '*', [new MessageChannel().port1]);
    window.postMessage('askbell:connect', '*', [new MessageChannel().port1]);
  });
  const connections = () => shell.evaluate(({ connections: all }) => all);
  await expect.poll(connections).toHaveLength(1);
  expect((await connections())[0]).toMatch(/^app:\/\/askbell\/index\.html.* 1$/);
});

test('a link leaves the page where it is and opens outside; plain http to elsewhere opens nowhere', async () => {
  await page.locator('#outside').click();
  await expect.poll(() => desk.openedOutside()).toEqual(['https://example.com/question/1']);
  await page.locator('#popup').click();
  await expect
    .poll(() => desk.openedOutside())
    .toEqual(['https://example.com/question/1', 'https://example.com/popup']);
  await page.locator('#foreign').click();
  expect(await page.evaluate(() => window.open('file:///etc/hostname') === null)).toBe(true);
  expect(await desk.openedOutside()).toHaveLength(2);
  expect([page.url().split('#')[0], await windowCount()]).toEqual(['app://askbell/index.html', 1]);
});

test('permissions are refused; the page may copy text, and not read what others copied', async () => {
  expect(await page.evaluate(() => Notification.requestPermission())).toBe('denied');
  expect(
    await page.evaluate(() => navigator.permissions.query({ name: 'geolocation' }).then((status) => status.state)),
  ).toBe('denied');
  await page.locator('h1').click();
  await page.evaluate(() => navigator.clipboard.writeText('a link'));
  const reading = page.evaluate(() => navigator.clipboard.readText().catch((error: Error) => error.name));
  expect(await reading).toBe('NotAllowedError');
});

test.describe('sign-in', () => {
  for (const [way, path] of [
    ['a redirect', '/redirect'],
    ['a script', '/script'],
  ] as const)
    test(`by ${way} gives the whole address, fragment included, and never loads it`, async () => {
      requested.length = 0;
      await authorize(way, path);
      if (path !== '/redirect') {
        const dialog = () => desk.app.windows().find((window) => window.url().endsWith(path));
        await expect.poll(dialog).toBeDefined();
        await dialog()?.getByRole('button', { name: 'Approve' }).click();
      }
      await expect.poll(() => outcome(way)).toBe(`to ${address}/oauth/login_success#access_token=tok%20en&state=s1`);
      await expect.poll(windowCount).toBe(1);
      expect(requested.filter((url) => url.startsWith('/oauth/login_success'))).toEqual([]);
    });

  test('the window says whose page it is, opens links outside, and closing it cancels', async () => {
    await authorize('closed', '/page');
    await expect.poll(windowCount).toBe(2);
    const title = () =>
      desk.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()
          .map((one) => one.getTitle())
          .join(),
      );
    await expect.poll(title).toContain(`Anmelden bei ${address.slice('http://'.length)}`);
    const dialog = desk.app.windows().find((window) => window.url().endsWith('/page'));
    await dialog?.getByText('terms').click();
    await expect.poll(() => desk.openedOutside()).toContain('https://example.com/terms');
    expect(await dialog?.evaluate(() => 'askbell' in window)).toBe(false);
    await desk.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find((window) => window.getTitle().startsWith('Anmelden bei'))
        ?.close(),
    );
    await expect.poll(() => outcome('closed')).toMatch(/^AuthorizationCancelled: /);
  });

  test('a hostile page opens no tab by itself, one when it is clicked, and leads the window nowhere else', async () => {
    const before = (await desk.openedOutside()).length;
    const opened = async () => (await desk.openedOutside()).slice(before);
    const hostile = () =>
      desk.app.evaluate(({ webContents }) => {
        const contents = webContents.getAllWebContents().find((one) => one.getURL().endsWith('/hostile'));
        const [, tries, position] = /^(\d+) tries, position (\w+)$/.exec(contents?.getTitle() ?? '') ?? [];
        return { tries: Number(tries ?? 0), position };
      });
    await authorize('hostile', '/hostile');
    await expect.poll(async () => (await hostile()).tries).toBeGreaterThan(8);
    expect((await hostile()).position).toBe('refused');
    expect(await opened()).toEqual([]);

    const clickedAt = Date.now();
    await desk.app
      .windows()
      .find((window) => window.url().endsWith('/hostile'))
      ?.getByText('Click here')
      .click();
    await expect.poll(async () => (await opened()).length).toBeGreaterThan(0);
    // Its wish to go elsewhere came, too, and it is still where it was.
    await expect.poll(async () => (await hostile()).tries, { timeout: 60_000 }).toBeGreaterThan(20);
    const tabs = await opened();
    expect(tabs.length).toBeLessThanOrEqual(1 + (Date.now() - clickedAt) / 1000);
    expect(tabs.filter((tab) => !tab.startsWith('https://hostile.example/'))).toEqual([]);
    await callOff('hostile');
    await expect.poll(() => outcome('hostile')).toBe('Error: called off');
    await expect.poll(windowCount).toBe(1);
  });

  test('a dialog that cannot be loaded says so, as an error that has words in each language', async () => {
    const before = address;
    address = 'http://127.0.0.1:1';
    await authorize('dead', '/oauth/dialog');
    address = before;
    await expect
      .poll(() => outcome('dead'), { timeout: 60_000 })
      .toMatch(/^AuthorizationFailed: The sign-in page could not be loaded \(.+\)/);
    await expect.poll(windowCount).toBe(1);
  });
});

test('an address that the system opens Askbell with comes back, from a second start and from macOS', async () => {
  await desk.app.evaluate(({ app }) => {
    app.emit('second-instance', {}, ['/opt/askbell', '--no-sandbox', 'askbell://localhost/signed-in?code=a((&state=s']);
    app.emit('second-instance', {}, ['/opt/askbell', '--hidden']);
    app.emit('open-url', { preventDefault: () => undefined }, 'askbell://localhost/signed-in?code=b&state=s');
  });
  const links = async () => (await events()).filter(([name]) => name === 'deep-link').map(([, address]) => address);
  await expect
    .poll(links)
    .toEqual(['askbell://localhost/signed-in?code=a((&state=s', 'askbell://localhost/signed-in?code=b&state=s']);
  // A checkout registers nothing with the system.
  expect(await shell.evaluate(({ desktop }) => desktop.opensDeepLinks)).toBe(false);
});

test('a notification click and a tray choice come back as what the agent asked for', async () => {
  const labels = { open: 'Open', 'mark-read': 'Mark read', 'mute-question': 'Mute', snooze: 'Snooze' } as const;
  const actions = (Object.keys(labels) as (keyof typeof labels)[]).map((id) => ({ id, label: labels[id] }));
  await shell.evaluate(async ({ desktop }, offered) => {
    const words = { title: 'New answer', body: 'Use <b> & a queue' };
    await desktop.notify({ id: 41, kind: 'inbox', ...words, silent: true, actions: offered });
    desktop.setTray({
      status: 'unread',
      unread: 1,
      tooltip: 'Askbell: 1 unread',
      menu: [
        { type: 'action', label: 'Q&A: why?', command: { do: 'open-item', key: 'k1' } },
        {
          type: 'submenu',
          label: 'Snooze',
          items: [{ type: 'action', label: '1 hour', command: { do: 'snooze', for: '1-hour' } }],
        },
      ],
    });
  }, actions);
  await desk.clickNotification('New answer');
  await expect.poll(events).toContainEqual(['notification-action', { id: 41, action: 'open' }]);
  for (const { id, label } of actions.slice(1)) {
    await desk.pressOnNotification('New answer', label);
    await expect.poll(events).toContainEqual(['notification-action', { id: 41, action: id }]);
  }
  expect((await desk.tray()).tooltip).toBe('Askbell: 1 unread');
  expect((await desk.tray()).menu.map((item) => item.label)).toEqual(['Q&A: why?', 'Snooze']);
  await desk.chooseInTray('Q&A: why?');
  await desk.chooseInTray('Snooze', '1 hour');
  await expect.poll(events).toContainEqual(['tray-command', { do: 'open-item', key: 'k1' }]);
  await expect.poll(events).toContainEqual(['tray-command', { do: 'snooze', for: '1-hour' }]);
});

test('who is there is told: locked and unlocked, asleep and awake, and the waking itself', async () => {
  const presence = () => shell.evaluate(({ desktop }) => desktop.presence().state);
  const told = async () =>
    (await events()).flatMap(([name, detail]) => (name === 'presence' ? [(detail as Presence).state] : []));
  const happens = (event: string) => desk.app.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event);
  expect(await presence()).toBe('present');
  const states = { 'lock-screen': 'away', 'unlock-screen': 'present', suspend: 'away', resume: 'present' };
  for (const [event, state] of Object.entries(states)) {
    await happens(event);
    await expect.poll(presence).toBe(state);
  }
  expect(await told()).toEqual(['away', 'present', 'away', 'present']);
  expect(await events()).toContainEqual(['woke', undefined]);
  expect([true, false, undefined]).toContain(await shell.evaluate(({ desktop }) => desktop.doNotDisturb()));
});

test('a global shortcut is registered, reported when it is pressed, and given back', async () => {
  const set = (accelerator: string) =>
    shell.evaluate(({ desktop }, keys) => desktop.setShortcut('panel', keys), accelerator);
  const isRegistered = (accelerator: string) =>
    desk.app.evaluate(({ globalShortcut }, keys) => globalShortcut.isRegistered(keys), accelerator);
  const presses = async () =>
    (await events()).filter(([name, opens]) => name === 'shortcut' && opens === 'panel').length;
  expect(await set('CommandOrControl+Shift+F9')).toBe('registered');
  expect(await isRegistered('CommandOrControl+Shift+F9')).toBe(true);
  // Where keys can be pressed from outside, as on an X11 desktop, they are.
  const press = () => spawnSync('xdotool', ['key', 'ctrl+shift+F9']).status === 0;
  // The X server may take a moment to hand the keys over.
  if (press()) await expect.poll(() => (press() ? presses() : 0)).toBeGreaterThan(0);
  expect(await set('')).toBe('off');
  expect(await isRegistered('CommandOrControl+Shift+F9')).toBe(false);
});

test('the proxy that is entered is the one that requests take, and none when it is taken back', async () => {
  const resolved = () =>
    desk.app.evaluate(({ session }) => session.defaultSession.resolveProxy('http://network.example/'));
  const set = (choice: Parameters<Desktop['setProxy']>[0]) =>
    shell.evaluate(({ desktop }, chosen) => desktop.setProxy(chosen), choice);
  await set({ mode: 'manual', address: 'http://127.0.0.1:9' });
  expect(await resolved()).toContain('127.0.0.1:9');
  await set({ mode: 'none' });
  expect(await resolved()).toBe('DIRECT');
});
