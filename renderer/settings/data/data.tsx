import { IconShare } from '@stackoverflow/stacks-icons/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Settings } from '../../../common/contract/contract.ts';
import { MINUTE_MS } from '../../../common/durations.ts';
import { useClient } from '../../agent/agent-context.tsx';
import { Select } from '../../widgets/choices.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { useAgentMutation, useChangeSettings } from '../../agent/queries.ts';
import { useLocale, useWords } from '../../appearance/language.tsx';
import { Row, Section } from '../setting-row.tsx';
import { ImportButton } from './import-button.tsx';
import { LastChange } from './last-change.tsx';
import { StartOver } from './start-over.tsx';

const DAYS_PER_YEAR = 365;
const RETENTION_DAYS = [30, 90, 180, DAYS_PER_YEAR, 2 * DAYS_PER_YEAR, 5 * DAYS_PER_YEAR];

/** Has the browser (or Electron's window) save a text as a file. */
function saveAsFile(fileName: string, pieces: string[]): void {
  const url = URL.createObjectURL(new Blob(pieces, { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // By then the download has begun, and has what it needs.
  setTimeout(() => URL.revokeObjectURL(url), MINUTE_MS);
}

const MEGABYTE_BYTES = 1_000_000;

/** Saves everything that Askbell keeps as a file. The button says how much of it is there already. */
function ExportButton() {
  const { words, percent } = useLocale();
  const [share, setShare] = useState(0);
  const exportData = useAgentMutation(
    async (client) => {
      const pieces: string[] = [];
      let name = '';
      for await (const part of await client.data.export()) {
        name = part.fileName;
        pieces.push(part.text);
        setShare(part.share);
      }
      saveAsFile(name, pieces);
      return name;
    },
    { done: (_nothing, fileName) => words('settings.data.exported', { file: fileName }) },
  );
  return (
    <button type="button" className="btn btn__line" disabled={exportData.isPending} onClick={() => exportData.mutate()}>
      <Icon svg={IconShare} />
      {exportData.isPending
        ? words('settings.data.exporting', { share: percent(share) })
        : words('settings.data.export')}
    </button>
  );
}

/** How long received items are stored. A length that the settings have and the choices have not is offered, too. */
function RetentionSelect({ retention }: Pick<Settings, 'retention'>) {
  const words = useWords();
  const change = useChangeSettings();
  const lengths =
    retention === 'forever' || RETENTION_DAYS.includes(retention)
      ? RETENTION_DAYS
      : [...RETENTION_DAYS, retention].toSorted((a, b) => a - b);
  const label = (days: number) =>
    days % DAYS_PER_YEAR === 0
      ? words('settings.data.years', { count: days / DAYS_PER_YEAR })
      : words('settings.data.days', { count: days });
  return (
    <Select
      label={words('settings.data.retention')}
      hint={words('settings.data.retentionHint')}
      value={String(retention)}
      options={[
        { value: 'forever', label: words('settings.data.forever') },
        ...lengths.map((days) => ({ value: String(days), label: label(days) })),
      ]}
      onChange={(value) => change.mutate({ retention: value === 'forever' ? value : Number(value) })}
    />
  );
}

/** How long data is kept, taking it out and in, and beginning anew. */
export function Data({ settings }: { settings: Settings }) {
  const words = useWords();
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['size'],
    queryFn: ({ signal }) => client.data.size(undefined, { signal }),
    refetchOnMount: 'always',
  });
  return (
    <Section
      id="data"
      aside={data && words('settings.data.size', { megabytes: Math.ceil(data.bytes / MEGABYTE_BYTES) })}
    >
      <RetentionSelect retention={settings.retention} />
      <Row label={words('settings.data.move')} hint={words('settings.data.about')}>
        <ImportButton />
        <ExportButton />
      </Row>
      <LastChange />
      <StartOver />
    </Section>
  );
}
