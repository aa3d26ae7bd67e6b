import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { place } from '#sandbox/show-html.ts';
import { HOSTILE_TEXTS } from '#tiles/testing/hostile-texts.ts';
import { renderEditor, renderTile } from '#tiles/testing/render-tile.tsx';
import { sanitiseHtml } from './sanitise-html.ts';
import { customHtmlTile } from './tile.ts';

const ORIGIN = 'https://portal.example';
const clean = (html: string) => {
  const body = document.createElement('div');
  body.innerHTML = sanitiseHtml(html, ORIGIN);
  return body;
};

describe('the author’s HTML', () => {
  test.each(HOSTILE_TEXTS)('%s leaves nothing that runs, loads or sends (E2)', (hostile) => {
    const body = clean(`<div title="${hostile}">${hostile}</div>${hostile}`);
    expect(body.querySelector('script, iframe, object, embed, form, meta, base, link, input')).toBeNull();
    for (const element of body.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on/i);
        if (['href', 'src', 'action', 'xlink:href'].includes(name))
          expect(value).toMatch(/^(https?:|#|mailto:|data:image)/);
      }
    }
  });

  test('keeps its styles, classes and shapes', () => {
    const body = clean('<style>.a{color:red}</style><p class="a" style="margin:1px">x</p><svg><circle r="4"/></svg>');
    expect(body.querySelector('style')?.textContent).toBe('.a{color:red}');
    expect(body.querySelector('p.a')?.getAttribute('style')).toBe('margin:1px');
    expect(body.querySelector('svg circle')).not.toBeNull();
  });

  test('links open elsewhere; calls of the portal’s own API and foreign pictures are dropped', () => {
    const body = clean('<a href="https://e.org/">a</a><a href="/api/auth/logout">b</a><img src="https://e.org/x.png">');
    const [first, second] = body.querySelectorAll('a');
    expect(first?.getAttribute('rel')).toBe('noopener noreferrer');
    expect(first?.getAttribute('target')).toBe('_blank');
    expect(second?.getAttribute('href')).toBeNull();
    expect(body.querySelector('img')?.getAttribute('src')).toBeNull();
  });
});

describe('live values in the frame', () => {
  const show = (html: string) => {
    const body = document.createElement('div');
    const places = place(body, html);
    const write = (values: Record<string, string>) => {
      const texts = Object.fromEntries(Object.entries(values).map(([path, text]) => [path, { text, doubt: '' }]));
      for (const one of places) one.write(texts);
    };
    return { body, write };
  };

  test('are written as text and change in place', () => {
    const { body, write } = show('<p>Now {{ a }} of {{b}}</p>');
    const paragraph = body.querySelector('p');
    write({ a: '1', b: '2' });
    expect(paragraph?.textContent).toBe('Now 1 of 2');
    write({ a: '<b>3</b>', b: '2' });
    expect(paragraph?.textContent).toBe('Now <b>3</b> of 2');
    expect(body.querySelector('p')).toBe(paragraph);
    expect(body.querySelector('b')).toBeNull();
  });

  test('may stand in a style, where they cannot end the declaration', () => {
    const { body, write } = show('<div style="width: {{a}}%">x</div>');
    write({ a: '42.5' });
    expect(body.querySelector('div')?.getAttribute('style')).toBe('width: 42.5%');
    write({ a: '1; background: url(https://evil.example/)' });
    expect(body.querySelector('div')?.getAttribute('style')).toBe('width: 1 background urlhttpsevil.example%');
  });

  test('never stand in an address, a handler or a style sheet', () => {
    const { body, write } = show('<a href="{{a}}" onclick="{{a}}">x</a><style>.x{color:{{a}}}</style>');
    write({ a: 'javascript:alert(1)' });
    expect(body.innerHTML).not.toContain('javascript:');
  });

  test('a path without a value leaves nothing, whatever it is called', () => {
    const { body, write } = show('<p>{{constructor}}{{__proto__}}{{x}}</p>');
    write({});
    expect(body.textContent).toBe('');
  });
});

test('a style sheet at the very beginning is kept', () => {
  const body = document.createElement('div');
  place(body, '<style>.a{color:red}</style><p class="a">x</p>');
  expect(body.querySelector('style')?.textContent).toBe('.a{color:red}');
});

test('is drawn in a frame without the portal’s origin (E2)', async () => {
  const { container } = await renderTile(customHtmlTile, { text: '<h1>Pump</h1>' });
  const frame = container.querySelector('iframe');
  expect(frame?.getAttribute('src')).toBe('/sandbox/show-html.html');
  expect(frame?.getAttribute('sandbox')).toBe('allow-scripts allow-popups allow-popups-to-escape-sandbox');
});

test('an empty one says what to do', async () => {
  await renderTile(customHtmlTile, {});
  expect(screen.getByText(/No HTML yet/)).toBeDefined();
});

test('its editor writes HTML', async () => {
  const { changes } = await renderEditor(customHtmlTile, {});
  fireEvent.change(screen.getByLabelText('HTML'), { target: { value: '<b>x</b>' } });
  expect(changes.at(-1)).toMatchObject({ text: '<b>x</b>' });
});
