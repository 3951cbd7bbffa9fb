import dbus, { type MessageBus } from 'dbus-native';
import { onTestFinished } from 'vitest';
import { connectToBus, type Bus } from '../../../../electron/desktop/linux/message-bus.ts';
import { FakeNotificationServer, FakePanel, type FakeProgram, FakeScreenSaver } from './fake-desktop.ts';
import { startPrivateBus, type PrivateBus } from './private-bus.ts';

/** A message bus with the programs of a desktop, all of which end with the test that asks for them. */
export class TestBus {
  readonly #daemon: PrivateBus;

  private constructor(daemon: PrivateBus) {
    this.#daemon = daemon;
  }

  static async start(): Promise<TestBus> {
    const daemon = await startPrivateBus();
    onTestFinished(() => daemon.stop());
    return new TestBus(daemon);
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
    return started(new FakeNotificationServer(await this.program(), capabilities));
  }

  async panel(): Promise<FakePanel> {
    return started(new FakePanel(await this.program()));
  }

  async screenSaver(owner?: string): Promise<FakeScreenSaver> {
    return started(new FakeScreenSaver(await this.program(), owner));
  }
}

async function started<Program extends FakeProgram>(program: Program): Promise<Program> {
  await program.start();
  return program;
}
