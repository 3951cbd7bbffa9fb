import { useState, type FormEvent } from 'react';
import type { ForwardTargetView } from '../../../common/contract/contract.ts';
import { FORWARD_KINDS } from '../../../common/forwarding.ts';
import { useAgentMutation, useSites, useWatches } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { failureLine } from '../../feedback/plain-error.ts';
import { ChipsField } from '../../widgets/chips-field.tsx';
import { Dialog } from '../../widgets/dialogs/dialog.tsx';
import { Field } from '../../widgets/field.tsx';
import { Switch } from '../../widgets/switch.tsx';
import { Row, Segments } from '../setting-row.tsx';

type Target = Omit<ForwardTargetView, 'id' | 'hasSecret' | 'waiting' | 'last' | 'lost'>;

/** Address of a topic that nobody can guess: whoever knows it may read it. */
const newTopic = (): string => `https://ntfy.sh/askbell-${crypto.randomUUID()}`;

const newTarget = (): Target => ({
  kind: 'ntfy',
  address: newTopic(),
  user: '',
  to: '',
  when: 'always',
  kinds: [...FORWARD_KINDS],
  sites: [],
  watches: [],
  digest: 'each',
});

interface ChosenProps {
  label: string;
  all: readonly { id: string; name: string }[];
  ids: readonly string[];
  onChange: (ids: string[]) => void;
}

/** Some of several by name; none means all. */
function Chosen({ label, all, ids, onChange }: ChosenProps) {
  const words = useWords();
  const [text, setText] = useState('');
  if (all.length < 2 && ids.length === 0) return null;
  const isTyped = (name: string) => name.toLowerCase().includes(text.trim().toLowerCase());
  return (
    <ChipsField
      label={label}
      hint={words('settings.forwarding.allOfThem')}
      values={ids.map((id) => all.find((one) => one.id === id)?.name ?? id)}
      onChange={(names) => onChange(names.map((name) => all.find((one) => one.name === name)?.id ?? name))}
      text={text}
      onText={setText}
      normal={(typed) => all.find(({ name }) => name.toLowerCase() === typed.trim().toLowerCase())?.name ?? ''}
      options={all
        .filter(({ id, name }) => !ids.includes(id) && isTyped(name))
        .slice(0, 8)
        .map(({ name }) => ({ value: name }))}
    />
  );
}

interface PartProps {
  target: Target;
  change: (part: Partial<Target>) => void;
}

/** Which news is forwarded, and when. */
function Rule({ target, change }: PartProps) {
  const words = useWords();
  const sites = (useSites().data ?? []).filter(({ id, mine }) => mine || target.sites.includes(id));
  const watches = (useWatches().data?.watches ?? []).map(({ id, name, site }) => ({
    id,
    name: `${name} (${site.name})`,
  }));
  return (
    <>
      <Row label={words('settings.forwarding.whenLabel')}>
        <Segments
          value={target.when}
          options={['always', 'away', 'quiet']}
          label={(value) => words(`settings.forwarding.when.${value}`)}
          onChange={(when) => change({ when })}
        />
      </Row>
      {target.kind === 'email' && (
        <Row label={words('settings.forwarding.digestLabel')}>
          <Segments
            value={target.digest}
            options={['each', 'hour', 'day']}
            label={(value) => words(`settings.forwarding.digest.${value}`)}
            onChange={(digest) => change({ digest })}
          />
        </Row>
      )}
      {FORWARD_KINDS.map((kind) => (
        <Switch
          key={kind}
          label={words(`settings.notifications.${kind}`)}
          checked={target.kinds.includes(kind)}
          onChange={(on) =>
            change({ kinds: FORWARD_KINDS.filter((one) => (one === kind ? on : target.kinds.includes(one))) })
          }
        />
      ))}
      <Chosen
        label={words('common.sites')}
        all={sites}
        ids={target.sites}
        onChange={(chosen) => change({ sites: chosen })}
      />
      {target.kinds.includes('questions') && (
        <Chosen
          label={words('common.views.watches')}
          all={watches}
          ids={target.watches}
          onChange={(chosen) => change({ watches: chosen })}
        />
      )}
    </>
  );
}

interface FieldsProps extends PartProps {
  isWrong: boolean;
  before: ForwardTargetView | undefined;
  /** Typed; empty to remove the stored one, undefined to keep it. */
  secret: string | undefined;
  onSecret: (secret: string | undefined) => void;
}

/** Where a target is, and the secret that it wants; a command is set in a terminal. */
function Fields({ target, change, isWrong, before, secret, onSecret }: FieldsProps) {
  const words = useWords();
  const { kind, address, to, user } = target;
  if (kind === 'command') return null;
  const isKept = before?.address === address.trim() && before.user === user;
  const hint = before?.hasSecret !== true ? 'secretHint' : isKept ? 'secretKept' : 'secretAgain';
  return (
    <>
      <Field
        label={words(`settings.forwarding.address.${kind}`)}
        hint={words(`settings.forwarding.addressHint.${kind}`)}
        value={address}
        problem={isWrong ? words('settings.forwarding.wrong') : undefined}
        onChange={(text) => change({ address: text })}
      />
      {kind === 'email' && (
        <>
          <Field
            label={words('settings.forwarding.to')}
            type="email"
            value={to}
            onChange={(text) => change({ to: text.trim() })}
          />
          <Field
            label={words('settings.forwarding.user')}
            value={user}
            onChange={(text) => change({ user: text.trim() })}
          />
        </>
      )}
      <Field
        label={words(`settings.forwarding.secret.${kind}`)}
        hint={words(`settings.forwarding.${hint}`)}
        type="password"
        value={secret ?? ''}
        onChange={(text) => onSecret(text || undefined)}
      />
      {kind === 'ntfy' && hint === 'secretKept' && (
        <Switch
          label={words('settings.forwarding.secretOff')}
          checked={secret === ''}
          onChange={(off) => onSecret(off ? '' : undefined)}
        />
      )}
    </>
  );
}

/** Adds or changes a target. Its secret is typed here and never comes back. */
export function TargetForm({ target, onClose }: { target: ForwardTargetView | undefined; onClose: () => void }) {
  const words = useWords();
  const [typed, setTyped] = useState<Target>(() => target ?? newTarget());
  const [secret, setSecret] = useState<string>();
  const change = (part: Partial<Target>) => setTyped({ ...typed, ...part });
  const save = useAgentMutation(
    async (client) => {
      const given = { ...(target && { id: target.id }), ...(secret !== undefined && { secret }) };
      await client.forwarding.save({ ...typed, ...given });
      onClose();
    },
    { changes: 'forwarding', shownInPlace: true },
  );
  const isWrong = (save.error as { code?: string } | null)?.code === 'BAD_REQUEST';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog title={words(target ? 'settings.forwarding.changeTitle' : 'settings.forwarding.add')} onClose={onClose}>
      <form className="forward--form" noValidate onSubmit={submit}>
        {!target && (
          <Segments
            value={typed.kind}
            options={['ntfy', 'webhook', 'email']}
            label={(value) => words(`settings.forwarding.kinds.${value}`)}
            onChange={(chosen) => change({ kind: chosen, address: chosen === 'ntfy' ? newTopic() : '' })}
          />
        )}
        <Fields target={typed} change={change} isWrong={isWrong} before={target} secret={secret} onSecret={setSecret} />
        <Rule target={typed} change={change} />
        {save.error !== null && !isWrong && <p className="field--problem">{failureLine(save.error, words)}</p>}
        <button type="submit" className="btn btn__main" disabled={save.isPending}>
          {words('settings.forwarding.save')}
        </button>
      </form>
    </Dialog>
  );
}
