import { expect, it } from 'vitest';
import { readViews, withView } from './saved-views.ts';

it.each([undefined, '', 'no json', '{}', '[{"name":""}]', '[1]'])('reads %j as none', (text) => {
  expect(readViews(text)).toEqual([]);
});

it('keeps them by name, one of each', () => {
  const night = { name: 'Night', search: 'severity=5' };
  const views = withView(withView([], night), { name: 'Field A', search: '' });
  expect(views.map(({ name }) => name)).toEqual(['Field A', 'Night']);
  expect(withView(views, { name: 'night', search: 'severity=9' })).toEqual([
    { name: 'Field A', search: '' },
    { name: 'night', search: 'severity=9' },
  ]);
  expect(readViews(JSON.stringify(views))).toEqual(views);
});
