import { useAbout } from '../agent/queries.ts';
import { useWords } from '../appearance/language.tsx';
import { Section } from './section.tsx';

/** Which Askbell this is, and what it is built with. */
export function About({ version }: { version: string }) {
  const words = useWords();
  const about = useAbout();
  const thirdParties = about.data?.thirdParties ?? [];
  return (
    <Section id="about">
      <p>{words('settings.about.version', { version, licence: about.data?.licence ?? 'MIT' })}</p>
      {thirdParties.length > 0 && (
        <details className="licences">
          <summary>{words('settings.about.thirdParties', { count: thirdParties.length })}</summary>
          <ul>
            {thirdParties.map((party) => (
              <li key={`${party.name} ${party.version}`}>
                {party.text === undefined ? (
                  words('settings.about.package', { name: party.name, version: party.version, licence: party.licence })
                ) : (
                  <details>
                    <summary>
                      {words('settings.about.package', {
                        name: party.name,
                        version: party.version,
                        licence: party.licence,
                      })}
                    </summary>
                    <pre>{party.text}</pre>
                  </details>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}
