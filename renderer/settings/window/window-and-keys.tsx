import { IconMinus, IconPlus } from '@stackoverflow/stacks-icons/icons';
import type { AppState, Settings } from '../../../common/contract/contract.ts';
import { useAgentMutation, useChangeSettings } from '../../agent/queries.ts';
import { languageOptions, useLocale, useWords } from '../../appearance/language.tsx';
import { useAnnounce } from '../../feedback/announcements.tsx';
import { Select } from '../../widgets/choices.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { Switch } from '../../widgets/switch.tsx';
import { Row, Section, Segments } from '../setting-row.tsx';
import { LookChoice } from './look-choice.tsx';
import { ShortcutField } from './shortcut-field.tsx';

const SIZES = [0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2];

/** The size of everything, a step smaller or larger; one that is none of the steps goes to the next. */
function SizeStepper({ zoom, onChange }: { zoom: number; onChange: (zoom: number) => void }) {
  const { words, percent } = useLocale();
  const steps = { smaller: SIZES.findLast((size) => size < zoom), larger: SIZES.find((size) => size > zoom) };
  const step = (to: keyof typeof steps, icon: string) => (
    <button
      type="button"
      aria-label={words(`settings.appearance.${to}`)}
      aria-disabled={steps[to] === undefined}
      onClick={() => steps[to] !== undefined && onChange(steps[to])}
    >
      <Icon svg={icon} />
    </button>
  );
  return (
    <Row label={words('settings.appearance.zoom')}>
      <div className="segments">
        {step('smaller', IconMinus)}
        <output className="settings--size">{percent(zoom)}</output>
        {step('larger', IconPlus)}
      </div>
    </Row>
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
    <Row label={words('settings.application.otherBrowsers')} hint={words('settings.application.browsersHint')}>
      <button type="button" className="btn btn__line" disabled={signOut.isPending} onClick={() => signOut.mutate()}>
        {words('settings.application.browsers')}
      </button>
    </Row>
  );
}

/** What the window looks like and which language it speaks, how it opens, and what posts may load. */
export function WindowAndKeys({ state: { abilities, shell }, settings }: { state: AppState; settings: Settings }) {
  const words = useWords();
  const { mutate } = useChangeSettings();
  return (
    <>
      <Section id="look">
        <LookChoice look={settings.appearance} onChange={(appearance) => mutate({ appearance })} />
        <Row label={words('settings.appearance.density')}>
          <Segments
            value={settings.density}
            options={['comfortable', 'compact']}
            label={(value) => words(`settings.appearance.${value}`)}
            onChange={(density) => mutate({ density })}
          />
        </Row>
        <SizeStepper zoom={settings.zoom} onChange={(zoom) => mutate({ zoom })} />
        <Select
          label={words('settings.language.label')}
          value={settings.language}
          options={languageOptions(words)}
          onChange={(language) => mutate({ language })}
        />
      </Section>
      <Section id="opening">
        <Switch
          label={words('settings.application.login')}
          hint={words('settings.application.loginHint')}
          checked={settings.startAtLogin}
          onChange={(startAtLogin) => mutate({ startAtLogin })}
        />
        {(['shortcut', 'panelShortcut'] as const).map((name) => (
          <ShortcutField
            key={name}
            label={words(`settings.application.${name}`)}
            shortcut={settings[name]}
            ability={abilities[name]}
            onChange={(shortcut) => mutate({ [name]: shortcut })}
          />
        ))}
        <Switch
          label={words('settings.application.singleKeys')}
          hint={words('settings.application.singleKeysHint')}
          checked={settings.singleKeys}
          onChange={(singleKeys) => mutate({ singleKeys })}
        />
        {shell === 'headless' && <SignOutOtherBrowsers />}
      </Section>
      <Section id="posts">
        <Row label={words('settings.appearance.images')} hint={words('settings.appearance.imagesHint')}>
          <Segments
            value={settings.remoteImages}
            options={['click', 'always', 'never']}
            label={(value) => words(`settings.appearance.image.${value}`)}
            onChange={(remoteImages) => mutate({ remoteImages })}
          />
        </Row>
      </Section>
    </>
  );
}
