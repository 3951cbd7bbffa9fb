import { spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onPath } from '../../../../electron/desktop/linux/environment.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { endProgram } from '../private-screen.ts';

/**
 * Whether tests that need a program are to be left out: only where it is missing and nobody counts on it. With CI=true
 * they run, and fail for want of it.
 */
export function missing(...programs: string[]): boolean {
  const wanting = programs.filter((program) => !onPath(program, process.env['PATH']));
  if (wanting.length === 0 || process.env['CI'] === 'true') return false;
  console.warn(`Left out: tests that need ${wanting.join(' and ')} (Debian packages dbus, gnome-keyring).`);
  return true;
}

export interface PrivateBus {
  address: string;
  stop(): Promise<void>;
}

/** Starts a message bus of its own that starts no services. */
export async function startPrivateBus(): Promise<PrivateBus> {
  const folder = temporaryFolder();
  const config = join(folder, 'bus.conf');
  writeFileSync(
    config,
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${join(folder, 'bus')}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`,
  );
  const daemon = spawn('dbus-daemon', ['--nofork', '--print-address', `--config-file=${config}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const address = await firstLine(daemon);
  return { address, stop: () => endProgram(daemon) };
}

/** The first line a process prints; rejects when it ends without one. */
export function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`ended with ${String(code)} before it said anything`)));
    if (child.stdout) createInterface({ input: child.stdout }).once('line', resolve);
  });
}
