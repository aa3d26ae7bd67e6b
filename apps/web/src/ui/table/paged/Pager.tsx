import { ELLIPSIS_FROM, pageNumbers } from './page-numbers.ts';
import classes from './paged-table.module.css';

interface PagerProps {
  page: number;
  pages: number;
  hasSlider?: boolean;
  onChange: (page: number) => void;
}

/** PREV, page numbers, NEXT, and from eight pages on a slider to get far at once (spec 2 §2.13). */
export function Pager({ page, pages, hasSlider = true, onChange }: PagerProps) {
  let gaps = 0;
  return (
    <nav className={classes.pager} aria-label="Pages">
      <button type="button" className={classes.step} disabled={page <= 1} onClick={() => onChange(page - 1)}>
        PREV
      </button>
      {pageNumbers(page, pages).map((number) =>
        number === 'gap' ? (
          <span key={`gap ${++gaps}`} className={classes.gap} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={number}
            type="button"
            className={classes.page}
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onChange(number)}
          >
            {number}
          </button>
        ),
      )}
      <button type="button" className={classes.step} disabled={page >= pages} onClick={() => onChange(page + 1)}>
        NEXT
      </button>
      {hasSlider && pages >= ELLIPSIS_FROM ? (
        <input
          type="range"
          className={classes.slider}
          aria-label="Page"
          min={1}
          max={pages}
          value={page}
          onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
        />
      ) : null}
    </nav>
  );
}
