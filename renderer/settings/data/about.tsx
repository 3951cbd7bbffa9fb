import type { Settings } from '../../../common/contract/contract.ts';
import { useAbout, useChangeSettings } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { Switch } from '../../widgets/switch.tsx';

/** Which Askbell this is, what it is built with, and whether it looks for a newer one. */
export function About({ version, settings }: { version: string; settings: Settings }) {
  const words = useWords();
  const about = useAbout();
  const change = useChangeSettings();
  const packages = about.data?.thirdParties ?? [];
  return (
    <div className="settings--foot">
      <p className="hint">{words('settings.aboutVersion', { version, licence: about.data?.licence ?? 'MIT' })}</p>
      <Switch
        label={words('settings.application.updates')}
        hint={words('settings.application.updatesHint')}
        checked={settings.checkForUpdates}
        onChange={(checkForUpdates) => change.mutate({ checkForUpdates })}
      />
      {packages.length > 0 && (
        <details className="licences">
          <summary>{words('settings.aboutThirdParties', { count: packages.length })}</summary>
          <ul>
            {packages.map(({ name, version: of, licence, text = '' }) => (
              <li key={`${name} ${of}`}>
                <details>
                  <summary>{words('settings.aboutPackage', { name, version: of, licence })}</summary>
                  <pre>{text}</pre>
                </details>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
