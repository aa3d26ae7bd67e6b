import '#testing/setup.ts';
import { MantineProvider, Menu } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CompareMenu } from './CompareMenu.tsx';

function show(hours = 0) {
  const setHours = vi.fn();
  render(
    <MantineProvider env="test">
      <Menu opened>
        <Menu.Target>
          <button type="button">Menu</button>
        </Menu.Target>
        <Menu.Dropdown>
          <CompareMenu ghost={undefined} hours={hours} setHours={setHours} />
        </Menu.Dropdown>
      </Menu>
    </MantineProvider>,
  );
  return { setHours, field: screen.getByLabelText<HTMLInputElement>('Hours before') };
}

test('the field is no stop on the way through the menu: its entry leads to it', () => {
  const { setHours, field } = show();
  expect(field.tabIndex).toBe(-1);
  expect(field.closest('[role^=menuitem]')).toBeNull();
  fireEvent.click(screen.getByText('Another time before'));
  expect(document.activeElement).toBe(field);
  expect(setHours).toHaveBeenLastCalledWith(48);
});

test('hours are typed, with parts of them, and taken with Enter; never more than can be compared', () => {
  const { setHours, field } = show(36);
  expect(field.value).toBe('36 h');
  fireEvent.change(field, { target: { value: '0.50 h' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(setHours).toHaveBeenLastCalledWith(0.5);
  fireEvent.change(field, { target: { value: '999999 h' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(setHours).toHaveBeenLastCalledWith(17_568);
  fireEvent.change(field, { target: { value: '' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(setHours).toHaveBeenCalledTimes(2);
});
