import { afterEach, beforeEach, expect, test } from 'vitest';
import { registerApps } from '../../../sandbox/oauth/apps.ts';
import { createStatements, type Statements } from '../../../sandbox/world/database/statements.ts';
import { openWorld, type World } from '../../../sandbox/world/world.ts';

let world: World;
let statements: Statements;
beforeEach(() => {
  world = openWorld({ file: ':memory:', seed: 1, clock: { now: () => 1_795_000_000 }, content: 'none' });
  statements = createStatements(world.db);
});
afterEach(() => world.close());

const app = { clientId: 'mine', key: 'my-key', domain: 'mine.example' };
const registered = () => statements.all("SELECT * FROM apps WHERE client_id = 'mine'");
const changes = () => Number(statements.get('SELECT total_changes() AS n')?.['n']);

test('an app that is registered as it was writes nothing, so that a start with a file stays quick', () => {
  registerApps(statements, [app]);
  const before = changes();
  registerApps(statements, [app]);
  expect(changes()).toBe(before);
  expect(registered()).toEqual([
    {
      client_id: 'mine',
      client_secret: null,
      name: 'mine',
      key: 'my-key',
      domain: 'mine.example',
      client_side: 1,
      desktop: 1,
      pkce: 1,
      key_expires_at: null,
      has_post: 0,
    },
  ]);
});

test.each([
  { secret: 's' },
  { name: 'My app' },
  { key: 'another' },
  { domain: 'other.example' },
  { clientSide: false },
  { desktop: false },
  { pkce: false },
  { keyExpiresAt: 1_800_000_000 },
  { hasPost: true },
])('an app that differs in %j replaces the one that was there', (other) => {
  registerApps(statements, [app]);
  registerApps(statements, [{ ...app, ...other }]);
  expect(registered()).toEqual([
    {
      client_id: 'mine',
      client_secret: 'secret' in other ? other.secret : null,
      name: other.name ?? 'mine',
      key: other.key ?? 'my-key',
      domain: other.domain ?? 'mine.example',
      client_side: Number(other.clientSide ?? true),
      desktop: Number(other.desktop ?? true),
      pkce: Number(other.pkce ?? true),
      key_expires_at: other.keyExpiresAt ?? null,
      has_post: Number(other.hasPost ?? false),
    },
  ]);
});
