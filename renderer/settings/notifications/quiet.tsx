import { useState } from 'react';
import type { QuietHours, Settings } from '../../../common/contract/contract.ts';
import { useChangeSettings } from '../../agent/queries.ts';
import { useLocale, useWords } from '../../appearance/language.tsx';
import { Switch } from '../../widgets/switch.tsx';
import { Exceptions, Row, Section, Segments } from '../setting-row.tsx';

/** Monday first, as most calendars have it; 0 is Sunday. */
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0];

function Time({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  // The text being typed stays as it is: put back for a moment, the field would begin anew with each digit.
  const [typed, setTyped] = useState<string>();
  const type = (text: string) => {
    setTyped(text);
    // A time that is being typed is empty for a moment; the last whole one stays.
    if (text !== '') onChange(text.slice(0, 5));
  };
  return (
    <input
      type="time"
      className="input"
      aria-label={label}
      value={typed ?? value}
      onChange={(event) => type(event.target.value)}
      onBlur={() => setTyped(undefined)}
    />
  );
}

interface Props {
  quiet: QuietHours;
  change: (part: Partial<QuietHours>) => void;
}

/** The days, or nights, on which quiet hours begin. */
function Days({ quiet, change }: Props) {
  const { words, weekday } = useLocale();
  const toggle = (day: number, chosen: boolean) =>
    change({ days: WEEKDAYS.filter((one) => (one === day ? chosen : quiet.days.includes(one))) });
  return (
    <Row
      label={words(quiet.to <= quiet.from ? 'settings.quiet.onNights' : 'settings.quiet.on')}
      hint={quiet.days.length === 0 ? words('settings.quiet.never') : undefined}
    >
      {WEEKDAYS.map((day) => (
        <label key={day} className="settings--day" title={weekday(day, 'long')}>
          <input
            type="checkbox"
            className="visually-hidden"
            aria-label={weekday(day, 'long')}
            checked={quiet.days.includes(day)}
            onChange={(event) => toggle(day, event.target.checked)}
          />
          <span aria-hidden="true">{weekday(day, 'short').replace(/\.$/, '').slice(0, 2)}</span>
        </label>
      ))}
    </Row>
  );
}

/** When notifications are held back. */
export function Quiet({ settings }: { settings: Settings }) {
  const words = useWords();
  const { mutate } = useChangeSettings();
  const { quietHours: quiet, respectDoNotDisturb } = settings;
  const change = (part: Partial<QuietHours>) => mutate({ quietHours: { ...quiet, ...part } });
  return (
    <Section
      id="quiet"
      aside={
        respectDoNotDisturb ? (
          words('settings.quiet.respected')
        ) : (
          <Exceptions
            what={[words('settings.quiet.notRespected')]}
            onClear={() => mutate({ respectDoNotDisturb: true })}
          />
        )
      }
    >
      <Row label={words('settings.quiet.title')} hint={words('settings.quiet.keepHint')}>
        {quiet.on && (
          <>
            <Time label={words('settings.quiet.from')} value={quiet.from} onChange={(from) => change({ from })} />
            <span className="hint" aria-hidden="true">
              {words('settings.quiet.until')}
            </span>
            <Time
              label={words(quiet.to <= quiet.from ? 'settings.quiet.toNextDay' : 'settings.quiet.to')}
              value={quiet.to}
              onChange={(to) => change({ to })}
            />
          </>
        )}
        <Switch compact label={words('settings.quiet.title')} checked={quiet.on} onChange={(on) => change({ on })} />
      </Row>
      {quiet.on && (
        <>
          <Days quiet={quiet} change={change} />
          <Row label={words('settings.quiet.letThrough')}>
            <Segments
              value={quiet.letThrough}
              options={['nothing', 'mentions', 'replies']}
              label={(value) => words(`settings.quiet.through.${value}`)}
              onChange={(letThrough) => change({ letThrough })}
            />
          </Row>
        </>
      )}
    </Section>
  );
}
