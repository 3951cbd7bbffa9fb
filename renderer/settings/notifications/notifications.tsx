import { Fragment } from 'react';
import type { AppState, NotificationLimit, Settings } from '../../../common/contract/contract.ts';
import { Select } from '../../widgets/choices.tsx';
import { Switch } from '../../widgets/switch.tsx';
import { useAgentMutation, useChangeSettings } from '../../agent/queries.ts';
import { useLocale } from '../../appearance/language.tsx';
import { Section } from '../section.tsx';
import { SoundSetting } from '../sound/sound.tsx';
import { NotificationPermission } from '../../feedback/notification-permission.tsx';
import { limitWords } from './limit-words.ts';
import { Reasons } from './reasons.tsx';

/** Numbers of notifications after which the rest is bundled, to choose from. */
const LIMITS: readonly NotificationLimit[] = [1, 2, 3, 5, 10, 'none'];

/** Adds the chosen limit to the choices: an import may have brought another one. */
const limitsWith = (chosen: NotificationLimit): NotificationLimit[] =>
  LIMITS.includes(chosen) ? [...LIMITS] : [chosen, ...LIMITS];

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
        <Fragment key={kind}>
          <Switch
            label={words(`settings.notifications.${kind}`)}
            hint={words(`settings.notifications.${kind}Hint`)}
            checked={notify[kind]}
            onChange={(on) => setNotify({ [kind]: on })}
          />
          {(kind === 'inbox' || kind === 'reputation') && notify[kind] && <Reasons kind={kind} settings={settings} />}
        </Fragment>
      ))}
      <Switch
        label={words('settings.notifications.achievements')}
        hint={words('settings.notifications.achievementsHint')}
        checked={settings.achievements}
        onChange={(achievements) => change.mutate({ achievements })}
      />
      {settings.achievements && <AllowAchievements state={state} />}
      <Select
        label={words('settings.notifications.limit')}
        hint={words('settings.notifications.limitHint')}
        value={String(settings.notificationLimit)}
        options={limitsWith(settings.notificationLimit).map((limit) => ({
          value: String(limit),
          label: limitWords(words, limit),
        }))}
        onChange={(limit) => change.mutate({ notificationLimit: limit === 'none' ? limit : Number(limit) })}
      />
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
      {state.notificationsGoTo === 'terminal' && <NotificationPermission />}
    </Section>
  );
}
