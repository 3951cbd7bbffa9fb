import dbus, { type MessageBus } from 'dbus-native';
import { onTestFinished } from 'vitest';
import { connectToBus, type Bus } from '../../../../electron/desktop/linux/message-bus.ts';
import { FakeNotificationServer, FakePanel, FakeScreenSaver } from './fake-desktop.ts';
import { startPrivateBus, type PrivateBus } from './private-bus.ts';

/** A message bus with the programs of a desktop, all of which end with the test that asks for them. */
export class TestBus {
  readonly #daemon: PrivateBus;

  private constructor(daemon: PrivateBus) {
    this.#daemon = daemon;
  }

  static async start(): Promise<TestBus> {
    return new TestBus(stopping(await startPrivateBus()));
  }

  get address(): string {
    return this.#daemon.address;
  }

  /** Ends the bus before its test does. */
  stop(): Promise<void> {
    return this.#daemon.stop();
  }

  /** Askbell's connection to it. */
  async connect(): Promise<Bus> {
    const bus = await connectToBus(this.address);
    if (!bus) throw new Error('the private bus did not let us in');
    onTestFinished(() => bus.close());
    return bus;
  }

  /** The connection of another program, which exports what a test wants. */
  async program(): Promise<MessageBus> {
    const program = dbus.createClient({ busAddress: this.address });
    program.connection.on('error', () => {});
    onTestFinished(() => program.close());
    await program.getId();
    return program;
  }

  async notificationServer(capabilities?: string[]): Promise<FakeNotificationServer> {
    return stopping(await FakeNotificationServer.start(this.address, capabilities));
  }

  async panel(): Promise<FakePanel> {
    return stopping(await FakePanel.start(this.address));
  }

  async screenSaver(owner?: string): Promise<FakeScreenSaver> {
    return stopping(await FakeScreenSaver.start(this.address, owner));
  }
}

function stopping<Program extends { stop(): Promise<void> }>(program: Program): Program {
  onTestFinished(() => program.stop());
  return program;
}
