import { runCommand } from '../support/command.ts';
import { TORTURE } from '../support/commands.ts';
import { torture } from './torture.ts';

await runCommand(TORTURE, torture);
