import { useEffect, useState } from 'react';
import { ChipsField } from '../components/chips-field.tsx';
import { useTagCompletion } from '../queries.ts';
import { tagText } from './watch-words.ts';

/** Typing pauses at least this long before the network is asked for tags, to spare the quota. */
const pauseBeforeAskingMs = 350;

/** A value that follows once it has rested for a while. */
export function useRested<Value>(value: Value, ms: number): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}

const count = new Intl.NumberFormat('en');

interface Props {
  label: string;
  site: string;
  values: string[];
  onChange: (values: string[]) => void;
  text: string;
  onText: (text: string) => void;
  hint?: string;
  problem?: string | undefined;
  placeholder?: string;
}

/** A field for tags of a site, wildcards included, with completions. */
export function TagField({ site, text, values, hint, problem, placeholder, ...field }: Props) {
  const typed = tagText(text);
  // A wildcard is no part of a name, so there is nothing to complete.
  const wanted = typed.includes('*') ? '' : typed;
  const asked = useRested(wanted, pauseBeforeAskingMs);
  const tags = useTagCompletion(site, asked);
  const options = asked === wanted && wanted !== '' ? (tags.data ?? []).filter(({ name }) => !values.includes(name)).slice(0, 8) : [];
  const note =
    typed !== wanted
      ? undefined
      : tags.isError && asked === wanted
        ? 'Suggestions cannot be had just now; type the whole tag.'
        : asked !== wanted || tags.isFetching
          ? 'Looking for tags…'
          : wanted === ''
            ? undefined
            : 'No tag of this site has that in its name.';
  return (
    <ChipsField
      {...field}
      values={values}
      text={text}
      normal={tagText}
      options={options.map((option) => ({
        value: option.name,
        ...(option.count === undefined ? {} : { detail: `${count.format(option.count)} ${option.count === 1 ? 'question' : 'questions'}` }),
      }))}
      note={note}
      problem={problem}
      {...(hint !== undefined && { hint })}
      {...(placeholder !== undefined && { placeholder })}
    />
  );
}
