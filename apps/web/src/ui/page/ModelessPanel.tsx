import { CloseButton } from '@mantine/core';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { pressKey } from '#ui/keys.ts';
import classes from './modeless-panel.module.css';

interface ModelessPanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A panel at the right edge that leaves the page beside it in use: no overlay, no trap for the focus. It takes the focus
 * when it opens and gives it back if it has it when it closes; Escape within it closes it.
 */
export function ModelessPanel({ title, onClose, children }: ModelessPanelProps) {
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const opener = document.activeElement;
    const opened = panel.current;
    opened?.focus({ preventScroll: true });
    return () => {
      if (opened?.contains(document.activeElement) && opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  return (
    <section
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={classes.panel}
      onKeyDown={(event) => {
        if (pressKey(event, { Escape: onClose })) event.stopPropagation();
      }}
    >
      <div className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        <CloseButton aria-label="Close" onClick={onClose} />
      </div>
      <div className={classes.body}>{children}</div>
    </section>
  );
}
