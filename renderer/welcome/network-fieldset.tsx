import type { ComponentProps } from 'react';
import { Select } from '../widgets/choices.tsx';
import { Field } from '../widgets/field.tsx';
import { OutsideLink } from '../agent/outside-link.tsx';
import { useWords } from '../appearance/language.tsx';
import { STACK_EXCHANGE, type FieldProblems, type NetworkFields } from './network-form.ts';

const REGISTRATION_URL = 'https://stackapps.com/applications';

/** The domain that lets the browser come back to this computer. */
const OAUTH_DOMAIN = 'localhost';

/** How to get a client id of the public service, in the words of its screens. */
function HowToRegister() {
  const words = useWords();
  return (
    <details className="card how-to" open>
      <summary>{words('welcome.registerSummary')}</summary>
      <ol>
        <li>
          {words('welcome.registerAt')} <OutsideLink href={REGISTRATION_URL}>stackapps.com</OutsideLink>
        </li>
        <li>{words('welcome.registerFree')}</li>
        <li>{words('welcome.registerTick')}</li>
        <li>
          {words('welcome.registerDomain')} <code>{OAUTH_DOMAIN}</code>
        </li>
        <li>{words('welcome.registerCopy')}</li>
      </ol>
    </details>
  );
}

/** Where requests carry token and key. Askbell finds out by itself, so few need to say. */
const PLACES = { '': 'placeFindOut', header: 'placeHeader', query: 'placeQuery' } as const;
const PLACE_NAMES = ['', 'header', 'query'] as const;

interface Props {
  kind: 'stackexchange' | 'other';
  fields: NetworkFields;
  problems: FieldProblems;
  onChange: (change: Partial<NetworkFields>) => void;
}

/** What a network other than the demo needs to know; of the public service a client id, and the rest for a few. */
export function NetworkFieldset({ kind, fields, problems, onChange }: Props) {
  const words = useWords();
  const isPublic = kind === 'stackexchange';
  const field = (
    name: Exclude<keyof NetworkFields, 'credentialsIn'>,
    label: string,
    more: Partial<ComponentProps<typeof Field>> = {},
  ) => (
    <Field
      {...more}
      label={label}
      value={fields[name]}
      problem={problems[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  const addressOf = (name: 'apiBaseUrl' | 'authUrl', label: 'api' | 'auth') =>
    field(name, words(`welcome.fields.${label}`), {
      hint: words(`welcome.fields.${label}Hint`),
      type: 'url',
      placeholder: isPublic ? STACK_EXCHANGE[name] : undefined,
    });
  const addresses = (
    <>
      {addressOf('apiBaseUrl', 'api')}
      {addressOf('authUrl', 'auth')}
    </>
  );
  const clientId = field('clientId', words('welcome.fields.clientId'), { inputMode: isPublic ? 'numeric' : 'text' });
  const key = field('key', words('welcome.fields.key'), {
    hint: words('welcome.fields.keyOptionalHint'),
  });
  // A problem must be seen, whether the part it is in was open or not.
  const isWrong = isPublic && [problems.key, problems.apiBaseUrl, problems.authUrl].some((problem) => problem);
  return (
    <fieldset className="network-fields">
      <legend className="visually-hidden">
        {words(isPublic ? 'welcome.fields.application' : 'welcome.fields.networkAndApplication')}
      </legend>
      {isPublic ? (
        <>
          <HowToRegister />
          {clientId}
        </>
      ) : (
        <>
          {field('name', words('welcome.fields.name'), { hint: words('welcome.fields.nameHint') })}
          {addresses}
          <p className="hint">{words('welcome.fields.registerHint')}</p>
          {clientId}
          {key}
        </>
      )}
      <details className="advanced" {...(isWrong && { open: true })}>
        <summary>{words('welcome.fields.advanced')}</summary>
        <div className="advanced--fields">
          {isPublic && key}
          {isPublic && addresses}
          <Select
            label={words('welcome.fields.place')}
            value={fields.credentialsIn}
            options={PLACE_NAMES.map((value) => ({ value, label: words(`welcome.fields.${PLACES[value]}`) }))}
            onChange={(credentialsIn) => onChange({ credentialsIn })}
          />
        </div>
      </details>
    </fieldset>
  );
}
