import { useState } from 'react';
import type { MyTags, ReadTags, SiteChoice, WatchAlert } from '../../../common/contract/contract.ts';
import type { Words } from '../../../common/i18n/words.ts';
import { useAgentMutation } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { useAnnounce } from '../../feedback/announcements.tsx';
import type { TagOffer } from './tag-offer.tsx';

/** How many of the person's own tags are ticked to begin with: the first are meant most often. */
const OWN_TAGS_TICKED = 10;

const offerFromText = (read: ReadTags): TagOffer => ({ from: 'text', ...read });

function offerFromOwnTags(own: MyTags, site: string, words: Words): TagOffer {
  const note = () => {
    if (!own.account) return words('watches.import.ownNoAccount', { site });
    if (own.tags.length === 0) return own.trouble ? '' : words('watches.import.ownNone');
    return own.from === 'posts' ? words('watches.import.ownFromPosts') : '';
  };
  return {
    from: 'mine',
    tags: own.tags.map((tag) => ({ ...tag, state: 'known' as const })),
    leftOut: 0,
    ...(own.trouble && { trouble: own.trouble }),
    note: note(),
  };
}

function initiallyTicked({ from, tags }: TagOffer): ReadonlySet<string> {
  const wanted = from === 'mine' ? tags.slice(0, OWN_TAGS_TICKED) : tags.filter((tag) => tag.state !== 'unknown');
  return new Set(wanted.map((tag) => tag.name));
}

/** The tags on offer, and which of them are ticked. */
function useOffer() {
  const [offer, setOffer] = useState<TagOffer>();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  return {
    offer,
    ticked,
    chosen: (offer?.tags ?? []).filter((tag) => ticked.has(tag.name)).map((tag) => tag.name),
    show(made: TagOffer) {
      setOffer(made);
      setTicked(initiallyTicked(made));
    },
    forget: () => setOffer(undefined),
    toggle: (name: string) =>
      setTicked((before) => {
        const after = new Set(before);
        if (!after.delete(name)) after.add(name);
        return after;
      }),
  };
}

/** Asks for tags (those of a text, or the person's own), keeps what is ticked of them, and watches it. */
export function useTagImport(site: SiteChoice | undefined, onDone: () => void) {
  const words = useWords();
  const announce = useAnnounce();
  const offer = useOffer();
  const id = site?.id ?? '';
  const read = useAgentMutation((client, text: string) => client.watches.readTags({ site: id, text }), {
    shownInPlace: true,
  });
  const own = useAgentMutation((client) => client.watches.myTags({ site: id }), { shownInPlace: true });
  const save = useAgentMutation(
    (client, { as, alert }: { as: 'one' | 'each'; alert: WatchAlert }) =>
      client.watches.import({ site: id, tags: offer.chosen, as, alert }),
    { changes: 'watches', shownInPlace: true },
  );
  return {
    offer,
    read,
    own,
    save,
    error: read.error ?? own.error ?? save.error,
    checkText: async (text: string) => offer.show(offerFromText(await read.mutateAsync(text))),
    askOwnTags: async () => offer.show(offerFromOwnTags(await own.mutateAsync(), site?.name ?? '', words)),
    async watchChosen(as: 'one' | 'each', alert: WatchAlert) {
      const { added, already } = await save.mutateAsync({ as, alert });
      announce({
        kind: 'done',
        message: words('watches.import.added', { count: added }),
        ...(already > 0 && { advice: words('watches.import.already', { count: already }) }),
      });
      onDone();
    },
  };
}
