import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

interface RowButtonProps {
  /** Says of which row it is: all rows have the same buttons. */
  label: string;
  tabIndex: 0 | -1;
  /** What it does, or where it leads. */
  onClick?: () => void;
  href?: string;
  children: ReactNode;
}

/** A button in a row of a list. */
export function RowButton({ label, tabIndex, onClick, href, children }: RowButtonProps) {
  const look = { variant: 'subtle', color: 'gray', tabIndex, 'aria-label': label } as const;
  if (href !== undefined) {
    return (
      <Button component={Link} href={href} {...look}>
        {children}
      </Button>
    );
  }
  return (
    <Button {...look} {...(onClick ? { onClick } : {})}>
      {children}
    </Button>
  );
}
