import { join } from 'node:path';
import { FakePanel } from '../../test/electron/desktop/headless/fake-desktop.ts';
import { missing, startPrivateBus } from '../../test/electron/desktop/headless/private-bus.ts';
import { inTime } from '../support/waiting.ts';
import { Subject } from './subject.ts';

/**
 * Milliseconds from the start until a panel has Askbell's icon, over a message bus of its own (StatusNotifierItem);
 * undefined where no bus can be started.
 */
export async function timeToTray(folder: string): Promise<number | undefined> {
  if (missing('dbus-daemon')) return undefined;
  const bus = await startPrivateBus();
  try {
    const panel = await FakePanel.start(bus.address);
    const began = performance.now();
    const registered = panel.registered.next().then(() => performance.now() - began);
    const subject = await Subject.askbell('tray', join(folder, 'tray'), [], { DBUS_SESSION_BUS_ADDRESS: bus.address });
    try {
      return await inTime('The icon in the tray', registered);
    } finally {
      await subject.stop();
      await panel.stop();
    }
  } finally {
    await bus.stop();
  }
}
