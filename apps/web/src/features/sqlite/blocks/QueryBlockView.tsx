import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconChartBar,
  IconChartLine,
  IconChartPie,
  IconDots,
  IconPlayerPlay,
  IconPlayerStop,
  IconTable,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { TableInfo } from '#sqlite/messages.ts';
import type { SqliteClient } from '#sqlite/sqlite-client.ts';
import { CustomizeQuery } from '#tile-kit/query/edit/CustomizeQuery.tsx';
import { blockToAddress, type PlacedBlock, type QueryBlock } from '#tile-kit/query/query-blocks.ts';
import { tileOfBlock } from '#tile-kit/query/query-tile.ts';
import { csvOf, jsonOf } from '#tile-kit/query/result/export-result.ts';
import { ResultView } from '#tile-kit/query/result/ResultView.tsx';
import { useBlockRun } from '#tile-kit/query/use-block-run.ts';
import { DATA_TABS, type DataTab, VIEW_LABELS } from '#tile-kit/query/views.ts';
import { copyText } from '#ui/copy-text.ts';
import { toast } from '#ui/feedback/toast.ts';
import { safeFilename, saveFile } from '#ui/save-file.ts';
import classes from './blocks.module.css';

const VIEW_ICONS: Readonly<Record<DataTab, typeof IconTable>> = {
  line: IconChartLine,
  pie: IconChartPie,
  bar: IconChartBar,
  table: IconTable,
};
/** spec 2 §2.12, word for word. */
const CHANGE_VIEW = 'Change vizualization';

interface QueryBlockViewProps {
  block: PlacedBlock;
  tables: readonly TableInfo[];
  client: SqliteClient;
  /** Whether a database, or none, stands ready. */
  isReady: boolean;
  /** The portal's file that is open; a tile can be made of it alone. */
  fileId: number | undefined;
  /** The address of the page with this block. */
  addressOf: (block: string) => string;
  onChange: (changes: Partial<QueryBlock>) => void;
  onRemove: () => void;
}

/** One query: what it asks, and its result as lines, slices, bars or a table. */
export function QueryBlockView(props: QueryBlockViewProps) {
  const { block, tables, client, isReady, fileId, addressOf, onChange, onRemove } = props;
  const { run, execute, stop } = useBlockRun(client);
  const [isOpen, setOpen] = useState(block.query === '');
  const Icon = VIEW_ICONS[block.dataTab];
  const start = () => void execute(block);

  const share = async (near: HTMLElement) => {
    const text = blockToAddress(block);
    if (text === undefined) toast('The query is too long for an address. Send its text instead.', 'error');
    else if (await copyText(addressOf(text), near)) toast('The address of this query was copied.');
    else toast('The browser did not let the portal copy.', 'error');
  };
  const copyTile = async (near: HTMLElement) => {
    if (fileId !== undefined && (await copyText(tileOfBlock(block, fileId), near))) {
      toast('Copied. Press Ctrl+V on a dashboard in edit mode.');
    } else toast('The browser did not let the portal copy.', 'error');
  };
  const save = (kind: 'csv' | 'json') => {
    if (run.result === undefined) return;
    const [parts, type] = kind === 'csv' ? [csvOf(run.result), 'text/csv'] : [jsonOf(run.result), 'application/json'];
    saveFile(new Blob(parts), `${safeFilename(block.title, 'query')}.${kind}`, type);
  };

  return (
    <article className={classes.block} aria-label={block.title}>
      <header className={classes.head}>
        <input
          className={classes.title}
          aria-label="Title"
          maxLength={200}
          value={block.title}
          onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
        />
        <Button
          variant="default"
          aria-expanded={isOpen}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          Customize query
        </Button>
        {run.isRunning ? (
          <Button variant="default" leftSection={<IconPlayerStop size={16} aria-hidden />} onClick={stop}>
            Stop
          </Button>
        ) : (
          <Button disabled={!isReady} leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={start}>
            Execute
          </Button>
        )}
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={36} title={CHANGE_VIEW} aria-label={CHANGE_VIEW}>
              <Icon size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {DATA_TABS.map((name) => {
              const ViewIcon = VIEW_ICONS[name];
              return (
                <Menu.Item
                  key={name}
                  leftSection={<ViewIcon size={16} aria-hidden />}
                  aria-current={name === block.dataTab}
                  onClick={() => onChange({ dataTab: name })}
                >
                  {VIEW_LABELS[name]}
                </Menu.Item>
              );
            })}
          </Menu.Dropdown>
        </Menu>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label={`More of ${block.title}`}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={run.result === undefined} onClick={() => save('csv')}>
              Export CSV
            </Menu.Item>
            <Menu.Item disabled={run.result === undefined} onClick={() => save('json')}>
              Export JSON
            </Menu.Item>
            <Menu.Item onClick={({ currentTarget }) => void share(currentTarget.parentElement ?? currentTarget)}>
              Copy its address
            </Menu.Item>
            <Menu.Item
              disabled={fileId === undefined || block.query.trim() === ''}
              onClick={({ currentTarget }) => void copyTile(currentTarget.parentElement ?? currentTarget)}
            >
              Copy as a tile
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" onClick={onRemove}>
              Delete query
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </header>
      {isOpen ? (
        <CustomizeQuery
          block={block}
          tables={tables}
          transformError={run.transformError}
          onChange={onChange}
          onExecute={start}
        />
      ) : null}
      <ResultView
        title={block.title}
        dataTab={block.dataTab}
        run={run}
        isTransformErrorShown={isOpen && block.queryTab === 'transform'}
      />
    </article>
  );
}
