import { runCommand } from '../support/command.ts';
import { soak } from './soak.ts';

await runCommand('soak', soak);
