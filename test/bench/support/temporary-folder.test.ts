import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const MODULE = new URL('../../../bench/support/temporary-folder.ts', import.meta.url).href;

it.skipIf(process.platform === 'win32')('is removed with all in it when the command is interrupted', async () => {
  const script = `
    import { writeFileSync } from 'node:fs';
    const { temporaryFolder } = await import(${JSON.stringify(MODULE)});
    const { path } = temporaryFolder('test', () => console.log('ended'));
    writeFileSync(path + '/some', 'thing');
    setInterval(() => undefined, 1000);
    console.log(path);`;
  const command = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  command.stdout.on('data', (words: Buffer) => (said += words.toString()));
  await once(command.stdout, 'data');
  const path = said.trim();
  expect(existsSync(join(path, 'some'))).toBe(true);
  command.kill('SIGINT');
  const [code] = (await once(command, 'close')) as [number];
  expect({ code, isLeft: existsSync(path) }).toEqual({ code: 130, isLeft: false });
  expect(said).toContain('ended');
});
