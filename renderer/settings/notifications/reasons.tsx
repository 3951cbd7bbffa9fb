import { useId } from 'react';
import type { Settings } from '../../../common/contract/contract.ts';
import { REASONS_OF, type NotificationReason } from '../../../common/notification-reasons.ts';
import { useChangeSettings } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';

/** What of a kind is announced, reason by reason. */
export function Reasons({ kind, settings }: { kind: keyof typeof REASONS_OF; settings: Settings }) {
  const words = useWords();
  const change = useChangeSettings();
  const id = useId();
  const { mutedReasons } = settings;
  const setMuted = (reason: NotificationReason, muted: boolean) =>
    change.mutate({
      mutedReasons: muted ? [...mutedReasons, reason] : mutedReasons.filter((other) => other !== reason),
    });
  return (
    <fieldset className="reasons">
      <legend className="visually-hidden">{words(`settings.notifications.${kind}`)}</legend>
      {REASONS_OF[kind].map((reason) => (
        <label key={reason} className="s-check-control" htmlFor={`${id}-${reason}`}>
          <input
            type="checkbox"
            className="s-checkbox"
            id={`${id}-${reason}`}
            checked={!mutedReasons.includes(reason)}
            onChange={(event) => setMuted(reason, !event.target.checked)}
          />
          {words(`settings.notifications.reasons.${reason}`)}
        </label>
      ))}
    </fieldset>
  );
}
