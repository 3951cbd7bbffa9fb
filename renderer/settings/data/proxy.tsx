import { useState, type FormEvent } from 'react';
import type { Proxy } from '../../../common/contract/contract.ts';
import { useWords } from '../../appearance/language.tsx';
import { Field } from '../../widgets/field.tsx';
import { Row, Segments } from '../setting-row.tsx';

/** Whether a text is the address of a proxy: a web address with nothing but a host and perhaps a port. */
function isProxy(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` && !/[?#]/.test(text);
}

interface Props {
  proxy: Proxy;
  why: string | undefined;
  onChange: (proxy: Proxy) => void;
}

/** Through what Askbell reaches the network; the address is asked for once it is the person's own. */
export function ProxySetting({ proxy, why, onChange }: Props) {
  const words = useWords();
  const [mode, setMode] = useState(proxy.mode);
  const [address, setAddress] = useState(proxy.address);
  const [wrong, setWrong] = useState(false);
  const choose = (chosen: Proxy['mode']) => {
    setMode(chosen);
    // A manual proxy is set only once it has an address.
    if (chosen !== 'manual') onChange({ mode: chosen, address: proxy.address });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = address.trim();
    setWrong(!isProxy(typed));
    if (isProxy(typed)) onChange({ mode: 'manual', address: typed });
  };
  return (
    <form noValidate onSubmit={submit}>
      <Row label={words('settings.application.proxy')} hint={why ?? words(`settings.application.proxyHints.${mode}`)}>
        <Segments
          value={mode}
          options={['system', 'none', 'manual']}
          label={(value) => words(`settings.application.proxyModes.${value}`)}
          onChange={choose}
        />
      </Row>
      {mode === 'manual' && (
        <div className="setting setting__field">
          <Field
            label={words('settings.application.proxyAddress')}
            hint={words('settings.application.proxyHint')}
            hintBelow
            type="url"
            value={address}
            onChange={(text) => {
              setAddress(text);
              setWrong(false);
            }}
            problem={wrong ? words('settings.application.proxyProblem') : undefined}
          />
          <button
            type="submit"
            className="btn btn__line"
            disabled={proxy.mode === 'manual' && proxy.address === address.trim()}
          >
            {words('settings.application.proxySave')}
          </button>
        </div>
      )}
    </form>
  );
}
