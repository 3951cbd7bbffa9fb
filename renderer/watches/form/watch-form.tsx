import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import type { Watch, WatchAlert, WatchRule } from '../../../common/contract/contract.ts';
import { ruleName } from '../../../common/i18n/rule-words.ts';
import { useAgentMutation } from '../../agent/queries.ts';
import { useLocale, useWords } from '../../appearance/language.tsx';
import { revealWhenThere } from '../../commands/reveal.ts';
import { failureLine } from '../../feedback/plain-error.ts';
import { ChipsField } from '../../widgets/chips-field.tsx';
import { AlertLine, FieldLine } from '../fields/segments.tsx';
import { SiteSelect, useChosenSite } from '../fields/site-select.tsx';
import { TagField } from '../fields/tag-field.tsx';
import { Preview } from './preview.tsx';
import { createDraft, normalizeEntry, isScoreInvalid, ruleOf, asksForMore, isEmptyRule } from './rule-draft.ts';
import type { RuleList, RuleDraft } from './rule-draft.ts';

/** A condition that is on or off. */
function Check({ of, condition }: { of: Draft; condition: 'unanswered' | 'bounty' }) {
  const words = useWords();
  const id = useId();
  return (
    <FieldLine id={id} label={words(`watches.form.${condition}`)} hint={words(`watches.form.${condition}Hint`)}>
      <input
        type="checkbox"
        className="checkbox"
        id={id}
        checked={of.draft.rule[condition]}
        aria-describedby={`${id}-hint`}
        onChange={(event) => of.changeRule({ [condition]: event.target.checked })}
      />
    </FieldLine>
  );
}

/** The score that a question has to reach; any will do while the field is empty. */
function Score({ of: { draft, change } }: { of: Draft }) {
  const words = useWords();
  const id = useId();
  const problem = isScoreInvalid(draft) ? words('watches.form.minScoreProblem') : undefined;
  return (
    <FieldLine
      id={id}
      label={words('watches.form.minScore')}
      hint={words('watches.form.minScoreHint')}
      problem={problem}
    >
      <input
        id={id}
        className="input watch-form--score"
        inputMode="numeric"
        autoComplete="off"
        placeholder={words('watches.form.anyScore')}
        value={draft.minScore}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => change({ minScore: event.target.value })}
      />
    </FieldLine>
  );
}

interface Props {
  /** The watch that is edited; a new one without. */
  watch: Watch | undefined;
  /** Somebody asked for the form, and goes on in it. */
  takesFocus: boolean;
  /** Something is entered: what stands here is not to go by itself. */
  onEdit: (() => void) | undefined;
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

/** Adds a watch, or changes the rule of the one that is edited. */
function useSaveWatch(watch: Watch | undefined, site: string, alert: WatchAlert) {
  return useAgentMutation(
    (client, { rule }: { rule: WatchRule }) =>
      watch ? client.watches.change({ id: watch.id, rule, alert }) : client.watches.add({ site, rule, alert }),
    { changes: 'watches', shownInPlace: true },
  );
}

/** Leads into the form whoever asked for it, and out of it by Escape: what was entered has to be given up twice. */
function useWayInAndOut({ takesFocus, onCancel }: Pick<Props, 'takesFocus' | 'onCancel'>) {
  const form = useRef<HTMLFormElement>(null);
  const [isEdited, setEdited] = useState(false);
  const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus();
  }, [takesFocus]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !onCancel) return;
    event.stopPropagation();
    const cancel = find('.watch-form--cancel');
    if (isEdited && document.activeElement !== cancel) cancel?.focus();
    else onCancel();
  };
  return { form, edited: () => setEdited(true), toTags: () => find('[role="combobox"]')?.focus(), onKeyDown };
}

interface FieldsProps {
  of: Draft;
  watch: Watch | undefined;
  site: string;
  onSite: (site: string) => void;
  problem: string | undefined;
}

/** What a question has to have: tags of a site, words, and what few ask for. */
function Fields({ of, watch, site, onSite, problem }: FieldsProps) {
  const words = useWords();
  return (
    <>
      <div className="watch-form--fields">
        <TagField
          label={words('watches.form.tags')}
          hint={words('watches.form.tagsHint')}
          site={site}
          placeholder={words('watches.form.tagsExample')}
          problem={problem}
          {...of.listProps('anyTags')}
        />
        {!watch && <SiteSelect site={site} onChange={onSite} />}
        <TagField label={words('watches.form.noTags')} site={site} {...of.listProps('noTags')} />
        <ChipsField
          label={words('watches.form.titleWords')}
          hint={words('watches.form.titleWordsHint')}
          normal={(typed) => normalizeEntry('titleWords', typed)}
          {...of.listProps('titleWords')}
        />
      </div>
      <details className="watch-form--more" open={watch !== undefined && asksForMore(watch.rule)}>
        <summary>{words('watches.form.more')}</summary>
        <TagField label={words('watches.form.allTags')} site={site} {...of.listProps('allTags')} />
        <div className="options">
          <Check of={of} condition="unanswered" />
          <Check of={of} condition="bounty" />
        </div>
      </details>
    </>
  );
}

/** Says what to watch for: a new watch, or another rule for one that is there. */
export function WatchForm({ watch, takesFocus, onEdit, onDone, onCancel }: Props) {
  const locale = useLocale();
  const { words } = locale;
  const [chosenSite, setChosenSite] = useState('');
  const first = useChosenSite(chosenSite);
  const site = watch?.site.id ?? first?.id ?? '';
  const [alert, setAlert] = useState<WatchAlert>(watch?.alert ?? 'sound');
  const [missing, setMissing] = useState(false);
  const { form, edited, toTags, onKeyDown } = useWayInAndOut({ takesFocus, onCancel });
  const save = useSaveWatch(watch, site, alert);
  const rule = useDraft(watch, () => {
    edited();
    onEdit?.();
    setMissing(false);
    if (save.isError) save.reset();
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const whole = ruleOf(rule.draft, { typed: true });
    setMissing(isEmptyRule(whole));
    if (isEmptyRule(whole)) return toTags();
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
  const title = watch
    ? words('watches.form.change', { name: ruleName(watch.rule, locale) })
    : words('watches.form.add');

  return (
    // Escape leaves the form from any of its fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className="reading watch-form"
      noValidate
      onSubmit={submit}
      onKeyDown={onKeyDown}
      ref={form}
      aria-label={title}
      data-form
    >
      <header className="head">
        <h2>{title}</h2>
        {onCancel && (
          <button type="button" className="btn watch-form--cancel" onClick={onCancel}>
            {words('settings.cancel')} <span className="hint">{words('shortcuts.keys.escape')}</span>
          </button>
        )}
        <button type="submit" className="btn btn__main" disabled={site === '' || save.isPending}>
          {words(watch ? 'settings.forwarding.save' : 'watches.form.watch')}
        </button>
      </header>
      <div className="reading--body">
        <Fields
          of={rule}
          watch={watch}
          site={site}
          onSite={setChosenSite}
          problem={missing ? words('watches.form.missing') : failureLine(save.error, words)}
        />
        <div className="options">
          <Score of={rule} />
          <AlertLine value={alert} onChange={setAlert} />
        </div>
        <Preview site={site} rule={ruleOf(rule.draft, { typed: false })} id={watch?.id} />
      </div>
    </form>
  );
}
