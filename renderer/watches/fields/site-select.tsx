import { useId } from 'react';
import type { SiteChoice } from '../../../common/contract/contract.ts';
import { useSites } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';

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

/** The site that is chosen, or the person's first: what a form begins with. */
export function useChosenSite(chosen: string): SiteChoice | undefined {
  const all = useSites().data ?? [];
  return all.find((site) => site.id === chosen) ?? all.find((site) => site.mine) ?? all[0];
}

/** A choice among the sites, the person's own first. */
export function SiteSelect({ site, onChange }: { site: string; onChange: (site: string) => void }) {
  const words = useWords();
  const id = useId();
  const sites = useSites();
  const all = sites.data ?? [];
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {words('watches.form.site')}
      </label>
      <select id={id} value={site} disabled={all.length === 0} onChange={(event) => onChange(event.target.value)}>
        {all.length === 0 && (
          <option value="">{words(sites.isError ? 'watches.form.sitesFailed' : 'watches.form.sitesLoading')}</option>
        )}
        <SiteOptions label={words('watches.form.yourSites')} sites={all.filter((other) => other.mine)} />
        <SiteOptions label={words('watches.form.otherSites')} sites={all.filter((other) => !other.mine)} />
      </select>
      {sites.isError && (
        <button type="button" className="btn btn__link" onClick={() => void sites.refetch()}>
          {words('watches.form.sitesAgain')}
        </button>
      )}
    </div>
  );
}
