import { useState, type ReactNode } from 'react';
import type { RequestTrouble as Trouble } from '../../common/contract/contract.ts';
import { MINUTE_MS } from '../../common/durations.ts';
import type { Words } from '../../common/i18n/words.ts';
import { useLocale } from '../appearance/language.tsx';
import { useNow } from '../widgets/use-now.ts';

interface Props {
  trouble: Trouble;
  /** Asks once more; without it there is nothing to click. */
  again?: (() => Promise<unknown>) | undefined;
  children?: ReactNode;
}

/** Why it did not work, in our words and then in the network's own. */
export const troubleWords = (words: Words, { kind, said }: Pick<Trouble, 'kind' | 'said'>): string =>
  [words(`clickRequest.trouble.${kind}`), ...(said === undefined ? [] : [words('clickRequest.said', { said })])].join(
    ' ',
  );

/** Nobody asks the same again within a minute (docs/api.md, "Throttling"). */
const RETRY_AFTER_MS = MINUTE_MS;

/**
 * Why the network could not be asked, in the place where the answer would be, and a way to ask again once that is
 * allowed.
 */
export function AskingTrouble({ trouble, again, children }: Props) {
  const { words, until } = useLocale();
  const now = useNow(1000);
  const [asking, setAsking] = useState(false);
  // When it was first shown: what has no time for a retry may be retried a minute later.
  const [since] = useState(() => Date.now());
  const wait = until(trouble.retryAt ?? new Date(since + RETRY_AFTER_MS), now);
  const ask = async () => {
    setAsking(true);
    try {
      await again?.();
    } catch {
      // A failed retry changes nothing here: the trouble stays shown.
    } finally {
      setAsking(false);
    }
  };
  return (
    <div className="request-trouble" role="status">
      <p>{troubleWords(words, trouble)}</p>
      {children}
      {again && trouble.kind !== 'not-offered' && (
        <p className="request-trouble--again">
          <button
            type="button"
            className="btn btn__line"
            disabled={asking || wait !== undefined}
            onClick={() => void ask()}
          >
            {words('common.tryAgain')}
          </button>
          {wait !== undefined && <span className="hint">{words('clickRequest.retryIn', { wait })}</span>}
        </p>
      )}
    </div>
  );
}
