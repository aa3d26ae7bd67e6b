import '#testing/setup.ts';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { TableColumn } from '../table-column.ts';
import { PagedTable } from './PagedTable.tsx';
import { clampPage, countPages, pageNumbers } from './page-numbers.ts';
import { tableCsv, tableJson } from './table-export.ts';
import { readTextFilter } from './text-filter.ts';
import { findRows, SLICE_MS } from './use-found-rows.ts';

interface Tank {
  name: string;
  level: number | null;
}
const columns: readonly TableColumn<Tank>[] = [
  { id: 'name', header: 'Name', value: ({ name }) => name },
  { id: 'level', header: 'Level', value: ({ level }) => level },
];
const tanks = (count: number): Tank[] => Array.from({ length: count }, (_, i) => ({ name: `Tank ${i + 1}`, level: i }));

function show(rows: readonly Tank[], props: Partial<Parameters<typeof PagedTable<Tank>>[0]> = {}) {
  const table = (shown: readonly Tank[]) => (
    <MantineProvider env="test">
      <PagedTable label="Tanks" rows={shown} columns={columns} rowKey={({ name }) => name} {...props} />
    </MantineProvider>
  );
  const view = render(table(rows));
  return { ...view, update: (next: readonly Tank[]) => view.rerender(table(next)) };
}
const names = () =>
  within(screen.getByRole('grid'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
const pages = () => screen.getAllByRole('button', { name: /^Page / }).map((button) => button.textContent);

describe('the pager', () => {
  test.each([
    [1, 7, '1 2 3 4 5 6 7'],
    [1, 8, '1 2 3 4 gap 8'],
    [4, 8, '1 gap 3 4 5 gap 8'],
    [8, 8, '1 gap 5 6 7 8'],
    [50, 100, '1 gap 49 50 51 gap 100'],
  ])('page %s of %s shows %s', (page, count, shown) => expect(pageNumbers(page, count).join(' ')).toBe(shown));

  test('always shows the current, the first and the last page once, in order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 600 }), (count, wanted) => {
        const page = clampPage(wanted, count);
        const shown = pageNumbers(page, count).filter((number) => number !== 'gap');
        expect(shown).toContain(page);
        expect(shown.at(0)).toBe(1);
        expect(shown.at(-1)).toBe(count);
        expect([...new Set(shown)].sort((a, b) => a - b)).toEqual(shown);
      }),
    );
  });

  test('there is one page even without rows, and never a page beyond the last', () => {
    expect(countPages(0, 10)).toBe(1);
    expect(clampPage(99, 3)).toBe(3);
    expect(clampPage(-1, 3)).toBe(1);
  });
});

describe('a table in pages', () => {
  test('has 10 rows on a page, and goes on with NEXT and PREV', () => {
    show(tanks(25));
    expect(names()).toHaveLength(10);
    expect(pages()).toEqual(['1', '2', '3']);
    fireEvent.click(screen.getByRole('button', { name: 'NEXT' }));
    expect(names()[0]).toBe('Tank 11');
    fireEvent.click(screen.getByRole('button', { name: 'Page 3' }));
    expect(names()).toHaveLength(5);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'NEXT' }).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'PREV' }));
    expect(names()[0]).toBe('Tank 11');
  });

  test('stays on the last page when rows become fewer', () => {
    const { update } = show(tanks(25));
    fireEvent.click(screen.getByRole('button', { name: 'Page 3' }));
    update(tanks(12));
    expect(names()).toEqual(['Tank 11', 'Tank 12']);
  });

  test('sorts all rows and not only those of the page', () => {
    show(tanks(25));
    const header = screen.getByRole('button', { name: 'Level' });
    fireEvent.click(header);
    fireEvent.click(header);
    expect(names()[0]).toBe('Tank 25');
  });

  test('finds by pattern, and by what is written where it is no pattern', async () => {
    show([...tanks(12), { name: 'Pump (1', level: 1 }], { hasSearch: true });
    const field = screen.getByRole('searchbox', { name: 'Search Tanks' });
    fireEvent.change(field, { target: { value: 'tank 1[01]' } });
    await waitFor(() => expect(names()).toEqual(['Tank 10', 'Tank 11']));
    fireEvent.change(field, { target: { value: '(1' } });
    await waitFor(() => expect(names()).toEqual(['Pump (1']));
  });

  test('a slider leads far from eight pages on', () => {
    show(tanks(80));
    fireEvent.change(screen.getByRole('slider', { name: 'Page' }), { target: { value: '8' } });
    expect(names()[0]).toBe('Tank 71');
  });

  test('without slider has none, and without pages all rows in one scroll', () => {
    const { unmount } = show(tanks(80), { hasSlider: false });
    expect(screen.getByRole('button', { name: 'Page 8' })).toBeDefined();
    expect(screen.queryByRole('slider')).toBeNull();
    unmount();
    show(tanks(80), { hasPages: false, hasPageSize: true });
    expect(screen.queryByRole('button', { name: 'NEXT' })).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'Rows per page' })).toBeNull();
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('81');
  });

  test('the reader may choose how many rows a page has', async () => {
    show(tanks(25), { hasPageSize: true });
    fireEvent.change(await screen.findByRole('textbox', { name: 'Rows per page' }), { target: { value: '20' } });
    expect(names()).toHaveLength(20);
  });

  test('marks rows, keeps the marks through a search and a page, and forgets what is gone', async () => {
    const { update } = show(tanks(12), { hasMarkers: true, hasSearch: true });
    expect(screen.queryByText(/ marked$/)).toBeNull();
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Mark Tank 2' }));
    fireEvent.click(screen.getByRole('button', { name: 'NEXT' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Mark Tank 12' }));
    expect(screen.getByRole('button', { name: '2 marked' })).toBeDefined();
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Mark all rows' });
    expect(all.indeterminate || all.dataset.indeterminate === 'true').toBe(true);

    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Tank 12' } });
    await waitFor(() => expect(screen.getByRole('button', { name: '1 marked' })).toBeDefined());
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '' } });
    await waitFor(() => expect(screen.getByRole('button', { name: '2 marked' })).toBeDefined());
    update(tanks(5));
    expect(screen.getByRole('button', { name: '1 marked' })).toBeDefined();

    fireEvent.click(all);
    expect(screen.getByRole('button', { name: '5 marked' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '5 marked' }));
    expect(screen.queryByText(/ marked$/)).toBeNull();
  });

  test('exports what is marked, in the order shown, and everything when nothing is', async () => {
    const saved: Blob[] = [];
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}` }));
    URL.revokeObjectURL = () => undefined;
    show(tanks(3), { hasMarkers: true });
    const exported = async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Export Tanks' }));
      fireEvent.click(await screen.findByRole('menuitem', { name: 'Export to JSON' }));
      return JSON.parse((await saved.at(-1)?.text()) ?? '[]').map(({ Name }: { Name: string }) => Name);
    };
    expect(await exported()).toEqual(['Tank 1', 'Tank 2', 'Tank 3']);
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Mark Tank 3' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Mark Tank 1' }));
    expect(await exported()).toEqual(['Tank 1', 'Tank 3']);
  });

  test('without markers has none', () => {
    show(tanks(3));
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('says when there is no data', () => {
    show([]);
    expect(screen.getByText('No data...')).toBeDefined();
  });
});

describe('filters', () => {
  test.each(['(a+)+$', '(a|a)*b', '(.*)*x', '([a-zA-Z]+)*$', 'a'.repeat(10_000), '(?=x)', '\\', '[', '*'])(
    '%s answers on a long text, and does not try every way to read it (G4)',
    async (pattern) => {
      const passes = await readTextFilter(pattern);
      // Trying them all would not end within anybody's lifetime.
      expect(passes(`${'a'.repeat(50_000)}!`)).toBeTypeOf('boolean');
    },
  );

  test('100,000 rows are looked through in slices, so that no pattern holds up the screen (G4)', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let clockMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => clockMs);
    const rows = Array.from({ length: 100_000 }, (_, row) => row);
    let sliceMs = 0;
    const slices: number[] = [];
    const found: (readonly number[])[] = [];
    findRows(
      rows,
      (row) => {
        // As long as an ugly pattern takes on 40 characters.
        clockMs += 0.1;
        sliceMs += 0.1;
        return row % 1_000 === 7;
      },
      (all) => found.push(all),
    );
    while (found.length === 0) {
      slices.push(sliceMs);
      sliceMs = 0;
      vi.runOnlyPendingTimers();
    }
    expect(Math.max(...slices)).toBeLessThanOrEqual(SLICE_MS + 1);
    expect(slices.length).toBeGreaterThan(500);
    expect(found[0]).toHaveLength(100);
    const stop = findRows(
      rows,
      () => {
        clockMs += 1;
        return true;
      },
      (all) => found.push(all),
    );
    stop();
    vi.runAllTimers();
    expect(found).toHaveLength(1);
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  test('plain words need no regard to case', async () => {
    expect((await readTextFilter('PUMP'))('a pump')).toBe(true);
    expect((await readTextFilter('^pump'))('Pump 7')).toBe(true);
    expect((await readTextFilter('  '))('anything')).toBe(true);
  });
});

describe('exports', () => {
  const rows: Tank[] = [
    { name: '=HYPERLINK("x")', level: -1 },
    { name: 'a,"b"', level: null },
  ];
  test('as CSV defuse formulas', () => {
    expect(tableCsv(rows, columns)).toBe('\ufeffName,Level\r\n"\'=HYPERLINK(""x"")",-1\r\n"a,""b""",\r\n');
  });
  test('as JSON keep what is there', () => {
    expect(JSON.parse(tableJson(rows, columns))).toEqual([
      { Name: '=HYPERLINK("x")', Level: -1 },
      { Name: 'a,"b"', Level: null },
    ]);
  });
});
