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
import { blockToAddress, type DataTab, type PlacedBlock, type QueryBlock } from '#tile-kit/query/query-blocks.ts';
import { csvOf, jsonOf } from '#tile-kit/query/result/export-result.ts';
import { ResultView } from '#tile-kit/query/result/ResultView.tsx';
import { useBlockRun } from '#tile-kit/query/use-block-run.ts';
import { copyText } from '#ui/copy-text.ts';
import { toast } from '#ui/feedback/toast.ts';
import { safeFilename, saveFile } from '#ui/save-file.ts';
import classes from './blocks.module.css';

const VIEWS: Readonly<Record<DataTab, { label: string; Icon: typeof IconTable }>> = {
  line: { label: 'Line chart', Icon: IconChartLine },
  pie: { label: 'Pie chart', Icon: IconChartPie },
  bar: { label: 'Bar chart', Icon: IconChartBar },
  table: { label: 'Table', Icon: IconTable },
};
/** spec 2 §2.12, word for word. */
const CHANGE_VIEW = 'Change vizualization';

interface QueryBlockViewProps {
  block: PlacedBlock;
  tables: readonly TableInfo[];
  client: SqliteClient;
  /** Whether a database, or none, stands ready. */
  isReady: boolean;
  /** The address of the page with this block. */
  addressOf: (block: string) => string;
  onChange: (changes: Partial<QueryBlock>) => void;
  onRemove: () => void;
}

/** One query: what it asks, and its result as lines, slices, bars or a table. */
export function QueryBlockView({ block, tables, client, isReady, addressOf, onChange, onRemove }: QueryBlockViewProps) {
  const { run, execute, stop } = useBlockRun(client);
  const [isOpen, setOpen] = useState(block.query === '');
  const { Icon } = VIEWS[block.dataTab];
  const start = () => void execute(block);

  const share = async (near: HTMLElement) => {
    const text = blockToAddress(block);
    if (text === undefined) toast('The query is too long for an address. Send its text instead.', 'error');
    else if (await copyText(addressOf(text), near)) toast('The address of this query was copied.');
    else toast('The browser did not let the portal copy.', 'error');
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
            {(Object.keys(VIEWS) as DataTab[]).map((name) => {
              const { label, Icon: ViewIcon } = VIEWS[name];
              return (
                <Menu.Item
                  key={name}
                  leftSection={<ViewIcon size={16} aria-hidden />}
                  aria-current={name === block.dataTab}
                  onClick={() => onChange({ dataTab: name })}
                >
                  {label}
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
