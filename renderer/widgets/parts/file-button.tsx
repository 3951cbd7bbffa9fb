import { useRef, type ReactNode } from 'react';

interface Props {
  className: string;
  /** Kinds of files that the system's dialog offers, as in `accept` of an `<input>`. */
  accept: string;
  disabled: boolean;
  onChoose: (file: File) => void;
  children: ReactNode;
}

/** A button that opens the system's dialog in which a file is chosen. */
export function FileButton({ className, accept, disabled, onChoose, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className={className} disabled={disabled} onClick={() => input.current?.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onChoose(file);
          // So that the same file can be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}
