import { runCommand } from '../support/command.ts';
import { SOAK } from '../support/commands.ts';
import { soak } from './soak.ts';

await runCommand(SOAK, soak);
