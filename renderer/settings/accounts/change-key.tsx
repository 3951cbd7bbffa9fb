import { useState, type FormEvent } from 'react';
import type { NetworkAccount } from '../../../common/contract/contract.ts';
import { useAgentMutation } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { useAnnounce } from '../../feedback/announcements.tsx';
import { failureLine } from '../../feedback/plain-error.ts';
import { Dialog } from '../../widgets/dialogs/dialog.tsx';
import { Field } from '../../widgets/field.tsx';

interface Props {
  account: NetworkAccount;
  onClose: () => void;
}

/** Puts another key in the place of an account's, which stays signed in: keys expire. */
export function ChangeKey({ account, onClose }: Props) {
  const words = useWords();
  const announce = useAnnounce();
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState<string>();
  const { name } = account.network;
  const change = useAgentMutation(
    async (client, entered: string) => {
      await client.session.changeKey({ account: account.id, key: entered });
      announce({ kind: 'done', message: words('settings.accounts.keyChanged', { network: name }) });
      onClose();
    },
    { shownInPlace: true },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const entered = key.trim();
    const wrong =
      entered === ''
        ? words('welcome.problems.empty')
        : /\s/.test(entered)
          ? words('welcome.problems.keySpaces')
          : undefined;
    setProblem(wrong);
    if (wrong === undefined) change.mutate(entered);
  };
  return (
    <Dialog title={words('settings.accounts.changeKeyOf', { network: name })} onClose={onClose}>
      <form className="change-key" noValidate onSubmit={submit}>
        <p>{words('settings.accounts.keyAbout')}</p>
        <Field
          label={words('welcome.fields.key')}
          hint={words('welcome.fields.keyHint')}
          value={key}
          problem={problem ?? failureLine(change.error, words)}
          onChange={setKey}
        />
        <button type="submit" className="btn btn__main" disabled={change.isPending}>
          {words(change.isPending ? 'settings.diagnostics.checking' : 'settings.accounts.changeKey')}
        </button>
      </form>
    </Dialog>
  );
}
