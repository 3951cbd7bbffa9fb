import { useId } from 'react';
import type { WatchAlert } from '../../../common/contract/contract.ts';
import { useWords } from '../../appearance/language.tsx';
import { WATCH_ALERTS } from '../watch-words.ts';

/** What happens with a match: a small choice, alike in the form and in the list. */
export function AlertSelect({
  label,
  hidden = false,
  value,
  onChange,
}: {
  label: string;
  hidden?: boolean;
  value: WatchAlert;
  onChange: (alert: WatchAlert) => void;
}) {
  const words = useWords();
  const id = useId();
  return (
    <div className="field">
      <label className={hidden ? 'visually-hidden' : 's-label'} htmlFor={id}>
        {label}
      </label>
      <div className="s-select">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(WATCH_ALERTS.find((alert) => alert === event.target.value) ?? value)}
        >
          {WATCH_ALERTS.map((alert) => (
            <option key={alert} value={alert}>
              {words(`watches.alerts.${alert}`)}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
