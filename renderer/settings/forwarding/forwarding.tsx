import { IconPlus } from '@stackoverflow/stacks-icons/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ForwardTargetView } from '../../../common/contract/contract.ts';
import { MINUTE_MS } from '../../../common/durations.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import { useClient } from '../../agent/agent-context.tsx';
import { useAgentMutation } from '../../agent/queries.ts';
import { useLocale, useWords } from '../../appearance/language.tsx';
import { Confirm } from '../../widgets/dialogs/confirm.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { useNow } from '../../widgets/use-now.ts';
import { Section } from '../setting-row.tsx';
import { TargetForm } from './target-form.tsx';

/** Where a target is: its host, recipient or program. */
const placeOf = ({ kind, address, to }: ForwardTargetView): string =>
  kind === 'command' ? address : kind === 'email' ? to : (URL.parse(address)?.host ?? address);

/** What a target answered last ("Answered 500 at 10:32, next try 10:40"), and what waits for it. */
export function answerWords({ words, clockTime }: Locale, { last, waiting, lost }: ForwardTargetView, now: number) {
  const { at = new Date(now), delivered, detail = '', retryAt, why = 'failed' } = last ?? {};
  const reason = words(`settings.forwarding.why.${why}`, { detail }).trim();
  const said = !last ? 'unused' : delivered ? 'delivered' : 'failedAt';
  return [
    words(`settings.forwarding.${said}`, { time: clockTime(at, now), why: reason }),
    retryAt && waiting > 0 && words('settings.forwarding.again', { time: clockTime(retryAt, now) }),
    waiting > 0 && words('settings.forwarding.waiting', { messages: waiting }),
    lost > 0 && words('settings.forwarding.lost', { messages: lost }),
  ]
    .filter(Boolean)
    .join(' ');
}

function Target({ target, onEdit }: { target: ForwardTargetView; onEdit: () => void }) {
  const locale = useLocale();
  const { words } = locale;
  const now = useNow(MINUTE_MS);
  const [isAsking, setAsking] = useState(false);
  const test = useAgentMutation((client) => client.forwarding.test({ id: target.id }), { changes: 'forwarding' });
  const remove = useAgentMutation((client) => client.forwarding.remove({ id: target.id }), { changes: 'forwarding' });
  const name = `${words(`settings.forwarding.kinds.${target.kind}`)} · ${placeOf(target)}`;
  return (
    <li className="setting" aria-label={name}>
      <div className="setting--words">
        <span className="forward--name">{name}</span>
        <p className="hint" role="status">
          {target.kinds.map((kind) => words(`settings.notifications.${kind}`)).join(', ') || '–'} ·{' '}
          {words(`settings.forwarding.when.${target.when}`)} · {answerWords(locale, target, now)}
        </p>
      </div>
      <div className="setting--end">
        <button type="button" className="btn btn__line" disabled={test.isPending} onClick={() => test.mutate()}>
          {words(test.isPending ? 'settings.forwarding.testing' : 'settings.forwarding.test')}
        </button>
        <button type="button" className="btn" onClick={onEdit}>
          {words('settings.forwarding.change')}
        </button>
        <button type="button" className="btn" onClick={() => setAsking(true)}>
          {words('settings.forwarding.remove')}
        </button>
      </div>
      {isAsking && (
        <Confirm
          title={words('settings.forwarding.ask', { name })}
          about={words('settings.forwarding.askAbout')}
          act={words('settings.forwarding.remove')}
          onAct={() => remove.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}

/** The targets that notifications are forwarded to, each with its last answer. */
export function Forwarding() {
  const words = useWords();
  const client = useClient();
  const targets = useQuery({
    queryKey: ['forwarding'],
    queryFn: ({ signal }) => client.forwarding.list(undefined, { signal }),
  });
  const [edited, setEdited] = useState<ForwardTargetView | 'new'>();
  const all = targets.data ?? [];
  return (
    <Section id="forwarding" aside={words('settings.forwarding.about')}>
      {all.length > 0 && (
        <ul aria-label={words('settings.headings.forwarding')}>
          {all.map((target) => (
            <Target key={target.id} target={target} onEdit={() => setEdited(target)} />
          ))}
        </ul>
      )}
      <div className="setting">
        <button type="button" className="btn settings--add" onClick={() => setEdited('new')}>
          <Icon svg={IconPlus} /> {words('settings.forwarding.add')}
        </button>
      </div>
      {edited !== undefined && (
        <TargetForm target={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </Section>
  );
}
