import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { keepListPreferences, LEAST_ROWS, MOST_ROWS } from './list-preferences.ts';
import classes from './pager.module.css';

interface PagerProps {
  /** From 1 on. */
  page: number;
  pages: number;
  rowsPerPage: number;
  /** Rows of all pages. */
  rows: number;
  onPage: (page: number) => void;
}

/** How many rows a page has, and the way to the next one (spec 1 §5). */
export function Pager({ page, pages, rowsPerPage, rows, onPage }: PagerProps) {
  const first = Math.min(rows, (page - 1) * rowsPerPage + 1);
  const last = Math.min(rows, page * rowsPerPage);
  return (
    <nav className={classes.pager} aria-label="Pages">
      <RowsPerPage rows={rowsPerPage} />
      <span className={classes.range}>
        {first.toLocaleString('en')}–{last.toLocaleString('en')} of {rows.toLocaleString('en')}
      </span>
      <span className={classes.steps}>
        <button type="button" aria-label="Page before" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <IconChevronLeft size={16} aria-hidden />
        </button>
        <span>
          Page {page.toLocaleString('en')} of {pages.toLocaleString('en')}
        </span>
        <button type="button" aria-label="Next page" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          <IconChevronRight size={16} aria-hidden />
        </button>
      </span>
    </nav>
  );
}

function RowsPerPage({ rows }: { rows: number }) {
  // What is being typed may be no number yet, or one that is too large.
  const [typed, setTyped] = useState<string>();
  const take = (text: string) => {
    setTyped(text);
    const wanted = Number(text);
    if (Number.isInteger(wanted) && wanted >= LEAST_ROWS && wanted <= MOST_ROWS) keepListPreferences({ rows: wanted });
  };
  return (
    <label className={classes.rows}>
      Rows per page
      <input
        type="number"
        min={LEAST_ROWS}
        max={MOST_ROWS}
        value={typed ?? rows}
        onChange={(event) => take(event.currentTarget.value)}
        onBlur={() => {
          const wanted = Math.round(Number(typed));
          if (typed?.trim() && Number.isFinite(wanted)) {
            keepListPreferences({ rows: Math.min(MOST_ROWS, Math.max(LEAST_ROWS, wanted)) });
          }
          setTyped(undefined);
        }}
      />
    </label>
  );
}
