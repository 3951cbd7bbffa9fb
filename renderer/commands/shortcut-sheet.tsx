import { useWords } from '../appearance/language.tsx';
import { Dialog } from '../widgets/dialogs/dialog.tsx';
import { Keys, useCommands, useSingleKeys } from './shortcuts.tsx';

/** Every key that does something at present, and nothing else. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const commands = useCommands().filter((command) => command.key !== undefined);
  const singleKeys = useSingleKeys();
  const groups = [...new Set(commands.map(({ group }) => group))].toSorted(
    (a, b) => Number(a === words('shortcuts.everywhere')) - Number(b === words('shortcuts.everywhere')),
  );
  return (
    <Dialog title={words('shortcuts.title')} onClose={onClose}>
      {!singleKeys && <p className="hint">{words('shortcuts.singleKeysOff')}</p>}
      <div className="sheet">
        {groups.map((group) => (
          <section key={group} aria-label={group}>
            <h3>{group}</h3>
            <dl>
              {[...Map.groupBy(commands, ({ group: own, title }) => (own === group ? title : undefined))].map(
                ([title, same]) =>
                  title !== undefined && (
                    <div key={title}>
                      <dt>{title}</dt>
                      <dd>
                        {same.map(({ key = '' }) => (
                          <Keys key={key} of={key} />
                        ))}
                      </dd>
                    </div>
                  ),
              )}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
