import type { Settings } from '../../common/contract/contract.ts';
import { LANGUAGES } from '../../common/i18n/words.ts';
import { LANGUAGE_CHOICES } from '../../common/language-choices.ts';
import { Choices, Select } from '../widgets/choices.tsx';
import { useChangeSettings } from '../agent/queries.ts';
import { useLocale } from '../appearance/language.tsx';
import { Section } from './section.tsx';

const ZOOM_LEVELS = [0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2];

/** What the window looks like, and which language it speaks. */
export function Appearance({ settings }: { settings: Settings }) {
  const { words, percent } = useLocale();
  const change = useChangeSettings();
  const { appearance, density, zoom, language, remoteImages } = settings;
  const sizes = ZOOM_LEVELS.includes(zoom) ? ZOOM_LEVELS : [...ZOOM_LEVELS, zoom].toSorted((a, b) => a - b);
  return (
    <Section id="appearance">
      <Choices
        legend={words('settings.appearance.legend')}
        value={appearance}
        options={(['system', 'light', 'dark', 'contrast'] as const).map((value) => ({
          value,
          label: words(`settings.appearance.${value}`),
        }))}
        onChange={(value) => change.mutate({ appearance: value })}
      />
      <Choices
        legend={words('settings.appearance.density')}
        value={density}
        options={(['comfortable', 'compact'] as const).map((value) => ({
          value,
          label: words(`settings.appearance.${value}`),
        }))}
        onChange={(value) => change.mutate({ density: value })}
      />
      <Select
        label={words('settings.appearance.zoom')}
        value={String(zoom)}
        options={sizes.map((value) => ({ value: String(value), label: percent(value) }))}
        onChange={(value) => change.mutate({ zoom: Number(value) })}
      />
      <Select
        label={words('settings.language.label')}
        value={language}
        options={LANGUAGE_CHOICES.map((value) => ({
          value,
          label: value === 'system' ? words('settings.language.system') : LANGUAGES[value].name,
        }))}
        onChange={(value) => change.mutate({ language: value })}
      />
      <Select
        label={words('settings.appearance.images')}
        hint={words('settings.appearance.imagesHint')}
        value={remoteImages}
        options={(['click', 'always', 'never'] as const).map((value) => ({
          value,
          label: words(`settings.appearance.image.${value}`),
        }))}
        onChange={(value) => change.mutate({ remoteImages: value })}
      />
    </Section>
  );
}
