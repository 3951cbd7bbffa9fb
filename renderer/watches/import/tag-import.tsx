import { useId, useState } from 'react';
import type { MyTags, ReadTags, WatchAlert } from '../../../common/contract/contract.ts';
import { useClient } from '../../agent/agent-context.tsx';
import { AskingTrouble } from '../../feedback/asking-trouble.tsx';
import { useAnnounce } from '../../feedback/announcements.tsx';
import { Dialog } from '../../widgets/dialog.tsx';
import { plainError } from '../../feedback/plain-error.ts';
import { useAgentMutation } from '../../agent/queries.ts';
import { useSpeech } from '../../appearance/language.tsx';
import { AlertSelect } from '../fields/alert-select.tsx';
import { SiteSelect, useChosenSite } from '../fields/site-select.tsx';

type FoundTag = ReadTags['tags'][number];

/** Where tags come from: what was pasted, or what the person writes about. */
interface TagOffer {
  from: 'text' | 'mine';
  tags: FoundTag[];
  leftOut: number;
  trouble?: ReadTags['trouble'];
  note?: string;
}

/** Of one's own tags the first few are meant most often. */
const OWN_TAGS_TICKED = 10;

const offered = (read: ReadTags): TagOffer => ({ from: 'text', ...read });

/** Tags found, each to be ticked; those that the site does not have begin unticked. */
function Tags({
  offer: { tags, from },
  ticked,
  onTick,
}: {
  offer: TagOffer;
  ticked: ReadonlySet<string>;
  onTick: (name: string) => void;
}) {
  const { words } = useSpeech();
  const id = useId();
  return (
    <ul className="import--tags" aria-label={words('watches.import.list')}>
      {tags.map((tag, index) => (
        <li key={tag.name} className={`import--tag is-${tag.state}`}>
          <input
            type="checkbox"
            className="s-checkbox"
            id={`${id}-${index}`}
            checked={ticked.has(tag.name)}
            aria-describedby={`${id}-${index}-about`}
            onChange={() => onTick(tag.name)}
          />
          <label htmlFor={`${id}-${index}`}>{tag.name}</label>
          <span className="hint" id={`${id}-${index}-about`}>
            {tag.state === 'known' && tag.count !== undefined
              ? words(from === 'mine' ? 'watches.import.posts' : 'watches.tags.questions', { count: tag.count })
              : words(`watches.import.states.${tag.state}`)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What the check came to, before anything is kept. */
function Verdict({ offer, site }: { offer: TagOffer; site: string }) {
  const { words } = useSpeech();
  const many = (state: FoundTag['state']) => offer.tags.filter((tag) => tag.state === state).length;
  const lines = [
    ...(offer.note === undefined || offer.note === '' ? [] : [offer.note]),
    ...(offer.from === 'text' && many('known') > 0
      ? [words('watches.import.known', { count: many('known'), site })]
      : []),
    ...(many('unknown') > 0 ? [words('watches.import.unknown', { count: many('unknown'), site })] : []),
    ...(many('unchecked') > 0 ? [words('watches.import.unchecked', { count: many('unchecked') })] : []),
    ...(offer.leftOut > 0 ? [words('watches.import.leftOut', { count: offer.leftOut })] : []),
  ];
  return (
    <div role="status">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

/** Watches many tags at once: pasted ones, checked first, or those that the person writes about. */
export function TagImport({ onClose }: { onClose: () => void }) {
  const { words } = useSpeech();
  const client = useClient();
  const announce = useAnnounce();
  const id = useId();
  const [chosenSite, setChosenSite] = useState('');
  const site = useChosenSite(chosenSite);
  const [text, setText] = useState('');
  const [offer, setOffer] = useState<TagOffer>();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [as, setAs] = useState<'one' | 'each'>('one');
  const [alert, setAlert] = useState<WatchAlert>('sound');

  const take = (made: TagOffer) => {
    setOffer(made);
    const wanted =
      made.from === 'mine' ? made.tags.slice(0, OWN_TAGS_TICKED) : made.tags.filter((tag) => tag.state !== 'unknown');
    setTicked(new Set(wanted.map((tag) => tag.name)));
  };
  const read = useAgentMutation(
    (_client, wanted: string) => client.watches.readTags({ site: site?.id ?? '', text: wanted }),
    {
      shownInPlace: true,
    },
  );
  const own = useAgentMutation(() => client.watches.myTags({ site: site?.id ?? '' }), { shownInPlace: true });
  const check = async () => take(offered(await read.mutateAsync(text)));
  const askOwn = async () => {
    const mine = await own.mutateAsync();
    take({
      from: 'mine',
      tags: mine.tags.map((tag) => ({ ...tag, state: 'known' as const })),
      leftOut: 0,
      ...(mine.trouble && { trouble: mine.trouble }),
      note: ownNote(mine),
    });
  };
  const ownNote = (mine: MyTags): string => {
    if (!mine.account) return words('watches.import.ownNoAccount', { site: site?.name ?? '' });
    if (mine.tags.length === 0) return mine.trouble ? '' : words('watches.import.ownNone');
    return mine.from === 'posts' ? words('watches.import.ownFromPosts') : '';
  };
  const keep = useAgentMutation(
    (_client, tags: string[]) => client.watches.import({ site: site?.id ?? '', tags, as, alert }),
    {
      changes: 'watches',
      shownInPlace: true,
    },
  );
  const chosen = (offer?.tags ?? []).filter((tag) => ticked.has(tag.name)).map((tag) => tag.name);
  const save = async () => {
    const { added, already } = await keep.mutateAsync(chosen);
    announce({
      kind: 'done',
      message: words('watches.import.added', { count: added }),
      ...(already > 0 && { advice: words('watches.import.already', { count: already }) }),
    });
    onClose();
  };
  const failed = read.error ?? own.error ?? keep.error;
  // Refusals are shown below; there is nothing more to do with them here.
  const run = (work: () => Promise<void>) => void work().catch(() => undefined);
  const forget = () => setOffer(undefined);

  return (
    <Dialog title={words('watches.import.title')} onClose={onClose} className="import">
      <p>{words('watches.import.about')}</p>
      <SiteSelect
        site={site?.id ?? ''}
        onChange={(other) => {
          setChosenSite(other);
          forget();
        }}
      />
      <div className="field">
        <label className="s-label" htmlFor={`${id}-text`}>
          {words('watches.import.text')}
        </label>
        <textarea
          id={`${id}-text`}
          className="s-textarea"
          rows={4}
          spellCheck={false}
          autoCapitalize="none"
          maxLength={20_000}
          value={text}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            setText(event.target.value);
            forget();
          }}
        />
        <p className="hint" id={`${id}-hint`}>
          {words('watches.import.textHint')}
        </p>
      </div>
      <div className="import--ways">
        <button
          type="button"
          className="s-btn s-btn__outlined"
          disabled={!site || text.trim() === '' || read.isPending}
          title={words('watches.import.checkCost')}
          onClick={() => run(check)}
        >
          {words('watches.import.check')}
        </button>
        <button
          type="button"
          className="s-btn s-btn__muted"
          disabled={!site || own.isPending}
          title={words('watches.import.ownCost')}
          onClick={() => run(askOwn)}
        >
          {words('watches.import.own', { site: site?.name ?? '' })}
        </button>
      </div>
      {(read.isPending || own.isPending) && (
        <p className="hint" role="status">
          {words('clickRequest.loading')}
        </p>
      )}
      {failed !== null && (
        <p className="s-input-message" role="alert">
          {plainError(failed, words).message} {plainError(failed, words).advice}
        </p>
      )}
      {offer && (
        <>
          <Verdict
            offer={
              offer.tags.length === 0 && offer.from === 'text'
                ? { ...offer, note: words('watches.import.nothing') }
                : offer
            }
            site={site?.name ?? ''}
          />
          {offer.trouble && <AskingTrouble trouble={offer.trouble} again={offer.from === 'text' ? check : askOwn} />}
          {offer.tags.length > 0 && (
            <>
              <Tags
                offer={offer}
                ticked={ticked}
                onTick={(name) =>
                  setTicked((before) => {
                    const after = new Set(before);
                    if (!after.delete(name)) after.add(name);
                    return after;
                  })
                }
              />
              <div className="import--how">
                <div className="field">
                  <label className="s-label" htmlFor={`${id}-as`}>
                    {words('watches.import.as')}
                  </label>
                  <div className="s-select">
                    <select
                      id={`${id}-as`}
                      value={as}
                      onChange={(event) => setAs(event.target.value === 'each' ? 'each' : 'one')}
                    >
                      <option value="one">{words('watches.import.one')}</option>
                      <option value="each">{words('watches.import.each')}</option>
                    </select>
                  </div>
                </div>
                <AlertSelect label={words('watches.form.alert')} value={alert} onChange={setAlert} />
                <button
                  type="button"
                  className="s-btn s-btn__filled"
                  disabled={chosen.length === 0 || keep.isPending}
                  onClick={() => run(save)}
                >
                  {words('watches.import.add', { count: chosen.length })}
                </button>
              </div>
            </>
          )}
        </>
      )}
    </Dialog>
  );
}
