import { Collapse } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import classes from './tile-editor.module.css';

/** A part of a form that can be folded away. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(true);
  const bodyId = useId();
  return (
    <section className={classes.section}>
      <h3 className={classes.sectionHead}>
        <button
          type="button"
          className={classes.sectionButton}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronDown size={16} className={classes.sectionArrow} data-open={isOpen} aria-hidden />
          {title}
        </button>
      </h3>
      <Collapse expanded={isOpen} id={bodyId}>
        <div className={classes.sectionBody}>{children}</div>
      </Collapse>
    </section>
  );
}
