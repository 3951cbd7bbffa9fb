import { text } from 'node:stream/consumers';
import { checkNetwork } from './check-network.ts';
import { askWorld } from './worlds.ts';

process.exitCode = await checkNetwork(process.argv.slice(2), {
  input: () => text(process.stdin),
  say: (line) => void process.stderr.write(`${line}\n`),
  print: (line) => void process.stdout.write(`${line}\n`),
  askWorld,
});
