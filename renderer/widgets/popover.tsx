import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type ReactNode } from 'react';

interface Props {
  label: string;
  className?: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A small dialog over the view that keeps nobody in: it closes by Escape, a press elsewhere, or when the focus leaves.
 * It takes the focus to its first field or button, and gives it back.
 */
export function Popover({ label, className = '', onClose, children }: Props) {
  const whole = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const element = whole.current;
    const before = document.activeElement;
    const inside = [...(element?.querySelectorAll<HTMLElement>('input, button:not(:disabled)') ?? [])];
    (inside.find((one) => one instanceof HTMLInputElement) ?? inside[0] ?? element)?.focus();
    const outside = (event: PointerEvent) => {
      // What opened it closes it by itself.
      if (event.target instanceof Node && !element?.parentElement?.contains(event.target)) close();
    };
    document.addEventListener('pointerdown', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      const isLost = document.activeElement === document.body || element?.contains(document.activeElement) === true;
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    // Escape closes it, as elsewhere.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={whole}
      className={`popover ${className}`}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (event.relatedTarget instanceof Node && !event.currentTarget.parentElement?.contains(event.relatedTarget))
          onClose();
      }}
    >
      {children}
    </div>
  );
}
