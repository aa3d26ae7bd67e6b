import { Button, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyButton } from '#ui/CopyButton.tsx';
import { confirm } from '#ui/feedback/confirm.ts';
import { saveFile } from '#ui/save-file.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import { tableCsv } from '#ui/table/paged/table-export.ts';
import type { TableColumn } from '#ui/table/table-column.ts';
import classes from './many-users.module.css';

export interface MadeLink {
  readonly username: string;
  readonly link: string;
}

const columns: readonly TableColumn<MadeLink>[] = [
  { id: 'username', header: 'User name', value: ({ username }) => username, width: '35%', sortable: false },
  {
    id: 'link',
    header: 'Link',
    value: ({ link }) => link,
    cell: ({ link }) => (
      <span className={classes.link} title={link}>
        {link}
      </span>
    ),
    sortable: false,
  },
];

interface MadeLinksProps {
  links: readonly MadeLink[];
  /** Why not all were made. */
  problem?: string;
  onClose: () => void;
}

/** Links that were made, shown this once: to copy, or as a file. */
export function MadeLinks({ links, problem, onClose }: MadeLinksProps) {
  const [isTaken, setTaken] = useState(false);
  const count = links.length.toLocaleString('en');
  const close = async () => {
    const isSure =
      isTaken ||
      links.length === 0 ||
      (await confirm({
        title: 'Close without the links',
        message: 'Nobody sees these links again. You have neither copied nor saved them.',
        confirmLabel: 'Close',
        isDestructive: true,
      }));
    if (isSure) onClose();
  };
  const save = () => {
    saveFile(tableCsv(links, columns), 'reset-links.csv', 'text/csv;charset=utf-8');
    setTaken(true);
  };
  return (
    <Stack gap="md">
      <p className={classes.sum} role="status">
        {count} {links.length === 1 ? 'link was' : 'links were'} made, good for 60 minutes. They are not shown again.
      </p>
      {problem === undefined ? null : (
        <p className={classes.fault} role="alert">
          It ended there: {problem}
        </p>
      )}
      {links.length > 0 ? (
        <div className={classes.table}>
          <DataTable
            label="Links that were made"
            rows={links}
            columns={columns}
            rowKey={({ username }) => username}
            minWidth={320}
            isCompact
          />
        </div>
      ) : null}
      <Group justify="flex-end">
        {links.length > 0 ? (
          <>
            <CopyButton
              text={links.map(({ username, link }) => `${username}\t${link}`).join('\n')}
              what="list of links"
              onCopied={() => setTaken(true)}
            />
            <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
              Save as CSV
            </Button>
          </>
        ) : null}
        <Button onClick={() => void close()}>Done</Button>
      </Group>
    </Stack>
  );
}
