import { app } from 'electron';
import { deepLinkIn, DEEP_LINK_SCHEME } from './command-line.ts';

/**
 * Registers this program for `askbell:` addresses and calls `tell` with each one received: as an argument of a second
 * start (Linux, Windows), or as an event (macOS). An address that starts Askbell is ignored: its sign-in ended with the
 * previous process. A checkout registers nothing, since the system could not tell it from others.
 */
export function followDeepLinks(tell: (address: string) => void): { isRegistered: boolean } {
  app.on('open-url', (event, address) => {
    event.preventDefault();
    tell(address);
  });
  app.on('second-instance', (_event, argv) => {
    const address = deepLinkIn(argv);
    if (address !== undefined) tell(address);
  });
  return { isRegistered: app.isPackaged && app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME) };
}
