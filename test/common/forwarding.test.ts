import { expect, it } from 'vitest';
import { isTargetAddress } from '../../common/forwarding.ts';

it.each([
  ['ntfy', 'https://ntfy.sh/my-topic', true],
  ['ntfy', 'https://example.org/base/my_topic', true],
  ['ntfy', 'http://192.168.1.5:8080/t', true],
  ['ntfy', 'https://ntfy.sh/', false],
  ['ntfy', 'https://ntfy.sh/a?b=c', false],
  ['ntfy', 'http://ntfy.sh/my-topic', false],
  ['webhook', 'https://example.org/in?x=1', true],
  ['webhook', 'http://localhost:3000/', true],
  ['webhook', 'http://[::1]/', true],
  ['webhook', 'http://[fd00::1]/', true],
  ['webhook', 'http://172.16.0.1/', true],
  ['webhook', 'http://printer.local/', true],
  ['webhook', 'http://172.32.0.1/', false],
  ['webhook', 'http://8.8.8.8/', false],
  ['webhook', 'http://localhost.example.org/', false],
  ['webhook', 'http://10.example.org/', false],
  ['webhook', 'http://127.0.0.1.example.org/', false],
  ['webhook', 'https://ada:pw@example.org/', false],
  ['webhook', 'file:///etc/passwd', false],
  ['webhook', 'smtp://example.org', false],
  ['email', 'smtps://mail.example.org', true],
  ['email', 'smtp://mail.example.org:587', true],
  ['email', 'smtps://ada:pw@mail.example.org', false],
  ['email', 'https://mail.example.org', false],
  ['email', 'smtps://mail.example.org/path', false],
  ['email', 'mail.example.org', false],
  ['command', '/usr/bin/say "two words"', true],
  ['command', '  ', false],
  ['command', 'a\nb', false],
] as const)('the address of a target: %s %s: %s', (kind, address, is) => {
  expect(isTargetAddress(kind, address)).toBe(is);
});
