import { IN_ELECTRON } from '../../agent/connection/bridge.ts';
import { Combobox, ComboboxItem, ComboboxList, useComboboxStore } from '@ariakit/react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'wouter';
import { useWords } from '../../appearance/language.tsx';
import { useShortcut } from '../../commands/shortcuts.tsx';
import { findSettings, placeOf, type FoundSetting } from './find-settings.ts';

/**
 * Finds settings by their words. The field keeps the focus: arrows choose, Enter goes there, Escape empties it. Tells
 * whether something is typed, because what was found stands in the place of the list of pages.
 */
export function SettingsSearch({ text, onType }: { text: string; onType: (text: string) => void }) {
  const words = useWords();
  const [, go] = useLocation();
  const [chosen, setChosen] = useState<string | null>();
  const field = useRef<HTMLInputElement>(null);
  useShortcut('/', words('settings.search.label'), () => field.current?.focus(), { group: words('settings.title') });
  const found = findSettings(text, words, IN_ELECTRON);
  const idOf = ({ page, label }: FoundSetting) => `setting-${page}-${label}`.replaceAll(/\s+/g, '-');
  const active = found.find((setting) => idOf(setting) === chosen) ?? found[0];
  const open = (setting: FoundSetting) => {
    onType('');
    go(...placeOf(setting));
  };
  const store = useComboboxStore({
    open: true,
    inputValue: text,
    setInputValue(value) {
      onType(value);
      setChosen(null);
    },
    activeId: active ? idOf(active) : null,
    setActiveId: setChosen,
    includesBaseElement: false,
  });
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape') || text === '') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') onType('');
    else if (active) open(active);
  };
  return (
    <search className="settings-search">
      <Combobox
        ref={field}
        store={store}
        type="search"
        className="s-input"
        aria-label={words('settings.search.label')}
        aria-expanded={found.length > 0}
        autoComplete="list"
        spellCheck={false}
        placeholder={words('settings.search.placeholder')}
        onKeyDownCapture={onKeyDownCapture}
      />
      <ComboboxList
        store={store}
        alwaysVisible
        className="settings-search--list"
        aria-label={words('settings.search.results')}
        hidden={found.length === 0}
      >
        {found.map((setting) => (
          <ComboboxItem
            key={idOf(setting)}
            id={idOf(setting)}
            aria-selected={setting === active}
            // The field keeps the focus, so the pointer must not take it away before the click arrives.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => open(setting)}
          >
            <span>{setting.label}</span>
            <span className="hint">{setting.pageTitle}</span>
          </ComboboxItem>
        ))}
      </ComboboxList>
      <p className={text.trim() !== '' && found.length === 0 ? 'hint' : 'visually-hidden'} role="status">
        {text.trim() === ''
          ? ''
          : found.length === 0
            ? words('settings.search.nothing')
            : words('settings.search.count', { count: found.length })}
      </p>
    </search>
  );
}
