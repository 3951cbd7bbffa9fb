import { IconBell } from '@stackoverflow/stacks-icons/icons';
import type { AppState, Settings } from '../../../common/contract/contract.ts';
import { useAgentMutation, useChangeSettings } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { NotificationPermission } from '../../feedback/notification-permission.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { Switch } from '../../widgets/switch.tsx';
import { Exceptions, Row, Section, Segments } from '../setting-row.tsx';
import { exceptionsIn, GROUP_NAMES, isOn, withGroup, withoutExceptions, type GroupName } from './groups.ts';
import { Muted } from './muted.tsx';
import { Quiet } from './quiet.tsx';
import { SoundSetting } from './sound.tsx';

/** After how many notifications the rest is bundled, unless the settings say otherwise. */
const USUAL_LIMIT = 3;

interface Props {
  settings: Settings;
}

/** The one rule by which notifications come, and one to see. */
function Rule({ state, settings }: Props & { state: AppState }) {
  const words = useWords();
  const test = useAgentMutation((client) => client.settings.testNotification(), {
    done: words(`settings.notifications.tested.${state.notificationsGoTo}`),
  });
  const isBundled = settings.notificationLimit !== 'none';
  return (
    <div className="notice settings--rule">
      <Icon svg={IconBell} />
      <p>
        <strong>{words('settings.notifications.rule')}</strong>{' '}
        {words(`settings.notifications.${isBundled ? 'ruleBundled' : 'ruleAll'}`)}
      </p>
      <button type="button" className="btn" disabled={test.isPending} onClick={() => test.mutate()}>
        {words('settings.notifications.test')}
      </button>
    </div>
  );
}

/** Whether a group of notifications is told, and what of it an earlier choice leaves out. */
function GroupRow({ name, settings }: Props & { name: GroupName }) {
  const words = useWords();
  const change = useChangeSettings();
  const exceptions = exceptionsIn(settings, name);
  return (
    <Row
      label={words(`settings.notifications.groups.${name}`)}
      hint={
        <>
          {words(`settings.notifications.groups.${name}Hint`)}{' '}
          {exceptions.length > 0 && (
            <Exceptions
              what={exceptions.map((reason) => words(`settings.notifications.reasons.${reason}`))}
              onClear={() => change.mutate(withoutExceptions(settings, name))}
            />
          )}
        </>
      }
    >
      <Segments
        value={isOn(settings, name) ? 'on' : 'off'}
        options={['on', 'off']}
        label={(value) => words(`settings.transfer.${value}`)}
        onChange={(value) => change.mutate(withGroup(settings, name, value === 'on'))}
      />
    </Row>
  );
}

/** What raises a notification, how it sounds, when none comes, and what is muted. */
export function Notifications({ state, settings }: Props & { state: AppState }) {
  const words = useWords();
  const change = useChangeSettings();
  const { notify, notificationLimit } = settings;
  return (
    <>
      <Rule state={state} settings={settings} />
      {state.notificationsGoTo === 'terminal' && <NotificationPermission />}
      <Section
        id="tell"
        aside={
          notify.questions ? (
            words('settings.notifications.questionsAside')
          ) : (
            <Exceptions
              what={[words('settings.notifications.noQuestions')]}
              onClear={() => change.mutate({ notify: { ...notify, questions: true } })}
            />
          )
        }
      >
        {GROUP_NAMES.map((name) => (
          <GroupRow key={name} name={name} settings={settings} />
        ))}
      </Section>
      <Section id="reach">
        <Switch
          label={words('settings.notifications.limit')}
          hint={words('settings.notifications.limitHint', {
            count: notificationLimit === 'none' ? USUAL_LIMIT : notificationLimit,
          })}
          checked={notificationLimit !== 'none'}
          onChange={(on) => change.mutate({ notificationLimit: on ? USUAL_LIMIT : 'none' })}
        />
        <SoundSetting state={state} settings={settings} />
      </Section>
      <Quiet settings={settings} />
      <Muted settings={settings} />
    </>
  );
}
