import { Dialog } from '../components/dialog.tsx';
import { useWords } from '../words.tsx';

const lengths = [
  ['later-today', 'laterToday'],
  ['tomorrow', 'tomorrow'],
  ['next-week', 'nextWeek'],
] as const;

/** Asks until when an item is to be put off. */
export function SnoozeDialog({
  onChoose,
  onClose,
}: {
  onChoose: (until: (typeof lengths)[number][0]) => void;
  onClose: () => void;
}) {
  const words = useWords();
  return (
    <Dialog title={words('inbox.snooze.title')} onClose={onClose} className="snooze">
      <p className="hint">{words('inbox.snooze.hint')}</p>
      <div className="snooze--choices">
        {lengths.map(([until, name]) => (
          <button type="button" key={until} className="s-btn s-btn__outlined" onClick={() => onChoose(until)}>
            {words(`inbox.snooze.${name}`)}
          </button>
        ))}
      </div>
    </Dialog>
  );
}
