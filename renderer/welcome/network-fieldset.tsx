import { Field } from '../components/field.tsx';
import { OutsideLink } from '../components/outside-link.tsx';
import type { FieldProblems, NetworkFields } from './network-form.ts';

const registerAt = 'https://stackapps.com/apps/oauth/register';

/** How to get a client id and key of the public service, step by step. */
function HowToRegister() {
  return (
    <details className="s-card how-to" open>
      <summary>Where to get a client id and key</summary>
      <ol>
        <li>
          Register an application at <OutsideLink href={registerAt}>stackapps.com</OutsideLink>. It takes two minutes and is free.
        </li>
        <li>
          As <strong>OAuth Domain</strong> enter <code>stackoverflow.com</code>, without a port.
        </li>
        <li>
          Tick <strong>Enable Client Side OAuth Flow</strong>, and <strong>Enable Desktop / Non-Web OAuth Redirect Uri</strong>.
        </li>
        <li>Name, description and website are up to you.</li>
        <li>Copy the client id and the key from the page that follows. The client secret is not needed.</li>
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
  return (
    <fieldset className="network-fields">
      <legend className="visually-hidden">{kind === 'stackexchange' ? 'Your application' : 'The network and your application there'}</legend>
      {kind === 'stackexchange' && <HowToRegister />}
      {kind === 'other' && (
        <>
          <Field label="Name" hint="What to call the network, for yourself." value={fields.name} problem={problems.name} onChange={(name) => onChange({ name })} />
          <Field
            label="API address"
            hint="Without the version, for example https://api.example.org"
            type="url"
            value={fields.apiBaseUrl}
            problem={problems.apiBaseUrl}
            onChange={(apiBaseUrl) => onChange({ apiBaseUrl })}
          />
          <Field
            label="Sign-in address"
            hint="Where the network's authorization dialog is, for example https://example.org"
            type="url"
            value={fields.authUrl}
            problem={problems.authUrl}
            onChange={(authUrl) => onChange({ authUrl })}
          />
          <p className="hint">
            Register Askbell as an application with the network. As OAuth domain enter the host of the sign-in address, without a port, and allow the client-side flow.
          </p>
        </>
      )}
      <Field label="Client id" inputMode={kind === 'stackexchange' ? 'numeric' : 'text'} value={fields.clientId} problem={problems.clientId} onChange={(clientId) => onChange({ clientId })} />
      <Field label="Key" hint="Kept on this computer, and sent to this network only." value={fields.key} problem={problems.key} onChange={(key) => onChange({ key })} />
    </fieldset>
  );
}
