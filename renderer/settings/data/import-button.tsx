import { useRef, useState } from 'react';
import type { ImportedWatch, ImportPreview } from '../../../common/contract/contract.ts';
import type { Words } from '../../../common/i18n/words.ts';
import type { AgentClient } from '../../agent/connection/bridge.ts';
import { useAgentMutation } from '../../agent/queries.ts';
import { useLocale } from '../../appearance/language.tsx';
import { useAnnounce } from '../../feedback/announcements.tsx';
import { Dialog } from '../../widgets/dialogs/dialog.tsx';
import { Change, ChangeList, SettingChanges } from './change-list.tsx';
import { useTakeBack } from './last-change.tsx';

/** A file that was chosen: what it is called, what is in it, and what importing it would do. */
interface Chosen {
  name: string;
  upload: string;
  preview: ImportPreview;
}

const toldHow = ({ alert, muted }: ImportedWatch, words: Words): string =>
  muted
    ? `${words(`watches.alerts.${alert}`)} (${words('settings.transfer.muted')})`
    : words(`watches.alerts.${alert}`);

/** How much there is of each, without what there is none of. */
function countedWords(
  { inbox, reputation, questions, watches = 0 }: ImportPreview['received'] & { watches?: number },
  words: Words,
): string[] {
  return [
    ...(inbox > 0 ? [words('settings.data.inboxItems', { count: inbox })] : []),
    ...(reputation > 0 ? [words('settings.data.reputationChanges', { count: reputation })] : []),
    ...(questions > 0 ? [words('settings.data.questions', { count: questions })] : []),
    ...(watches > 0 ? [words('settings.data.watches', { count: watches })] : []),
  ];
}

function WatchChanges({ watches: { added, changed, kept } }: Pick<ImportPreview, 'watches'>) {
  const { words } = useLocale();
  const nameOf = ({ name, site }: ImportedWatch) => words('settings.transfer.watch', { watch: name, site });
  return (
    <ChangeList
      title={words('settings.transfer.watches')}
      none={kept === 0 ? words('settings.transfer.none') : words('settings.transfer.kept', { count: kept })}
    >
      {[
        ...added.map((watch, index) => (
          <Change
            key={`added ${index}`}
            what={nameOf(watch)}
            before={words('settings.transfer.new')}
            after={toldHow(watch, words)}
          />
        )),
        ...changed.map(({ before, after }, index) => (
          <Change
            key={`changed ${index}`}
            what={nameOf(before)}
            before={toldHow(before, words)}
            after={toldHow(after, words)}
          />
        )),
        ...(kept > 0 && added.length + changed.length > 0
          ? [
              <li key="kept" className="hint">
                {words('settings.transfer.kept', { count: kept })}
              </li>,
            ]
          : []),
      ]}
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
    <Dialog title={words('settings.transfer.title')} onClose={onClose} className="import-preview">
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
        <button type="button" className="s-btn" onClick={onClose}>
          {words('settings.cancel')}
        </button>
        <button type="button" className="s-btn s-btn__filled" onClick={onImport}>
          {words('settings.transfer.import')}
        </button>
      </div>
    </Dialog>
  );
}

/** Part of a file that one message carries; the contract, which would bring zod along, takes as many characters. */
const PIECE_BYTES = 262_144;

/** Hands a file to the agent piece by piece, so that no message is long; returns what the agent calls it. */
async function handOver(client: AgentClient, file: File): Promise<string> {
  // Cut at characters, never within one.
  const decoder = new TextDecoder();
  let upload: string | undefined;
  for (let from = 0; from < file.size || upload === undefined; from += PIECE_BYTES) {
    const bytes = await file.slice(from, from + PIECE_BYTES).arrayBuffer();
    const text = decoder.decode(bytes, { stream: from + PIECE_BYTES < file.size });
    ({ upload } = await client.transfer.upload({ text, ...(upload !== undefined && { upload }) }));
  }
  return upload;
}

/** Reads back a file that was saved: shows what would change, then does it, and says how much of it was new. */
export function ImportButton() {
  const { words, list } = useLocale();
  const announce = useAnnounce();
  const takeBack = useTakeBack();
  const file = useRef<HTMLInputElement>(null);
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
      <button
        type="button"
        className="s-btn s-btn__outlined s-btn__sm"
        disabled={preview.isPending || importData.isPending}
        onClick={() => file.current?.click()}
      >
        {words(importData.isPending ? 'settings.data.importing' : 'settings.data.import')}
      </button>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={(event) => {
          const [from] = event.target.files ?? [];
          if (from) preview.mutate(from);
          // So that the same file can be chosen again.
          event.target.value = '';
        }}
      />
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
