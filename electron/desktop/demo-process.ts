import { z } from 'zod';
import type { DemoOptions } from './desktop.ts';

/** Message that the demo network sends, or prints as a line, once it listens. */
export const Ready = z.object({ apiBaseUrl: z.url(), authUrl: z.url() });
export type Ready = z.output<typeof Ready>;

/** Returns the demo network's command line; port 0 selects a free one. */
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

/** Parses the ready line from the process's output; undefined until it is complete. */
export function readReady(output: string): Ready | undefined {
  for (const line of output.split('\n')) {
    if (!line.startsWith('{')) continue;
    try {
      const ready = Ready.safeParse(JSON.parse(line));
      if (ready.success) return ready.data;
    } catch {
      // Incomplete line.
    }
  }
  return undefined;
}
