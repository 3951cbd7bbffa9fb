import { useWords } from '../../appearance/language.tsx';
import { Dialog } from './dialog.tsx';
import { UntilForm } from './until-form.tsx';

/** Asks until when notifications are to wait. */
export function UntilDialog({ onChoose, onClose }: { onChoose: (until: Date) => void; onClose: () => void }) {
  const words = useWords();
  return (
    <Dialog title={words('common.untilTitle')} onClose={onClose} className="snooze">
      <p className="hint">{words('common.untilAbout')}</p>
      <UntilForm
        onChoose={(until) => {
          onClose();
          onChoose(until);
        }}
      />
    </Dialog>
  );
}
