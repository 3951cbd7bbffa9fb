import { Field } from '../widgets/field.tsx';
import { OutsideLink } from '../agent/outside-link.tsx';
import { useWords } from '../appearance/language.tsx';
import type { FieldProblems, NetworkFields } from './network-form.ts';

const REGISTRATION_URL = 'https://stackapps.com/apps/oauth/register';

/** How to get a client id and key of the public service, step by step. */
function HowToRegister() {
  const words = useWords();
  return (
    <details className="s-card how-to" open>
      <summary>{words('welcome.register.summary')}</summary>
      <ol>
        <li>
          {words('welcome.register.at')} <OutsideLink href={REGISTRATION_URL}>stackapps.com</OutsideLink>
        </li>
        <li>
          {words('welcome.register.domain')} <code>stackoverflow.com</code>
        </li>
        <li>{words('welcome.register.tick')}</li>
        <li>{words('welcome.register.free')}</li>
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

/** What a network other than the demo needs to know. */
export function NetworkFieldset({ kind, fields, problems, onChange }: Props) {
  const words = useWords();
  return (
    <fieldset className="network-fields">
      <legend className="visually-hidden">
        {words(kind === 'stackexchange' ? 'welcome.fields.application' : 'welcome.fields.networkAndApplication')}
      </legend>
      {kind === 'stackexchange' && <HowToRegister />}
      {kind === 'other' && (
        <>
          <Field
            label={words('welcome.fields.name')}
            hint={words('welcome.fields.nameHint')}
            value={fields.name}
            problem={problems.name}
            onChange={(name) => onChange({ name })}
          />
          <Field
            label={words('welcome.fields.api')}
            hint={words('welcome.fields.apiHint')}
            type="url"
            value={fields.apiBaseUrl}
            problem={problems.apiBaseUrl}
            onChange={(apiBaseUrl) => onChange({ apiBaseUrl })}
          />
          <Field
            label={words('welcome.fields.auth')}
            hint={words('welcome.fields.authHint')}
            type="url"
            value={fields.authUrl}
            problem={problems.authUrl}
            onChange={(authUrl) => onChange({ authUrl })}
          />
          <p className="hint">{words('welcome.fields.registerHint')}</p>
        </>
      )}
      <Field
        label={words('welcome.fields.clientId')}
        inputMode={kind === 'stackexchange' ? 'numeric' : 'text'}
        value={fields.clientId}
        problem={problems.clientId}
        onChange={(clientId) => onChange({ clientId })}
      />
      <Field
        label={words('welcome.fields.key')}
        hint={words('welcome.fields.keyHint')}
        value={fields.key}
        problem={problems.key}
        onChange={(key) => onChange({ key })}
      />
    </fieldset>
  );
}
