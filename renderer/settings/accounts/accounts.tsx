import { useState } from 'react';
import { useLocation } from 'wouter';
import type { AppState, NetworkAccount } from '../../../common/contract/contract.ts';
import { keyringText } from '../../../common/i18n/state-words.ts';
import { Confirm } from '../../widgets/dialogs/confirm.tsx';
import { useAnnounce } from '../../feedback/announcements.tsx';
import { SiteIcon } from '../../widgets/site-icon.tsx';
import { useAgentMutation } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { ChangeKey } from './change-key.tsx';
import { Section } from '../section.tsx';

function Account({ account }: { account: NetworkAccount }) {
  const words = useWords();
  const announce = useAnnounce();
  const [asking, setAsking] = useState(false);
  const { person, network } = account;
  const signIn = useAgentMutation((client) => client.session.signInAgain({ account: account.id }));
  const signOut = useAgentMutation(async (client) => {
    const { ended, note } = await client.session.signOut({ account: account.id });
    announce({
      kind: ended ? 'done' : 'news',
      message: words(ended ? 'settings.accounts.ended' : 'settings.accounts.notEnded', { network: network.name }),
      ...(note !== undefined && { advice: note }),
    });
  });
  return (
    <li className="settings--line">
      <div className="settings--person">
        <SiteIcon site={{ name: person.displayName, iconUrl: person.profileImage }} />
        <div>
          <strong>{person.displayName}</strong>
          <div className="hint">
            {network.name} ·{' '}
            {account.signedIn
              ? words('settings.accounts.sites', { count: person.accounts })
              : words('settings.accounts.signedOut')}
          </div>
        </div>
      </div>
      <div className="settings--buttons">
        {account.conditions.some(({ kind }) => kind === 'bad-key') && <ChangeKey account={account} />}
        {!account.signedIn && (
          <button
            type="button"
            className="s-btn s-btn__outlined s-btn__sm"
            disabled={signIn.isPending}
            onClick={() => signIn.mutate()}
          >
            {words('settings.accounts.signInAgain')}
          </button>
        )}
        <button
          type="button"
          className="s-btn s-btn__outlined s-btn__danger s-btn__sm"
          aria-label={words('settings.accounts.signOutOf', { network: network.name })}
          disabled={signOut.isPending}
          onClick={() => setAsking(true)}
        >
          {words('settings.accounts.signOut')}
        </button>
      </div>
      {asking && (
        <Confirm
          title={words('settings.accounts.ask', { network: network.name })}
          about={words('settings.accounts.askAbout', { network: network.name })}
          act={words('settings.accounts.signOut')}
          onAct={() => signOut.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}

/** Who is signed in where. */
export function Accounts({ state }: { state: AppState }) {
  const words = useWords();
  const [, go] = useLocation();
  const { accounts, secrets } = state;
  return (
    <Section id="accounts">
      {accounts.length === 0 ? (
        <p>{words('settings.accounts.notSignedIn')}</p>
      ) : (
        <ul className="settings--lines" aria-label={words('settings.accounts.list')}>
          {accounts.map((account) => (
            <Account key={account.id} account={account} />
          ))}
        </ul>
      )}
      <div className="settings--buttons">
        <button type="button" className="s-btn s-btn__outlined s-btn__sm" onClick={() => go('/welcome')}>
          {words('settings.accounts.add')}
        </button>
      </div>
      <p className={secrets.persistent ? 'hint' : 's-notice s-notice__warning'}>
        {secrets.persistent
          ? words('settings.accounts.storedIn', { where: keyringText(words, secrets) })
          : keyringText(words, secrets)}
      </p>
    </Section>
  );
}
