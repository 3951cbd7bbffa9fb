import { findElectron } from '../../build/start/electron-binary.ts';
import { whyNoDesktop } from '../../build/start/shells.ts';

/**
 * Why the desktop tests cannot run here; undefined when they can. Root is no hindrance, as the tests pass --no-sandbox.
 */
export function whyNoElectron(): string | undefined {
  if (!findElectron())
    return 'There is no Electron here: run "npx install-electron --no", or set ELECTRON_OVERRIDE_DIST_PATH.';
  const noDesktop = whyNoDesktop(process.env, process.platform, 1000);
  return noDesktop && `The desktop tests need a desktop: ${noDesktop}. Run them under xvfb-run.`;
}

/** In CI a missing Electron is a failure; elsewhere the tests are skipped with this one line. */
export default function checkElectron(): void {
  const why = whyNoElectron();
  if (!why) return;
  if (process.env['CI']) throw new Error(why);
  process.stderr.write(`Desktop tests skipped. ${why}\n`);
}
