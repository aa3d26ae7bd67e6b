import type { commands } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { useMemo } from 'react';
import { CommandState } from '#pages/commands/CommandState.tsx';
import { commandTitle, effectText, parameterText, stateWords, whyOfEffect } from '#pages/commands/command-words.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { useWhyGestures } from '#pages/use-why-gestures.ts';
import { useLayoutSize } from '#ui/layout-size.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import type { TableColumn } from '#ui/table/table-column.ts';
import classes from './commands-page.module.css';

const NARROW_ROW_PX = 64;

type Column = TableColumn<commands.Command>;

interface CommandTableProps {
  commands: readonly commands.Command[];
  assetNames: ReadonlyMap<number, string>;
  /** Said when there are none. */
  emptyText: string;
  onOpen: (command: commands.Command) => void;
}

/** The commands that are loaded, newest first. On a phone a line holds all of one. */
export function CommandTable(props: CommandTableProps) {
  useWhyGestures();
  const zone = useOwnZone();
  const { commands: rows, assetNames, emptyText, onOpen } = props;
  const size = useLayoutSize();
  const isNarrow = size === 'xxs';
  const columns = useMemo((): Column[] => {
    const nameOf = ({ assetId }: commands.Command) => assetNames.get(assetId) ?? `asset ${assetId}`;
    const timeOf = ({ created }: commands.Command) => formatDateTime(Date.parse(created), zone);
    const column = (id: string, header: string, width: string, value: Column['value']): Column => ({
      id,
      header,
      width,
      value,
      sortable: false,
    });
    const state: Column = {
      ...column('state', 'State', '150px', (command) => stateWords(command.state).word),
      cell: (command) => <CommandState state={command.state} />,
    };
    if (isNarrow) {
      const cell = (command: commands.Command) => (
        <span className={classes.stacked}>
          <span className={classes.name}>
            {commandTitle(command)} · {nameOf(command)}
          </span>
          <span className={classes.dim}>
            {timeOf(command)} · {command.username}
          </span>
        </span>
      );
      return [
        { id: 'command', header: 'Command', value: commandTitle, sortable: false, cell },
        { ...state, width: '158px' },
      ];
    }
    const time = { ...column('time', 'Asked for', '180px', timeOf), hint: `Times are ${zoneName(Date.now(), zone)}.` };
    const parameter: Column = {
      id: 'parameter',
      header: 'Parameter',
      value: ({ command }) => parameterText(command),
      sortable: false,
    };
    const user = (width: string) => column('user', 'User', width, ({ username }) => username);
    if (size === 'sm') {
      // What came of it is in the drawer.
      const [asset, command] = [
        column('asset', 'Asset', '130px', nameOf),
        column('command', 'Command', '140px', commandTitle),
      ];
      return [time, asset, command, parameter, state, user('100px')];
    }
    return [
      time,
      column('asset', 'Asset', '180px', nameOf),
      column('command', 'Command', '200px', commandTitle),
      parameter,
      state,
      {
        id: 'effect',
        header: 'Effect',
        value: (command) => effectText(command, zone) ?? '',
        cell: (command) => <span {...whyOfEffect(command)}>{effectText(command, zone)}</span>,
        sortable: false,
      },
      user('130px'),
    ];
  }, [assetNames, isNarrow, size, zone]);

  return (
    <DataTable
      label="Commands"
      rows={rows}
      columns={columns}
      rowKey={({ commandId }) => String(commandId)}
      onOpen={onOpen}
      emptyText={emptyText}
      {...(isNarrow ? { rowHeight: NARROW_ROW_PX, minWidth: 0 } : {})}
    />
  );
}
