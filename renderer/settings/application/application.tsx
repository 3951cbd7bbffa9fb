import { useCallback, useState, type FormEvent } from 'react';
import type { AppState, Proxy, Settings } from '../../../common/contract/contract.ts';
import { Choices } from '../../widgets/choices.tsx';
import { Field } from '../../widgets/field.tsx';
import { Switch } from '../../widgets/switch.tsx';
import { useAgentMutation, useChangeSettings } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { useAnnounce } from '../../feedback/announcements.tsx';
import { GlobalShortcut } from './global-shortcut.tsx';
import { Section } from '../section.tsx';

/** Whether a text is the address of a proxy: a web address with nothing but a host and perhaps a port. */
function isProxy(text: string): boolean {
  try {
    const { protocol, username, password, pathname, search, hash } = new URL(text);
    return (
      ['http:', 'https:'].includes(protocol) &&
      username === '' &&
      password === '' &&
      pathname === '/' &&
      search === '' &&
      hash === ''
    );
  } catch {
    return false;
  }
}

function ProxySetting({
  proxy,
  why,
  onChange,
}: {
  proxy: Proxy;
  why: string | undefined;
  onChange: (proxy: Proxy) => void;
}) {
  const words = useWords();
  const [mode, setMode] = useState(proxy.mode);
  const [address, setAddress] = useState(proxy.address);
  const [wrong, setWrong] = useState(false);
  const choose = (chosen: Proxy['mode']) => {
    setMode(chosen);
    // A manual proxy is set only once it has an address.
    if (chosen !== 'manual') onChange({ mode: chosen, address: proxy.address });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = address.trim();
    setWrong(!isProxy(typed));
    if (isProxy(typed)) onChange({ mode: 'manual', address: typed });
  };
  return (
    <form noValidate className="proxy" onSubmit={submit}>
      <Choices
        legend={words('settings.application.proxy')}
        value={mode}
        options={(['system', 'none', 'manual'] as const).map((value) => ({
          value,
          label: words(`settings.application.proxyModes.${value}`),
        }))}
        onChange={choose}
      />
      {why !== undefined && <p className="hint">{why}</p>}
      {mode === 'manual' && (
        <>
          <Field
            label={words('settings.application.proxyAddress')}
            hint={words('settings.application.proxyHint')}
            type="url"
            value={address}
            onChange={(text) => {
              setAddress(text);
              setWrong(false);
            }}
            problem={wrong ? words('settings.application.proxyProblem') : undefined}
          />
          <button
            type="submit"
            className="s-btn s-btn__outlined s-btn__sm"
            disabled={proxy.mode === 'manual' && proxy.address === address.trim()}
          >
            {words('settings.application.proxySave')}
          </button>
        </>
      )}
    </form>
  );
}

/** Ends the entry of every browser but this one, at the headless window. */
function SignOutOtherBrowsers() {
  const words = useWords();
  const announce = useAnnounce();
  const signOut = useAgentMutation(async (client) => {
    const { count } = await client.session.signOutOtherBrowsers();
    announce({
      kind: 'done',
      message: words(`settings.application.${count === 0 ? 'browsersNone' : 'browsersDone'}`, { count }),
    });
  });
  return (
    <div>
      <button
        type="button"
        className="s-btn s-btn__outlined s-btn__sm"
        disabled={signOut.isPending}
        onClick={() => signOut.mutate()}
      >
        {words('settings.application.browsers')}
      </button>
      <p className="hint">{words('settings.application.browsersHint')}</p>
    </div>
  );
}

/**
 * How Askbell lives on this machine: start at login, the shortcut that opens it, the keys in its window, how it reaches
 * the network.
 */
export function Application({ state, settings }: { state: AppState; settings: Settings }) {
  const words = useWords();
  const { mutate } = useChangeSettings();
  const setShortcut = useCallback((shortcut: string) => mutate({ shortcut }), [mutate]);
  const setPanelShortcut = useCallback((panelShortcut: string) => mutate({ panelShortcut }), [mutate]);
  return (
    <Section id="application">
      <Switch
        label={words('settings.application.login')}
        hint={words('settings.application.loginHint')}
        checked={settings.startAtLogin}
        onChange={(startAtLogin) => mutate({ startAtLogin })}
      />
      <Switch
        label={words('settings.application.updates')}
        hint={words('settings.application.updatesHint')}
        checked={settings.checkForUpdates}
        onChange={(checkForUpdates) => mutate({ checkForUpdates })}
      />
      <GlobalShortcut
        label={words('settings.application.shortcut')}
        shortcut={settings.shortcut}
        ability={state.abilities.shortcut}
        onChange={setShortcut}
      />
      <GlobalShortcut
        label={words('settings.application.panelShortcut')}
        shortcut={settings.panelShortcut}
        ability={state.abilities.panelShortcut}
        onChange={setPanelShortcut}
      />
      <Switch
        label={words('settings.application.singleKeys')}
        hint={words('settings.application.singleKeysHint')}
        checked={settings.singleKeys}
        onChange={(singleKeys) => mutate({ singleKeys })}
      />
      <ProxySetting proxy={settings.proxy} why={state.abilities.proxy.why} onChange={(proxy) => mutate({ proxy })} />
      {state.shell === 'headless' && <SignOutOtherBrowsers />}
    </Section>
  );
}
