import { useDocumentTitle } from '@mantine/hooks';
import type { CSSProperties, ReactNode } from 'react';
import classes from './page.module.css';
import { portalName } from './portal-name.ts';

interface PageProps {
  /** The heading, and with the portal's name the title of the window. */
  title: string;
  /** Beside the heading: counts, filters, buttons, links. */
  head?: ReactNode;
  /**
   * Without one the page takes what the window leaves, and its parts scroll inside. With one it is text to be read: a
   * column of so many pixels that scrolls with the window.
   */
  columnWidth?: number;
  /** On a phone the window scrolls, not the parts: for what stands one below the other there. */
  growsOnPhone?: boolean;
  children: ReactNode;
}

/** The frame of a page: its heading with what stands beside it, and the rest below. */
export function Page({ title, head, columnWidth, growsOnPhone, children }: PageProps) {
  useDocumentTitle(`${title} – ${portalName()}`);
  const style = columnWidth === undefined ? {} : ({ '--column-width': `${columnWidth}px` } as CSSProperties);
  return (
    <div
      className={columnWidth === undefined ? classes.page : classes.column}
      data-grows={growsOnPhone || undefined}
      style={style}
    >
      <div className={classes.head}>
        <h1 className={classes.title}>{title}</h1>
        {head}
      </div>
      {children}
    </div>
  );
}
