import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { DataTable } from './DataTable.tsx';
import { sortRows, type TableColumn, type TableSort } from './table-column.ts';

interface Tank {
  id: number;
  name: string;
  level: number | null;
}

const columns: readonly TableColumn<Tank>[] = [
  { id: 'name', header: 'Name', value: (tank) => tank.name },
  { id: 'level', header: 'Level', value: (tank) => tank.level, align: 'end' },
  { id: 'note', header: 'Note', value: () => '', sortable: false },
];

const tanks: readonly Tank[] = [
  { id: 1, name: 'Tank 10', level: 3 },
  { id: 2, name: 'tank 9', level: null },
  { id: 3, name: 'Tank 11', level: 12 },
];

function Table({ rows = tanks, onOpen }: { rows?: readonly Tank[]; onOpen?: (tank: Tank) => void }) {
  const [sort, setSort] = useState<TableSort>();
  return (
    <MantineProvider>
      <DataTable
        label="Tanks"
        rows={rows}
        columns={columns}
        rowKey={(tank) => String(tank.id)}
        sort={sort}
        onSort={setSort}
        {...(onOpen ? { onOpen } : {})}
      />
    </MantineProvider>
  );
}

const bodyRows = () =>
  within(screen.getByRole('grid', { name: 'Tanks' }))
    .getAllByRole('row')
    .slice(1);
const names = () => bodyRows().map((row) => within(row).getAllByRole('cell')[0]?.textContent);

describe('a table', () => {
  it('says that there is no data', () => {
    render(<Table rows={[]} />);
    expect(screen.getByText('No data...')).toBeTruthy();
  });

  it('sorts as people do: ascending, descending, and back to the order given', () => {
    render(<Table />);
    const header = screen.getByRole('button', { name: 'Name' });
    fireEvent.click(header);
    expect(names()).toEqual(['tank 9', 'Tank 10', 'Tank 11']);
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
    fireEvent.click(header);
    expect(names()).toEqual(['Tank 11', 'Tank 10', 'tank 9']);
    fireEvent.click(header);
    expect(names()).toEqual(['Tank 10', 'tank 9', 'Tank 11']);
  });

  it('keeps what has no value last in either direction, and shows it as a dash', () => {
    render(<Table />);
    const header = screen.getByRole('button', { name: 'Level' });
    fireEvent.click(header);
    expect(names()).toEqual(['Tank 10', 'Tank 11', 'tank 9']);
    fireEvent.click(header);
    expect(names()).toEqual(['Tank 11', 'Tank 10', 'tank 9']);
    expect(bodyRows()[2]?.textContent).toBe('tank 9––');
    expect(screen.queryByRole('button', { name: 'Note' })).toBeNull();
  });

  it('keeps equal rows in the order given, and texts without a word last', () => {
    const rows = ['b', '', 'a', 'B', 'A', ''].map((name, id) => ({ id, name, level: null }));
    const idsBy = (direction: TableSort['direction']) =>
      sortRows(rows, columns, { column: 'name', direction }).map(({ id }) => id);
    expect(idsBy('asc')).toEqual([2, 4, 0, 3, 1, 5]);
    expect(idsBy('desc')).toEqual([0, 3, 2, 4, 1, 5]);
    expect(sortRows(rows, columns, { column: 'gone', direction: 'asc' })).toBe(rows);
  });

  it('moves the focus through its rows, also to those not drawn yet, and opens one', () => {
    const rows = Array.from({ length: 500 }, (_, index) => ({ id: index, name: `Tank ${index}`, level: index }));
    const onOpen = vi.fn();
    render(<Table rows={rows} onOpen={onOpen} />);
    const press = (key: string) => fireEvent.keyDown(document.activeElement as HTMLElement, { key });
    expect(bodyRows().filter((row) => row.tabIndex === 0)).toHaveLength(1);
    act(() => bodyRows()[0]?.focus());
    press('ArrowDown');
    press('PageDown');
    expect(document.activeElement?.textContent).toContain('Tank 11');
    press('Home');
    expect(document.activeElement?.textContent).toContain('Tank 0');
    press('ArrowUp');
    expect(document.activeElement?.textContent).toContain('Tank 0');
    press('End');
    expect(document.activeElement?.textContent).toContain('Tank 499');
    press('Enter');
    expect(onOpen).toHaveBeenLastCalledWith(rows[499]);
    fireEvent.click(bodyRows()[0] as HTMLElement);
    expect(onOpen).toHaveBeenCalledTimes(2);
  });
});
