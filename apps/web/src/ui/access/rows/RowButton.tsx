import type { ComponentProps } from 'react';
import classes from './row-button.module.css';

interface RowButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'aria-label' | 'title'> {
  icon: 'more' | 'link' | 'unlink' | 'told' | 'untold' | 'alert';
  /** Its name, and its tooltip. */
  label: string;
  isTabStop: boolean;
}

/**
 * A button on a row of a column. It is one element whose icon is a mask: a selection draws a hundred rows anew, each with
 * up to three of them. Passes on what a menu hangs on it.
 */
export function RowButton({ icon, label, isTabStop, className, ...props }: RowButtonProps) {
  return (
    <button
      {...props}
      type="button"
      className={[classes.button, className].filter(Boolean).join(' ')}
      data-icon={icon}
      aria-label={label}
      title={label}
      tabIndex={isTabStop ? 0 : -1}
    />
  );
}
