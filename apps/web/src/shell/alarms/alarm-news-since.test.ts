import { expect, it } from 'vitest';
import { alarmsSince } from './alarm-news-since.ts';

const at = (minute: number) => `2026-11-20T14:0${minute}:00.000Z`;
const known = { newest: at(5), count: 2 };
const told = { since: at(3), late: 0 };

it.each([
  ['a newer one', { newest: at(6), count: 3 }, undefined, { since: at(5), late: 0 }],
  ['a newer one, while others are told', { newest: at(6), count: 3 }, told, told],
  [
    'a newer one in place of one that was acknowledged',
    { newest: at(6), count: 2 },
    undefined,
    { since: at(5), late: 0 },
  ],
  ['one of a device whose clock is behind', { newest: at(5), count: 3 }, undefined, { since: '', late: 1 }],
  ['one more of those, while others are told', { newest: at(5), count: 3 }, told, { since: '', late: 1 }],
  ['a third of those', { newest: at(5), count: 3 }, { since: '', late: 2 }, { since: '', late: 3 }],
  ['nothing new', known, undefined, undefined],
  ['the newest was acknowledged', { newest: at(2), count: 1 }, undefined, undefined],
  ['nothing new, while others are told', { newest: '', count: 0 }, told, told],
])('%s: what is told', (_, now, before, expected) => {
  expect(alarmsSince(known, now, before)).toEqual(expected);
});
