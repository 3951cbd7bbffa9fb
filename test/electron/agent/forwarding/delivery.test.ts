import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ForwardTarget } from '../../../../common/schemas/forwarding.ts';
import { deliver, type Sending } from '../../../../electron/agent/forwarding/delivery.ts';
import { runCommand } from '../../../../electron/agent/forwarding/command.ts';
import { ForwardedMessage } from '../../../../electron/agent/forwarding/message.ts';
import { nodeFetch } from '../../../../electron/api/http/node-fetch.ts';
import { silentLog } from '../../../../electron/base/log.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { HttpReceiver, mailReceiver } from './receivers.ts';

const message = ForwardedMessage.parse({
  version: 1,
  id: '6e3f0b1c-5c7e-4b8a-9d52-0f6f4a1c2b3d',
  kind: 'inbox',
  title: 'How do I splice a rope? – “ök”',
  body: 'New answer on Boats',
  link: 'https://boats.example.org/a/1',
  count: 1,
  network: 'demo',
  sites: ['boats'],
  createdAt: '2026-06-01T10:00:00.000Z',
});

const sending = (given: Partial<Sending> = {}): Sending => ({
  fetch: nodeFetch,
  log: silentLog,
  secret: undefined,
  now: 1_780_000_000_500,
  digestTitle: '2 notifications',
  signal: new AbortController().signal,
  ...given,
});

const target = (kind: ForwardTarget['kind'], address: string, given: Partial<ForwardTarget> = {}) =>
  ForwardTarget.parse({ id: 't', kind, address, ...given });

/** Time limit that only what is meant to exceed it does, also on a busy machine. */
const limitFor = (why: string): number => (why === 'timeout' ? 700 : 20_000);

/** Returns the failure, as its message. */
const failure = (delivery: Promise<void>) => delivery.then(() => 'delivered', String);

it('a message reaches an ntfy-shaped receiver as JSON, with a sequence id and the token in a header', async () => {
  const ntfy = await new HttpReceiver().start();
  const topic = target('ntfy', `${ntfy.url}/base/my-topic`, { secretId: 's' });
  await deliver(topic, [message], sending({ secret: 'tk_secret' }));
  const [received] = ntfy.received;
  expect(received).toMatchObject({ path: '/base/', headers: { authorization: 'Bearer tk_secret' } });
  const { title, body, link, id } = message;
  const told = { topic: 'my-topic', title, message: body, click: link, sequence_id: id };
  expect(JSON.parse(received!.body)).toEqual(told);
});

it('a message reaches a webhook as the published JSON, signed with its time', async () => {
  const hook = await new HttpReceiver().start();
  await deliver(target('webhook', `${hook.url}/in?x=1`, { secretId: 's' }), [message], sending({ secret: 'key' }));
  const [{ headers, body, path }] = hook.received as [(typeof hook.received)[number]];
  expect(path).toBe('/in?x=1');
  // A batch that was meant for a mail, until the target was changed.
  await deliver(target('webhook', hook.url), [message, message], sending());
  expect(hook.received).toHaveLength(3);
  expect(ForwardedMessage.parse(JSON.parse(body))).toEqual(message);
  const signature = createHmac('sha256', 'key').update(`${String(headers['x-askbell-timestamp'])}.${body}`);
  expect(headers).toMatchObject({
    'idempotency-key': message.id,
    'x-askbell-timestamp': '1780000000',
    'x-askbell-signature': `sha256=${signature.digest('hex')}`,
  });
});

it('a message reaches a mail server with its Message-ID; several as one mail', async () => {
  const { mails, port } = await mailReceiver({ authOptional: false });
  const mail = target('email', `smtp://127.0.0.1:${port}`, { user: 'ada@example.org', to: 'phone@example.org' });
  const secret = 'right-password';
  await deliver({ ...mail, secretId: 's' }, [message], sending({ secret }));
  await deliver({ ...mail, secretId: 's' }, [message, { ...message, title: 'Another' }], sending({ secret }));
  expect(mails).toHaveLength(2);
  for (const text of mails) expect(text).toContain(`Message-ID: <${message.id}@example.org>`);
  expect(mails[0]).toContain('To: phone@example.org');
  expect(mails[1]).toContain('Subject: 2 notifications');
  expect(mails[1]).toContain('Another');
});

it.each(['500', 'redirect', 'broken', 'silent'] as const)('a receiver’s failure names no secret: %s', async (fault) => {
  const hook = await new HttpReceiver().start();
  hook.fault = fault;
  const said = { '500': 'answered 500', redirect: 'answered 307', broken: 'timeout', silent: 'timeout' }[fault];
  const failed = await failure(deliver(target('webhook', `${hook.url}/secret-path`), [message], sending()));
  expect(failed).toBe(`DeliveryFailed: ${said}`);
  expect(hook.received.filter(({ path }) => path === '/elsewhere')).toEqual([]);
});

it('a failure is named without anything secret of one that refuses, is slow, or has a certificate of its own', async () => {
  const mute = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  const drips = createServer((socket) => {
    const timer = setInterval(() => socket.write('220-Wait\r\n'), 50);
    socket.on('error', () => undefined).on('close', () => clearInterval(timer));
  }).listen(0, '127.0.0.1');
  await Promise.all([once(mute, 'listening'), once(drips, 'listening')]);
  onTestFinished(() => (drips.close(), void mute.close()));
  const dripping = (drips.address() as { port: number }).port;
  const { port } = mute.address() as { port: number };
  const tls = await mailReceiver({ secure: true, disabledCommands: [] });
  const starting = await mailReceiver({ disabledCommands: [] });
  const refused = (await mailReceiver()).port;
  const mail = { to: 'a@example.org' };
  const tried: [ForwardTarget, string][] = [
    [target('ntfy', 'http://127.0.0.1:1/t'), 'unreachable'],
    [target('webhook', `http://127.0.0.1:${port}/`), 'timeout'],
    [target('webhook', `https://127.0.0.1:${tls.port}/`), 'untrusted'],
    [target('email', 'smtp://127.0.0.1:1', mail), 'unreachable'],
    [target('email', `smtp://127.0.0.1:${port}`, mail), 'timeout'],
    [target('email', `smtp://127.0.0.1:${dripping}`, mail), 'timeout'],
    [target('email', `smtps://127.0.0.1:${tls.port}`, mail), 'untrusted'],
    [target('email', `smtp://127.0.0.1:${starting.port}`, mail), 'untrusted'],
    [target('email', `smtp://127.0.0.1:${refused}`, { ...mail, user: 'ada', secretId: 's' }), 'answered 535'],
    [target('ntfy', 'https://ntfy.example.org/t', { secretId: 's' }), 'secret'],
  ];
  const secret = (kind: string, user: string) => (kind === 'email' && user !== '' ? 'wrong-password' : undefined);
  const said = await Promise.all(
    tried.map(([to, why]) =>
      failure(deliver(to, [message], sending({ timeoutMs: limitFor(why), secret: secret(to.kind, to.user) }))),
    ),
  );
  expect(said).toEqual(tried.map(([, why]) => `DeliveryFailed: ${why}`));
  for (const { mails } of [tls, starting]) expect(mails).toEqual([]);
});

it('nothing is sent once the try was called off', async () => {
  const { mails, port } = await mailReceiver();
  const signal = AbortSignal.abort();
  const mail = target('email', `smtp://127.0.0.1:${port}`, { to: 'a@example.org' });
  for (const to of [mail, target('command', 'true')])
    expect(await failure(deliver(to, [message], sending({ signal })))).toBe('DeliveryFailed: failed');
  const during = new AbortController();
  const sent = deliver(mail, [message], sending({ signal: during.signal }));
  during.abort();
  expect(await failure(sent)).toBe('DeliveryFailed: failed');
  expect(mails).toEqual([]);
});

describe.skipIf(process.platform === 'win32')('a command', () => {
  const node = `"${process.execPath}" -e`;

  it('gets the message on standard input, its arguments as they are, and no secret; its output is logged', async () => {
    const file = join(temporaryFolder(), 'got');
    const lines: string[] = [];
    const log = { ...silentLog, info: (line: string) => void lines.push(line) };
    const program =
      "require('fs').writeFileSync(process.argv[1], require('fs').readFileSync(0) + JSON.stringify([process.argv.slice(2), process.env]));" +
      "console.log('a'.repeat(500)); console.error('to\\u0007ld')";
    const env = { SOME_TOKEN: 'x1', DB_PASSWORD: 'x2', PLAIN: 'kept' };
    const options = { log, signal: new AbortController().signal, timeoutMs: 20_000, env };
    const line = `${JSON.stringify(message)}\n`;
    await runCommand(`${node} "${program.replaceAll('"', "'")}" ${file} "$(id); two" *`, line, options);
    const got = readFileSync(file, 'utf8');
    expect(got.startsWith(line)).toBe(true);
    const [args, given] = JSON.parse(got.slice(line.length)) as [string[], Record<string, string>];
    expect(args).toEqual(['$(id); two', '*']);
    expect(given).toMatchObject({ PLAIN: 'kept' });
    expect(JSON.stringify(given)).not.toMatch(/x1|x2/);
    expect(lines).toContain('command: to ld');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(320);
  });

  it.each([
    ['process.exit(3)', 'ended 3'],
    ["process.kill(process.pid, 'SIGSEGV')", 'ended SIGSEGV'],
    ['setInterval(() => 0, 1000)', 'timeout'],
    // What it started is ended with it.
    ["require('child_process').spawn('sleep', ['60'], { stdio: 'inherit' })", 'timeout'],
  ])('that does %s is said to have failed', async (program, why) => {
    const options = { log: silentLog, signal: new AbortController().signal, timeoutMs: limitFor(why) };
    const began = performance.now();
    expect(await failure(runCommand(`${node} "${program}"`, '{}', options))).toBe(`DeliveryFailed: ${why}`);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('that is not there cannot be started', async () => {
    const options = { log: silentLog, signal: new AbortController().signal, timeoutMs: 5000 };
    expect(await failure(runCommand('/no/such/program', '{}', options))).toBe('DeliveryFailed: unreachable ENOENT');
  });
});
