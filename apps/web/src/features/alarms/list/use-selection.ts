import type { alarmLists } from '@telltale/contract';
import { useMemo, useState } from 'react';
import { keyOf } from './alarm-key.ts';

type Line = alarmLists.ListedAlarm;

/** The lines that were chosen, whether or not they are in view. */
export interface AlarmSelection {
  readonly size: number;
  readonly lines: readonly Line[];
  has: (line: Line) => boolean;
  toggle: (line: Line) => void;
  choose: (lines: readonly Line[]) => void;
  add: (lines: readonly Line[]) => void;
  remove: (lines: readonly Line[]) => void;
  clear: () => void;
}

export function useSelection(): AlarmSelection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Line>>(new Map());
  return useMemo(
    () => ({
      size: chosen.size,
      lines: [...chosen.values()],
      has: (line) => chosen.has(keyOf(line)),
      toggle: (line) =>
        setChosen((before) => {
          const next = new Map(before);
          if (!next.delete(keyOf(line))) next.set(keyOf(line), line);
          return next;
        }),
      choose: (lines) => setChosen(new Map(lines.map((line) => [keyOf(line), line]))),
      add: (lines) => setChosen((before) => new Map([...before, ...lines.map((line) => [keyOf(line), line] as const)])),
      remove: (lines) => {
        const keys = new Set(lines.map(keyOf));
        setChosen((before) => new Map([...before].filter(([key]) => !keys.has(key))));
      },
      clear: () => setChosen((before) => (before.size === 0 ? before : new Map())),
    }),
    [chosen],
  );
}
