import { describe, expect, it } from 'vitest';
import { layersOfModules } from '../apps/web/layered-files.ts';

/** As the bundler would leave them: `list` and `dashboard` share `table`, and all stand on `react`. */
const files = [
  { fileName: 'react.js', imports: [], moduleIds: ['/web/react.ts'] },
  { fileName: 'main.js', imports: ['react.js'], moduleIds: ['/web/src/main.tsx'] },
  { fileName: 'table.js', imports: ['react.js'], moduleIds: ['/web/src/table.tsx', '/web/src/row.tsx'] },
  { fileName: 'list.js', imports: ['table.js', 'main.js'], moduleIds: ['/web/src/list.tsx'] },
  { fileName: 'dashboard.js', imports: ['table.js'], moduleIds: ['/web/src/dashboard.tsx'] },
  { fileName: 'audit.js', imports: ['list.js'], moduleIds: ['/web/src/audit.tsx'] },
];
const start = { name: 'start', roots: ['src/main.tsx'] };
const list = { name: 'list', roots: ['src/list.tsx'] };
const dashboard = { name: 'dashboard', roots: ['src/dashboard.tsx'] };

describe('layers of files', () => {
  it('have what their roots stand on and no earlier one has', () => {
    expect(Object.fromEntries(layersOfModules([start, list, dashboard], files))).toEqual({
      '/web/src/main.tsx': 'start',
      '/web/react.ts': 'start',
      '/web/src/list.tsx': 'list',
      '/web/src/table.tsx': 'list',
      '/web/src/row.tsx': 'list',
      '/web/src/dashboard.tsx': 'dashboard',
    });
  });

  it('may have only what two parts share', () => {
    const shared = { name: 'start', roots: list.roots, sharedWith: dashboard.roots };
    const layerOf = layersOfModules([start, shared, list, dashboard], files);
    expect(layerOf.get('/web/src/table.tsx')).toBe('start');
    expect(layerOf.get('/web/src/list.tsx')).toBe('list');
  });

  it('leave to the bundler what no root stands on', () => {
    expect(layersOfModules([start, list], files).has('/web/src/audit.tsx')).toBe(false);
  });

  it('begin with modules that are there', () => {
    const gone = { name: 'gone', roots: ['src/gone.tsx'] };
    expect(() => layersOfModules([gone], files)).toThrow('The layer gone begins with src/gone.tsx');
  });
});
