import { z } from 'zod';
import type { DemoOptions } from './desktop.ts';

/** What the demo network says once it listens, as a message or as a line of its output. */
export const Ready = z.object({ apiBaseUrl: z.url(), authUrl: z.url() });
export type Ready = z.output<typeof Ready>;

/** The demo network's command line for the port's options; port 0 lets it choose a free one. */
export function demoArguments({ dataFile, port, speed, like, app }: DemoOptions): string[] {
  return [
    '--port',
    String(port),
    '--db',
    dataFile,
    '--speed',
    String(speed),
    '--like',
    like,
    '--app',
    `client_id=${app.clientId},key=${app.key},domain=${app.domain},name=Askbell`,
  ];
}

/** Reads the ready line out of whatever the process printed so far; undefined while it is not there whole. */
export function readReady(output: string): Ready | undefined {
  for (const line of output.split('\n')) {
    if (!line.startsWith('{')) continue;
    try {
      const ready = Ready.safeParse(JSON.parse(line));
      if (ready.success) return ready.data;
    } catch {
      // A line that is still being written.
    }
  }
  return undefined;
}
