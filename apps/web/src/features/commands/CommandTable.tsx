import type { commands } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { useMemo } from 'react';
import { CommandState } from '#pages/commands/CommandState.tsx';
import { commandTitle, parameterText, resultText, stateWords } from '#pages/commands/command-words.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { useWhyGestures } from '#pages/use-why-gestures.ts';
import { useLayoutSize } from '#ui/layout-size.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import type { TableColumn } from '#ui/table/table-column.ts';
import { CommandResult } from './CommandResult.tsx';
import classes from './commands-page.module.css';

/** A name or time, and two lines of what came of it; on a phone name and time stand one above the other. */
const STACKED_ROW_PX = 60;
const NARROW_ROW_PX = 80;

type Column = TableColumn<commands.Command>;

interface CommandTableProps {
  commands: readonly commands.Command[];
  assetNames: ReadonlyMap<number, string>;
  /** Said when there are none. */
  emptyText: string;
  onOpen: (command: commands.Command) => void;
}

/** The commands that are loaded, newest first. On a tablet a cell holds two things of one, on a phone a line holds all of it. */
export function CommandTable(props: CommandTableProps) {
  useWhyGestures();
  const zone = useOwnZone();
  const { commands: rows, assetNames, emptyText, onOpen } = props;
  const size = useLayoutSize();
  const columns = useMemo((): Column[] => {
    const nameOf = ({ assetId }: commands.Command) => assetNames.get(assetId) ?? `asset ${assetId}`;
    const timeOf = ({ created }: commands.Command) => formatDateTime(Date.parse(created), zone);
    const stateOf = ({ state }: commands.Command) => stateWords(state).word;
    const column = (id: string, header: string, width: string, value: Column['value']): Column => ({
      id,
      header,
      width,
      value,
      sortable: false,
    });
    if (size === 'xxs') {
      const cell = (command: commands.Command) => (
        <span className={classes.stacked}>
          <span className={classes.head}>
            <span className={classes.name}>
              {commandTitle(command)} · {nameOf(command)}
            </span>
            <CommandState state={command.state} />
          </span>
          <span className={classes.dim}>
            {timeOf(command)} · {command.username}
          </span>
          <CommandResult command={command} lines={2} />
        </span>
      );
      return [{ id: 'command', header: 'Command', value: commandTitle, sortable: false, cell }];
    }
    const hint = `Times are ${zoneName(Date.now(), zone)}.`;
    const parameter: Column = {
      id: 'parameter',
      header: 'Parameter',
      value: ({ command }) => parameterText(command),
      sortable: false,
    };
    if (size === 'sm') {
      const two = (first: (command: commands.Command) => string, second: (command: commands.Command) => string) => ({
        cell: (command: commands.Command) => (
          <span className={classes.stacked}>
            <span className={classes.name}>{first(command)}</span>
            <span className={classes.dim}>{second(command)}</span>
          </span>
        ),
      });
      return [
        { ...column('time', 'Asked for', '170px', timeOf), hint, ...two(timeOf, ({ username }) => username) },
        { ...column('command', 'Command', '190px', commandTitle), ...two(commandTitle, nameOf) },
        parameter,
        {
          ...column('state', 'State', '280px', stateOf),
          cell: (command) => (
            <span className={classes.stacked}>
              <CommandState state={command.state} />
              <CommandResult command={command} lines={2} />
            </span>
          ),
        },
      ];
    }
    return [
      { ...column('time', 'Asked for', '170px', timeOf), hint },
      column('asset', 'Asset', '180px', nameOf),
      column('command', 'Command', '170px', commandTitle),
      { ...parameter, width: '170px' },
      { ...column('state', 'State', '158px', stateOf), cell: ({ state }) => <CommandState state={state} /> },
      {
        id: 'result',
        header: 'Result',
        value: (command) => resultText(command, zone) ?? '',
        cell: (command) => <CommandResult command={command} lines={1} />,
        sortable: false,
      },
      column('user', 'User', '120px', ({ username }) => username),
    ];
  }, [assetNames, size, zone]);

  return (
    <DataTable
      label="Commands"
      rows={rows}
      columns={columns}
      rowKey={({ commandId }) => String(commandId)}
      onOpen={onOpen}
      emptyText={emptyText}
      {...(size === 'sm' ? { rowHeight: STACKED_ROW_PX } : {})}
      {...(size === 'xxs' ? { rowHeight: NARROW_ROW_PX, minWidth: 0 } : {})}
    />
  );
}
