import { Menu } from '@mantine/core';
import type { MenuButton } from '#ui/menu/LateMenu.tsx';
import { OpeningMenu } from '#ui/menu/OpeningMenu.tsx';
import { safeFilename, saveFile } from '#ui/save-file.ts';

interface ExportMenuProps {
  button: MenuButton;
  label: string;
  /** The rows are only those that are marked. */
  isPart: boolean;
  csv: () => string;
  json: () => string;
}

/** The rows of a table as a file (spec 2 §2.13). */
export function ExportMenu({ button, label, isPart, csv, json }: ExportMenuProps) {
  const name = safeFilename(label, 'table');
  return (
    <OpeningMenu button={button} position="bottom-end" withinPortal>
      {isPart ? <Menu.Label>Marked rows only</Menu.Label> : null}
      <Menu.Item onClick={() => saveFile(csv(), `${name}.csv`, 'text/csv;charset=utf-8')}>Export to CSV</Menu.Item>
      <Menu.Item onClick={() => saveFile(json(), `${name}.json`, 'application/json')}>Export to JSON</Menu.Item>
    </OpeningMenu>
  );
}
