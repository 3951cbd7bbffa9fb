import { expect } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { walkDialog } from '../../electron/agent/accounts/demo-network.ts';
import { marksIn, marksUnder, processWords, type Marks } from '../support/marks.ts';
import { startRecordedNetwork, type RecordedNetwork } from '../support/recording-proxy.ts';
import { whyNoElectron } from './electron-present.ts';
import { launch, ROOT, test, type Desk } from './launch.ts';

/** The app with a key and a token that are known, and a search of all that it wrote, printed and started. */
const why = whyNoElectron();
test.skip(Boolean(why), why ?? '');

const key = `mark-key-${randomBytes(12).toString('hex')}`;

let home: string;
let network: RecordedNetwork;
test.beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'askbell-desktop-secrets-'));
  for (const name of ['data', 'tmp']) mkdirSync(join(home, name));
  network = await startRecordedNetwork(key);
});
test.afterEach(async () => {
  await network.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

const start = (): Promise<Desk> =>
  launch(ROOT, join(home, 'data'), ['--print-notifications', '--enable-logging'], {
    // Searched with the rest: what Electron, its helpers and SQLite put aside goes there.
    TMPDIR: join(home, 'tmp'),
    ELECTRON_ENABLE_LOGGING: '1',
    ELECTRON_RIG_SAFE_STORAGE: 'gnome_libsecret',
  });

/** Answers that say back what they were sent come to the window as conditions. */
function sayBackWhatTheInboxWasSent(): void {
  network.proxy.answerInstead = (request, body, response) => {
    if (!request.url?.includes('/inbox')) return false;
    const { token } = network.signInMarks();
    const said = `You sent ${token} and ${key}; ${request.url} ${JSON.stringify(request.headers)} ${body}`;
    const refusal = { error_id: 400, error_name: `bad ${token}`, error_message: said };
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refusal));
    return true;
  };
}

/** Signs in by the form of another network and the person's browser. Gives what nobody else may learn. */
async function signIn(desk: Desk): Promise<Marks> {
  const page = await desk.app.firstWindow();
  await page.getByRole('button', { name: 'Another network' }).click();
  const { apiBaseUrl, authUrl, clientId } = network.choice;
  const fields = { 'API URL': apiBaseUrl, 'Sign-in URL': authUrl, 'Client ID': clientId };
  for (const [name, value] of Object.entries(fields)) await page.getByRole('textbox', { name }).fill(value);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine');
  await page.getByRole('textbox', { name: 'Key', exact: true }).fill(key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const dialog = async () => (await desk.openedOutside()).find((address) => address.includes('/oauth')) ?? '';
  await expect.poll(dialog, { timeout: 60_000 }).not.toBe('');
  sayBackWhatTheInboxWasSent();
  await fetch(await walkDialog(await dialog(), fetch));
  await page.getByRole('button', { name: 'Skip all' }).click({ timeout: 60_000 });
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  return { key, ...network.signInMarks() };
}

test('secrets are in the keyring and on the way to their network, and nowhere else', async () => {
  let desk = await start();
  let printed = '';
  try {
    const marks = await signIn(desk);
    // It must be able to fail: every secret is known, and the search finds it where it has to be.
    for (const [name, secret] of Object.entries(marks)) expect(secret.length, name).toBeGreaterThan(15);
    const sent = () => network.proxy.exchanged.map(({ request }) => request).join('\n');
    // Who is signed in names a token in the header, and never the key (docs/api.md, "Credentials").
    await expect.poll(() => marksIn(sent(), marks), { timeout: 60_000 }).toEqual(['token', 'code', 'verifier']);
    writeFileSync(join(home, 'planted'), Buffer.from(`x${marks['token']}`).toString('base64'));
    expect(marksUnder(home, marks)).toEqual({ planted: ['token'] });
    rmSync(join(home, 'planted'));

    const page = await desk.app.firstWindow();
    // What the network said back is shown, and the secrets in it are not.
    await expect(page.getByText(/You sent/).first()).toBeVisible({ timeout: 60_000 });
    expect(marksIn(await page.content(), marks)).toEqual([]);
    network.proxy.answerInstead = undefined;
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(marksIn(stored, marks)).toEqual([]);

    const words = processWords(desk.app.process().pid ?? 0);
    if (process.platform === 'linux') expect(words).toContain(home);
    expect(marksIn(words, marks)).toEqual([]);
    expect(marksIn(JSON.stringify([await desk.notifications(), await desk.tray()]), marks)).toEqual([]);
    printed += desk.output();
    await desk.close();
    expect(marksUnder(home, marks)).toEqual({});

    desk = await start();
    // A start reads the token from where it is kept, and writes it nowhere else.
    const again = await desk.app.firstWindow();
    await expect(again.getByRole('heading', { name: 'Inbox' })).toBeVisible({ timeout: 60_000 });
    printed += desk.output();
    await desk.close();
    expect(marksIn(printed, marks)).toEqual([]);
    expect(marksUnder(home, marks)).toEqual({});
  } finally {
    await desk.close().catch(() => undefined);
  }
});
