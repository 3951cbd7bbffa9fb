import { IconAlert, IconAlertCircle, IconCheckmark } from '@stackoverflow/stacks-icons/icons';
import type { DoctorCheck } from '../../../common/contract/contract.ts';
import { useAgentMutation } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { useCopy } from './use-copy.ts';

const ICONS: Record<DoctorCheck['status'], string> = {
  ok: IconCheckmark,
  warning: IconAlert,
  wrong: IconAlertCircle,
};

function Checked({ check: { status, statusName, title, said, advice } }: { check: DoctorCheck }) {
  return (
    <li className="checks--one">
      <span className={`checks--status__${status}`}>
        <Icon svg={ICONS[status]} />
        <span className="visually-hidden">{statusName}</span>
      </span>
      <div className="checks--text">
        <strong>{title}</strong>
        <p>{said}</p>
        {advice !== undefined && <p className="hint">{advice}</p>}
      </div>
    </li>
  );
}

/** Checks everything that Askbell depends on, and says what is wrong and how to mend it. */
export function Doctor() {
  const words = useWords();
  const examination = useAgentMutation((client) => client.diagnostics.examine());
  const copy = useCopy({
    copied: words('settings.diagnostics.checkCopied'),
    notCopied: words('settings.diagnostics.checkNotCopied'),
  });
  const { data, isPending } = examination;
  return (
    <>
      <div className="settings--buttons">
        <button
          type="button"
          className="s-btn s-btn__outlined s-btn__sm"
          disabled={isPending}
          onClick={() => examination.mutate()}
        >
          {words(
            isPending
              ? 'settings.diagnostics.checking'
              : data === undefined
                ? 'settings.diagnostics.check'
                : 'settings.diagnostics.checkAgain',
          )}
        </button>
        {data !== undefined && (
          <button type="button" className="s-btn s-btn__outlined s-btn__sm" onClick={() => copy(data.text)}>
            {words('settings.diagnostics.copy')}
          </button>
        )}
      </div>
      {data !== undefined && (
        <div className="checks">
          <p className="checks--summary" role="status">
            {data.summary}
          </p>
          <ul className="checks--list" aria-label={words('settings.diagnostics.checked')}>
            {data.checks.map((check) => (
              <Checked key={check.title} check={check} />
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
