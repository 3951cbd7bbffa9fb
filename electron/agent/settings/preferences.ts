import type { Abilities, contract, Proxy } from '../../../common/contract/contract.ts';
import { errorMessage } from '../../../common/error-message.ts';
import type { LocalizedText } from '../../../common/i18n/localized-text.ts';
import type { WordKey } from '../../../common/i18n/words.ts';
import type { Settings } from '../../../common/schemas/settings.ts';
import {
  type ProxyChoice,
  type ShortcutOutcome,
  type ShortcutTarget,
  StartAtLoginUnsupported,
} from '../../desktop/desktop.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { localeOf, type AgentContext, type Handlers } from '../context.ts';
import { UserFacingError } from '../user-facing-error.ts';

/**
 * The room `settings`: what the user chooses, and their data as a file. `preferences.ts` changes the settings, and
 * `own-sound.ts` keeps the user's own sound. `transfer.ts` exports everything, and imports an export, with preview and
 * undo. The window uploads the file in pieces, which `export-file.ts` checks and `import.ts` merges.
 */

/**
 * Converts the proxy setting for the desktop. Pure.
 * @throws UserFacingError if the address is invalid
 */
export function proxyChoice({ mode, address }: Proxy): ProxyChoice {
  if (mode !== 'manual') return { mode };
  const written = /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  const url = URL.parse(written);
  // These protocols always have a host, and `/` as their shortest path.
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/')
    throw refusal('system.proxyInvalid', ({ words }) => words('system.proxyInvalidAdvice'));
  if (url.username || url.password) throw refusal('system.proxyNamed', ({ words }) => words('system.proxyNamedAdvice'));
  return { mode, address: url.origin };
}

const refusal = (why: WordKey, advice: LocalizedText): UserFacingError =>
  new UserFacingError(({ words }) => words(why), advice);

/**
 * Settings of the user, with the effects of changing them. Start at login, shortcuts and proxy involve the operating
 * system, which may refuse them.
 */
export class Preferences implements Pick<Handlers<typeof contract.settings>, 'get' | 'change'> {
  readonly #context: AgentContext;
  readonly #accounts: Accounts;
  readonly #shortcuts: Record<ShortcutTarget, ShortcutOutcome> = { window: 'off', panel: 'off' };

  constructor(context: AgentContext, accounts: Accounts) {
    this.#context = context;
    this.#accounts = accounts;
  }

  get(): Settings {
    return this.#context.settings.get().preferences;
  }

  /**
   * Changes some settings; returns all.
   * @throws UserFacingError if the system does not support a setting
   */
  async change(given: { [Name in keyof Settings]?: Settings[Name] | undefined }): Promise<Settings> {
    const part = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    ) as Partial<Settings>;
    const before = this.get();
    await this.#apply(before, { ...before, ...part });
    // Other settings may have changed meanwhile.
    const preferences = { ...this.get(), ...part };
    this.#context.settings.change({ preferences });
    await this.#report(part);
    return preferences;
  }

  /** Reports changed settings to the objects that depend on them. */
  async #report(part: Partial<Settings>): Promise<void> {
    const { events } = this.#context;
    const accounts = this.#accounts.all();
    for (const { scheduler } of accounts) scheduler?.preferencesChanged(part);
    if (part.push !== undefined) await Promise.all(accounts.map((account) => account.listen()));
    events.emit('lists-changed', ['settings']);
    events.emit('due-changed');
    events.emit('preferences-changed');
    events.emit('state-changed');
  }

  /** Applies the stored settings at startup. `abilities` reports those that could not be applied. */
  async start(): Promise<void> {
    const { shortcut, panelShortcut, proxy, startAtLogin } = this.get();
    const { desktop, log } = this.#context;
    const attempt = async (what: string, apply: () => Promise<void> | undefined): Promise<void> => {
      try {
        await apply();
      } catch (error) {
        log.warn(`${what}: ${errorMessage(error)}`);
      }
    };
    if (startAtLogin) await attempt('Start at login could not be renewed', () => desktop.renewStartAtLogin?.());
    await this.#setShortcut('window', shortcut);
    await this.#setShortcut('panel', panelShortcut);
    // Every shell starts with the system's proxy.
    if (proxy.mode !== 'system')
      await attempt('The proxy could not be set', () => desktop.setProxy(proxyChoice(proxy)));
  }

  /**
   * Applies changed settings of the system.
   * @throws UserFacingError if one cannot be applied; then none of them may be stored
   */
  async #apply(before: Settings, after: Settings): Promise<void> {
    if (JSON.stringify(after.proxy) !== JSON.stringify(before.proxy)) await this.#setProxy(after.proxy);
    if (after.startAtLogin !== before.startAtLogin) await this.#setStartAtLogin(after.startAtLogin);
    if (after.shortcut !== before.shortcut) await this.#setShortcut('window', after.shortcut);
    if (after.panelShortcut !== before.panelShortcut) await this.#setShortcut('panel', after.panelShortcut);
  }

  /** Returns which settings of the system can be had, and why others cannot. */
  abilities(): Abilities {
    const { playsSounds, readsSystemProxy } = this.#context.desktop;
    const { words } = localeOf(this.#context);
    const shortcut = (outcome: ShortcutOutcome): Abilities['shortcut'] =>
      outcome === 'registered' || outcome === 'off'
        ? { state: outcome }
        : { state: 'refused', why: words(`system.shortcut.${outcome}`) };
    return {
      shortcut: shortcut(this.#shortcuts.window),
      panelShortcut: shortcut(this.#shortcuts.panel),
      sound: playsSounds ? { own: true } : { own: false, why: words('system.sound') },
      proxy: readsSystemProxy ? { system: true } : { system: false, why: words('system.proxyEnvironment') },
    };
  }

  async #setShortcut(opens: ShortcutTarget, accelerator: string): Promise<void> {
    this.#shortcuts[opens] = await this.#context.desktop.setShortcut(opens, accelerator);
  }

  async #setProxy(proxy: Proxy): Promise<void> {
    const choice = proxyChoice(proxy);
    await this.#context.desktop.setProxy(choice).catch((error: unknown) => {
      throw refusal('system.proxyFailed', errorMessage(error));
    });
  }

  async #setStartAtLogin(on: boolean): Promise<void> {
    await this.#context.desktop.setStartAtLogin(on).catch((error: unknown) => {
      throw refusal('system.startAtLogin', ({ words }) =>
        error instanceof StartAtLoginUnsupported
          ? words(`system.startAtLoginUnsupported.${error.why}`)
          : errorMessage(error),
      );
    });
  }
}
