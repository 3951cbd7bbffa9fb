import { useState } from 'react';
import { ITEM_SNOOZE_LENGTHS, lengthsOf, SNOOZE_ENDS, type ItemSnoozeLength } from '../../../common/snooze.ts';
import { Dialog } from './dialog.tsx';
import { UntilForm } from './until-form.tsx';
import { useLocale } from '../../appearance/language.tsx';

/** Asks until when an item is to be snoozed; `awaitsReply`: also until somebody writes about its question. */
export function SnoozeDialog({
  awaitsReply,
  onChoose,
  onClose,
}: {
  awaitsReply: boolean;
  onChoose: (until: ItemSnoozeLength | Date) => void;
  onClose: () => void;
}) {
  const { words, clockTime } = useLocale();
  const [now] = useState(() => Date.now());
  const ends = lengthsOf(ITEM_SNOOZE_LENGTHS).map((until) => ({ until, end: new Date(SNOOZE_ENDS[until](now)) }));
  const isOffered = (until: ItemSnoozeLength, end: Date) =>
    // In the evening there is no "later today".
    until === 'later-today' ? end.toDateString() === new Date(now).toDateString() : until !== 'reply' || awaitsReply;
  return (
    <Dialog title={words('inbox.snooze.title')} onClose={onClose} className="snooze">
      <p className="hint">{words('inbox.snooze.hint')}</p>
      <div className="snooze--choices">
        {ends
          .filter(({ until, end }) => isOffered(until, end))
          .map(({ until, end }) => (
            <button type="button" key={until} className="option" onClick={() => onChoose(until)}>
              {words(`inbox.snooze.${ITEM_SNOOZE_LENGTHS[until]}`)}{' '}
              {until !== 'reply' && <span className="option--detail">{clockTime(end, now)}</span>}
            </button>
          ))}
      </div>
      <UntilForm onChoose={onChoose} />
    </Dialog>
  );
}
