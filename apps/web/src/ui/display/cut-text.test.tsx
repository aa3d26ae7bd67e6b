import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showCutTexts } from './cut-text.ts';

let end: () => void;

beforeEach(() => {
  end = showCutTexts();
});

afterEach(() => {
  end();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

/** A text in a cell that is `width` pixels wide and would need `needed`. */
function aCell(text: string, { width = 100, needed = 200, style = 'text-overflow: ellipsis' } = {}): HTMLElement {
  const cell = document.createElement('div');
  cell.style.cssText = style;
  cell.innerHTML = '<span></span>';
  (cell.firstElementChild as HTMLElement).textContent = text;
  vi.spyOn(cell, 'clientWidth', 'get').mockReturnValue(width);
  vi.spyOn(cell, 'scrollWidth', 'get').mockReturnValue(needed);
  document.body.append(cell);
  return cell;
}

const pointAt = (element: Element | null) => element?.dispatchEvent(new Event('pointerover', { bubbles: true }));

test('a text that is cut says all of itself while the pointer is on it', () => {
  const first = aCell('Llano Estacado Oil - Mesquite Draw 2H');
  const second = aCell('Llano Estacado Oil - Mesquite Draw 3H');
  pointAt(first.firstElementChild);
  expect(first.title).toBe('Llano Estacado Oil - Mesquite Draw 2H');
  pointAt(second.firstElementChild);
  expect([first.title, second.title]).toEqual(['', 'Llano Estacado Oil - Mesquite Draw 3H']);
  pointAt(document.body);
  expect(second.hasAttribute('title')).toBe(false);
});

test('a text that has room, one that scrolls and one with a title of its own are left as they are', () => {
  const whole = aCell('Whole', { needed: 100 });
  const scrolled = aCell('Scrolled', { style: 'overflow: auto' });
  const named = aCell('Named');
  named.title = 'By its own words';
  for (const one of [whole, scrolled, named]) pointAt(one.firstElementChild);
  expect([whole.title, scrolled.title, named.title]).toEqual(['', '', 'By its own words']);
  pointAt(document.body);
  expect(named.title).toBe('By its own words');
});
