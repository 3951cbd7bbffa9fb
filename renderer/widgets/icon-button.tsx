import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';

interface Props extends ComponentProps<'button'> {
  label: string;
  icon: string;
}

/** Button that shows an icon alone: its label is read out, and shown on hover where no `title` is given. */
export function IconButton({ label, icon, className = '', ...button }: Props) {
  return (
    <button type="button" className={`btn btn__icon ${className}`} aria-label={label} title={label} {...button}>
      <Icon svg={icon} />
    </button>
  );
}
