import { useLocation } from 'wouter';
import type { AppState, Settings as SettingsValues } from '../../electron/contract.ts';
import { SiteIcon } from '../components/site-icon.tsx';
import { Failed, Loading, ViewHead } from '../components/states.tsx';
import { Switch } from '../components/switch.tsx';
import { useAct, useChangeSettings, useSettings } from '../queries.ts';
import { Polling } from './polling.tsx';
import { MutedSites, Quiet } from './quiet.tsx';
import { Section } from './section.tsx';

function Notifications({ state, settings }: { state: AppState; settings: SettingsValues }) {
  const change = useChangeSettings();
  const test = useAct((client) => client.settings.testNotification(), { done: 'A test notification is on its way.' });
  const { notify } = settings;
  const setNotify = (part: Partial<SettingsValues['notify']>) => change.mutate({ notify: { ...notify, ...part } });
  return (
    <Section title="Notifications">
      <Switch label="Inbox" hint="Comments, answers and messages for you." checked={notify.inbox} onChange={(inbox) => setNotify({ inbox })} />
      <Switch label="Reputation" hint="Votes, accepted answers, bounties." checked={notify.reputation} onChange={(reputation) => setNotify({ reputation })} />
      <Switch label="Questions" hint="Questions that your watches find." checked={notify.questions} onChange={(questions) => setNotify({ questions })} />
      <Switch label="Silent" hint="Notifications without a sound." checked={settings.silent} onChange={(silent) => change.mutate({ silent })} />
      <div className="settings--line">
        <p>
          Notifications go to: <strong>{state.notificationsGoTo}</strong>.
        </p>
        <button type="button" className="s-btn s-btn__outlined s-btn__sm" disabled={test.isPending} onClick={() => test.mutate()}>
          Send a test notification
        </button>
      </div>
    </Section>
  );
}

const appearances: { value: SettingsValues['appearance']; label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

function Application({ settings }: { settings: SettingsValues }) {
  const change = useChangeSettings();
  return (
    <Section title="Application">
      <fieldset className="appearance">
        <legend>Appearance</legend>
        {appearances.map(({ value, label }) => (
          <label key={value} className="s-check-control">
            <input type="radio" className="s-radio" name="appearance" value={value} checked={settings.appearance === value} onChange={() => change.mutate({ appearance: value })} />
            {label}
          </label>
        ))}
      </fieldset>
      <Switch label="Start at login" hint="Askbell waits in the tray when you log in." checked={settings.startAtLogin} onChange={(startAtLogin) => change.mutate({ startAtLogin })} />
    </Section>
  );
}

function AccountSection({ state }: { state: AppState }) {
  const [, go] = useLocation();
  const signOut = useAct((client) => client.session.signOut());
  const { person, network, secrets } = state;
  return (
    <Section title="Account">
      <div className="settings--line">
        <div className="settings--person">
          {person && <SiteIcon site={{ name: person.displayName, iconUrl: person.profileImage }} />}
          <div>
            <strong>{person?.displayName ?? 'Not signed in'}</strong>
            <div className="hint">
              {network?.name ?? 'No network'}
              {person && ` · ${person.accounts} ${person.accounts === 1 ? 'account' : 'accounts'}`}
            </div>
          </div>
        </div>
        <div className="settings--buttons">
          <button type="button" className="s-btn s-btn__outlined s-btn__sm" onClick={() => go('/welcome')}>
            Use another network
          </button>
          <button type="button" className="s-btn s-btn__outlined s-btn__danger s-btn__sm" disabled={signOut.isPending} onClick={() => signOut.mutate()}>
            Sign out
          </button>
        </div>
      </div>
      <p className={secrets.persistent ? 'hint' : 's-notice s-notice__warning'}>
        {secrets.persistent ? `Your sign-in is kept in ${secrets.detail}.` : secrets.detail}
      </p>
    </Section>
  );
}

/** What a person can choose. */
export function Settings({ state }: { state: AppState }) {
  const settings = useSettings();
  return (
    <>
      <ViewHead title="Settings" />
      {settings.isPending && <Loading label="Loading settings" />}
      {settings.isError && <Failed error={settings.error} again={() => void settings.refetch()} />}
      {settings.isSuccess && (
        <>
          <Notifications state={state} settings={settings.data} />
          <Quiet settings={settings.data} />
          <MutedSites settings={settings.data} />
          <Application settings={settings.data} />
        </>
      )}
      <Polling state={state} />
      <AccountSection state={state} />
      <p className="hint settings--version">Askbell {state.version}</p>
    </>
  );
}
