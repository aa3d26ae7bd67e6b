import { describe, expect, it } from 'vitest';
import { isSafeLink } from '#links.ts';
import { faultOfAttribute, isPatientInfo } from './attribute-rules.ts';

const png = (width: number, height: number) => {
  const bytes = Buffer.alloc(33);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(bytes);
  bytes.writeUInt32BE(13, 8);
  bytes.write('IHDR', 12, 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
const jpeg = (width: number, height: number) => {
  const bytes = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108000000000301220002110103110100', 'hex');
  bytes.writeUInt16BE(height, 25);
  bytes.writeUInt16BE(width, 27);
  return bytes;
};
const dataUrl = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString('base64')}`;

describe('images in attributes', () => {
  it.each([
    ['an SVG', 'data:image/svg+xml;base64,PHN2Zz48L3N2Zz4='],
    ['HTML', 'data:text/html,<script>alert(1)</script>'],
    ['an address', 'https://example.com/marker.png'],
    ['a script', 'javascript:alert(1)'],
    ['text that calls itself PNG', dataUrl('png', Buffer.from('no image at all, but long enough to be read as one'))],
    ['a JPEG that calls itself PNG', dataUrl('png', jpeg(10, 10))],
    ['a PNG of 50,000 pixels', dataUrl('png', png(50_000, 50_000))],
    ['a JPEG of 5,000 pixels', dataUrl('jpeg', jpeg(10, 5_000))],
    ['5 MB', dataUrl('png', Buffer.concat([png(10, 10), Buffer.alloc(5_000_000)]))],
    ['base64 with something behind it', `${dataUrl('png', png(10, 10))}" onload="x`],
  ])('refuses %s', (_what, value) => {
    expect(faultOfAttribute('Thumbnail', value)).toMatch(/^The attribute Thumbnail /);
    expect(faultOfAttribute('MARKER', value)).toBeDefined();
  });

  it.each([
    ['PNG', dataUrl('png', png(150, 100))],
    ['JPEG', dataUrl('jpeg', jpeg(4_096, 1))],
    ['nothing', ''],
  ])('takes %s', (_what, value) => {
    expect(faultOfAttribute('thumbnail', value)).toBeUndefined();
  });

  it('reads the size of the three forms of WebP', () => {
    const webp = (form: string, fill: (bytes: Buffer) => void) => {
      const bytes = Buffer.alloc(30);
      bytes.write('RIFF', 0, 'latin1');
      bytes.write(`WEBP${form}`, 8, 'latin1');
      fill(bytes);
      return faultOfAttribute('marker', dataUrl('webp', bytes));
    };
    expect(webp('VP8X', (b) => b.writeUIntLE(29, 24, 3))).toBeUndefined();
    expect(webp('VP8X', (b) => b.writeUIntLE(9_999, 24, 3))).toMatch(/4096 pixels/);
    expect(webp('VP8 ', (b) => b.writeUInt16LE(5_000, 26))).toMatch(/4096 pixels/);
    expect(webp('VP8L', (b) => b.writeUInt32LE(29 | (29 << 14), 21))).toBeUndefined();
    expect(webp('XXXX', () => undefined)).toMatch(/is not a WEBP image/);
  });
});

describe('links', () => {
  it.each(['https://example.com/a', 'http://10.0.0.7:8088/x?y=1', '/assets/7/dashboard', '/ifr/x'])(
    'takes %s',
    (link) => expect(isSafeLink(link)).toBe(true),
  );

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'jav\tascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    ' javascript:alert(1)',
    'assets/7',
    '',
  ])('refuses %j', (link) => expect(isSafeLink(link)).toBe(false));

  it('looks into every entry of extraLinks, as text or with a label (E8)', () => {
    expect(faultOfAttribute('extraLinks', '["/a",{"link":"https://b.example","label":"b"}]')).toBeUndefined();
    expect(faultOfAttribute('extraLinks', '["/a","javascript:alert(1)"]')).toBeDefined();
    expect(faultOfAttribute('extraLinks', '[{"link":"data:text/html,x","label":"b"}]')).toBeDefined();
    expect(faultOfAttribute('extraLinks', '{"link":"/a"}')).toBeDefined();
    expect(faultOfAttribute('extraLinks', 'no json')).toBeDefined();
  });
});

describe('other attributes', () => {
  it.each(['', '0', '-5', 'soon', 'Infinity', '1e400'].slice(1))('refuses %s as pingrate', (value) => {
    expect(faultOfAttribute('PingRate', value)).toMatch(/milliseconds/);
  });

  it.each(['', '  ', '.', ' .. ', '..', 'n'.repeat(256)])('refuses the name "%s", empty value or not', (name) => {
    expect(faultOfAttribute(name, '')).toBeDefined();
    expect(faultOfAttribute(name, 'x')).toBeDefined();
  });

  it('refuses a name with any control character, from devices too, where no schema stands before it', () => {
    const controls = Array.from({ length: 0xa0 }, (_, code) => code).filter((code) => code < 0x20 || code >= 0x7f);
    for (const code of [...controls, 0x200b, 0x202e, 0xd800]) {
      const name = `Sta${String.fromCharCode(code)}tion`;
      expect(faultOfAttribute(name, 'North'), code.toString(16)).toBe(
        'The name of an attribute must not hold control characters or others that cannot be seen.',
      );
    }
    expect(faultOfAttribute('Prod. Tubing Depth (ft) – 温度', '7')).toBeUndefined();
  });

  it('takes JSON attributes as they are, but not nested without end (G5)', () => {
    expect(faultOfAttribute('aliasMap', '{"__proto__":{"polluted":1}}')).toBeUndefined();
    expect(faultOfAttribute('aliasMap', '{"12":"Ölstand – links"}')).toBeUndefined();
    for (const hidden of ['Level\n', '\u202elevel', 'Le\u200bvel', '\ud800']) {
      expect(faultOfAttribute('aliasMap', JSON.stringify({ 12: 'Flow', 13: hidden }))).toBe(
        'The attribute aliasMap must not hold control characters or others that cannot be seen.',
      );
    }
    expect(faultOfAttribute('PatientInfo', '['.repeat(65) + ']'.repeat(65))).toMatch(/64 levels/);
    expect(faultOfAttribute('streamMap', '["[[[[[",1]')).toBeUndefined();
  });

  it('takes a scalingMap that scales, and says what is wrong with another', () => {
    const scaling = { unscaledMin: 4, unscaledMax: 20, scaledMin: 0, scaledMax: 10, offset: 0, samples: 1 };
    expect(faultOfAttribute('ScalingMap', JSON.stringify({ 7: scaling }))).toBeUndefined();
    expect(faultOfAttribute('scalingMap', JSON.stringify({ 7: { ...scaling, samples: 0.5 } }))).toMatch(/7 samples/);
    expect(faultOfAttribute('scalingMap', '{')).toMatch(/must be JSON/);
  });

  it('knows PatientInfo in any case, and lets unknown names hold anything', () => {
    expect(['patientinfo', 'PATIENTINFO', ' PatientInfo '].every(isPatientInfo)).toBe(true);
    expect(isPatientInfo('PatientInfo2')).toBe(false);
    expect(faultOfAttribute('constructor', '<script>')).toBeUndefined();
  });
});
