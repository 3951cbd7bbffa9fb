import type { ComponentProps } from 'react';

/** Draws one icon of Stacks. `svg` is one of the package's own constants, never text from elsewhere. */
export function Icon({ svg, className = '' }: { svg: string; className?: string }) {
  return <span className={`icon ${className}`} aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />;
}

interface ButtonProps extends ComponentProps<'button'> {
  label: string;
  icon: string;
}

/** Button that shows an icon alone: its label is read out, and shown on hover where no `title` is given. */
export function IconButton({ label, icon, className = '', ...button }: ButtonProps) {
  return (
    <button type="button" className={`btn btn__icon ${className}`} aria-label={label} title={label} {...button}>
      <Icon svg={icon} />
    </button>
  );
}
