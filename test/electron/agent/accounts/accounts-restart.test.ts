import { afterEach, expect, it } from 'vitest';
import { createSandboxControl } from '../../../../sandbox/control/client.ts';
import { HOUR_MS } from '../../../../common/durations.ts';
import { aRound, cast, createWorld, type World } from '../../../integration/askbell.ts';

let world: World;
afterEach(() => world.close());

it('remembers over a restart when the access ends that a network granted for a day', async () => {
  world = await createWorld({ demo: false });
  world.desktop.person = () => new Promise(() => undefined);
  const { apiBaseUrl, authUrl } = world.sandbox;
  await world.window.session.signIn({
    kind: 'other',
    name: 'Mine',
    apiBaseUrl,
    authUrl,
    clientId: 'mine',
    key: 'my-key',
  });
  const { accountId } = cast(world.sandbox);
  await createSandboxControl(apiBaseUrl).grant({ token: 'a-day-token', accountId, scopes: ['read_inbox'] });
  await world.window.session.paste({ text: '#access_token=a-day-token&expires=86399' });
  await world.pass(aRound);
  await world.window.polling.pause();
  await world.restart();
  await world.pass(23 * HOUR_MS);
  expect(world.desktop.shown.map(({ title }) => title)).toEqual([
    expect.stringMatching(/^Your sign-in to Mine expires in/),
  ]);
});
