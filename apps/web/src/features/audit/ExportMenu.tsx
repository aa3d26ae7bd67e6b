import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { operations } from '@telltale/contract';
import { callUrl } from '#api/client.ts';
import { type JournalFilter, known } from '#api/journal-queries.ts';

/** Saves what the filter leaves as a file; the portal streams it, however long it is. */
export function ExportMenu({ filter }: { filter: JournalFilter }) {
  const address = (format: string) => callUrl(operations.exportJournal, { query: { ...known(filter), format } });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={15} aria-hidden />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={address('csv')} download>
          As CSV
        </Menu.Item>
        <Menu.Item component="a" href={address('json')} download>
          As JSON
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
