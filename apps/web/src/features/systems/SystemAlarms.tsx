import type { systems } from '@telltale/contract';
import type { CSSProperties } from 'react';
import type { AssetAlarms } from '#live/use-alarm-counts.ts';
import { severityFill } from '#theme/severity.ts';
import { usePalette } from '#theme/use-palette.ts';
import classes from './systems-page.module.css';

interface SystemAlarmsProps {
  slots: readonly systems.SlotAssignment[];
  /** Undefined until it is known, and for who may not see alarms. */
  counts: ReadonlyMap<number, AssetAlarms> | undefined;
}

/** How many alarms are open in a system, in the slots of its slots, too, and how bad the worst is. */
export function SystemAlarms({ slots, counts }: SystemAlarmsProps) {
  const palette = usePalette();
  const open = [...assetsIn(slots)].flatMap((assetId) => counts?.get(assetId) ?? []);
  if (open.length === 0) return null;
  const worst = Math.max(...open.map(({ worstSeverity }) => worstSeverity));
  const count = open.reduce((sum, one) => sum + one.count, 0);
  const unacknowledged = open.reduce((sum, one) => sum + one.unacknowledged, 0);
  return (
    <span className={classes.alarms} title={`${unacknowledged} not acknowledged`}>
      <span
        className={classes.alarmMark}
        data-seen={unacknowledged === 0}
        style={{ '--severity': severityFill(palette, worst) } as CSSProperties}
        aria-hidden
      />
      {count === 1 ? '1 open alarm' : `${count} open alarms`}, severity {worst}
    </span>
  );
}

/** An asset counts once, however many slots lead to it. */
function assetsIn(slots: readonly systems.SlotAssignment[], found = new Set<number>()): Set<number> {
  for (const { assetId, system } of slots) {
    if (assetId !== null) found.add(assetId);
    if (system) assetsIn(system.currentSlotAssignments, found);
  }
  return found;
}
