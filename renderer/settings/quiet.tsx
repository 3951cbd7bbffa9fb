import { useId, useState } from 'react';
import type { QuietHours, Settings, SiteChoice } from '../../common/contract/contract.ts';
import { Switch } from '../widgets/switch.tsx';
import { useChangeSettings } from '../agent/queries.ts';
import { useLocale, useWords } from '../appearance/language.tsx';
import { Section } from './section.tsx';

/** Monday first, as most calendars have it; 0 is Sunday. */
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0];

function Time({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const id = useId();
  // The text being typed stays as it is: put back for a moment, the field would begin anew with each digit.
  const [typed, setTyped] = useState<string>();
  const type = (text: string) => {
    setTyped(text);
    // A time that is being typed is empty for a moment; the last whole one stays.
    if (text !== '') onChange(text.slice(0, 5));
  };
  return (
    <div className="field">
      <label className="s-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="time"
        className="s-input"
        value={typed ?? value}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setTyped(undefined)}
      />
    </div>
  );
}

function Hours({ quiet, change }: { quiet: QuietHours; change: (part: Partial<QuietHours>) => void }) {
  const { words, weekday } = useLocale();
  const overMidnight = quiet.to <= quiet.from;
  const toggle = (day: number, chosen: boolean) =>
    change({ days: WEEKDAYS.filter((one) => (one === day ? chosen : quiet.days.includes(one))) });
  return (
    <>
      <div className="quiet-hours--times">
        <Time label={words('settings.quiet.from')} value={quiet.from} onChange={(from) => change({ from })} />
        <Time
          label={words(overMidnight ? 'settings.quiet.toNextDay' : 'settings.quiet.to')}
          value={quiet.to}
          onChange={(to) => change({ to })}
        />
      </div>
      <fieldset className="quiet-hours--days">
        <legend>{words(overMidnight ? 'settings.quiet.onNights' : 'settings.quiet.on')}</legend>
        {WEEKDAYS.map((day) => (
          <label key={day}>
            <input
              type="checkbox"
              className="s-checkbox"
              aria-label={weekday(day, 'long')}
              checked={quiet.days.includes(day)}
              onChange={(event) => toggle(day, event.target.checked)}
            />
            <span aria-hidden="true">{weekday(day, 'short')}</span>
          </label>
        ))}
      </fieldset>
      {quiet.days.length === 0 && <p className="hint">{words('settings.quiet.never')}</p>}
    </>
  );
}

/** When notifications are held back. */
export function Quiet({ settings }: { settings: Settings }) {
  const words = useWords();
  const change = useChangeSettings();
  const { quietHours } = settings;
  const setQuiet = (part: Partial<QuietHours>) => change.mutate({ quietHours: { ...quietHours, ...part } });
  return (
    <Section id="quiet">
      <Switch
        label={words('settings.quiet.keep')}
        hint={words('settings.quiet.keepHint')}
        checked={quietHours.on}
        onChange={(on) => setQuiet({ on })}
      />
      {quietHours.on && <Hours quiet={quietHours} change={setQuiet} />}
      <Switch
        label={words('settings.quiet.respect')}
        hint={words('settings.quiet.respectHint')}
        checked={settings.respectDoNotDisturb}
        onChange={(respectDoNotDisturb) => change.mutate({ respectDoNotDisturb })}
      />
    </Section>
  );
}

/** The sites that can be muted: the person's own, and any other that was muted. */
export function sitesToMute(sites: readonly SiteChoice[], { mutedSites }: Settings): SiteChoice[] {
  return sites.filter((site) => site.mine || mutedSites.includes(site.id));
}

/** Which sites are announced. */
export function MutedSites({ settings, sites }: { settings: Settings; sites: readonly SiteChoice[] }) {
  const words = useWords();
  const change = useChangeSettings();
  const { mutedSites } = settings;
  if (sites.length === 0) return null;
  const setMuted = (id: string, muted: boolean) =>
    change.mutate({ mutedSites: muted ? [...mutedSites, id] : mutedSites.filter((other) => other !== id) });
  return (
    <Section id="sites">
      <p className="hint">{words('settings.sites.about')}</p>
      {sites.map((site) => (
        <Switch
          key={site.id}
          label={site.name}
          checked={!mutedSites.includes(site.id)}
          onChange={(announced) => setMuted(site.id, !announced)}
        />
      ))}
    </Section>
  );
}
