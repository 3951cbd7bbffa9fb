import { useState, type FormEvent } from 'react';
import { DAY_MS } from '../../../common/durations.ts';
import { MAX_SNOOZE_DAYS, morningAfter } from '../../../common/snooze.ts';
import { useWords } from '../../appearance/language.tsx';
import { Field } from '../field.tsx';

/** A moment as a field for date and time writes it, by the local clock: `2026-11-22T09:00`. */
function localText(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const { year, month, day } = { year: moment.getFullYear(), month: moment.getMonth() + 1, day: moment.getDate() };
  return `${year}-${two(month)}-${two(day)}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** Chooses a moment to come, by date and time. */
export function UntilForm({ onChoose }: { onChoose: (until: Date) => void }) {
  const words = useWords();
  const [opened] = useState(() => new Date());
  const [text, setText] = useState(() => localText(new Date(morningAfter(opened.getTime(), 1))));
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const until = new Date(text);
    const isToCome = until.getTime() > Date.now() && until.getTime() <= Date.now() + MAX_SNOOZE_DAYS * DAY_MS;
    setWrong(!isToCome);
    if (isToCome) onChoose(until);
  };
  return (
    <form className="until" noValidate onSubmit={submit}>
      <Field
        label={words('common.untilField')}
        type="datetime-local"
        value={text}
        min={localText(opened)}
        max={localText(new Date(opened.getTime() + MAX_SNOOZE_DAYS * DAY_MS))}
        problem={isWrong ? words('common.untilProblem') : undefined}
        onChange={(typed) => {
          setText(typed);
          setWrong(false);
        }}
      />
      <button type="submit" className="btn btn__main">
        {words('inbox.actions.snooze')}
      </button>
    </form>
  );
}
