import { useId, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import type { SiteChoice, Watch, WatchAlert, WatchRule } from '../../electron/contract.ts';
import { ChipsField } from '../components/chips-field.tsx';
import { Field } from '../components/field.tsx';
import { plainError } from '../components/plain-error.ts';
import { useAct, useSites } from '../queries.ts';
import { Preview } from './preview.tsx';
import { draftOf, entered, ruleOf, saysMore, saysNothing, scoreProblem } from './rule-draft.ts';
import type { List, RuleDraft } from './rule-draft.ts';
import { TagField } from './tag-field.tsx';
import { alertWords } from './watch-words.ts';

function SiteOptions({ label, sites }: { label: string; sites: SiteChoice[] }) {
  if (sites.length === 0) return null;
  return (
    <optgroup label={label}>
      {sites.map((site) => (
        <option key={site.id} value={site.id}>
          {site.name}
        </option>
      ))}
    </optgroup>
  );
}

function SiteField({ site, onChange }: { site: string; onChange: (site: string) => void }) {
  const id = useId();
  const sites = useSites();
  const all = sites.data ?? [];
  return (
    <div className="field">
      <label className="s-label" htmlFor={id}>
        Site
      </label>
      <div className="s-select">
        <select id={id} value={site} disabled={all.length === 0} onChange={(event) => onChange(event.target.value)}>
          {all.length === 0 && <option value="">{sites.isError ? 'Sites cannot be had just now' : 'Loading sites…'}</option>}
          <SiteOptions label="Your sites" sites={all.filter((other) => other.mine)} />
          <SiteOptions label="All other sites" sites={all.filter((other) => !other.mine)} />
        </select>
      </div>
      {sites.isError && (
        <button type="button" className="s-btn s-btn__link" onClick={() => void sites.refetch()}>
          Ask for the sites again
        </button>
      )}
    </div>
  );
}

function Check({ label, hint, checked, onChange }: { label: string; hint: string; checked: boolean; onChange: (checked: boolean) => void }) {
  const id = useId();
  return (
    <div className="check">
      <input type="checkbox" className="s-checkbox" id={id} checked={checked} aria-describedby={`${id}-hint`} onChange={(event) => onChange(event.target.checked)} />
      <label htmlFor={id}>{label}</label>
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}

/** What happens with a match: a small choice, alike in the form and in the list. */
export function AlertSelect({ label, hidden = false, value, onChange }: { label: string; hidden?: boolean; value: WatchAlert; onChange: (alert: WatchAlert) => void }) {
  const id = useId();
  return (
    <div className="field">
      <label className={hidden ? 'visually-hidden' : 's-label'} htmlFor={id}>
        {label}
      </label>
      <div className="s-select">
        <select id={id} value={value} onChange={(event) => onChange(event.target.value as WatchAlert)}>
          {(Object.keys(alertWords) as WatchAlert[]).map((alert) => (
            <option key={alert} value={alert}>
              {alertWords[alert]}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

interface Props {
  /** The watch that is edited; a new one without. */
  watch?: Watch;
  /** Called when it is kept, or given up. */
  onDone?: () => void;
}

/** Says what to watch for: a new watch, or another rule for one that is there. */
export function WatchForm({ watch, onDone }: Props) {
  const sites = useSites();
  const [chosenSite, setChosenSite] = useState('');
  const all = sites.data ?? [];
  const site = watch?.site.id ?? (chosenSite || (all.find((other) => other.mine) ?? all[0])?.id || '');
  const [draft, setDraft] = useState<RuleDraft>(() => draftOf(watch?.rule));
  const [alert, setAlert] = useState<WatchAlert>(watch?.alert ?? 'sound');
  const [missing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { rule, typing } = draft;
  const save = useAct(
    (client, kept: { rule: WatchRule }) =>
      watch ? client.watches.change({ id: watch.id, rule: kept.rule, alert }) : client.watches.add({ site, rule: kept.rule, alert }),
    { changes: 'watches', shownInPlace: true },
  );

  const change = (part: Partial<RuleDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setMissing(false);
    if (save.isError) save.reset();
  };
  const listProps = (list: List) => ({
    values: rule[list],
    text: typing[list],
    onChange: (values: string[]) => change({ rule: { ...rule, [list]: values }, typing: { ...typing, [list]: '' } }),
    onText: (text: string) => change({ typing: { ...typing, [list]: text } }),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const whole = ruleOf(draft, { typed: true });
    setMissing(saysNothing(whole));
    if (saysNothing(whole)) {
      form.current?.querySelector<HTMLInputElement>('[role="combobox"]')?.focus();
      return;
    }
    if (scoreProblem(draft) !== undefined) return;
    change({ rule: whole, typing: draftOf().typing });
    save.mutate(
      { rule: whole },
      {
        onSuccess: () => {
          if (!watch) setDraft(draftOf());
          onDone?.();
        },
      },
    );
  };
  const failed = save.error ? `${plainError(save.error).message} ${plainError(save.error).advice}` : undefined;

  return (
    <form className={watch ? 'watch-form' : 's-card watch-form'} noValidate onSubmit={submit} ref={form} aria-label={watch ? `Change ${watch.name}` : 'Add a watch'}>
      <div className={watch ? 'watch-form--first is-alone' : 'watch-form--first'}>
        {!watch && <SiteField site={site} onChange={setChosenSite} />}
        <TagField
          label="Tags"
          hint="Any of them will do; * stands for any letters, as in python-*."
          site={site}
          placeholder="for example javascript"
          problem={missing ? 'Enter a tag first, or another condition below.' : failed}
          {...listProps('anyTags')}
        />
      </div>
      <details className="watch-form--more" open={watch !== undefined && saysMore(watch.rule)}>
        <summary>More conditions</summary>
        <div className="watch-form--conditions">
          <TagField label="All of these tags" site={site} {...listProps('allTags')} />
          <TagField label="None of these tags" site={site} {...listProps('noTags')} />
          <ChipsField label="Words in the title" hint="Each must be there; * at an end lets the word go on." normal={(typed) => entered('titleWords', typed)} {...listProps('titleWords')} />
          <Field
            label="Score at least"
            hint="Found when it gets there, within three days."
            hintBelow
            inputMode="numeric"
            value={draft.minScore}
            problem={scoreProblem(draft)}
            onChange={(minScore) => change({ minScore })}
          />
          <Check label="Unanswered only" hint="Nobody has answered it when it is found." checked={rule.unanswered} onChange={(unanswered) => change({ rule: { ...rule, unanswered } })} />
          <Check label="With a bounty" hint="Found when a bounty is offered." checked={rule.bounty} onChange={(bounty) => change({ rule: { ...rule, bounty } })} />
        </div>
      </details>
      <Preview site={site} rule={ruleOf(draft, { typed: false })} id={watch?.id} />
      <div className="watch-form--end">
        <AlertSelect label="When something is found" value={alert} onChange={setAlert} />
        <div className="watch-form--buttons">
          {watch && (
            <button type="button" className="s-btn s-btn__muted" onClick={onDone}>
              Cancel
            </button>
          )}
          <button type="submit" className="s-btn s-btn__filled" disabled={site === '' || save.isPending}>
            {watch ? 'Save' : 'Watch'}
          </button>
        </div>
      </div>
    </form>
  );
}
