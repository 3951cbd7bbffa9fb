import type { Abilities, Proxy } from '../../../common/contract/contract.ts';
import {
  StartAtLoginUnsupported,
  type Desktop,
  type NotificationSound,
  type ProxyChoice,
  type ShortcutOutcome,
} from '../../desktop/desktop.ts';
import type { Log } from '../../log.ts';
import type { Preferences } from '../../store/settings.ts';
import type { Words } from '../../../common/i18n/words.ts';
import { UserFacingError } from '../domain/user-facing-error.ts';

/** A setting as the desktop takes it; a `Refusal` for an address that is none. Pure. */
export function proxyChoice({ mode, address }: Proxy, words: Words): ProxyChoice {
  if (mode !== 'manual') return { mode };
  const written = /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (
    !url ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.hostname === '' ||
    (url.pathname !== '/' && url.pathname !== '')
  ) {
    throw new UserFacingError(words('system.proxy.invalid'), words('system.proxy.invalidAdvice'));
  }
  if (url.username || url.password)
    throw new UserFacingError(words('system.proxy.named'), words('system.proxy.namedAdvice'));
  return { mode, address: url.origin };
}

/** Askbell's own sound for a notification, where one is chosen. */
export const ownSound = ({ sound, volume }: Pick<Preferences, 'sound' | 'volume'>): NotificationSound | undefined =>
  sound === 'default' || sound === 'none' ? undefined : { name: sound, volume };

/** Brings the machine in line with what the person set: start at login, shortcut, proxy; and says what it cannot do. */
export function createMachine(desktop: Desktop, log: Log, words: () => Words) {
  let shortcut: ShortcutOutcome = 'off';

  return {
    /** At start: what was set before. What cannot be had now is told in `abilities`. */
    async begin(preferences: Preferences): Promise<void> {
      shortcut = await desktop.setShortcut(preferences.shortcut);
      // As the system says is how every shell begins.
      if (preferences.proxy.mode === 'system') return;
      await Promise.resolve()
        .then(() => desktop.setProxy(proxyChoice(preferences.proxy, words())))
        .catch((error: unknown) =>
          log.warn(`The proxy could not be set: ${error instanceof Error ? error.message : String(error)}`),
        );
    },
    /** Takes over what changed. Throws a `Refusal` for what cannot be had; nothing of it is to be kept then. */
    async change(before: Preferences, after: Preferences): Promise<void> {
      if (JSON.stringify(after.proxy) !== JSON.stringify(before.proxy)) {
        const choice = proxyChoice(after.proxy, words());
        await desktop.setProxy(choice).catch((error: unknown) => {
          throw new UserFacingError(
            words()('system.proxy.failed'),
            error instanceof Error ? error.message : String(error),
          );
        });
      }
      if (after.startAtLogin !== before.startAtLogin) {
        await desktop.setStartAtLogin(after.startAtLogin).catch((error: unknown) => {
          const why =
            error instanceof StartAtLoginUnsupported
              ? words()('system.startAtLoginUnsupported')
              : error instanceof Error
                ? error.message
                : String(error);
          throw new UserFacingError(words()('system.startAtLogin'), why);
        });
      }
      if (after.shortcut !== before.shortcut) shortcut = await desktop.setShortcut(after.shortcut);
    },
    abilities(): Abilities {
      const say = words();
      const why = shortcut === 'held' || shortcut === 'off' ? undefined : say(`system.shortcut.${shortcut}`);
      return {
        shortcut: { state: why === undefined ? (shortcut as 'held' | 'off') : 'refused', why },
        sound: desktop.playsSounds ? { own: true } : { own: false, why: say('system.sound') },
        proxy: desktop.readsSystemProxy ? { system: true } : { system: false, why: say('system.proxy.environment') },
      };
    },
  };
}
