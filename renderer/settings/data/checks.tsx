import { IconAlert, IconAlertCircle, IconCheckmark } from '@stackoverflow/stacks-icons/icons';
import { useId } from 'react';
import type { AppState, DoctorCheck } from '../../../common/contract/contract.ts';
import { useAgentMutation } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { useAnnounce } from '../../feedback/announcements.tsx';
import { Dialog } from '../../widgets/dialogs/dialog.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { Row } from '../setting-row.tsx';
import { PollingPlan } from './polling-plan.tsx';

const ICONS: Record<DoctorCheck['status'], string> = {
  ok: IconCheckmark,
  warning: IconAlert,
  wrong: IconAlertCircle,
};

/** Copies a text and says so; where it may not, says how to copy it by hand. */
function CopyButton({ text }: { text: string }) {
  const words = useWords();
  const announce = useAnnounce();
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => announce({ kind: 'done', message: words('common.copied') }),
      () =>
        announce({
          kind: 'failed',
          message: words('common.notCopied'),
          advice: words('common.notCopiedAdvice'),
        }),
    );
  return (
    <button type="button" className="btn btn__line" onClick={copy}>
      {words('settings.diagnostics.copy')}
    </button>
  );
}

/** The report that helps to find out what is wrong, to read before it is copied. */
function Report({ text, onClose }: { text: string; onClose: () => void }) {
  const words = useWords();
  const id = useId();
  return (
    <Dialog title={words('settings.diagnostics.make')} onClose={onClose} className="report">
      <label className="hint" htmlFor={id}>
        {words('settings.diagnostics.about')}
      </label>
      <textarea id={id} className="textarea" readOnly rows={14} value={text} />
      <div className="confirm--buttons">
        <CopyButton text={text} />
      </div>
    </Dialog>
  );
}

function Checked({ check: { status, statusName, title, said, advice } }: { check: DoctorCheck }) {
  return (
    <li className="checks--one">
      <span className={`checks--status__${status}`}>
        <Icon svg={ICONS[status]} />
        <span className="visually-hidden">{statusName}</span>
      </span>
      <div>
        <strong>{title}</strong>
        <p>{said}</p>
        {advice !== undefined && <p className="hint">{advice}</p>}
      </div>
    </li>
  );
}

/** Checks everything that Askbell depends on; the report and the logs say more. */
export function Checks({ state }: { state: AppState }) {
  const words = useWords();
  const examination = useAgentMutation((client) => client.diagnostics.examine());
  const report = useAgentMutation((client) => client.diagnostics.report());
  const logs = useAgentMutation((client) => client.diagnostics.openLogs(), {
    done: words('settings.diagnostics.logsOpened'),
  });
  const { data, isPending } = examination;
  return (
    <>
      <Row label={words('settings.diagnostics.check')} hint={words('settings.diagnostics.checkHint')}>
        <button type="button" className="btn" disabled={logs.isPending} onClick={() => logs.mutate()}>
          {words('settings.diagnostics.logs')}
        </button>
        <button type="button" className="btn" disabled={report.isPending} onClick={() => report.mutate()}>
          {words('settings.diagnostics.make')}
        </button>
        <button type="button" className="btn btn__line" disabled={isPending} onClick={() => examination.mutate()}>
          {words(
            isPending
              ? 'settings.diagnostics.checking'
              : data
                ? 'settings.diagnostics.checkAgain'
                : 'settings.diagnostics.check',
          )}
        </button>
      </Row>
      {data && (
        <div className="checks">
          <div className="checks--head">
            <p className="checks--summary" role="status">
              {data.summary}
            </p>
            <CopyButton text={data.text} />
          </div>
          <ul aria-label={words('settings.diagnostics.checked')}>
            {data.checks.map((check) => (
              <Checked key={check.title} check={check} />
            ))}
          </ul>
          <PollingPlan state={state} />
        </div>
      )}
      {report.data && <Report text={report.data.text} onClose={report.reset} />}
    </>
  );
}
