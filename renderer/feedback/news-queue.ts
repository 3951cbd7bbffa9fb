/** How many wait at most; whoever was away for long finds the rest in the inbox. */
const MAX_NEWS = 20;

interface News {
  notice?: { id: number };
}

/** News with one more: in front, unless somebody reads what is there. What is told again keeps its place. Pure. */
export function withNews<T extends News>(news: readonly T[], added: T, isBeingRead: boolean): readonly T[] {
  const id = added.notice?.id;
  if (id !== undefined && news.some(({ notice }) => notice?.id === id))
    return news.map((one) => (one.notice?.id === id ? added : one));
  return news.toSpliced(isBeingRead ? 1 : 0, 0, added).slice(0, MAX_NEWS);
}
