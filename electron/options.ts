import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { errorMessage } from '../common/error-message.ts';
import type { DemoOptions } from './desktop/desktop.ts';

const DEMO_LIKENESSES: readonly DemoOptions['like'][] = ['specification', 'public'];

/** What both shells take on the command line. */
export interface Options {
  /** Start the embedded network and sign in as its first demo person, by itself. */
  demo: boolean;
  /** One JSON line per notification on standard output. */
  printNotifications: boolean;
  /** Start in the tray, without a window. */
  hidden: boolean;
  /** Open the panel in the place of the window, also of an Askbell that runs already. */
  panel: boolean;
  /** Where settings, history and secrets are kept, instead of the system's place. */
  dataDir: string | undefined;
  /** Headless: the port of the window; 0 lets the system choose. */
  port: number;
  /** How many times faster the demo network lives. */
  demoSpeed: number;
  /** Which description of such networks the demo network follows. */
  demoLike: DemoOptions['like'];
  /** Check everything that Askbell depends on, say what is wrong, and end. */
  doctor: boolean;
  /** With `doctor`: one JSON object instead of lines. */
  json: boolean;
  help: boolean;
  version: boolean;
}

/** How each way to have Askbell starts it. */
const USAGE = {
  clone: `Usage: npm start -- [options]        the desktop app (headless where Electron cannot be had)
       npm run headless -- [options] the same, with its window in your browser`,
  installed: `Usage: askbell [options]           the desktop app (headless where Electron is not installed)
       askbell headless [options]  the same, with its window in your browser`,
};

/** Says every option; printed by `--help`. */
export const helpText = (kind: keyof typeof USAGE) => `Askbell tells you when something happens for you on a \
question-and-answer network.

${USAGE[kind]}

  --demo                  use the built-in demo network and sign in by itself
  --demo-speed N          let the demo network live N times faster (default 1)
  --like WHAT             let the demo network follow the specification (default) or be like the public service:
                          specification or public
  --print-notifications   print one JSON line per notification to standard output
  --hidden                start in the tray, without opening the window
  --panel                 open the panel in the place of the window, also where Askbell runs already: for a key that the
                          system's own settings give it
  --data-dir DIR          keep settings and history there
  --port N                headless: the window's port on this machine (default: a free one)
  --doctor                check network, clock, quota, sign-in, keyring, notifications, tray, settings, history, disk
                          and permissions, say in plain words what is wrong and how to mend it, and end; changes
                          nothing, needs no display, and may run while Askbell does. Costs one request of the quota
                          of each network, seldom two, and says how many
  --json                  with --doctor: one JSON object instead of lines
  --help, --version

Exit codes: 0 quit, 1 could not start, 2 wrong options; of --doctor 0 nothing is wrong, 1 something is, 2 wrong options.
`;

/** Wrong options; `message` says which. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError';
}

/** Takes the arguments after the program's name; gives options or throws an `OptionsError`. */
export function parseOptions(args: string[]): Options {
  try {
    const { values } = parseArgs({
      args,
      options: {
        demo: { type: 'boolean', default: false },
        'demo-speed': { type: 'string', default: '1' },
        like: { type: 'string', default: 'specification' },
        'print-notifications': { type: 'boolean', default: false },
        hidden: { type: 'boolean', default: false },
        panel: { type: 'boolean', default: false },
        'data-dir': { type: 'string' },
        port: { type: 'string', default: '0' },
        doctor: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        version: { type: 'boolean', default: false },
      },
    });
    if (values.json && !values.doctor) throw new OptionsError('--json goes with --doctor only.');
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new OptionsError(`--port takes a number from 0 to 65535, not "${values.port}".`);
    const demoSpeed = Number(values['demo-speed']);
    if (!(demoSpeed > 0 && demoSpeed <= 10_000))
      throw new OptionsError(`--demo-speed takes a number above 0, not "${values['demo-speed']}".`);
    const demoLike = DEMO_LIKENESSES.find((likeness) => likeness === values.like);
    if (demoLike === undefined)
      throw new OptionsError(`--like takes ${DEMO_LIKENESSES.join(' or ')}, not "${values.like}".`);
    return {
      demo: values.demo,
      printNotifications: values['print-notifications'],
      hidden: values.hidden,
      panel: values.panel,
      dataDir: values['data-dir'],
      port,
      demoSpeed,
      demoLike,
      doctor: values.doctor,
      json: values.json,
      help: values.help,
      version: values.version,
    };
  } catch (error) {
    if (error instanceof OptionsError) throw error;
    throw new OptionsError(errorMessage(error));
  }
}

/**
 * The arguments with which Askbell starts at login as it was started now: in the tray, on the same data and port. Takes
 * the options and the folder that relative paths are meant from.
 */
export const loginArguments = ({ dataDir, port }: Pick<Options, 'dataDir' | 'port'>, folder: string): string[] => [
  '--hidden',
  ...(dataDir ? ['--data-dir', resolve(folder, dataDir)] : []),
  ...(port === 0 ? [] : ['--port', String(port)]),
];
