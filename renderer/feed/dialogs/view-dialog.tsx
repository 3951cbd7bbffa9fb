import { useState, type FormEvent } from 'react';
import { useWords } from '../../appearance/language.tsx';
import { Dialog } from '../../widgets/dialogs/dialog.tsx';
import { Field } from '../../widgets/field.tsx';

interface Props {
  /** Of a view that is renamed. */
  name: string | undefined;
  onSave: (name: string) => void;
  onClose: () => void;
  /** What was typed before it was there. */
  typed?: string;
}

/** Asks for the name of a view. */
export function ViewDialog({ name, onSave, onClose, typed = '' }: Props) {
  const words = useWords();
  const [text, setText] = useState(name ?? typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    onSave(text.trim());
  };
  return (
    <Dialog
      title={words(name === undefined ? 'inbox.filters.saveView' : 'inbox.filters.renameView')}
      onClose={onClose}
      className="snooze"
    >
      <form className="until" onSubmit={submit}>
        <Field label={words('inbox.filters.viewName')} value={text} maxLength={60} onChange={setText} />
        <button type="submit" className="btn btn__main" disabled={text.trim() === ''}>
          {words('settings.forwarding.save')}
        </button>
      </form>
    </Dialog>
  );
}
