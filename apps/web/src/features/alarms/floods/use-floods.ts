import { useQueryClient } from '@tanstack/react-query';
import { type alarmFloods, alarmLists } from '@telltale/contract';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { saveOwnAttribute, useMayChangeOwn, useOwnAttribute } from '#session/own-attributes.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { ListAddress } from '../alarm-address.ts';
import { loadAll } from '../list/load-all.ts';
import { queryOf } from '../list/use-alarm-rows.ts';
import type { AlarmSelection } from '../list/use-selection.ts';

type Line = alarmLists.ListedAlarm;
type Flood = Pick<alarmFloods.FloodRow, 'floodId'>;

/** The attribute of the user that says whether floods are one line: `off` for each alarm a line of its own. */
const FLOODS_ATTRIBUTE = 'alarmFloods';

export interface Floods {
  setCollapsed: (isCollapsed: boolean) => void;
  /** Shows the alarms of a flood, or hides them. */
  toggle: (flood: Flood) => void;
  /** Those of its alarms that the list has; none where they could not be loaded, which is said. */
  linesOf: (flood: Flood) => Promise<readonly Line[]>;
  /** Chooses an alarm, or all those of a flood; or takes them back. */
  select: (line: Line) => void;
  chosen: (flood: Flood) => 'all' | 'some' | 'none';
}

/** Whether floods are one line each: as the address says, or as the user last chose. What is shelved stands by itself. */
export function useIsCollapsed({ view, floods }: ListAddress): boolean {
  const kept = useOwnAttribute(FLOODS_ATTRIBUTE);
  return view !== 'shelved' && (floods ?? kept) !== 'off';
}

/** What is done with floods in the list. */
export function useFloods(
  address: ListAddress,
  selection: AlarmSelection,
  onChange: (part: Pick<Partial<ListAddress>, 'floods' | 'opened'>) => void,
): Floods {
  const records = useQueryClient();
  const mayKeep = useMayChangeOwn();
  /** The alarms of a flood, as they were chosen. */
  const [known, setKnown] = useState<ReadonlyMap<number, readonly Line[]>>(new Map());

  const linesOf = async ({ floodId }: Flood) => {
    try {
      const { lines, total } = await loadAll(records, { ...queryOf(address), floodId });
      if (lines.length < total) toast(`The first ${lines.length} of ${total} are taken.`);
      return lines;
    } catch (error) {
      toast(`The alarms of the flood could not be loaded. ${messageOf(error)}`, 'error');
      return [];
    }
  };
  const chosen = ({ floodId }: Flood) => {
    const lines = known.get(floodId);
    if (lines?.length && lines.every(selection.has)) return 'all';
    return lines?.some(selection.has) || selection.lines.some(({ floodPlace }) => floodPlace?.floodId === floodId)
      ? 'some'
      : 'none';
  };
  const choose = async (flood: Flood) => {
    const lines = await linesOf(flood);
    setKnown((before) => new Map([...before, [flood.floodId, lines]]));
    selection.add(lines);
  };
  return {
    setCollapsed: (isCollapsed) => {
      const choice = isCollapsed ? 'on' : 'off';
      onChange({ floods: choice, opened: [] });
      if (!mayKeep) return;
      saveOwnAttribute(FLOODS_ATTRIBUTE, choice).catch((error: unknown) =>
        toast(`This counts in this window only. ${messageOf(error)}`, 'error'),
      );
    },
    toggle: ({ floodId }) => {
      const others = address.opened.filter((one) => one !== floodId);
      const isOpened = others.length < address.opened.length;
      onChange({ opened: isOpened ? others : [...others, floodId].slice(-alarmLists.MAX_OPENED_FLOODS) });
    },
    linesOf,
    select: (line) => {
      if (!line.flood) selection.toggle(line);
      else if (chosen(line.flood) === 'all') selection.remove(known.get(line.flood.floodId) ?? []);
      else void choose(line.flood);
    },
    chosen,
  };
}
