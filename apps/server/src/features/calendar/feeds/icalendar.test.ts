import type { events } from '@telltale/contract';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { type IcalendarEntry, icalendar } from './icalendar.ts';

const entry = (part: Partial<IcalendarEntry> = {}): IcalendarEntry => ({
  uid: 'maintenance-7@portal',
  timeMs: Date.UTC(2026, 10, 26, 8),
  stampMs: Date.UTC(2026, 10, 20),
  summary: 'Valve Top: Pump 3',
  description: '',
  status: 1,
  url: 'https://portal/maintenance?day=2026-11-26&entry=7',
  ...part,
});

/** Read by a parser that others have written. */
function read(text: string) {
  const component = new ICAL.Component(ICAL.parse(text));
  const found = component.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
  return { name: component.getFirstPropertyValue('x-wr-calname'), events: found };
}

describe('maintenance as iCalendar', () => {
  it('is read by calendar programs', () => {
    const { name, events } = read(icalendar('North field', [entry({ description: 'Requested\nBring a wrench' })]));
    expect(name).toBe('North field');
    const [event] = events;
    expect(event).toMatchObject({
      uid: 'maintenance-7@portal',
      summary: 'Valve Top: Pump 3',
      description: 'Requested\nBring a wrench',
    });
    expect(event?.startDate.toJSDate().toISOString()).toBe('2026-11-26T08:00:00.000Z');
    expect(event?.component.getFirstPropertyValue('url')).toContain('entry=7');
  });

  it.each<[events.EventStatus, string]>([
    [0, 'CANCELLED'],
    [1, 'TENTATIVE'],
    [2, 'CONFIRMED'],
    [3, 'CONFIRMED'],
  ])('tells status %d as %s', (status, word) => {
    const [event] = read(icalendar('', [entry({ status })])).events;
    expect(event?.component.getFirstPropertyValue('status')).toBe(word);
  });

  it('takes hostile names for names, in lines of 75 bytes that end as they must', () => {
    const hostile = fc.string({ unit: 'binary', maxLength: 300 });
    const worse = fc.constantFrom(
      'x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:forged',
      String.raw`a\nb\;c\\,d`,
      '\u2028END:VCALENDAR\u0085',
      '\0\u0007\ud800',
      '🛢️'.repeat(60),
    );
    fc.assert(
      fc.property(fc.oneof(hostile, worse), fc.oneof(hostile, worse), (summary, description) => {
        const text = icalendar(summary, [entry({ summary, description }), entry({ uid: 'second' })]);
        const lines = text.split('\r\n');
        expect(lines.pop()).toBe('');
        for (const line of lines) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          expect(line).not.toMatch(/[\r\n\0]/);
        }
        const { events } = read(text);
        expect(events.map(({ uid }) => uid)).toEqual(['maintenance-7@portal', 'second']);
        const plain = (words: string) =>
          words
            .toWellFormed()
            .replaceAll(/\r\n?|\u2028|\u2029|\u0085/g, '\n')
            .replaceAll(/[\p{Cc}--[\n\t]]/gv, '');
        expect(events[0]?.summary).toBe(plain(summary));
        expect(events[0]?.description ?? '').toBe(plain(description));
      }),
    );
  });

  it('has a form for every time that an event may have', () => {
    for (const timeMs of [-8.64e15, Date.UTC(1600, 0, 1), 8.64e15]) {
      expect(read(icalendar('', [entry({ timeMs })])).events[0]?.startDate.year).toBeGreaterThan(0);
    }
  });
});
