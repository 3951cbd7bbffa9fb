import { useId, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import type { Watch, WatchAlert, WatchRule } from '../../../common/contract/contract.ts';
import { ChipsField } from '../../widgets/chips-field.tsx';
import { Field } from '../../widgets/field.tsx';
import { plainError } from '../../feedback/plain-error.ts';
import { useAgentMutation } from '../../agent/queries.ts';
import { useLocale, useWords } from '../../appearance/language.tsx';
import { revealWhenThere } from '../../commands/reveal.ts';
import { AlertSelect } from '../fields/alert-select.tsx';
import { Preview } from './preview.tsx';
import { createDraft, normalizeEntry, isScoreInvalid, ruleOf, hasMoreThanAnyTags, isEmptyRule } from './rule-draft.ts';
import type { RuleList, RuleDraft } from './rule-draft.ts';
import { SiteSelect, useChosenSite } from '../fields/site-select.tsx';
import { TagField } from '../fields/tag-field.tsx';
import { ruleName } from '../../../common/i18n/rule-words.ts';

function Check({
  label,
  hint,
  checked,
  onChange,
}: {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="check">
      <input
        type="checkbox"
        className="s-checkbox"
        id={id}
        checked={checked}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}

interface Props {
  /** The watch that is edited; a new one without. */
  watch?: Watch;
  /** Something is entered: what stands here is not to go by itself. */
  onEdit?: () => void;
  /** Called when it is kept. */
  onDone: () => void;
  /** Gives it up; without, that is not offered. */
  onCancel: (() => void) | undefined;
}

/** The draft of a rule with what changes it, and `listProps`, which binds one of its lists to a field. */
function useDraft(watch: Watch | undefined, onEdit: () => void) {
  const [draft, setDraft] = useState<RuleDraft>(() => createDraft(watch?.rule));
  const { rule, typing } = draft;
  const change = (part: Partial<RuleDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    onEdit();
  };
  return {
    draft,
    change,
    changeRule: (part: Partial<WatchRule>) => change({ rule: { ...rule, ...part } }),
    listProps: (list: RuleList) => ({
      values: rule[list],
      text: typing[list],
      onChange: (values: string[]) => change({ rule: { ...rule, [list]: values }, typing: { ...typing, [list]: '' } }),
      onText: (text: string) => change({ typing: { ...typing, [list]: text } }),
    }),
  };
}

type Draft = ReturnType<typeof useDraft>;

/** What a rule can ask for beside tags of which any will do. */
function MoreConditions({ of, site, open }: { of: Draft; site: string; open: boolean }) {
  const words = useWords();
  const { draft, change, changeRule, listProps } = of;
  return (
    <details className="watch-form--more" open={open}>
      <summary>{words('watches.form.more')}</summary>
      <div className="watch-form--conditions">
        <TagField label={words('watches.form.allTags')} site={site} {...listProps('allTags')} />
        <TagField label={words('watches.form.noTags')} site={site} {...listProps('noTags')} />
        <ChipsField
          label={words('watches.form.titleWords')}
          hint={words('watches.form.titleWordsHint')}
          normal={(typed) => normalizeEntry('titleWords', typed)}
          {...listProps('titleWords')}
        />
        <Field
          label={words('watches.form.minScore')}
          hint={words('watches.form.minScoreHint')}
          hintBelow
          inputMode="numeric"
          value={draft.minScore}
          problem={isScoreInvalid(draft) ? words('watches.form.minScoreProblem') : undefined}
          onChange={(minScore) => change({ minScore })}
        />
        <Check
          label={words('watches.form.unanswered')}
          hint={words('watches.form.unansweredHint')}
          checked={draft.rule.unanswered}
          onChange={(unanswered) => changeRule({ unanswered })}
        />
        <Check
          label={words('watches.form.bounty')}
          hint={words('watches.form.bountyHint')}
          checked={draft.rule.bounty}
          onChange={(bounty) => changeRule({ bounty })}
        />
      </div>
    </details>
  );
}

/** What happens with a match, and the buttons that keep the watch or give the change up. */
function FormEnd({
  watch,
  alert,
  disabled,
  onAlert,
  onCancel,
}: {
  watch: Watch | undefined;
  alert: WatchAlert;
  disabled: boolean;
  onAlert: (alert: WatchAlert) => void;
  onCancel: (() => void) | undefined;
}) {
  const words = useWords();
  return (
    <div className="watch-form--end">
      <AlertSelect label={words('watches.form.alert')} value={alert} onChange={onAlert} />
      <div className="watch-form--buttons">
        {onCancel && (
          <button type="button" className="s-btn s-btn__muted" onClick={onCancel}>
            {words('watches.form.cancel')}
          </button>
        )}
        <button type="submit" className="s-btn s-btn__filled" disabled={disabled}>
          {words(watch ? 'watches.form.save' : 'watches.form.watch')}
        </button>
      </div>
    </div>
  );
}

/** Adds a watch, or changes the rule of the one that is edited. */
function useSaveWatch(watch: Watch | undefined, site: string, alert: WatchAlert) {
  return useAgentMutation(
    (client, { rule }: { rule: WatchRule }) =>
      watch ? client.watches.change({ id: watch.id, rule, alert }) : client.watches.add({ site, rule, alert }),
    { changes: 'watches', shownInPlace: true },
  );
}

/** Says what to watch for: a new watch, or another rule for one that is there. */
export function WatchForm({ watch, onEdit, onDone, onCancel }: Props) {
  const locale = useLocale();
  const { words } = locale;
  const [chosenSite, setChosenSite] = useState('');
  const first = useChosenSite(chosenSite);
  const site = watch?.site.id ?? first?.id ?? '';
  const [alert, setAlert] = useState<WatchAlert>(watch?.alert ?? 'sound');
  const [missing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const save = useSaveWatch(watch, site, alert);
  const rule = useDraft(watch, () => {
    onEdit?.();
    setMissing(false);
    if (save.isError) save.reset();
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const whole = ruleOf(rule.draft, { typed: true });
    setMissing(isEmptyRule(whole));
    if (isEmptyRule(whole)) {
      form.current?.querySelector<HTMLInputElement>('[role="combobox"]')?.focus();
      return;
    }
    if (isScoreInvalid(rule.draft)) return;
    rule.change({ rule: whole, typing: createDraft().typing });
    save.mutate(
      { rule: whole },
      {
        onSuccess: ({ id }) => {
          onDone();
          if (!watch) revealWhenThere(`[data-watch="${CSS.escape(id)}"]`);
        },
      },
    );
  };
  const failure = save.error ? plainError(save.error, words) : undefined;

  return (
    <form
      className={watch ? 'watch-form' : 's-card watch-form'}
      noValidate
      onSubmit={submit}
      ref={form}
      aria-label={
        watch ? words('watches.form.change', { name: ruleName(watch.rule, locale) }) : words('watches.form.add')
      }
    >
      <div className={watch ? 'watch-form--first is-alone' : 'watch-form--first'}>
        {!watch && <SiteSelect site={site} onChange={setChosenSite} />}
        <TagField
          label={words('watches.form.tags')}
          hint={words('watches.form.tagsHint')}
          site={site}
          placeholder={words('watches.form.tagsExample')}
          problem={missing ? words('watches.form.missing') : failure && `${failure.message} ${failure.advice}`}
          {...rule.listProps('anyTags')}
        />
      </div>
      <MoreConditions of={rule} site={site} open={watch !== undefined && hasMoreThanAnyTags(watch.rule)} />
      <Preview site={site} rule={ruleOf(rule.draft, { typed: false })} id={watch?.id} />
      <FormEnd
        watch={watch}
        alert={alert}
        disabled={site === '' || save.isPending}
        onAlert={setAlert}
        onCancel={onCancel}
      />
    </form>
  );
}
