import { NumberInput } from '@mantine/core';
import { MAX_PAGE_SIZE } from './page-numbers.ts';
import classes from './paged-table.module.css';

interface PageSizeFieldProps {
  pageSize: number;
  onChange: (pageSize: number) => void;
}

/** How many rows a page has, for readers who may choose. */
export function PageSizeField({ pageSize, onChange }: PageSizeFieldProps) {
  return (
    <NumberInput
      className={classes.pageSize ?? ''}
      size="xs"
      aria-label="Rows per page"
      title="Rows per page"
      min={1}
      max={MAX_PAGE_SIZE}
      allowDecimal={false}
      clampBehavior="blur"
      value={pageSize}
      onChange={(size) => typeof size === 'number' && size >= 1 && onChange(Math.min(size, MAX_PAGE_SIZE))}
    />
  );
}
