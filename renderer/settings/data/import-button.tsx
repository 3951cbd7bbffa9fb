import { IconDownload } from '@stackoverflow/stacks-icons/icons';
import type { Words } from '../../../common/i18n/words.ts';
import { handOver } from '../../agent/hand-over.ts';
import { useAgentMutation } from '../../agent/queries.ts';
import { useLocale } from '../../appearance/language.tsx';
import { useAnnounce } from '../../feedback/announcements.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { FileButton } from '../../widgets/parts/file-button.tsx';
import { useTakeBack } from './last-change.tsx';

/** Number of each kind of what was imported, in words, without what there is none of. */
function countedWords(added: Record<'inbox' | 'reputation' | 'questions' | 'watches', number>, words: Words): string[] {
  const { inbox, reputation, questions, watches } = added;
  const counts = { inboxItems: inbox, reputationChanges: reputation, questions, watches };
  return (Object.keys(counts) as (keyof typeof counts)[])
    .filter((what) => counts[what] > 0)
    .map((what) => words(`settings.data.${what}`, { count: counts[what] }));
}

/** Reads back a file that was saved, says how much of it was new, and offers to undo it. */
export function ImportButton() {
  const { words, list } = useLocale();
  const announce = useAnnounce();
  const takeBack = useTakeBack();
  const importData = useAgentMutation(
    async (client, from: File) => {
      const { added, waiting, undo } = await client.data.import({ upload: await handOver(client, from) });
      const what = list(countedWords(added, words));
      announce({
        kind: 'done',
        message: what === '' ? words('settings.data.importedNothing') : words('settings.data.imported', { what }),
        ...(waiting.length > 0 && { advice: words('settings.data.waiting', { networks: list(waiting) }) }),
        undo: () => takeBack.mutate(undo),
      });
    },
    { changes: 'everything' },
  );
  return (
    <FileButton
      className="btn btn__line"
      accept=".json,application/json"
      disabled={importData.isPending}
      onChoose={(from) => importData.mutate(from)}
    >
      <Icon svg={IconDownload} />
      {words(importData.isPending ? 'settings.data.importing' : 'settings.data.import')}
    </FileButton>
  );
}
