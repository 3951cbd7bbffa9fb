import { IconPencil, IconTrash } from '@stackoverflow/stacks-icons/icons';
import { useState } from 'react';
import type { InboxView } from '../../../common/contract/contract.ts';
import { useAgentMutation } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { IconButton } from '../../widgets/icon.tsx';
import { ViewDialog } from '../dialogs/later-dialogs.ts';
import { useSavedViews } from '../feed-queries.ts';
import { isSameView } from './filter-parts.ts';

/** Saves the filters in force under a name, or renames and removes the view that they are saved as. */
export function SavedView({ view }: { view: InboxView }) {
  const words = useWords();
  const [isAsking, ask] = useState(false);
  const known = useSavedViews().data?.find((one) => isSameView(one.view, view));
  const undoable = {
    changes: 'inbox',
    undo: (client, _, { undo = '' }) => client.inbox.undo({ undo }),
  } as const satisfies Parameters<typeof useAgentMutation<unknown, { undo?: string | undefined }>>[1];
  const save = useAgentMutation(
    (client, name: string) => client.inbox.saveView(known ? { id: known.id, name } : { name, view }),
    {
      ...undoable,
      done: words('inbox.done.viewSaved'),
    },
  );
  const remove = useAgentMutation((client, id: string) => client.inbox.removeView({ id }), {
    ...undoable,
    done: words('inbox.done.viewRemoved'),
  });
  return (
    <>
      {known ? (
        <>
          <IconButton label={words('inbox.filters.renameView')} icon={IconPencil} onClick={() => ask(true)} />
          <IconButton
            label={words('inbox.filters.removeView')}
            icon={IconTrash}
            onClick={() => remove.mutate(known.id)}
          />
        </>
      ) : (
        <button type="button" className="btn" onClick={() => ask(true)}>
          {words('inbox.filters.saveView')}
        </button>
      )}
      {isAsking && <ViewDialog name={known?.name} onSave={(name) => save.mutate(name)} onClose={() => ask(false)} />}
    </>
  );
}
