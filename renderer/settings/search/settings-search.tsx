import { Combobox, ComboboxItem, ComboboxList, useComboboxStore } from '@ariakit/react';
import { IconSearch } from '@stackoverflow/stacks-icons/icons';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { IN_ELECTRON } from '../../agent/connection/bridge.ts';
import { useWords } from '../../appearance/language.tsx';
import { useShortcut } from '../../commands/shortcuts.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { Popover } from '../../widgets/popover.tsx';
import { findSettings, placeOf, type FoundSetting } from './find-settings.ts';

/** The field and what it finds. It keeps the focus: arrows choose, Enter goes there. */
function Finder({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const [, go] = useLocation();
  const [text, setText] = useState('');
  const found = findSettings(text, words, IN_ELECTRON);
  const store = useComboboxStore({ open: true, inputValue: text, setInputValue: setText, includesBaseElement: false });
  const open = (setting: FoundSetting) => {
    onClose();
    go(...placeOf(setting));
  };
  return (
    <>
      <Combobox
        store={store}
        className="input"
        aria-label={words('settings.searchLabel')}
        placeholder={words('settings.searchLabel')}
        autoSelect="always"
        autoComplete="list"
        spellCheck={false}
      />
      <ComboboxList
        store={store}
        alwaysVisible
        className="filter-menu--list"
        aria-label={words('settings.searchResults')}
        hidden={found.length === 0}
      >
        {found.map((setting) => (
          <ComboboxItem
            key={`${setting.page} ${setting.label}`}
            className="option"
            // The field keeps the focus, so the pointer must not take it away before the click arrives.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => open(setting)}
          >
            <span>{setting.label}</span>
            <span className="option--detail">{setting.pageTitle}</span>
          </ComboboxItem>
        ))}
      </ComboboxList>
      <p className={text.trim() !== '' && found.length === 0 ? 'hint' : 'visually-hidden'} role="status">
        {text.trim() === ''
          ? ''
          : found.length === 0
            ? words('settings.searchNothing')
            : words('settings.searchCount', { count: found.length })}
      </p>
    </>
  );
}

/** Finds settings by their words, on whichever page they are. */
export function SettingsSearch() {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  const label = words('settings.searchLabel');
  useShortcut('/', label, () => setOpen(true), { group: words('common.views.settings') });
  return (
    <search className="settings-search">
      <button
        type="button"
        className="btn"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon svg={IconSearch} />
        <span>{label}</span>
        <kbd>/</kbd>
      </button>
      {isOpen && (
        <Popover label={label} className="filter-menu" onClose={() => setOpen(false)}>
          <Finder onClose={() => setOpen(false)} />
        </Popover>
      )}
    </search>
  );
}
