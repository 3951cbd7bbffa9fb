import { useEffect, useId, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import type { SiteChoice } from '../../electron/contract.ts';
import { Combobox } from '../components/combobox.tsx';
import { plainError } from '../components/plain-error.ts';
import { useAct, useSites, useTagCompletion } from '../queries.ts';

/** Typing pauses at least this long before the network is asked for tags, to spare the quota. */
const pauseBeforeAskingMs = 350;

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseBeforeAskingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

const count = new Intl.NumberFormat('en');

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

/** Choosing a site and a tag to watch. */
export function AddWatch() {
  const siteId = useId();
  const sites = useSites();
  const [chosenSite, setChosenSite] = useState('');
  const [tag, setTag] = useState('');
  const [picked, setPicked] = useState('');
  const [missing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const all = sites.data ?? [];
  const mine = all.filter((site) => site.mine);
  const site = chosenSite || (mine[0] ?? all[0])?.id || '';
  const text = tag.trim().toLowerCase();
  // A tag just taken from the list needs no second look.
  const asked = usePaused(text === picked ? '' : text);
  const tags = useTagCompletion(site, asked);
  const add = useAct((client, watch: { site: string; tag: string }) => client.watches.add(watch), { changes: 'watches', shownInPlace: true });

  const options = asked === text ? (tags.data ?? []).slice(0, 8) : [];
  const note = tags.isError && asked === text
    ? 'Suggestions cannot be had just now; type the whole tag.'
    : asked !== text || tags.isFetching
      ? 'Looking for tags…'
      : text === '' || text === picked
        ? undefined
        : 'No tag of this site has that in its name.';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(text === '');
    if (text === '') {
      form.current?.querySelector<HTMLInputElement>('[role="combobox"]')?.focus();
      return;
    }
    add.mutate({ site, tag: text }, { onSuccess: () => setTag('') });
  };
  const failed = add.error ? `${plainError(add.error).message} ${plainError(add.error).advice}` : undefined;

  return (
    <form className="s-card add-watch" noValidate onSubmit={submit} ref={form} aria-label="Add a watch">
      <div className="field">
        <label className="s-label" htmlFor={siteId}>
          Site
        </label>
        <div className="s-select">
          <select id={siteId} value={site} disabled={all.length === 0} onChange={(event) => setChosenSite(event.target.value)}>
            {all.length === 0 && <option value="">{sites.isError ? 'Sites cannot be had just now' : 'Loading sites…'}</option>}
            <SiteOptions label="Your sites" sites={mine} />
            <SiteOptions label="All other sites" sites={all.filter((other) => !other.mine)} />
          </select>
        </div>
        {sites.isError && (
          <button type="button" className="s-btn s-btn__link" onClick={() => void sites.refetch()}>
            Ask for the sites again
          </button>
        )}
      </div>
      <Combobox
        label="Tag"
        placeholder="for example javascript"
        value={tag}
        onChange={(value) => {
          setTag(value);
          setMissing(false);
          setPicked(options.some((option) => option.name === value) ? value : '');
          if (add.isError) add.reset();
        }}
        options={options.map((option) => ({
          value: option.name,
          ...(option.count === undefined ? {} : { detail: `${count.format(option.count)} ${option.count === 1 ? 'question' : 'questions'}` }),
        }))}
        note={note}
        problem={missing ? 'Enter a tag first.' : failed}
      />
      <button type="submit" className="s-btn s-btn__filled" disabled={site === '' || add.isPending}>
        Watch
      </button>
    </form>
  );
}
