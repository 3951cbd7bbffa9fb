import { describe, it } from 'vitest';
import { expect, expectAsked, inBrowser, lively, newcomer, type World } from '../stage/stage.ts';

type SignIn = NonNullable<World['state']['signIn']>;

/** A newcomer whose answer from the network's dialog is awaited. */
function signingIn(change: Partial<SignIn> = {}): World {
  const world = newcomer();
  const dialogUrl = 'http://127.0.0.1:9/oauth/dialog/?client_id=1&state=mine';
  world.state = { ...world.state, phase: 'signing-in', signIn: { means: 'paste', dialogUrl, ...change } };
  return world;
}

inBrowser('signing in', (stage) => {
  it('asks for a client id of Stack Exchange only, and says where it comes from in the words of today’s screens', async () => {
    const { page, agent } = await stage.open(newcomer(), { at: '/welcome' });
    await page.getByRole('button', { name: 'Sign in with Stack Exchange' }).click();
    const registration = page.getByRole('link', { name: 'stackapps.com' });
    await expect(registration).toHaveAttribute('href', 'https://stackapps.com/applications');
    // The screens as they were in 2025: docs/api.md, "Registration".
    for (const words of ['Register an application', 'Manage OAuth', 'Authorization Code with PKCE', 'OAuth domain'])
      await expect(page.locator('.how-to')).toContainText(words);
    await expect(page.locator('.how-to code')).toHaveText('localhost');
    await expect(page.getByRole('textbox')).toHaveCount(1);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const clientId = page.getByRole('textbox', { name: 'Client ID' });
    await expect(clientId).toHaveAccessibleDescription('Fill in this field.');
    await expect(clientId).toBeFocused();
    expect(agent.asked('session.signIn')).toHaveLength(0);
    await clientId.fill('123');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Open the sign-in page' })).toBeVisible();
    const asOwn = { kind: 'stackexchange', clientId: '123' };
    await expectAsked(agent, 'session.signIn', [asOwn]);
    // Key and addresses are under Advanced.
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Advanced').click();
    await page.getByRole('textbox', { name: 'Key' }).fill(' abc(( ');
    await page.getByRole('textbox', { name: 'API URL' }).fill('https://api.example.org');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const advanced = { ...asOwn, key: 'abc((', apiBaseUrl: 'https://api.example.org' };
    await expectAsked(agent, 'session.signIn', [asOwn, advanced]);
  });

  it('is one button where this copy is registered with Stack Exchange, and one’s own application still works', async () => {
    const world = newcomer();
    world.state.builtIn = ['stackexchange'];
    const { page, agent } = await stage.open(world, { at: '/welcome' });
    await page.getByRole('button', { name: 'Sign in with Stack Exchange' }).click();
    await expectAsked(agent, 'session.signIn', [{ kind: 'stackexchange' }]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Another network' }).click();
    await page.getByRole('radio', { name: /with your own application/ }).check();
    await expect(page.getByRole('textbox', { name: 'Client ID' })).toBeVisible();
  });

  describe('in a browser that comes back by itself', () => {
    const comingBack = (change: Partial<SignIn>) => signingIn({ means: 'browser', ...change });

    it('keeps what is for trouble out of sight: the address of a page that could not be opened, another way', async () => {
      const { page, agent } = await stage.open(comingBack({ hasOtherWay: true }));
      await expect(page.getByText('We’ll pick up here.')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Open the sign-in page' })).toBeVisible();
      await expect(page.getByRole('textbox')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Try another way' })).toHaveCount(0);
      await page.getByText('Trouble signing in?').click();
      await page.getByRole('button', { name: 'Try another way' }).click();
      await expect.poll(() => agent.asked('session.tryAnotherWay')).toHaveLength(1);
      await page.getByRole('textbox').fill('http://localhost:1/signed-in?code=c&state=mine');
      await page.getByRole('button', { name: 'Finish signing in' }).click();
      await expectAsked(agent, 'session.paste', [{ text: 'http://localhost:1/signed-in?code=c&state=mine' }]);
    });

    it('tells a problem, and offers no other way where there is none', async () => {
      const { page, agent } = await stage.open(comingBack({ problem: 'Your browser did not come back.' }));
      await expect(page.getByRole('alert')).toContainText('Your browser did not come back.');
      await page.getByText('Trouble signing in?').click();
      await expect(page.getByRole('button', { name: 'Try another way' })).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible();
      // Nobody waits any more for who comes from that page.
      await expect(page.getByRole('link', { name: 'Open the sign-in page' })).toHaveCount(0);
      agent.become({ signIn: { ...agent.world.state.signIn!, hasOtherWay: true } });
      await expect(page.getByRole('button', { name: 'Try another way' })).toHaveCount(1);
    });
  });

  it('makes changing the details the first choice where they are what is wrong', async () => {
    const world = signingIn({ means: 'window', problem: 'Wrong key.', wrongDetails: true });
    world.state.network = { kind: 'other', name: 'Andernetz', clientId: '1' };
    const { page, agent } = await stage.open(world);
    const filled = page.locator('.welcome--actions .btn__main');
    await expect(filled).toHaveText('Change details');
    await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible();
    agent.become({ signIn: { ...agent.world.state.signIn!, problem: 'Declined.', wrongDetails: undefined } });
    await expect(filled).toHaveText('Start again');
  });

  it('takes the address from the clipboard once that is allowed, and only one with the dialog’s state', async () => {
    const { page, agent } = await stage.open(signingIn());
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const comeBackWith = async (text: string) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    };
    const answer = 'http://127.0.0.1:9/oauth/login_success#access_token=x&state=mine';
    await comeBackWith(answer);
    const allow = page.getByRole('checkbox', { name: 'Paste it automatically' });
    await expect(allow).toHaveAccessibleDescription(/leaves anything else alone/);
    await allow.check();
    await comeBackWith('my password');
    await comeBackWith('http://127.0.0.1:9/oauth/login_success#access_token=x&state=another');
    await comeBackWith(answer);
    await expectAsked(agent, 'session.paste', [{ text: answer }]);
  });

  it('asks for another network, tells a problem at its field, and keeps what was typed over a cancelled sign-in', async () => {
    const { page, agent } = await stage.open(newcomer(), { at: '/welcome', height: 500 });
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    const signIn = page.getByRole('button', { name: 'Sign in', exact: true });
    await page.getByRole('button', { name: 'Another network' }).click();
    const typed = { 'API URL': 'api.club.example', 'Sign-in URL': 'https://club.example', 'Client ID': '1' };
    for (const [name, value] of Object.entries({ Name: 'Club', ...typed })) await field(name).fill(value);
    const key = page.getByRole('textbox', { name: 'Key' });
    await key.fill('k');
    await signIn.click();
    await expect(field('API URL')).toHaveAccessibleDescription(/Enter a full URL/);
    await expect(field('API URL')).toBeFocused();
    await expect(field('Sign-in URL')).toHaveAttribute('aria-invalid', 'false');
    const apiBaseUrl = 'https://api.club.example';
    await field('API URL').fill(apiBaseUrl);
    // What fails altogether is told above the form, of which the button is the end.
    agent.refusing.set('session.signIn', { message: 'The network cannot be reached.', advice: 'Try again.' });
    await signIn.click();
    await expect(page.getByRole('alert')).toBeInViewport();
    agent.refusing.clear();
    agent.calls.length = 0;
    await signIn.click();
    const choice = { kind: 'other', name: 'Club', apiBaseUrl, authUrl: typed['Sign-in URL'], clientId: '1', key: 'k' };
    await expectAsked(agent, 'session.signIn', [choice]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(field('API URL')).toHaveValue(apiBaseUrl);
    await page.getByText('Advanced').click();
    const place = page.getByRole('combobox', { name: 'How to send the token and key' });
    await expect(place.getByRole('option', { selected: true })).toHaveText('Automatic');
    await place.selectOption('Query string');
    // A key is not kept in the page.
    await expect(key).toHaveValue('');
    await key.fill('k');
    await signIn.click();
    await expect.poll(() => agent.inputs('session.signIn')[1]).toEqual({ ...choice, credentialsIn: 'query' });
    await page.getByRole('button', { name: 'Cancel' }).click();
    // Until one leaves that form: another sign-in comes back to where it began.
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('button', { name: 'Try the demo' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('heading', { name: 'Know when someone answers' })).toBeVisible();
    await page.getByRole('button', { name: 'Another network' }).click();
    await expect(field('API URL')).toHaveValue(apiBaseUrl);
  });

  it('tells a refusal, goes from the demo network through the dialog, and what is wrong with what is pasted, to the inbox', async () => {
    const { page, agent, complaints } = await stage.open(newcomer(), { at: '/welcome' });
    agent.refusing.set('session.signIn', { message: 'The demo network did not start.', advice: 'Restart Askbell.' });
    await page.getByRole('button', { name: 'Try the demo' }).click();
    await expect(page.getByRole('alert')).toContainText('The demo network did not start. Restart Askbell.');
    await expect(page.getByRole('button', { name: 'Try the demo' })).toBeEnabled();
    agent.refusing.clear();
    agent.calls.length = 0;
    await expect(page.getByRole('heading', { name: 'Know when someone answers' })).toBeVisible();
    await page.getByRole('button', { name: 'Try the demo' }).click();
    const dialog = page.getByRole('link', { name: 'Open the sign-in page' });
    await expect(dialog).toHaveAttribute('href', /oauth\/dialog/);
    await expect(dialog).toHaveAttribute('target', '_blank');
    const field = page.getByRole('textbox', { name: 'Final page address' });
    const finish = page.getByRole('button', { name: 'Finish signing in' });
    await finish.click();
    await expect(field).toHaveAccessibleDescription(/Paste the address first/);
    agent.refusing.set('session.paste', { message: 'It contains no token.', advice: 'Copy the whole address.' });
    await field.fill('hello');
    await finish.click();
    await expect(field).toHaveAccessibleDescription(/It contains no token. Copy the whole address./);
    agent.refusing.clear();
    await field.fill('  http://127.0.0.1:9/oauth/login_success#access_token=x&state=y ');
    await finish.click();
    await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
    await expectAsked(agent, 'session.signIn', [{ kind: 'demo' }]);
    await expectAsked(agent, 'session.paste', [
      { text: 'hello' },
      { text: 'http://127.0.0.1:9/oauth/login_success#access_token=x&state=y' },
    ]);
    expect(complaints).toEqual([]);
  });

  it('says that it asks to write where it does, and not where it does not, and points to the sign-in window', async () => {
    const { page, agent } = await stage.open(signingIn({ mayWrite: true }));
    await expect(page.getByText('It writes only when you accept an answer, or take that back.')).toBeVisible();
    agent.become({ signIn: { means: 'paste', dialogUrl: 'http://127.0.0.1:9/' } });
    await expect(page.getByText('read your inbox and stay signed in.')).toBeVisible();
    // Where there is a sign-in window, nothing is pasted.
    agent.become({ signIn: { means: 'window', dialogUrl: 'http://127.0.0.1:9/' } });
    await expect(page.getByText('Finish in the sign-in window.')).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeEnabled();
  });

  it('leaves what was received to be read after signing out, says how to go on, and comes back to it', async () => {
    const { page, agent, complaints } = await stage.open(lively(), { at: '/settings/accounts' });
    await page.getByRole('button', { name: 'Sign out of Demo network' }).click();
    const asked = page.getByRole('dialog', { name: 'Sign out of Demo network?' });
    await expect(asked).toContainText('What you have received stays here.');
    await asked.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page.getByText('Your inbox is still here. Sign in to get new items.')).toBeVisible();
    await page.getByRole('button', { name: 'Open inbox' }).click();
    await expect(page.getByRole('list', { name: 'Inbox items' }).getByRole('listitem')).toHaveCount(4);
    const banner = page.getByRole('region', { name: 'Needs attention' });
    await expect(banner).toContainText('You are signed out of Demo network.');
    await expect(page.getByText(/signed out/i)).toHaveCount(1);
    await page.getByRole('link', { name: 'Reputation' }).click();
    await expect(page.getByRole('heading', { name: 'Reputation', exact: true })).toBeVisible();
    await banner.getByRole('button', { name: 'Sign in again' }).click();
    await expect(page.getByRole('button', { name: 'Open inbox' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await expect.poll(() => agent.asked('session.signInAgain')).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  it('shows Welcome instead of a view when nobody is signed in, and offers to sign in again where one was signed out', async () => {
    const { page, agent } = await stage.open(newcomer(), { at: '/reputation' });
    await expect(page.getByRole('heading', { name: 'Know when someone answers' })).toBeVisible();
    agent.become({ network: { kind: 'demo', name: 'Demo network', clientId: '1' } });
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await expect.poll(() => agent.asked('session.signInAgain')).toHaveLength(1);
    agent.world = lively();
    agent.become({});
    await expect(page.getByRole('heading', { name: 'Reputation' })).toBeVisible();
  });

  it('imports an export before anybody is signed in, takes it back, and leaves nothing of a key or a token in the page', async () => {
    const { page, agent } = await stage.open(newcomer(), { at: '/welcome' });
    await expect(page.getByRole('button', { name: 'I have an export' })).toBeEnabled();
    const file = { name: 'askbell.json', mimeType: 'application/json', buffer: Buffer.from('{"askbell":"export"}') };
    await page.locator('input[type="file"]').setInputFiles(file);
    await expect(page.getByText('Imported. It is all there once you are signed in.')).toBeVisible();
    expect(agent.inputs('transfer.upload')).toEqual([{ text: '{"askbell":"export"}' }]);
    expect(agent.inputs('data.import')).toEqual([{ upload: 'upload-1' }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => agent.asked('transfer.undo')).toHaveLength(1);
    await page.getByRole('button', { name: 'Sign in with Stack Exchange' }).click();
    await page.getByRole('textbox', { name: 'Client ID' }).fill('123');
    await page.getByText('Advanced').click();
    await page.getByRole('textbox', { name: 'Key' }).fill('key-to-hide');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('textbox', { name: 'Final page address' }).fill('#access_token=token-to-hide');
    await page.getByRole('button', { name: 'Finish signing in' }).click();
    await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
    const kept = await page.evaluate(
      () =>
        `${document.documentElement.outerHTML} ${location.href} ` +
        `${JSON.stringify(localStorage)} ${JSON.stringify(sessionStorage)}`,
    );
    expect(kept).not.toMatch(/key-to-hide|token-to-hide/);
  });
});
