import type { ReactNode } from 'react';
import { SearchField } from '#ui/form/SearchField.tsx';
import frame from '#ui/page/page.module.css';
import { useConfigurationPlace } from './configuration-address.ts';
import classes from './page.module.css';

interface ListHeadProps {
  title: string;
  /** How many the list shows of how many; undefined while it loads. */
  count: { shown: number; total: number } | undefined;
  /** The button that makes a new entry. */
  children?: ReactNode;
}

const countText = ({ shown, total }: { shown: number; total: number }) =>
  (shown === total ? [total] : [shown, total]).map((count) => count.toLocaleString('en')).join(' of ');

/** Heading of a list with the search that filters it. */
export function ListHead({ title, count, children }: ListHeadProps) {
  const { place, setSearch } = useConfigurationPlace();
  return (
    <div className={frame.head}>
      <h2 className={classes.heading}>{title}</h2>
      <span className={frame.count} role="status" aria-label="Entries shown">
        {count === undefined ? '' : countText(count)}
      </span>
      <SearchField
        className={`${frame.search} ${classes.search}`}
        type="search"
        label="Search"
        placeholder="Search..."
        value={place.search}
        onChange={setSearch}
      />
      {children}
    </div>
  );
}
