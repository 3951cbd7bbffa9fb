import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';

interface Choice {
  label: string;
  choose: () => void;
}

/** A button that opens a short menu. Arrow keys, Home and End move in it; Escape closes it; it opens upwards. */
export function Menu({ label, choices, disabled = false }: { label: string; choices: Choice[]; disabled?: boolean }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const items = useRef<(HTMLButtonElement | null)[]>([]);

  // A menu whose button is switched off (the connection went) does not come back by itself.
  if (disabled && open) setOpen(false);

  useEffect(() => {
    if (!open) return undefined;
    items.current[0]?.focus();
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !whole.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const move = (event: KeyboardEvent) => {
    const at = items.current.findIndex((item) => item === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + choices.length, Home: 0, End: choices.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      items.current[to % choices.length]?.focus();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    } else if (event.key === 'Tab') setOpen(false);
  };

  return (
    <div className="menu" ref={whole}>
      <button
        type="button"
        ref={button}
        className="s-btn s-btn__sm s-btn__muted s-btn__dropdown"
        disabled={disabled}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {label}
      </button>
      {open && (
        <div className="menu--list" role="menu" tabIndex={-1} aria-label={label} id={id} onKeyDown={move}>
          {choices.map((choice, index) => (
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              key={choice.label}
              ref={(element) => {
                items.current[index] = element;
              }}
              onClick={() => {
                close();
                choice.choose();
              }}
            >
              {choice.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
