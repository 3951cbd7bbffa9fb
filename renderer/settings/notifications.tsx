import type { AppState, Settings } from '../../common/contract/contract.ts';
import { Switch } from '../widgets/switch.tsx';
import { useAgentMutation, useChangeSettings } from '../agent/queries.ts';
import { useLocale } from '../appearance/language.tsx';
import { Section } from './section.tsx';
import { SoundSetting } from './sound/sound.tsx';

/** The networks that have to permit achievements first, each with the way to ask for that. */
function AllowAchievements({ state }: { state: AppState }) {
  const { words } = useLocale();
  const allow = useAgentMutation((agent, account: string) => agent.session.askForAchievements({ account }));
  return state.accounts
    .filter((account) => account.mayReadPrivate !== true)
    .map(({ id, network }) => (
      <div className="settings--line" key={id}>
        <p>{words('settings.notifications.achievementsAllow', { network: network.name })}</p>
        <button
          type="button"
          className="s-btn s-btn__outlined s-btn__sm"
          disabled={allow.isPending}
          onClick={() => allow.mutate(id)}
        >
          {words('settings.notifications.achievementsAllowButton')}
        </button>
      </div>
    ));
}

/** What raises a notification, how it sounds, and whether it arrives. */
export function Notifications({ state, settings }: { state: AppState; settings: Settings }) {
  const { words } = useLocale();
  const change = useChangeSettings();
  const test = useAgentMutation((client) => client.settings.testNotification(), {
    done: words('settings.notifications.tested'),
  });
  const { notify } = settings;
  const setNotify = (part: Partial<Settings['notify']>) => change.mutate({ notify: { ...notify, ...part } });
  return (
    <Section id="notifications">
      {(['inbox', 'reputation', 'questions', 'badges'] as const).map((kind) => (
        <Switch
          key={kind}
          label={words(`settings.notifications.${kind}`)}
          hint={words(`settings.notifications.${kind}Hint`)}
          checked={notify[kind]}
          onChange={(on) => setNotify({ [kind]: on })}
        />
      ))}
      <Switch
        label={words('settings.notifications.achievements')}
        hint={words('settings.notifications.achievementsHint')}
        checked={settings.achievements}
        onChange={(achievements) => change.mutate({ achievements })}
      />
      {settings.achievements && <AllowAchievements state={state} />}
      <SoundSetting state={state} settings={settings} />
      <div className="settings--line">
        <p>
          {words('settings.notifications.goTo', {
            where: words(`settings.notifications.places.${state.notificationsGoTo}`),
          })}
        </p>
        <button
          type="button"
          className="s-btn s-btn__outlined s-btn__sm"
          disabled={test.isPending}
          onClick={() => test.mutate()}
        >
          {words('settings.notifications.test')}
        </button>
      </div>
    </Section>
  );
}
