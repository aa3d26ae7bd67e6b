import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unfold } from './unfold.ts';

it('cuts pages out of rows and what stands below them, as out of one long list', () => {
  const anUnfolded = fc.uniqueArray(fc.record({ place: fc.nat(19), below: fc.nat(6) }), {
    selector: ({ place }) => place,
    maxLength: 5,
  });
  fc.assert(
    fc.property(
      anUnfolded,
      fc.integer({ min: 20, max: 25 }),
      fc.nat(60),
      fc.integer({ min: 1, max: 30 }),
      (some, rows, offset, limit) => {
        const unfolded = some.toSorted((a, b) => a.place - b.place);
        const whole = Array.from({ length: rows }, (_, place) => {
          const below = unfolded.find((one) => one.place === place)?.below ?? 0;
          return [`row ${place}`, ...Array.from({ length: below }, (_, i) => `below ${place} ${i}`)];
        }).flat();
        const page = unfold(unfolded, rows, offset, limit).flatMap((stretch) =>
          Array.from({ length: stretch.to - stretch.from }, (_, i) =>
            stretch.kind === 'rows' ? `row ${stretch.from + i}` : `below ${stretch.place} ${stretch.from + i}`,
          ),
        );
        expect(page).toEqual(whole.slice(offset, offset + limit));
      },
    ),
  );
});
