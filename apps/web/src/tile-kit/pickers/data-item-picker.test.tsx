import '#testing/setup.ts';
import { MantineProvider } from '@mantine/core';
import type { DataItemSelection } from '@telltale/contract';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { aReading, FixedReadings, TestDashboard } from '../testing/tile-world.tsx';
import { DataItemPicker } from './DataItemPicker.tsx';
import { DataItemsPicker } from './DataItemsPicker.tsx';
import { filterDataItems, findDataItem, levelAt, listDataItems, selectionKey } from './data-item-options.ts';

const definition = {
  dataItemDefinitions: [
    { dataItemId: 1, label: 'Motor Current' },
    { dataItemId: 2, label: 'suction_pressure' },
  ],
  slots: [
    {
      slotId: 7,
      name: 'Pump A',
      assetDefinition: { slots: [], dataItemDefinitions: [{ dataItemId: 3, label: 'Motor Current' }] },
    },
    { slotId: 8, name: 'Empty place' },
  ],
};
const readings = new FixedReadings({
  1: aReading({ name: 'Motor current', unit: 'A', value: 42.5 }),
  2: aReading({ name: 'Suction', unit: 'psi', value: 71 }),
});

function stage(child: React.ReactNode) {
  return render(
    <MantineProvider env="test">
      <TestDashboard definition={definition} readings={readings}>
        {child}
      </TestDashboard>
    </MantineProvider>,
  );
}

function showPicker(value: DataItemSelection = { slotPath: [], dataItem: null }) {
  const chosen: DataItemSelection[] = [];
  stage(<DataItemPicker value={value} onChange={(next) => chosen.push(next)} isRequired />);
  return chosen;
}

async function open(name: RegExp) {
  fireEvent.click(screen.getByRole('button', { name }));
  return await screen.findByRole('combobox', { name: 'Search data items' });
}
const optionTexts = () => screen.getAllByRole('option').map((option) => option.textContent);

describe('the picker of one', () => {
  test('reads Choose data item until one is chosen, and is marked as required', () => {
    showPicker();
    const button = screen.getByRole('button', { name: 'Data item Choose data item' });
    expect(button.getAttribute('aria-invalid')).toBe('true');
  });

  test('shows what is chosen by its name', () => {
    showPicker({ slotPath: [], dataItem: 2 });
    expect(screen.getByRole('button').textContent).toBe('Suction');
  });

  test('a data item that is not on the asset is told by its number', () => {
    showPicker({ slotPath: [], dataItem: 99 });
    expect(screen.getByRole('button').textContent).toBe('Data item 99, not on this asset');
  });

  test('lists slots, then data items with their live value and unit', async () => {
    showPicker();
    await open(/Choose/);
    expect(optionTexts()).toEqual(['Pump A', 'Motor current42.50A', 'Suction71.00psi']);
  });

  test('is used by keyboard alone: into a slot, back, and to a data item', async () => {
    const chosen = showPicker();
    const search = await open(/Choose/);
    const press = (key: string) => fireEvent.keyDown(search, { key });
    press('ArrowRight');
    expect(optionTexts()).toEqual(['Motor Current']);
    press('ArrowLeft');
    expect(optionTexts()).toHaveLength(3);
    press('ArrowDown');
    press('ArrowDown');
    expect(search.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[2]?.id);
    press('Enter');
    expect(chosen).toEqual([{ slotPath: [], dataItem: 2 }]);
  });

  test('a data item behind a slot is chosen with its path', async () => {
    const chosen = showPicker();
    await open(/Choose/);
    fireEvent.click(screen.getByText('Pump A'));
    fireEvent.click(screen.getByText('Motor Current'));
    expect(chosen).toEqual([{ slotPath: [7], dataItem: 3 }]);
  });

  test('the search looks through all slots without regard to case, by alias and by label', async () => {
    showPicker();
    const search = await open(/Choose/);
    fireEvent.change(search, { target: { value: 'MOTOR' } });
    expect(optionTexts()).toEqual(['Motor current42.50A', 'Pump A › Motor Current']);
    fireEvent.change(search, { target: { value: 'suction_p' } });
    expect(optionTexts()).toEqual(['Suction71.00psi']);
    fireEvent.change(search, { target: { value: '(((' } });
    expect(screen.queryAllByRole('option')).toEqual([]);
    expect(screen.getByText('No data item matches.')).toBeDefined();
  });
});

describe('the picker of several', () => {
  function Several() {
    const [value, setValue] = useState<DataItemSelection[]>([{ slotPath: [], dataItem: 1 }]);
    return <DataItemsPicker value={value} onChange={setValue} />;
  }
  const button = () => screen.getByRole('button', { name: /Selected/ });

  test('says how many, checks and clears', async () => {
    stage(<Several />);
    expect(button().textContent).toBe('1 Selected');
    const search = await open(/1 Selected/);
    fireEvent.click(screen.getByText('Check all'));
    expect(button().textContent).toBe('3 Selected');
    fireEvent.click(screen.getByText('Clear all'));
    expect(button().textContent).toBe('0 Selected');
    fireEvent.keyDown(search, { key: 'ArrowDown' });
    fireEvent.keyDown(search, { key: 'Enter' });
    expect(button().textContent).toBe('1 Selected');
    const checked = screen.getAllByRole('option').filter((option) => option.getAttribute('aria-selected') === 'true');
    expect(checked.map((option) => option.textContent)).toEqual(['Suction71.00psi']);
  });

  test('check all and clear all act on what the search shows', async () => {
    stage(<Several />);
    const search = await open(/Selected/);
    fireEvent.change(search, { target: { value: 'suction' } });
    fireEvent.click(screen.getByText('Check all'));
    expect(button().textContent).toBe('2 Selected');
    fireEvent.click(screen.getByText('Clear all'));
    expect(button().textContent).toBe('1 Selected');
  });

  test('Done closes it', async () => {
    stage(<Several />);
    await open(/Selected/);
    await act(async () => fireEvent.click(screen.getByText('Done')));
    expect(button().getAttribute('aria-expanded')).toBe('false');
  });
});

describe('a large asset', () => {
  test('draws only the rows in sight of 1,000 data items', async () => {
    const many = Array.from({ length: 1000 }, (_, i) => ({ dataItemId: i + 1, label: `item ${i}` }));
    render(
      <MantineProvider env="test">
        <TestDashboard definition={{ slots: [], dataItemDefinitions: many }} readings={readings}>
          <DataItemPicker value={{ slotPath: [], dataItem: null }} onChange={() => undefined} />
        </TestDashboard>
      </MantineProvider>,
    );
    await open(/Choose/);
    const list = screen.getByRole('listbox');
    expect(within(list).getAllByRole('option').length).toBeLessThan(30);
    expect(within(list).getAllByRole('option')[0]?.getAttribute('aria-setsize')).toBe('1000');
  });
});

describe('what the asset calls its data items', () => {
  const called = {
    slots: [],
    dataItemDefinitions: [
      { dataItemId: 1, label: 'PT-101', alias: 'Wellhead' },
      { dataItemId: 2, label: 'FT-7' },
    ],
  };

  test('is read of them before there is any value, and finds them as their labels do', async () => {
    render(
      <MantineProvider env="test">
        <TestDashboard definition={called} readings={new FixedReadings({})}>
          <DataItemPicker value={{ slotPath: [], dataItem: 1 }} onChange={() => undefined} />
        </TestDashboard>
      </MantineProvider>,
    );
    expect(screen.getByRole('button').textContent).toBe('Wellhead');
    const search = await open(/Wellhead/);
    expect(optionTexts()).toEqual(['Wellhead', 'FT-7']);
    for (const text of ['wellh', 'pt-1']) {
      fireEvent.change(search, { target: { value: text } });
      expect(optionTexts()).toEqual(['Wellhead']);
    }
  });
});

describe('options', () => {
  test('a path that leads nowhere has no level and no option', () => {
    expect(levelAt(definition, [7])?.dataItems).toHaveLength(1);
    expect(levelAt(definition, [8])).toBeUndefined();
    expect(levelAt(definition, [7, 7])).toBeUndefined();
    expect(findDataItem(definition, { slotPath: [9], dataItem: 1 })).toBeUndefined();
  });
  test('every word of a filter must be found, in any order', () => {
    const all = listDataItems(definition);
    expect(filterDataItems(all, 'current pump', () => '').map(({ trail }) => trail)).toEqual([['Pump A']]);
    expect(filterDataItems(all, '  ', () => '')).toHaveLength(3);
  });
  test('selections of the same item behind different slots differ', () => {
    expect(new Set(listDataItems(definition).map(({ selection }) => selectionKey(selection))).size).toBe(3);
  });
});
