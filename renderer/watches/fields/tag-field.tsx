import { useEffect, useState } from 'react';
import { ChipsField, type ChipsProps } from '../../widgets/chips-field.tsx';
import { useTagCompletion } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { tagText } from '../watch-words.ts';

/** Typing pauses at least this long before the network is asked for tags, to spare the quota. */
const COMPLETION_DEBOUNCE_MS = 350;

/** A value that follows once it has rested for a while. */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}

interface Props extends Omit<ChipsProps, 'normal' | 'options' | 'note'> {
  site: string;
}

/** A field for tags of a site, wildcards included, with completions. */
export function TagField({ site, ...field }: Props) {
  const { text, values } = field;
  const words = useWords();
  const typed = tagText(text);
  // A wildcard is no part of a name, so there is nothing to complete.
  const wanted = typed.includes('*') ? '' : typed;
  const asked = useDebounced(wanted, COMPLETION_DEBOUNCE_MS);
  const tags = useTagCompletion(site, asked);
  const options =
    asked === wanted && wanted !== '' ? (tags.data ?? []).filter(({ name }) => !values.includes(name)).slice(0, 8) : [];
  const note =
    typed !== wanted
      ? undefined
      : tags.isError && asked === wanted
        ? words('watches.tagsFailed')
        : asked !== wanted || tags.isFetching
          ? words('watches.tagsLooking')
          : wanted === ''
            ? undefined
            : words('watches.tagsNone');
  return (
    <ChipsField
      {...field}
      normal={tagText}
      options={options.map((option) => ({
        value: option.name,
        ...(option.count === undefined ? {} : { detail: words('settings.data.questions', { count: option.count }) }),
      }))}
      note={note}
    />
  );
}
