/** What starts the sandbox for other programs; from the command line, start.mjs is quicker. */
import './command/command.ts';
