import type { Abilities, Proxy } from '../../../common/contract/contract.ts';
import { errorMessage } from '../../../common/error-message.ts';
import type { Words } from '../../../common/i18n/words.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { AgentEvents, Emitter } from '../context.ts';
import type { Timers } from '../health/timers.ts';
import type { Announcer } from '../notifications/announcer.ts';
import type { Retention } from './retention.ts';
import { UserFacingError } from '../user-facing-error.ts';
import type { Log } from '../../base/log.ts';
import {
  StartAtLoginUnsupported,
  type Desktop,
  type ProxyChoice,
  type ShortcutOutcome,
  type ShortcutTarget,
} from '../../desktop/desktop.ts';
import type { Preferences, SettingsStore } from '../../store/settings.ts';

export interface PreferenceParts {
  settings: SettingsStore;
  system: SystemSettings;
  accounts: Accounts;
  retention: Retention;
  timers: Timers;
  announcements: Announcer;
  events: Emitter<AgentEvents>;
}

/** Settings of the user, and the effects of changing them. */
export class PreferenceService {
  readonly #parts: PreferenceParts;

  constructor(parts: PreferenceParts) {
    this.#parts = parts;
  }

  get(): Preferences {
    return this.#parts.settings.get().preferences;
  }

  /**
   * Changes some preferences; returns all.
   * @throws UserFacingError if the system does not support a setting
   */
  async change(part: Partial<Preferences>): Promise<Preferences> {
    const { settings, system, accounts, retention, timers, announcements, events } = this.#parts;
    const before = this.get();
    await system.change(before, { ...before, ...part });
    // Other preferences may have changed meanwhile.
    const preferences = { ...this.get(), ...part };
    settings.change({ preferences });
    for (const { poller } of accounts.all()) poller?.preferencesChanged(part);
    if (part.push !== undefined) await Promise.all(accounts.all().map((account) => account.listen()));
    if (part.retention !== undefined) retention.reset();
    events.emit('lists-changed', ['settings']);
    timers.reset();
    void announcements.deliver();
    events.emit('state-changed');
    return preferences;
  }
}

/**
 * Converts the proxy setting for the desktop. Pure.
 * @throws UserFacingError if the address is invalid
 */
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

/**
 * Settings that involve the operating system (start at login, shortcut, proxy), with a report of the unsupported ones.
 */
export class SystemSettings {
  readonly #desktop: Desktop;
  readonly #log: Log;
  readonly #words: () => Words;
  readonly #shortcuts: Record<ShortcutTarget, ShortcutOutcome> = { window: 'off', panel: 'off' };

  constructor({ desktop, log, words }: { desktop: Desktop; log: Log; words: () => Words }) {
    this.#desktop = desktop;
    this.#log = log;
    this.#words = words;
  }

  /** Applies the stored settings at startup. `abilities` reports those that could not be applied. */
  async start({ shortcut, panelShortcut, proxy, startAtLogin }: Preferences): Promise<void> {
    if (startAtLogin) await this.#renewStartAtLogin();
    await this.#setShortcut('window', shortcut);
    await this.#setShortcut('panel', panelShortcut);
    // Every shell starts with the system's proxy.
    if (proxy.mode === 'system') return;
    try {
      await this.#desktop.setProxy(proxyChoice(proxy, this.#words()));
    } catch (error) {
      this.#log.warn(`The proxy could not be set: ${errorMessage(error)}`);
    }
  }

  /**
   * Applies changed settings.
   * @throws UserFacingError if one cannot be applied; the caller must then store none of them
   */
  async change(before: Preferences, after: Preferences): Promise<void> {
    if (JSON.stringify(after.proxy) !== JSON.stringify(before.proxy)) await this.#setProxy(after.proxy);
    if (after.startAtLogin !== before.startAtLogin) await this.#setStartAtLogin(after.startAtLogin);
    if (after.shortcut !== before.shortcut) await this.#setShortcut('window', after.shortcut);
    if (after.panelShortcut !== before.panelShortcut) await this.#setShortcut('panel', after.panelShortcut);
  }

  abilities(): Abilities {
    const { playsSounds, readsSystemProxy } = this.#desktop;
    const words = this.#words();
    const shortcut = (outcome: ShortcutOutcome): Abilities['shortcut'] =>
      outcome === 'registered' || outcome === 'off'
        ? { state: outcome }
        : { state: 'refused', why: words(`system.shortcut.${outcome}`) };
    return {
      shortcut: shortcut(this.#shortcuts.window),
      panelShortcut: shortcut(this.#shortcuts.panel),
      sound: playsSounds ? { own: true } : { own: false, why: words('system.sound') },
      proxy: readsSystemProxy ? { system: true } : { system: false, why: words('system.proxy.environment') },
    };
  }

  async #setShortcut(opens: ShortcutTarget, accelerator: string): Promise<void> {
    this.#shortcuts[opens] = await this.#desktop.setShortcut(opens, accelerator);
  }

  async #setProxy(proxy: Proxy): Promise<void> {
    const choice = proxyChoice(proxy, this.#words());
    await this.#desktop.setProxy(choice).catch((error: unknown) => {
      throw new UserFacingError(this.#words()('system.proxy.failed'), errorMessage(error));
    });
  }

  async #renewStartAtLogin(): Promise<void> {
    try {
      await this.#desktop.renewStartAtLogin?.();
    } catch (error) {
      this.#log.warn(`Start at login could not be renewed: ${errorMessage(error)}`);
    }
  }

  async #setStartAtLogin(on: boolean): Promise<void> {
    await this.#desktop.setStartAtLogin(on).catch((error: unknown) => {
      const why =
        error instanceof StartAtLoginUnsupported
          ? this.#words()(`system.startAtLoginUnsupported.${error.why}`)
          : errorMessage(error);
      throw new UserFacingError(this.#words()('system.startAtLogin'), why);
    });
  }
}
