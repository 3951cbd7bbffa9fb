import { useId, useState } from 'react';
import type { SiteChoice, WatchAlert } from '../../../common/contract/contract.ts';
import { useImportCost } from '../../agent/queries.ts';
import { useLocale, useWords } from '../../appearance/language.tsx';
import { AskingTrouble } from '../../feedback/request-trouble.tsx';
import { plainError } from '../../feedback/plain-error.ts';
import { Dialog } from '../../widgets/dialogs/dialog.tsx';
import { AlertSelect } from '../fields/alert-select.tsx';
import { SiteSelect, useChosenSite } from '../fields/site-select.tsx';
import { costWords } from '../watch-words.ts';
import { OfferedTags, OfferSummary } from './tag-offer.tsx';
import { useTagImport } from './use-tag-import.ts';

type Import = ReturnType<typeof useTagImport>;

/** Runs an action; its refusal is shown in the dialog, so nothing else is to be done with it. */
const run = (work: () => Promise<void>) => void work().catch(() => undefined);

function TextField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const words = useWords();
  const id = useId();
  return (
    <div className="field">
      <label className="s-label" htmlFor={id}>
        {words('watches.import.text')}
      </label>
      <textarea
        id={id}
        className="s-textarea"
        rows={4}
        spellCheck={false}
        autoCapitalize="none"
        maxLength={20_000}
        value={text}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className="hint" id={`${id}-hint`}>
        {words('watches.import.textHint')}
      </p>
    </div>
  );
}

/** The two ways to tags: checking the pasted ones, and asking for the person's own. */
function Sources({ of, site, text }: { of: Import; site: SiteChoice | undefined; text: string }) {
  const words = useWords();
  const { read, own } = of;
  // While an answer is on its way a button does nothing, but keeps the focus, which a disabled one would lose.
  return (
    <>
      <div className="import--ways">
        <button
          type="button"
          className="s-btn s-btn__outlined"
          disabled={!site || text.trim() === ''}
          aria-disabled={read.isPending}
          title={words('watches.import.checkCost')}
          onClick={() => read.isPending || run(() => of.checkText(text))}
        >
          {words('watches.import.check')}
        </button>
        <button
          type="button"
          className="s-btn s-btn__muted"
          disabled={!site}
          aria-disabled={own.isPending}
          title={words('watches.import.ownCost')}
          onClick={() => own.isPending || run(of.askOwnTags)}
        >
          {words('watches.import.own', { site: site?.name ?? '' })}
        </button>
      </div>
      {(read.isPending || own.isPending) && (
        <p className="hint" role="status">
          {words('clickRequest.loading')}
        </p>
      )}
    </>
  );
}

/** What the ticked tags would add to the requests of a day, and with which watches they share them. */
function ImportCost({ site, tags, as }: { site: string; tags: string[]; as: 'one' | 'each' }) {
  const locale = useLocale();
  const { words } = locale;
  const { data } = useImportCost(tags.length > 0 && site !== '' ? { site, tags, as } : undefined);
  if (!data || tags.length === 0) return null;
  return (
    <p className="hint import--cost" role="status">
      {data.watches === 0
        ? words('watches.import.allWatched')
        : words('watches.import.cost', { cost: costWords(data.cost, locale) })}
    </p>
  );
}

/** How the ticked tags are watched: as one watch or each for itself, and what happens with a match. */
function WatchTicked({ of, site }: { of: Import; site: string }) {
  const words = useWords();
  const id = useId();
  const [as, setAs] = useState<'one' | 'each'>('one');
  const [alert, setAlert] = useState<WatchAlert>('sound');
  const { chosen } = of.offer;
  return (
    <div className="import--how">
      <div className="field">
        <label className="s-label" htmlFor={id}>
          {words('watches.import.as')}
        </label>
        <div className="s-select">
          <select id={id} value={as} onChange={(event) => setAs(event.target.value === 'each' ? 'each' : 'one')}>
            <option value="one">{words('watches.import.one')}</option>
            <option value="each">{words('watches.import.each')}</option>
          </select>
        </div>
      </div>
      <AlertSelect label={words('watches.form.alert')} value={alert} onChange={setAlert} />
      <ImportCost site={site} tags={chosen} as={as} />
      <button
        type="button"
        className="s-btn s-btn__filled"
        disabled={chosen.length === 0 || of.save.isPending}
        onClick={() => run(() => of.watchChosen(as, alert))}
      >
        {words('watches.import.add', { count: chosen.length })}
      </button>
    </div>
  );
}

/** What was found: a summary, why something could not be checked, and the tags to tick. */
function Offer({ of, site, text }: { of: Import; site: SiteChoice | undefined; text: string }) {
  const words = useWords();
  const { offer, ticked, toggle } = of.offer;
  if (!offer) return null;
  const isEmptyText = offer.tags.length === 0 && offer.from === 'text';
  return (
    <>
      <OfferSummary
        offer={isEmptyText ? { ...offer, note: words('watches.import.nothing') } : offer}
        site={site?.name ?? ''}
      />
      {offer.trouble && (
        <AskingTrouble
          trouble={offer.trouble}
          again={offer.from === 'text' ? () => of.checkText(text) : of.askOwnTags}
        />
      )}
      {offer.tags.length > 0 && (
        <>
          <OfferedTags offer={offer} ticked={ticked} onTick={toggle} />
          <WatchTicked of={of} site={site?.id ?? ''} />
        </>
      )}
    </>
  );
}

/** Watches many tags at once: pasted ones, checked first, or those that the person writes about. */
export function TagImport({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const [chosenSite, setChosenSite] = useState('');
  const site = useChosenSite(chosenSite);
  const [text, setText] = useState('');
  const tags = useTagImport(site, onClose);
  const change = (set: () => void) => {
    set();
    tags.offer.forget();
  };
  const failure = tags.error && plainError(tags.error, words);
  return (
    <Dialog title={words('watches.import.title')} onClose={onClose} className="import">
      <p>{words('watches.import.about')}</p>
      <SiteSelect site={site?.id ?? ''} onChange={(other) => change(() => setChosenSite(other))} />
      <TextField text={text} onChange={(typed) => change(() => setText(typed))} />
      <Sources of={tags} site={site} text={text} />
      {failure && (
        <p className="s-input-message" role="alert">
          {failure.message} {failure.advice}
        </p>
      )}
      <Offer of={tags} site={site} text={text} />
    </Dialog>
  );
}
