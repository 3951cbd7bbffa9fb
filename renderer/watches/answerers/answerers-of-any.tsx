import { useState, type FormEvent } from 'react';
import { useWords } from '../../appearance/language.tsx';
import { SiteSelect, useChosenSite } from '../fields/site-select.tsx';
import { TagField } from '../fields/tag-field.tsx';
import { TopAnswerers } from './top-answerers.tsx';
import { tagText } from '../watch-words.ts';

/** Top answerers of any tag, watched or not; asked for when the person says so. */
export function AnswerersOfAny() {
  const words = useWords();
  const [chosenSite, setChosenSite] = useState('');
  const site = useChosenSite(chosenSite)?.id ?? '';
  const [tags, setTags] = useState<string[]>([]);
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<{ site: string; tag: string }>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const tag = tags[0] ?? tagText(text);
    if (site === '' || tag === '' || tag.includes('*')) return;
    setTags([tag]);
    setText('');
    setAsked({ site, tag });
  };
  return (
    <details className="s-card answerers">
      <summary>{words('watches.topAnswerers.title')}</summary>
      <p className="hint">{words('watches.topAnswerers.about')}</p>
      <form className="answerers--form" onSubmit={submit}>
        <SiteSelect site={site} onChange={setChosenSite} />
        {/* One tag: the one entered last. */}
        <TagField
          label={words('watches.topAnswerers.tag')}
          site={site}
          values={tags}
          text={text}
          onText={setText}
          onChange={(values) => setTags(values.slice(-1))}
        />
        <button
          type="submit"
          className="s-btn s-btn__outlined"
          disabled={site === '' || (tags.length === 0 && tagText(text) === '')}
        >
          {words('watches.topAnswerers.show')}
        </button>
      </form>
      {asked && <TopAnswerers key={`${asked.site} ${asked.tag}`} site={asked.site} tags={[asked.tag]} />}
    </details>
  );
}
