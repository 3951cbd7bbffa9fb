import { app, ipcMain } from 'electron';
import { join } from 'node:path';
import { ElectronDesktop } from '../../../electron/desktop/electron/electron-desktop.ts';
import { registerAppScheme, serveApp, setUpSecurity } from '../../../electron/desktop/electron/window/security.ts';
import { PanelWindow } from '../../../electron/desktop/electron/window/panel.ts';
import { MainWindow } from '../../../electron/desktop/electron/window/windows.ts';
import { silentLog } from '../../../electron/base/log.ts';

/**
 * The Electron adapter alone, without the agent: the desktop tests ask its port directly, through `globalThis.shell`.
 */
const dataDir = process.argv[process.argv.indexOf('--data-dir') + 1] ?? '';
const pages = process.env['ASKBELL_TEST_PAGES'] ?? '';
const icons = process.env['ASKBELL_TEST_APP'] ?? '';
app.setPath('userData', dataDir);
app.enableSandbox();
registerAppScheme();

/** The shell itself, once Electron is ready. */
function run(): void {
  setUpSecurity();
  serveApp(pages);
  const files = { preload: join(import.meta.dirname, 'preload.cjs'), icon: join(icons, 'icons', 'askbell.png') };
  const window = new MainWindow(files, { path: '', store: {} });
  const panel = new PanelWindow(files);
  const desktop = new ElectronDesktop({
    appDir: icons,
    window,
    panel,
    secretsFile: { path: '', store: {} },
    log: silentLog,
    logFile: join(app.getPath('userData'), 'askbell.log'),
    atLogin: ['--hidden'],
  });
  const events: [string, unknown][] = [];
  for (const name of [
    'notification-action',
    'notification-closed',
    'tray-command',
    'woke',
    'online',
    'presence',
    'shortcut',
    'deep-link',
  ] as const)
    desktop.on(name, (detail) => void events.push([name, detail]));
  const connections: string[] = [];
  ipcMain.on('askbell:connect', (event) => void connections.push(`${event.senderFrame?.url} ${event.ports.length}`));
  app.on('window-all-closed', () => undefined);
  app.on('before-quit', () => {
    window.letClose();
    panel.letClose();
  });
  Object.assign(globalThis, { shell: { desktop, events, connections, calls: {} } });
  window.show();
}

void app.whenReady().then(run);
