import { ITEM_SNOOZE_LENGTHS, lengthsOf, type ItemSnoozeLength } from '../../../common/snooze.ts';
import { Dialog } from './dialog.tsx';
import { UntilForm } from './until-form.tsx';
import { useWords } from '../../appearance/language.tsx';

/** Asks until when an item is to be snoozed. */
export function SnoozeDialog({
  onChoose,
  onClose,
}: {
  onChoose: (until: ItemSnoozeLength | Date) => void;
  onClose: () => void;
}) {
  const words = useWords();
  return (
    <Dialog title={words('inbox.snooze.title')} onClose={onClose} className="snooze">
      <p className="hint">{words('inbox.snooze.hint')}</p>
      <div className="snooze--choices">
        {lengthsOf(ITEM_SNOOZE_LENGTHS).map((until) => (
          <button type="button" key={until} className="option" onClick={() => onChoose(until)}>
            {words(`inbox.snooze.${ITEM_SNOOZE_LENGTHS[until]}`)}
          </button>
        ))}
      </div>
      <UntilForm onChoose={onChoose} />
    </Dialog>
  );
}
