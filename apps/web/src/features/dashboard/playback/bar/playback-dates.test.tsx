import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { TestDashboard } from '#tile-kit/testing/tile-world.tsx';
import { PlaybackDates } from './PlaybackDates.tsx';

const NOW = Date.UTC(2026, 10, 20, 12);

function show(span: { startMs: number; endMs: number }) {
  const onApply = vi.fn();
  render(
    <MantineProvider env="test">
      <TestDashboard zone="Europe/Berlin">
        <PlaybackDates span={span} nowMs={NOW} onApply={onApply} />
      </TestDashboard>
    </MantineProvider>,
  );
  return onApply;
}

test('what is not changed stays, also in the hour that comes twice when summer time ends', () => {
  // 02:30:00.250, the second time that night.
  const span = { startMs: Date.UTC(2026, 9, 24), endMs: Date.UTC(2026, 9, 25, 1, 30, 0, 250) };
  const onApply = show(span);
  expect(screen.getByLabelText<HTMLInputElement>('End date').value).toBe('2026-10-25 02:30');
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(onApply).toHaveBeenCalledWith({ ...span, isUpToNow: false });
});

test('a stretch that ends now follows now', () => {
  const onApply = show({ startMs: NOW - 1_000, endMs: NOW });
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(onApply).toHaveBeenCalledWith({ startMs: NOW - 1_000, endMs: NOW, isUpToNow: true });
});

test('says why a stretch cannot be applied', () => {
  const onApply = show({ startMs: NOW + 1_000, endMs: NOW + 2_000 });
  expect(screen.getByRole('alert').textContent).toBe('The start must lie in the past.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(true);
  expect(onApply).not.toHaveBeenCalled();
});
