import '#testing/setup.ts';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ColourButton } from './ColourButton.tsx';

async function showButton(value = '') {
  const chosen: string[] = [];
  render(
    <MantineProvider env="test">
      <ColourButton
        label="Line"
        value={value}
        onChange={(colour) => chosen.push(colour)}
        swatches={['#112233', '#445566']}
        defaultColour="#999999"
      />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: `Line: ${value || 'default'}` }));
  return { chosen, field: await screen.findByLabelText('Line, value') };
}

test.each([
  ['f80', '#f80'],
  ['00ff00', '#00ff00'],
  ['#abcdef', '#abcdef'],
])('%s typed is taken as %s', async (typed, taken) => {
  const { chosen, field } = await showButton();
  fireEvent.change(field, { target: { value: typed } });
  expect(chosen).toEqual([taken]);
});

test.each(['12', 'red;position:fixed', 'url(x)'])('%s typed changes nothing', async (typed) => {
  const { chosen, field } = await showButton();
  fireEvent.change(field, { target: { value: typed } });
  expect(chosen).toEqual([]);
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test('the default comes back by its button', async () => {
  const { chosen } = await showButton('#112233');
  fireEvent.click(screen.getByRole('button', { name: 'Default' }));
  expect(chosen).toEqual(['']);
});
