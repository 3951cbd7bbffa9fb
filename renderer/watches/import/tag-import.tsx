import { useId, useState } from 'react';
import type { SiteChoice, WatchAlert } from '../../../common/contract/contract.ts';
import { useWords } from '../../appearance/language.tsx';
import { AskingTrouble } from '../../feedback/request-trouble.tsx';
import { failureLine } from '../../feedback/plain-error.ts';
import { Dialog } from '../../widgets/dialogs/dialog.tsx';
import { AlertLine, SegmentsLine } from '../fields/segments.tsx';
import { SiteSelect, useChosenSite } from '../fields/site-select.tsx';
import { OfferedTags, OfferSummary } from './tag-offer.tsx';
import { useTagImport } from './use-tag-import.ts';

type Import = ReturnType<typeof useTagImport>;

/** Runs an action; its refusal is shown in the dialog, so nothing else is to be done with it. */
const run = (work: () => Promise<void>) => void work().catch(() => undefined);

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
          className="btn btn__line"
          disabled={!site || text.trim() === ''}
          aria-disabled={read.isPending}
          title={words('watches.import.checkCost')}
          onClick={() => read.isPending || run(() => of.checkText(text))}
        >
          {words('watches.import.check')}
        </button>
        <button
          type="button"
          className="btn"
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

/** How the ticked tags are watched: as one watch or each for itself, and what happens with a match. */
function WatchTicked({ of }: { of: Import }) {
  const words = useWords();
  const [as, setAs] = useState<'one' | 'each'>('one');
  const [alert, setAlert] = useState<WatchAlert>('sound');
  const { chosen } = of.offer;
  return (
    <div className="import--how">
      <div className="options">
        <SegmentsLine
          label={words('watches.import.as')}
          value={as}
          options={[
            { value: 'one', label: words('watches.import.one') },
            { value: 'each', label: words('watches.import.each') },
          ]}
          onChange={setAs}
        />
        <AlertLine value={alert} onChange={setAlert} />
      </div>
      <button
        type="button"
        className="btn btn__main"
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
          <WatchTicked of={of} />
        </>
      )}
    </>
  );
}

/** Watches many tags at once: pasted ones, checked first, or those that the person writes about. */
export function TagImport({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const id = useId();
  const [chosenSite, setChosenSite] = useState('');
  const site = useChosenSite(chosenSite);
  const [text, setText] = useState('');
  const tags = useTagImport(site, onClose);
  const change = (set: () => void) => {
    set();
    tags.offer.forget();
  };
  const failure = failureLine(tags.error, words);
  return (
    <Dialog title={words('watches.import.title')} onClose={onClose} className="import">
      <p>{words('watches.import.about')}</p>
      <SiteSelect site={site?.id ?? ''} onChange={(other) => change(() => setChosenSite(other))} />
      <label className="label" htmlFor={id}>
        {words('watches.import.text')}
      </label>
      <textarea
        id={id}
        className="textarea"
        rows={4}
        spellCheck={false}
        autoCapitalize="none"
        maxLength={20_000}
        value={text}
        aria-describedby={`${id}-hint`}
        onChange={(event) => change(() => setText(event.target.value))}
      />
      <p className="hint" id={`${id}-hint`}>
        {words('watches.import.textHint')}
      </p>
      <Sources of={tags} site={site} text={text} />
      {failure !== undefined && (
        <p className="field--problem" role="alert">
          {failure}
        </p>
      )}
      <Offer of={tags} site={site} text={text} />
    </Dialog>
  );
}
