import type { Bindings } from '../../world/database/statements.ts';

/** A vector as the inside of `IN (…)`. The length is rounded up, so that few different statements are prepared. */
export function sqlList(name: string, values: readonly (number | string)[]): { list: string; bindings: Bindings } {
  const places = values.length <= 1 ? values.length : 2 ** Math.ceil(Math.log2(values.length));
  const bindings: Bindings = {};
  for (let index = 0; index < places; index += 1)
    bindings[`${name}${index}`] = values[Math.min(index, values.length - 1)] ?? null;
  return {
    list: Object.keys(bindings)
      .map((place) => `:${place}`)
      .join(', '),
    bindings,
  };
}
