/** Draws one icon of Stacks. `svg` is one of the package's own constants, never text from elsewhere. */
export function Icon({ svg, className = '' }: { svg: string; className?: string }) {
  return <span className={`icon ${className}`} aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />;
}
