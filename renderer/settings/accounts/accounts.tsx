import { IconEllipsisHorizontal, IconPlus } from '@stackoverflow/stacks-icons/icons';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { AppState, NetworkAccount, Settings } from '../../../common/contract/contract.ts';
import { keyringText } from '../../../common/i18n/state-words.ts';
import { useAgentMutation, useChangeSettings } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { useAnnounce } from '../../feedback/announcements.tsx';
import { Confirm } from '../../widgets/dialogs/confirm.tsx';
import { Icon, IconButton } from '../../widgets/icon.tsx';
import { Popover } from '../../widgets/popover.tsx';
import { SiteIcon } from '../../widgets/site-icon.tsx';
import { Section } from '../setting-row.tsx';
import { ChangeKey } from './change-key.tsx';

interface Props {
  account: NetworkAccount;
  settings: Settings;
}

/** What else can be done with an account: another key, and whether its achievements are fetched. */
function More({ account, settings, onChangeKey }: Props & { onChangeKey: () => void }) {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  const change = useChangeSettings();
  const allow = useAgentMutation((client) => client.session.askForAchievements({ account: account.id }));
  const isAllowed = settings.achievements && account.mayReadPrivate === true;
  const name = words('settings.accounts.moreOf', { network: account.network.name });
  const setAchievements = () => {
    setOpen(false);
    change.mutate({ achievements: !isAllowed });
    if (!isAllowed && account.mayReadPrivate !== true) allow.mutate();
  };
  return (
    <div className="menu">
      <IconButton
        label={name}
        icon={IconEllipsisHorizontal}
        title={`${words('settings.accounts.changeKey')}, ${words('settings.accounts.achievements')}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <Popover label={name} className="settings--menu" onClose={() => setOpen(false)}>
          <button
            type="button"
            className="option"
            onClick={() => {
              setOpen(false);
              onChangeKey();
            }}
          >
            {words('settings.accounts.changeKey')}
          </button>
          <button type="button" className="option" onClick={setAchievements}>
            {words(`settings.accounts.${isAllowed ? 'achievementsOff' : 'achievements'}`)}
          </button>
          <p className="hint">{words('settings.accounts.achievementsHint')}</p>
        </Popover>
      )}
    </div>
  );
}

function Account({ account, settings }: Props) {
  const words = useWords();
  const announce = useAnnounce();
  const [asking, setAsking] = useState<'sign-out' | 'key'>();
  const close = () => setAsking(undefined);
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
    <li className="setting">
      <SiteIcon site={{ name: person.displayName, iconUrl: person.profileImage }} />
      <div className="setting--words">
        <span>{person.displayName}</span>
        <p className="hint">
          {network.name} ·{' '}
          {account.signedIn
            ? words('settings.accounts.sites', { count: person.accounts })
            : words('settings.accounts.signedOut')}
        </p>
      </div>
      <div className="setting--end">
        {account.conditions.some(({ kind }) => kind === 'bad-key') && (
          <button
            type="button"
            className="btn btn__line"
            aria-label={words('settings.accounts.changeKeyOf', { network: network.name })}
            onClick={() => setAsking('key')}
          >
            {words('settings.accounts.changeKey')}
          </button>
        )}
        {!account.signedIn && (
          <button type="button" className="btn btn__line" disabled={signIn.isPending} onClick={() => signIn.mutate()}>
            {words('settings.accounts.signInAgain')}
          </button>
        )}
        <button
          type="button"
          className="btn"
          aria-label={words('settings.accounts.signOutOf', { network: network.name })}
          disabled={signOut.isPending}
          onClick={() => setAsking('sign-out')}
        >
          {words('settings.accounts.signOut')}
        </button>
        <More account={account} settings={settings} onChangeKey={() => setAsking('key')} />
      </div>
      {asking === 'key' && <ChangeKey account={account} onClose={close} />}
      {asking === 'sign-out' && (
        <Confirm
          title={words('settings.accounts.ask', { network: network.name })}
          about={words('settings.accounts.askAbout', { network: network.name })}
          act={words('settings.accounts.signOut')}
          onAct={() => signOut.mutate()}
          onClose={close}
        />
      )}
    </li>
  );
}

/** Who is signed in where, and where that is kept. */
export function Accounts({ state: { accounts, secrets }, settings }: { state: AppState; settings: Settings }) {
  const words = useWords();
  const [, go] = useLocation();
  const kept = keyringText(words, secrets);
  return (
    <Section
      id="accounts"
      aside={secrets.persistent ? words('settings.accounts.storedIn', { where: kept }) : undefined}
    >
      {!secrets.persistent && <p className="notice notice__warning">{kept}</p>}
      {accounts.length === 0 ? (
        <p className="setting">{words('settings.accounts.notSignedIn')}</p>
      ) : (
        <ul aria-label={words('settings.accounts.list')}>
          {accounts.map((account) => (
            <Account key={account.id} account={account} settings={settings} />
          ))}
        </ul>
      )}
      <div className="setting">
        <button type="button" className="btn settings--add" onClick={() => go('/welcome')}>
          <Icon svg={IconPlus} /> {words('settings.accounts.add')}
        </button>
      </div>
    </Section>
  );
}
