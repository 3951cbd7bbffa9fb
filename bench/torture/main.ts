import { runCommand } from '../support/command.ts';
import { torture } from './torture.ts';

await runCommand('torture', torture);
