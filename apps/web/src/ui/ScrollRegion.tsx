import type { ReactNode } from 'react';

interface ScrollRegionProps {
  /** What is in it, for screen readers. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A part of a page that scrolls by itself. It takes the focus, so that who has no pointer scrolls it with the arrow keys. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={className} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
