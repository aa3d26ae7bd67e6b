import { Chip } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { timeline } from '@telltale/contract';
import { type ReactNode, useEffect, useState } from 'react';
import type { TimelineFilter } from '#api/events/timeline-queries.ts';
import { SearchField } from '#ui/form/SearchField.tsx';
import { MomentFilter } from '../listing/filters.tsx';
import classes from './timeline.module.css';
import { kindWords } from './timeline-words.ts';

/** A search begins once nothing was typed for so long (spec 1 §9). */
const TYPING_MS = 300;

interface TimelineFiltersProps {
  filter: TimelineFilter;
  /** Those that the user may view. */
  kinds: readonly timeline.TimelineKind[];
  onChange: (part: TimelineFilter) => void;
  /** What else can be done stands at the end of the first row. */
  children: ReactNode;
}

/** Narrows a timeline by text, span and kind. */
export function TimelineFilters({ filter, kinds, onChange, children }: TimelineFiltersProps) {
  const chosen = filter.kinds ?? [];
  return (
    <search className={classes.filters} aria-label="Filters">
      <div className={classes.fields}>
        <TypedText value={filter.text} onChange={(text) => onChange({ text })} />
        <MomentFilter label="From" value={filter.from} onChange={(from) => onChange({ from })} />
        <MomentFilter label="To" value={filter.to} onChange={(to) => onChange({ to })} />
        <div className={classes.acts}>{children}</div>
      </div>
      <fieldset className={classes.kinds} aria-label="Kinds">
        {kinds.map((kind) => (
          <Chip
            key={kind}
            size="xs"
            checked={chosen.includes(kind)}
            onChange={(isChosen) => {
              const next = kinds.filter((one) => (one === kind ? isChosen : chosen.includes(one)));
              onChange({ kinds: next.length > 0 ? next : undefined });
            }}
          >
            {kindWords[kind]}
          </Chip>
        ))}
      </fieldset>
    </search>
  );
}

function TypedText({ value, onChange }: { value: string | undefined; onChange: (text: string | undefined) => void }) {
  const [text, setText] = useState(value ?? '');
  const tell = useDebouncedCallback((typed: string) => onChange(typed.trim() || undefined), TYPING_MS);
  // The filter also changes by other ways: the back button, a link.
  useEffect(() => setText((typed) => (typed.trim() === (value ?? '') ? typed : (value ?? ''))), [value]);
  return (
    <div className={classes.search}>
      <SearchField
        label="Search the timeline"
        placeholder="Search the timeline"
        clearLabel="Clear the search"
        maxLength={200}
        value={text}
        onChange={(typed) => {
          setText(typed);
          tell(typed);
        }}
      />
    </div>
  );
}
