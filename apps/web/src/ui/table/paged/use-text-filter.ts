import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { NO_FILTER, readTextFilter, type TextFilter } from './text-filter.ts';

/** Spec 1 §9. */
export const FILTER_DEBOUNCE_MS = 300;

/** A text field's value and the filter that it means, 300 ms after the last key. */
export function useTextFilter() {
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text, FILTER_DEBOUNCE_MS);
  const [filter, setFilter] = useState<{ passes: TextFilter }>({ passes: NO_FILTER });

  useEffect(() => {
    let isCurrent = true;
    void readTextFilter(settled).then((passes) => isCurrent && setFilter({ passes }));
    return () => {
      isCurrent = false;
    };
  }, [settled]);
  return { text, setText, passes: filter.passes, isOn: filter.passes !== NO_FILTER };
}
