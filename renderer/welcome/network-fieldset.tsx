import { useId } from 'react';
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
    <details className="s-card how-to" open>
      <summary>{words('welcome.register.summary')}</summary>
      <ol>
        <li>
          {words('welcome.register.at')} <OutsideLink href={REGISTRATION_URL}>stackapps.com</OutsideLink>
        </li>
        <li>{words('welcome.register.free')}</li>
        <li>{words('welcome.register.tick')}</li>
        <li>
          {words('welcome.register.domain')} <code>{OAUTH_DOMAIN}</code>
        </li>
        <li>{words('welcome.register.copy')}</li>
      </ol>
    </details>
  );
}

interface Props {
  kind: 'stackexchange' | 'other';
  fields: NetworkFields;
  problems: FieldProblems;
  onChange: (change: Partial<NetworkFields>) => void;
}

/** Where a network is; of the public service only for those who want to reach it elsewhere. */
function Addresses({ kind, fields, problems, onChange }: Props) {
  const words = useWords();
  const known = kind === 'stackexchange' ? STACK_EXCHANGE : undefined;
  return (
    <>
      <Field
        label={words('welcome.fields.api')}
        hint={words('welcome.fields.apiHint')}
        type="url"
        placeholder={known?.apiBaseUrl}
        value={fields.apiBaseUrl}
        problem={problems.apiBaseUrl}
        onChange={(apiBaseUrl) => onChange({ apiBaseUrl })}
      />
      <Field
        label={words('welcome.fields.auth')}
        hint={words('welcome.fields.authHint')}
        type="url"
        placeholder={known?.authUrl}
        value={fields.authUrl}
        problem={problems.authUrl}
        onChange={(authUrl) => onChange({ authUrl })}
      />
    </>
  );
}

function ClientId({ kind, fields, problems, onChange }: Props) {
  const words = useWords();
  return (
    <Field
      label={words('welcome.fields.clientId')}
      inputMode={kind === 'stackexchange' ? 'numeric' : 'text'}
      value={fields.clientId}
      problem={problems.clientId}
      onChange={(clientId) => onChange({ clientId })}
    />
  );
}

function Key({ kind, fields, problems, onChange }: Props) {
  const words = useWords();
  return (
    <Field
      label={words('welcome.fields.key')}
      hint={words(kind === 'stackexchange' ? 'welcome.fields.keyOptionalHint' : 'welcome.fields.keyInQueryHint')}
      value={fields.key}
      problem={problems.key}
      onChange={(key) => onChange({ key })}
    />
  );
}

const PLACES = ['', 'header', 'query'] as const;

/** Where requests carry token and key. Askbell finds out by itself, so few need this. */
function CredentialPlace({ fields, onChange }: Props) {
  const words = useWords();
  const id = useId();
  const label = { '': 'placeFindOut', header: 'placeHeader', query: 'placeQuery' } as const;
  return (
    <div className="s-form-group">
      <label className="s-label" htmlFor={id}>
        {words('welcome.fields.place')}
      </label>
      <div className="s-select">
        <select
          id={id}
          value={fields.credentialsIn}
          onChange={({ target }) => {
            const chosen = PLACES.find((place) => place === target.value);
            if (chosen !== undefined) onChange({ credentialsIn: chosen });
          }}
        >
          {PLACES.map((place) => (
            <option key={place} value={place}>
              {words(`welcome.fields.${label[place]}`)}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

/** The public service asks for a client id only; the rest is there for those who need it. */
function StackExchangeFields(props: Props) {
  const words = useWords();
  const { key, apiBaseUrl, authUrl } = props.problems;
  // A problem must be seen, whether the part it is in was open or not.
  const isWrong = [key, apiBaseUrl, authUrl].some((problem) => problem !== undefined);
  return (
    <>
      <HowToRegister />
      <ClientId {...props} />
      <details className="advanced" {...(isWrong && { open: true })}>
        <summary>{words('welcome.fields.advanced')}</summary>
        <div className="advanced--fields">
          <Key {...props} />
          <Addresses {...props} />
          <CredentialPlace {...props} />
        </div>
      </details>
    </>
  );
}

function OtherFields(props: Props) {
  const words = useWords();
  const { fields, problems, onChange } = props;
  return (
    <>
      <Field
        label={words('welcome.fields.name')}
        hint={words('welcome.fields.nameHint')}
        value={fields.name}
        problem={problems.name}
        onChange={(name) => onChange({ name })}
      />
      <Addresses {...props} />
      <p className="hint">{words('welcome.fields.registerHint')}</p>
      <ClientId {...props} />
      <Key {...props} />
      <details className="advanced">
        <summary>{words('welcome.fields.advanced')}</summary>
        <div className="advanced--fields">
          <CredentialPlace {...props} />
        </div>
      </details>
    </>
  );
}

/** What a network other than the demo needs to know. */
export function NetworkFieldset(props: Props) {
  const words = useWords();
  const isPublic = props.kind === 'stackexchange';
  return (
    <fieldset className="network-fields">
      <legend className="visually-hidden">
        {words(isPublic ? 'welcome.fields.application' : 'welcome.fields.networkAndApplication')}
      </legend>
      {isPublic ? <StackExchangeFields {...props} /> : <OtherFields {...props} />}
    </fieldset>
  );
}
