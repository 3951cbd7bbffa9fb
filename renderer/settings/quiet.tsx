import { useId } from 'react';
import type { QuietHours, Settings } from '../../electron/contract.ts';
import { Switch } from '../components/switch.tsx';
import { useChangeSettings, useSites } from '../queries.ts';
import { Section } from './section.tsx';

/** Monday first, as most calendars have it; 0 is Sunday. */
const days = [
  { day: 1, short: 'Mon', name: 'Monday' },
  { day: 2, short: 'Tue', name: 'Tuesday' },
  { day: 3, short: 'Wed', name: 'Wednesday' },
  { day: 4, short: 'Thu', name: 'Thursday' },
  { day: 5, short: 'Fri', name: 'Friday' },
  { day: 6, short: 'Sat', name: 'Saturday' },
  { day: 0, short: 'Sun', name: 'Sunday' },
];

function Time({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <div className="field">
      <label className="s-label" htmlFor={id}>
        {label}
      </label>
      {/* A time that is being typed is empty for a moment; the last whole one stays. */}
      <input id={id} type="time" className="s-input" value={value} onChange={(event) => event.target.value !== '' && onChange(event.target.value.slice(0, 5))} />
    </div>
  );
}

function Hours({ quiet, change }: { quiet: QuietHours; change: (part: Partial<QuietHours>) => void }) {
  const overMidnight = quiet.to <= quiet.from;
  const toggle = (day: number, chosen: boolean) => change({ days: days.map((one) => one.day).filter((one) => (one === day ? chosen : quiet.days.includes(one))) });
  return (
    <>
      <div className="quiet-hours--times">
        <Time label="From" value={quiet.from} onChange={(from) => change({ from })} />
        <Time label={overMidnight ? 'To (the next day)' : 'To'} value={quiet.to} onChange={(to) => change({ to })} />
      </div>
      <fieldset className="quiet-hours--days">
        <legend>{overMidnight ? 'On nights that begin on' : 'On'}</legend>
        {days.map(({ day, short, name }) => (
          <label key={day}>
            <input type="checkbox" className="s-checkbox" aria-label={name} checked={quiet.days.includes(day)} onChange={(event) => toggle(day, event.target.checked)} />
            <span aria-hidden="true">{short}</span>
          </label>
        ))}
      </fieldset>
      {quiet.days.length === 0 && <p className="hint">No day is chosen, so it is never quiet.</p>}
    </>
  );
}

/** When notifications are held back. */
export function Quiet({ settings }: { settings: Settings }) {
  const change = useChangeSettings();
  const { quietHours } = settings;
  const setQuiet = (part: Partial<QuietHours>) => change.mutate({ quietHours: { ...quietHours, ...part } });
  return (
    <Section title="Quiet hours">
      <Switch label="Keep quiet at certain hours" hint="Notifications wait, and one summary tells of them afterwards." checked={quietHours.on} onChange={(on) => setQuiet({ on })} />
      {quietHours.on && <Hours quiet={quietHours} change={setQuiet} />}
      <Switch
        label="Respect “do not disturb”"
        hint="Where the system lets Askbell read it, notifications wait until it is over."
        checked={settings.respectDoNotDisturb}
        onChange={(respectDoNotDisturb) => change.mutate({ respectDoNotDisturb })}
      />
    </Section>
  );
}

/** Which sites are announced: the person's own, and any other that was muted. */
export function MutedSites({ settings }: { settings: Settings }) {
  const change = useChangeSettings();
  const sites = useSites();
  const { mutedSites } = settings;
  const shown = (sites.data ?? []).filter((site) => site.mine || mutedSites.includes(site.id));
  if (shown.length === 0) return null;
  const setMuted = (id: string, muted: boolean) => change.mutate({ mutedSites: muted ? [...mutedSites, id] : mutedSites.filter((other) => other !== id) });
  return (
    <Section title="Sites">
      <p className="hint">A site that is switched off is muted: its news are listed and not announced. Watches can be muted one by one in their own view.</p>
      {shown.map((site) => (
        <Switch key={site.id} label={site.name} checked={!mutedSites.includes(site.id)} onChange={(announced) => setMuted(site.id, !announced)} />
      ))}
    </Section>
  );
}
