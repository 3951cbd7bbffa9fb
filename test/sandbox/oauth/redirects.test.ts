import fc from 'fast-check';
import { expect, test } from 'vitest';
import { registerApps, type App } from '../../../sandbox/oauth/apps.ts';
import { createStatements } from '../../../sandbox/world/database/statements.ts';
import { startNetwork, type TestNetwork } from '../support/network.ts';
import { signInOf } from '../support/oauth.ts';
import { openSmallWorld } from '../world/small-world.ts';
import { propertyRuns } from '../../support/property-runs.ts';

// Where a sign-in may lead back to in each world: docs/api.md, "Redirects".

const apps = [
  { clientId: 'mine', key: 'mine-key', domain: 'mine.example' },
  { clientId: 'local', key: 'local-key', domain: 'localhost' },
  { clientId: 'ported', key: 'ported-key', domain: 'mine.example:8080' },
  { clientId: 'web', key: 'web-key', domain: 'mine.example', desktop: false },
  { clientId: 'home', key: 'home-key', domain: '127.0.0.1', desktop: false },
];
const specification = await startNetwork({ apps });
const publicService = await startNetwork({ apps, like: 'public', protection: 0 });

/** A sign-in of an app that is to lead back to an address. */
const signIn = (network: TestNetwork, clientId: string, redirectUri: string) =>
  signInOf(network, { client_id: clientId, redirect_uri: redirectUri, scope: '' }, '/oauth/dialog');
/** Whether the network goes on with it: shows the dialog, or leads to the log-in before it. */
async function allows(network: TestNetwork, clientId: string, redirectUri: string): Promise<boolean> {
  const response = await signIn(network, clientId, redirectUri).show();
  const leadsTo = response.headers.get('location') ?? '';
  return response.status === 200 || leadsTo.startsWith('/users/login') || leadsTo.includes('/users/login?');
}

const foreign = 'not under the domain';
const noWeb = 'must begin with https';
test.each([
  ['https://mine.example/', 'mine', '', true],
  ['https://deep.sub.mine.example/back?x=y', 'mine', '', true],
  ['http://mine.example/back', 'mine', '', true],
  ['https://evil.example/', 'mine', foreign, false],
  ['https://mine.example.evil.example/', 'mine', foreign, false],
  ['https://notmine.example/', 'mine', foreign, false],
  ['https://mine.example:8443/', 'mine', 'has the port 8443', false],
  // A port is judged as it was sent, even the one that the address has anyway.
  ['http://mine.example:80/back', 'mine', 'has the port 80', false],
  ['https://mine.example:0443/x', 'mine', 'has the port 0443', false],
  ['https:mine.example:443', 'mine', 'has the port 443', false],
  [' https:\\\\mine.example:443\\x', 'mine', 'has the port 443', false],
  ['https://mine.exam\tple:4\n43/', 'mine', 'has the port 443', false],
  ['HTTPS://MINE.example:443?a', 'mine', 'has the port 443', false],
  ['http://mine.example/back:443', 'mine', '', true],
  ['https://mine.example:/', 'mine', '', true],
  ['https://mine.example/?a=:443', 'mine', '', true],
  ['https://sub.mine.example/x@y:80', 'mine', '', true],
  ['https://mine.example:8080/', 'ported', 'registered its domain with a port', false],
  ['https://mine.example@evil.example/', 'mine', 'user name or password', false],
  ['http://localhost:3000/', 'local', 'has the port 3000', true],
  ['http://localhost/', 'local', '', true],
  ['http://127.0.0.1:3000/', 'local', foreign, false],
  ['http://localhost/', 'mine', foreign, false],
  ['askbell://mine.example/signed-in', 'mine', noWeb, true],
  ['ASKBELL://MINE.example/signed-in', 'mine', noWeb, true],
  ['askbell://sub.mine.example/signed-in', 'mine', noWeb, false],
  ['askbell://evil@mine.example/', 'mine', noWeb, false],
  ['askbell://mine.example:80/', 'mine', noWeb, false],
  ['askbell:/mine.example', 'mine', noWeb, false],
  ['javascript://mine.example/%0aalert(1)', 'mine', noWeb, false],
  ['data://mine.example/', 'mine', noWeb, false],
  ['https://mine.example/#x', 'mine', 'must not have a fragment', false],
  ['mine.example', 'mine', 'not a complete address', false],
  ['', 'mine', 'redirect_uri) is missing', false],
  ['{self}/oauth/login_success', 'mine', '', true],
  ['{self}/oauth/login_success', 'web', foreign, false],
  ['{self}/oauth/login_success', 'home', 'has the port', true],
  ['{self}/oauth/dialog', 'mine', foreign, false],
])('%j for the app %s is refused as specified: "%s"; the public one takes it: %s', async (to, app, why, isTaken) => {
  const addressOn = ({ authUrl }: TestNetwork) => to.replace('{self}', authUrl);
  expect(await allows(publicService, app, addressOn(publicService))).toBe(isTaken);
  const { show, approve } = signIn(specification, app, addressOn(specification));
  const [shown, approved] = [await show(), await approve()];
  expect([shown.status, approved.status]).toEqual(why === '' ? [200, 302] : [400, 400]);
  if (why === '') return;
  for (const page of [shown, approved]) {
    expect(page.headers.get('location')).toBeNull();
    expect(await page.text()).toContain(why);
  }
});

const parts = fc.constantFrom(
  ...['https://', 'http://', 'askbell://', 'javascript:', 'mine.example', 'localhost', '.', 'evil', '@', ':', '8080'],
  ...['/', '\\', '?', '#', '%2e', 'x', ' ', '\t', '[::1]', '127.0.0.1:4000', '/oauth/login_success'],
);
const joined = fc.array(parts, { maxLength: 7 }).map((list) => list.join(''));
test.each([
  ['as specified', specification],
  ['on the public service', publicService],
])('whatever is asked, nothing but the registered domain is ever led to, %s', async (_world, network) => {
  const word = fc.oneof(joined, fc.webUrl(), fc.string());
  await fc.assert(
    fc.asyncProperty(word, fc.constantFrom(...apps), async (redirectUri, { clientId, domain }) => {
      if (!(await allows(network, clientId, redirectUri))) return;
      const { protocol, hostname, username, password, port, hash, href } = new URL(redirectUri);
      expect([username, password, hash]).toEqual(['', '', '']);
      if (href === `${network.authUrl}/oauth/login_success`) return;
      expect(protocol).not.toBe('javascript:');
      const isWeb = /^https?:$/.test(protocol);
      const [registered = ''] = domain.split(':');
      const host = hostname.toLowerCase();
      expect(host === registered || (isWeb && host.endsWith(`.${registered}`))).toBe(true);
      if (registered !== 'localhost') expect(port).toBe('');
    }),
    { numRuns: propertyRuns(300) },
  );
});

test.each<Partial<App>>([
  { secret: 's' },
  { name: 'My app' },
  { key: 'another' },
  { domain: 'other.example' },
  { clientSide: false },
  { desktop: false },
  { pkce: false },
  { keyExpiresAt: 1_800_000_000 },
  { hasPost: true },
])('an app that differs in %j alone replaces the one that was there, too', (other) => {
  const app = { clientId: 'mine', key: 'my-key', domain: 'mine.example' };
  /** What a network has of the app once it was registered in each of these ways, one after the other. */
  const registered = (...ways: App[]) => {
    const world = openSmallWorld();
    for (const way of ways) registerApps(createStatements(world.db), [way]);
    return world.rows("SELECT * FROM apps WHERE client_id = 'mine'");
  };
  const changed = registered(app, { ...app, ...other });
  expect(changed).toEqual(registered({ ...app, ...other }));
  expect(changed).not.toEqual(registered(app));
});
