import type { alarmLists } from '@telltale/contract';
import { useActions } from '#actions/use-actions.ts';
import type { ActiveRow } from './list/use-active-row.ts';

interface AlarmKeys {
  view: alarmLists.AlarmView;
  mayAct: boolean;
  active: ActiveRow;
  /** The line that the keyboard stands on. */
  current: alarmLists.ListedAlarm | undefined;
  onAct: (act: alarmLists.AlarmAct) => void;
  onShow: (line: alarmLists.ListedAlarm) => void;
  onSelect: (line: alarmLists.ListedAlarm) => void;
}

/** What the keys of the page do; the list of shortcuts names them all. */
export function useAlarmKeys({ view, mayAct, active, current, onAct, onShow, onSelect }: AlarmKeys): void {
  const group = 'Alarms';
  const hasLine = current !== undefined;
  const isOpen = view !== 'past';
  useActions([
    { id: 'alarms.next', label: 'Next alarm', group, shortcut: 'J', run: () => active.goTo(active.index + 1) },
    { id: 'alarms.previous', label: 'Previous alarm', group, shortcut: 'K', run: () => active.goTo(active.index - 1) },
    {
      id: 'alarms.select',
      label: 'Select the alarm',
      group,
      shortcut: 'X',
      enabled: hasLine,
      run: () => current && onSelect(current),
    },
    {
      id: 'alarms.selectLine',
      label: 'Select the alarm in the list',
      group,
      shortcut: 'Space',
      isOwnKey: true,
      run: () => current && onSelect(current),
    },
    {
      id: 'alarms.open',
      label: 'Open the dashboard at that moment, or the flood',
      group,
      shortcut: 'Enter',
      isOwnKey: true,
      run: () => undefined,
    },
    {
      id: 'alarms.details',
      label: 'What happened to the alarm',
      group,
      shortcut: 'D',
      enabled: hasLine,
      run: () => current && onShow(current),
    },
    ...(mayAct && isOpen
      ? [
          { id: 'alarms.acknowledge', label: 'Acknowledge', group, shortcut: 'A', run: () => onAct('acknowledge') },
          view === 'shelved'
            ? { id: 'alarms.unshelve', label: 'Bring back', group, shortcut: 'B', run: () => onAct('unshelve') }
            : { id: 'alarms.shelve', label: 'Shelve', group, shortcut: 'S', run: () => onAct('shelve') },
          { id: 'alarms.close', label: 'Close alarm', group, shortcut: 'C', run: () => onAct('close') },
        ]
      : []),
    ...(mayAct ? [{ id: 'alarms.comment', label: 'Comment', group, shortcut: 'M', run: () => onAct('comment') }] : []),
  ]);
}
