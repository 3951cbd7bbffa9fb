import { useWords } from '../../appearance/language.tsx';
import { useAnnounce } from '../../feedback/announcements.tsx';

/** Copies a text and says so; where it may not, says how to copy it by hand. */
export function useCopy({ copied, notCopied }: { copied: string; notCopied: string }): (text: string) => void {
  const words = useWords();
  const announce = useAnnounce();
  return (text) =>
    void navigator.clipboard.writeText(text).then(
      () => announce({ kind: 'done', message: copied }),
      () => announce({ kind: 'failed', message: notCopied, advice: words('settings.diagnostics.notCopiedAdvice') }),
    );
}
