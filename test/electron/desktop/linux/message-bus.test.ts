import { expect, it } from 'vitest';
import { missing, startPrivateBus } from '../headless/private-bus.ts';
import {
  BusOnDemand,
  connectToBus,
  sessionBusAddress,
  systemBusAddress,
} from '../../../../electron/desktop/linux/message-bus.ts';

it('finding the buses takes the environment’s session bus, else the login’s socket', () => {
  expect(sessionBusAddress({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/a' }, 'linux', () => true)).toBe('unix:path=/a');
  expect(sessionBusAddress({ XDG_RUNTIME_DIR: '/run/user/1' }, 'linux', (path) => path === '/run/user/1/bus')).toBe(
    'unix:path=/run/user/1/bus',
  );
  expect(sessionBusAddress({ XDG_RUNTIME_DIR: '/run/user/1' }, 'linux', () => false)).toBeUndefined();
  expect(sessionBusAddress({}, 'linux', () => true)).toBeUndefined();
  expect(sessionBusAddress({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/a' }, 'darwin', () => true)).toBeUndefined();
});

it('finding the buses takes the system bus where it is', () => {
  expect(systemBusAddress({}, 'linux', (path) => path.startsWith('/run/'))).toBe(
    'unix:path=/run/dbus/system_bus_socket',
  );
  expect(systemBusAddress({}, 'linux', () => false)).toBeUndefined();
});

it.each([undefined, 'unix:path=/nonexistent/bus', 'nonsense', 'tcp:host=127.0.0.1,port=1', 'unix:'])(
  'finding the buses does without a bus at %s',
  async (address) => expect(await connectToBus(address)).toBeUndefined(),
);

it('a bus on demand is none where there is no session bus, as on Windows and macOS', async () => {
  const session = new BusOnDemand(() => connectToBus(undefined));
  expect(await session.open()).toBeUndefined();
  await session.close();
});

it.skipIf(missing('dbus-daemon'))('a bus on demand is one connection, and a new one when that was lost', async () => {
  let connections = 0;
  let daemon = await startPrivateBus();
  const session = new BusOnDemand(() => {
    connections++;
    return connectToBus(daemon.address);
  });
  const [first, second] = await Promise.all([session.open(), session.open()]);
  expect([first === second, connections]).toEqual([true, 1]);
  await daemon.stop();
  daemon = await startPrivateBus();
  await expect.poll(async () => [(await session.open())?.isClosed, connections]).toEqual([false, 2]);
  await session.close();
  expect(first?.isClosed).toBe(true);
  await daemon.stop();
});
