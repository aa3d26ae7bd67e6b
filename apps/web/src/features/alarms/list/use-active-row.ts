import { useEffect, useState } from 'react';
import { keyOf } from './alarm-key.ts';
import type { AlarmRows } from './use-alarm-rows.ts';

export interface ActiveRow {
  readonly index: number;
  goTo: (index: number) => void;
  /** What happens next may move the line away: the place is kept, and whatever comes there. */
  stay: () => void;
}

/** So far is a line looked for that has moved. */
const NEAR = 200;

/** The line that the keyboard acts on. It stays the same one while others come and go above it. */
export function useActiveRow(rows: AlarmRows): ActiveRow {
  const [{ index, key }, set] = useState<{ index: number; key: string | undefined }>({ index: 0, key: undefined });
  const keyAt = (at: number) => {
    const row = rows.rowAt(at);
    return row && keyOf(row);
  };
  const last = Math.max(0, (rows.total ?? 1) - 1);
  const here = keyAt(index);

  useEffect(() => {
    if (key === undefined) {
      if (here !== undefined) set({ index, key: here });
      return;
    }
    if (here === key || here === undefined) return;
    for (let away = 1; away <= NEAR; away++) {
      for (const at of [index + away, index - away]) {
        if (at >= 0 && keyAt(at) === key) return set({ index: at, key });
      }
    }
    set({ index, key: here });
  });

  return {
    index: Math.min(index, last),
    goTo: (wanted) => {
      const at = Math.min(last, Math.max(0, wanted));
      set({ index: at, key: keyAt(at) });
    },
    stay: () => set({ index: Math.min(index, last), key: undefined }),
  };
}
