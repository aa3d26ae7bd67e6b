import type { systems } from '@telltale/contract';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AssetAlarms } from '#live/use-alarm-counts.ts';
import { SystemAlarms } from './SystemAlarms.tsx';

type Slots = readonly systems.SlotAssignment[];

const inSlot = (slotId: number, assetId: number | null, inner?: Slots): systems.SlotAssignment => ({
  ...{ slotId, assetId, systemId: inner ? slotId : null, attributes: [] },
  ...(inner ? { system: { systemId: slotId, name: `Rig ${slotId}`, currentSlotAssignments: [...inner] } } : {}),
});

const counts = new Map<number, AssetAlarms>([
  [11, { count: 2, unacknowledged: 1, worstSeverity: 4 }],
  [12, { count: 3, unacknowledged: 0, worstSeverity: 8 }],
  [13, { count: 1, unacknowledged: 0, worstSeverity: 5 }],
]);

const EMPTY: Slots = [];
const RIG_IN_SITE: Slots = [inSlot(1, 11), inSlot(2, null, [inSlot(3, null, [inSlot(4, 12)]), inSlot(5, 11)])];

it.each([
  ['of its slots and of the systems in them, each asset once', RIG_IN_SITE, '5 open alarms, severity 8', 1],
  ['that somebody has seen', [inSlot(1, 13), inSlot(2, 14)], '1 open alarm, severity 5', 0],
])('shows the open alarms of a system: %s', (_what, slots, text, unacknowledged) => {
  const { container } = render(<SystemAlarms slots={slots} counts={counts} />);
  const [shown] = container.children;
  expect(shown?.textContent).toBe(text);
  expect(shown?.getAttribute('title')).toBe(`${unacknowledged} not acknowledged`);
  expect(shown?.querySelector('[data-seen]')?.getAttribute('data-seen')).toBe(String(unacknowledged === 0));
});

it.each([
  ['has none', [inSlot(1, 14)], counts],
  ['has nothing in its slots', [inSlot(1, null), inSlot(2, null, EMPTY)], counts],
  ['has some that may not be seen, or are not known yet', RIG_IN_SITE, undefined],
])('shows nothing of a system that %s', (_what, slots, known) => {
  expect(render(<SystemAlarms slots={slots} counts={known} />).container.children).toHaveLength(0);
});
