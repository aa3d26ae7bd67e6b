import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { LateMenu } from '#ui/menu/LateMenu.tsx';
import classes from './paged-table.module.css';

const ExportMenu = lazyPart(async () => (await import('./ExportMenu.tsx')).ExportMenu);
const PageSizeField = lazyPart(async () => (await import('./PageSizeField.tsx')).PageSizeField);

interface BarOptions {
  title?: string;
  hasSearch?: boolean;
  hasPageSize?: boolean;
  hasPages?: boolean;
  hasExport?: boolean;
  actions?: ReactNode;
}

/** Whether anything stands above the rows. */
export function hasBar({ title, hasSearch, hasPageSize, hasExport = true, actions }: BarOptions): boolean {
  return Boolean(title || hasSearch || hasPageSize || hasExport || actions);
}

interface TableBarProps extends BarOptions {
  label: string;
  search: { text: string; setText: (text: string) => void };
  /** How many rows are marked. */
  marked: number;
  onClearMarks: () => void;
  shownPageSize: number;
  onPageSize: (pageSize: number) => void;
  csv: () => string;
  json: () => string;
}

/** What stands above the rows of a table: title, search, marks, page length, export (spec 2 §2.13). */
export function TableBar(props: TableBarProps) {
  const { label, title, search, marked, hasPages = true, hasExport = true } = props;
  return (
    <div className={classes.bar} data-titled={title ? true : undefined}>
      {title ? (
        <h3 className={classes.title} title={title}>
          {title}
        </h3>
      ) : null}
      {props.hasSearch ? (
        <TextInput
          className={classes.search ?? ''}
          size="xs"
          type="search"
          aria-label={`Search ${label}`}
          placeholder="Search"
          leftSection={<IconSearch size={14} />}
          value={search.text}
          onChange={({ currentTarget }) => search.setText(currentTarget.value)}
        />
      ) : null}
      <span className={classes.space} />
      {marked === 0 ? null : (
        <Button size="compact-xs" variant="default" title="Clear the marks" onClick={props.onClearMarks}>
          {marked} marked
        </Button>
      )}
      {props.hasPageSize && hasPages ? (
        <PageSizeField pageSize={props.shownPageSize} onChange={props.onPageSize} />
      ) : null}
      {props.actions}
      {hasExport ? (
        <LateMenu
          button={
            <ActionIcon variant="subtle" color="gray" aria-label={`Export ${label}`} title="Export">
              <IconDownload size={16} />
            </ActionIcon>
          }
          part={ExportMenu}
          props={{ label, isPart: marked > 0, csv: props.csv, json: props.json }}
        />
      ) : null}
    </div>
  );
}
