import { useId, useState } from 'react';
import { Confirm } from '../../widgets/dialogs/confirm.tsx';
import { useAgentMutation } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { Doctor } from './doctor.tsx';
import { Section } from '../section.tsx';
import { ResetSettings } from './reset-settings.tsx';
import { useCopy } from './use-copy.ts';

function Report({ text }: { text: string }) {
  const words = useWords();
  const id = useId();
  const copy = useCopy({
    copied: words('settings.diagnostics.copied'),
    notCopied: words('settings.diagnostics.notCopied'),
  });
  return (
    <div className="report">
      <div className="settings--line">
        <label htmlFor={id}>{words('settings.diagnostics.report')}</label>
        <button type="button" className="s-btn s-btn__outlined s-btn__sm" onClick={() => copy(text)}>
          {words('settings.diagnostics.copy')}
        </button>
      </div>
      <textarea id={id} className="s-textarea" readOnly rows={12} value={text} />
    </div>
  );
}

/** What helps when something is wrong: the report, the logs, and beginning anew. */
export function Diagnostics() {
  const words = useWords();
  const [asking, setAsking] = useState<'settings' | 'history'>();
  const report = useAgentMutation((client) => client.diagnostics.report());
  const logs = useAgentMutation((client) => client.diagnostics.openLogs(), {
    done: words('settings.diagnostics.logsOpened'),
  });
  const reset = useAgentMutation((client) => client.diagnostics.reset({ what: 'settings' }), {
    changes: 'everything',
    done: words('settings.diagnostics.settingsReset'),
    undo: (client, _nothing, { undo = '' }) => client.transfer.undo({ undo }),
  });
  const deleteHistory = useAgentMutation((client) => client.diagnostics.reset({ what: 'history' }), {
    changes: 'everything',
    done: words('settings.diagnostics.historyReset'),
  });
  return (
    <Section id="diagnostics">
      <p className="hint">{words('settings.diagnostics.about')}</p>
      <div className="settings--buttons">
        <button
          type="button"
          className="s-btn s-btn__outlined s-btn__sm"
          disabled={report.isPending}
          onClick={() => report.mutate()}
        >
          {words('settings.diagnostics.make')}
        </button>
        <button
          type="button"
          className="s-btn s-btn__outlined s-btn__sm"
          disabled={logs.isPending}
          onClick={() => logs.mutate()}
        >
          {words('settings.diagnostics.logs')}
        </button>
      </div>
      {report.data && <Report text={report.data.text} />}
      <Doctor />
      <div className="settings--buttons">
        <button
          type="button"
          className="s-btn s-btn__outlined s-btn__danger s-btn__sm"
          onClick={() => setAsking('settings')}
        >
          {words('settings.diagnostics.resetSettings')}
        </button>
        <button
          type="button"
          className="s-btn s-btn__outlined s-btn__danger s-btn__sm"
          onClick={() => setAsking('history')}
        >
          {words('settings.diagnostics.resetHistory')}
        </button>
      </div>
      {asking === 'settings' && <ResetSettings onReset={() => reset.mutate()} onClose={() => setAsking(undefined)} />}
      {asking === 'history' && (
        <Confirm
          title={words('settings.diagnostics.resetHistoryAsk')}
          about={words('settings.diagnostics.resetHistoryAbout')}
          act={words('settings.diagnostics.resetHistoryDo')}
          onAct={() => deleteHistory.mutate()}
          onClose={() => setAsking(undefined)}
        />
      )}
    </Section>
  );
}
