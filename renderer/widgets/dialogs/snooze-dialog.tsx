import { useState } from 'react';
import { ITEM_SNOOZE_LENGTHS, lengthsOf, SNOOZE_ENDS, type ItemSnoozeLength } from '../../../common/snooze.ts';
import { Dialog } from './dialog.tsx';
import { UntilForm } from './until-form.tsx';
import { useLocale } from '../../appearance/language.tsx';

/** Asks until when an item is to be snoozed. */
export function SnoozeDialog({
  onChoose,
  onClose,
}: {
  onChoose: (until: ItemSnoozeLength | Date) => void;
  onClose: () => void;
}) {
  const { words, clockTime } = useLocale();
  const [now] = useState(() => Date.now());
  const ends = lengthsOf(ITEM_SNOOZE_LENGTHS).map((until) => ({ until, end: new Date(SNOOZE_ENDS[until](now)) }));
  // In the evening there is no "later today".
  const isToday = (end: Date) => end.toDateString() === new Date(now).toDateString();
  return (
    <Dialog title={words('inbox.snooze.title')} onClose={onClose} className="snooze">
      <p className="hint">{words('inbox.snooze.hint')}</p>
      <div className="snooze--choices">
        {ends
          .filter(({ until, end }) => until !== 'later-today' || isToday(end))
          .map(({ until, end }) => (
            <button type="button" key={until} className="option" onClick={() => onChoose(until)}>
              {words(`inbox.snooze.${ITEM_SNOOZE_LENGTHS[until]}`)}{' '}
              <span className="option--detail">{clockTime(end, now)}</span>
            </button>
          ))}
      </div>
      <UntilForm onChoose={onChoose} />
    </Dialog>
  );
}
