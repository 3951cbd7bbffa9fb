import { useChangeSettings, useSettings, useSites } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { Switch } from '../../widgets/switch.tsx';
import { CardButtons } from './card-buttons.tsx';

/** Which of the person's sites raise notifications; all of them to begin with. */
export function SitesCard({ onNext }: { onNext: () => void }) {
  const words = useWords();
  const change = useChangeSettings();
  const sites = (useSites().data ?? []).filter(({ mine }) => mine);
  const mutedSites = useSettings().data?.mutedSites ?? [];
  return (
    <>
      <div className="first-steps--sites">
        {sites.map((site) => (
          <Switch
            key={site.id}
            label={site.name}
            checked={!mutedSites.includes(site.id)}
            onChange={(announced) =>
              change.mutate({
                mutedSites: announced ? mutedSites.filter((id) => id !== site.id) : [...mutedSites, site.id],
              })
            }
          />
        ))}
      </div>
      {sites.length === 0 && <p>{words('firstSteps.sites.none')}</p>}
      <CardButtons act={words('firstSteps.next')} onAct={onNext} />
    </>
  );
}
