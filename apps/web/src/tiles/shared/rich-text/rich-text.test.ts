// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { parseRichText, type RichNode, sanitiseRichText } from './parse-rich-text.ts';
import { safeLink, safePicture } from './safe-address.ts';
import { safeStyle } from './safe-style.ts';
import { findSource, substitutionsSchema } from './substitutions.ts';
import { attributePath, dataItemPath, readPath, splitTokens } from './tokens.ts';

const ORIGIN = 'https://portal.example';

function flatten(nodes: readonly RichNode[]): (RichNode & { kind: 'element' })[] {
  return nodes.flatMap((node) => (node.kind === 'element' ? [node, ...flatten(node.children)] : []));
}

describe('what a text may hold', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><animate onbegin=alert(1)></svg>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVa\nScRiPt:alert(1)">x</a>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<form action="/api/commands"><button formaction="javascript:alert(1)">x</button></form>',
    '<div style="background:url(javascript:alert(1));position:fixed;inset:0">x</div>',
    '<object data="data:text/html,<script>alert(1)</script>"></object>',
    '<meta http-equiv="refresh" content="0;url=//evil"><base href="//evil/">',
    '<input autofocus onfocus=alert(1)><details open ontoggle=alert(1)>',
  ])('%s leaves nothing that runs, loads or covers the page', (html) => {
    const elements = flatten(parseRichText(html, ORIGIN));
    const allowed = ['a', 'div', 'table', 'tbody', 'p', 'span', 'img'];
    for (const { tag, attributes } of elements) {
      expect(allowed).toContain(tag);
      const { style, ...rest } = attributes;
      expect(Object.keys(rest).every((name) => ['alt', 'src', 'title'].includes(name))).toBe(true);
      expect(rest.src ?? 'https://').toMatch(/^https?:/);
      expect(Object.keys(style ?? {})).not.toContain('position');
      expect(JSON.stringify(style ?? {})).not.toContain('url');
    }
    expect(sanitiseRichText(html)).not.toMatch(/<script|onerror|onload|onfocus|ontoggle|href=.javascript:/i);
  });

  test('formatting stays', () => {
    const html =
      '<h1 style="text-align: center; color: f80">Pump <b>7</b></h1><table><tr><td colspan="2">x</td></tr></table>';
    const elements = flatten(parseRichText(html, ORIGIN));
    expect(elements.map(({ tag }) => tag)).toEqual(['h1', 'b', 'table', 'tbody', 'tr', 'td']);
    expect(elements[0]?.attributes.style).toEqual({ textAlign: 'center', color: '#f80' });
    expect(elements[5]?.attributes).toEqual({ colSpan: 2 });
  });

  test('deeply nested markup is flattened, not followed', () => {
    const depth = 300;
    const nodes = parseRichText(`${'<b>'.repeat(depth)}x${'</b>'.repeat(depth)}`, ORIGIN);
    expect(flatten(nodes).length).toBeLessThan(100);
    expect(JSON.stringify(nodes)).toContain('"x"');
  });
});

describe('addresses', () => {
  test.each([
    ['https://example.org/a?b=1', 'https://example.org/a?b=1'],
    ['/assets/7/dashboard', `${ORIGIN}/assets/7/dashboard`],
    ['/api/files/12/download', `${ORIGIN}/api/files/12/download`],
    ['mailto:ops@example.org', 'mailto:ops@example.org'],
  ])('a link to %s is kept', (address, kept) => expect(safeLink(address, ORIGIN)).toBe(kept));

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '/api/auth/logout',
    '/API/assets/1/alarms/close',
    '/%61pi/auth/logout',
    '//portal.example/api/auth/logout',
    'https://portal.example/api/assets/1/alarms/close',
    'https://user:pass@evil.example/',
  ])('a link to %s is dropped', (address) => expect(safeLink(address, ORIGIN)).toBeUndefined());

  test.each(['data:image/png;base64,iVBORw0KGgo=', 'https://example.org/pump.jpg', '/api/files/12/download'])(
    'a picture from %s is kept',
    (address) => expect(safePicture(address, ORIGIN)).toBeDefined(),
  );

  test.each([
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:text/html;base64,PHN2Zz4=',
    '/api/assets/1/alarms/close',
    '/logo.png',
    'javascript:alert(1)',
    '',
  ])('a picture from %s is dropped', (address) => expect(safePicture(address, ORIGIN)).toBeUndefined());
});

test('a style keeps what only concerns the text itself', () => {
  expect(
    safeStyle(
      'color:#f00; font-size:20px; position:fixed; background:url(//x); text-align:evil; WIDTH: 50%; top:0; --x:1',
    ),
  ).toEqual({ color: '#f00', fontSize: '20px', width: '50%' });
});

describe('substitutions', () => {
  test('a text is split at its paths', () => {
    expect(splitTokens('at {{attributes.Station}}: {{ dataItems.a }}!')).toEqual([
      { kind: 'plain', text: 'at ' },
      { kind: 'token', path: 'attributes.Station' },
      { kind: 'plain', text: ': ' },
      { kind: 'token', path: 'dataItems.a' },
      { kind: 'plain', text: '!' },
    ]);
  });
  test.each(['no braces', '{{}}', '{{ }}', '{single}', '{{open', `{{${'x'.repeat(300)}}}`])('%j holds none', (text) => {
    expect(splitTokens(text)).toEqual([{ kind: 'plain', text }]);
  });

  test.each([
    ['dataItems.Motor current', { kind: 'dataItem', label: 'Motor current', property: 'value' }],
    ['dataItems.a.b.unit', { kind: 'dataItem', label: 'a.b', property: 'unit' }],
    ['attributes.Total Depth (ft)', { kind: 'attribute', attributeName: 'Total Depth (ft)' }],
    ['asset.alias', { kind: 'asset', field: 'alias' }],
    ['asset.constructor', undefined],
    ['constructor', undefined],
  ])('the path %s says by itself what it names', (path, meaning) => expect(readPath(path)).toEqual(meaning));

  test('paths that the editor writes are read back as what was chosen', () => {
    expect(readPath(dataItemPath('flow.unit', 'value'))).toEqual({
      kind: 'dataItem',
      label: 'flow.unit',
      property: 'value',
    });
    expect(readPath(dataItemPath('a{{b}}', 'timestamp'))).toMatchObject({ property: 'timestamp' });
    expect(splitTokens(`{{${attributePath('x}}y')}}`)).toHaveLength(1);
  });

  const definition = { slots: [], dataItemDefinitions: [{ dataItemId: 5, label: 'Motor_Current' }] };
  test('the tile’s own entry goes before the path’s words, and survives a renamed label', () => {
    const substitutions = substitutionsSchema.parse({ 'dataItems.old name': { dataItem: 9, property: 'unit' } });
    expect(findSource('dataItems.old name', substitutions, definition)).toEqual({
      kind: 'dataItem',
      selection: { slotPath: [], dataItem: 9 },
      property: 'unit',
    });
  });
  test('an entry that is none loses no other', () => {
    const stored = { bad: 5, worse: null, worst: [], 'my pump': { dataItem: 9, own: 'kept' } };
    expect(substitutionsSchema.parse(stored)).toEqual({
      'my pump': { slotPath: [], dataItem: 9, property: 'value', attributeName: '', own: 'kept' },
    });
    expect(substitutionsSchema.parse('none')).toEqual({});
  });

  test('labels match without regard to case', () => {
    expect(findSource('dataItems.motor_current', {}, definition)).toMatchObject({ selection: { dataItem: 5 } });
  });
  test('what is no label is what the asset calls a data item', () => {
    const called = {
      slots: [],
      dataItemDefinitions: [
        { dataItemId: 5, label: 'PT-101', alias: 'Flow' },
        { dataItemId: 6, label: 'Flow', alias: 'Rate' },
      ],
    };
    expect(findSource('dataItems.rate.unit', {}, called)).toMatchObject({
      selection: { dataItem: 6 },
      property: 'unit',
    });
    expect(findSource('dataItems.Flow', {}, called)).toMatchObject({ selection: { dataItem: 6 } });
  });
  test.each(['dataItems.gone', 'constructor', '__proto__', 'toString'])('%s names nothing', (path) => {
    expect(findSource(path, {}, definition)).toBeUndefined();
  });
});
