import { IconDownload } from '@stackoverflow/stacks-icons/icons';
import { useState } from 'react';
import type { ImportedWatch, ImportPreview } from '../../../common/contract/contract.ts';
import type { Words } from '../../../common/i18n/words.ts';
import { handOver } from '../../agent/hand-over.ts';
import { useAgentMutation } from '../../agent/queries.ts';
import { useLocale } from '../../appearance/language.tsx';
import { useAnnounce } from '../../feedback/announcements.tsx';
import { Dialog } from '../../widgets/dialogs/dialog.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { FileButton } from '../../widgets/parts/file-button.tsx';
import { Change, ChangeList, SettingChanges } from './change-list.tsx';
import { useTakeBack } from './last-change.tsx';

/** A file that was chosen: what it is called, what is in it, and what importing it would do. */
interface Chosen {
  name: string;
  upload: string;
  preview: ImportPreview;
}

const toldHow = ({ alert, muted }: ImportedWatch, words: Words): string =>
  words(`watches.alerts.${alert}`) + (muted ? ` (${words('settings.transfer.muted')})` : '');

/** How much there is of each, without what there is none of. */
function countedWords(received: ImportPreview['received'] & { watches?: number }, words: Words): string[] {
  const { inbox, reputation, questions, watches = 0 } = received;
  const counts = { inboxItems: inbox, reputationChanges: reputation, questions, watches };
  return (Object.keys(counts) as (keyof typeof counts)[])
    .filter((what) => counts[what] > 0)
    .map((what) => words(`settings.data.${what}`, { count: counts[what] }));
}

function WatchChanges({ watches: { added, changed, kept } }: Pick<ImportPreview, 'watches'>) {
  const { words } = useLocale();
  const stay = words('settings.transfer.kept', { count: kept });
  const changes = [
    ...added.map((watch) => ({ watch, before: words('settings.transfer.new'), after: toldHow(watch, words) })),
    ...changed.map(({ before, after }) => ({
      watch: before,
      before: toldHow(before, words),
      after: toldHow(after, words),
    })),
  ];
  return (
    <ChangeList title={words('settings.transfer.watches')} none={kept === 0 ? words('settings.transfer.none') : stay}>
      {changes.map(({ watch: { name, site }, ...values }, index) => (
        <Change key={index} what={words('settings.transfer.watch', { watch: name, site })} {...values} />
      ))}
      {kept > 0 && changes.length > 0 && <li className="hint">{stay}</li>}
    </ChangeList>
  );
}

/** Shows what an import would change, before anything is. */
function PreviewDialog({
  chosen: { name, preview },
  onImport,
  onClose,
}: {
  chosen: Chosen;
  onImport: () => void;
  onClose: () => void;
}) {
  const { words, date, list } = useLocale();
  const { exportedAt, version, received, networks } = preview;
  const waiting = networks.filter(({ signedIn }) => !signedIn).map((network) => network.name);
  const what = list(countedWords(received, words));
  return (
    <Dialog title={words('settings.transfer.title')} onClose={onClose}>
      <p className="hint">
        {exportedAt
          ? words('settings.transfer.from', { file: name, date: date(exportedAt), version })
          : words('settings.transfer.fromVersion', { file: name, version })}
      </p>
      <SettingChanges {...preview.settings} />
      <WatchChanges watches={preview.watches} />
      <section className="changes" aria-label={words('settings.transfer.received')}>
        <h3>{words('settings.transfer.received')}</h3>
        <p>{what === '' ? words('settings.transfer.holdsNothing') : words('settings.transfer.holds', { what })}</p>
        {waiting.length > 0 && <p>{words('settings.data.waiting', { networks: list(waiting) })}</p>}
      </section>
      <p className="hint">{words('settings.transfer.canUndo')}</p>
      <div className="confirm--buttons">
        <button type="button" className="btn" onClick={onClose}>
          {words('settings.cancel')}
        </button>
        <button type="button" className="btn btn__main" onClick={onImport}>
          {words('settings.transfer.import')}
        </button>
      </div>
    </Dialog>
  );
}

/** Reads back a file that was saved: shows what would change, then does it, and says how much of it was new. */
export function ImportButton() {
  const { words, list } = useLocale();
  const announce = useAnnounce();
  const takeBack = useTakeBack();
  const [chosen, setChosen] = useState<Chosen>();
  const preview = useAgentMutation(async (client, from: File) => {
    const upload = await handOver(client, from);
    setChosen({ name: from.name, upload, preview: await client.transfer.previewImport({ upload }) });
  });
  const discard = useAgentMutation((client, upload: string) => client.transfer.discard({ upload }));
  const importData = useAgentMutation(
    async (client, upload: string) => {
      const { added, waiting, undo } = await client.data.import({ upload });
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
    <>
      <FileButton
        className="btn btn__line"
        accept=".json,application/json"
        disabled={preview.isPending || importData.isPending}
        onChoose={(from) => preview.mutate(from)}
      >
        <Icon svg={IconDownload} />
        {words(importData.isPending ? 'settings.data.importing' : 'settings.data.import')}
      </FileButton>
      {chosen && (
        <PreviewDialog
          chosen={chosen}
          onImport={() => {
            setChosen(undefined);
            importData.mutate(chosen.upload);
          }}
          onClose={() => {
            setChosen(undefined);
            discard.mutate(chosen.upload);
          }}
        />
      )}
    </>
  );
}
