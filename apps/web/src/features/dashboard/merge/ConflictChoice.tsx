import type { Tile } from '@telltale/contract';
import { listChanges } from '@telltale/domain/dashboard/dashboard-diff.ts';
import type { MergeConflict } from '@telltale/domain/dashboard/dashboard-merge.ts';
import type { Side } from '@telltale/domain/dashboard/three-way.ts';
import { useId } from 'react';
import classes from '../changes/changes.module.css';
import { SettingChanges } from '../changes/SettingChanges.tsx';
import { withoutSpeltOutDefaults } from '../changes/spelt-out-defaults.ts';
import { tileName } from '../model/describe-edit.ts';
import { TileSnapshot } from './TileSnapshot.tsx';

interface ConflictChoiceProps {
  conflict: MergeConflict;
  theirName: string;
  side: Side | undefined;
  onChoose: (side: Side) => void;
}

/** One thing that both changed: as it is on either side, and what differs. */
export function ConflictChoice({ conflict, theirName, side, onChoose }: ConflictChoiceProps) {
  const name = useId();
  const labels = { mine: 'Mine', theirs: `From ${theirName}` };
  return (
    <fieldset className={classes.conflict}>
      <legend className={classes.conflictTitle}>{titleOf(conflict)}</legend>
      <div className={classes.sides}>
        {(['mine', 'theirs'] as const).map((one) => (
          <label key={one} className={classes.side} data-chosen={side === one || undefined}>
            <span className={classes.sideHead}>
              <input type="radio" name={name} checked={side === one} onChange={() => onChoose(one)} />
              {labels[one]}
              {conflict[one] === undefined && <em className={classes.gone}>deleted</em>}
            </span>
            {conflict.kind === 'tile' && conflict[one] !== undefined && <TileSnapshot tile={conflict[one]} />}
          </label>
        ))}
      </div>
      {conflict.mine !== undefined && conflict.theirs !== undefined && (
        <SettingChanges changes={differencesOf(conflict)} sides={[labels.mine, labels.theirs]} />
      )}
    </fieldset>
  );
}

function titleOf(conflict: MergeConflict): string {
  if (conflict.kind === 'setting') return `Dashboard setting ${conflict.key}`;
  if (conflict.kind === 'tab') return `Tab ‘${(conflict.mine ?? conflict.theirs)?.name ?? ''}’`;
  const tile = conflict.mine ?? conflict.theirs;
  return tile === undefined ? 'Tile' : `Tile ‘${tileName(tile)}’`;
}

function differencesOf(conflict: MergeConflict) {
  if (conflict.kind === 'setting') return [{ path: conflict.key, before: conflict.mine, after: conflict.theirs }];
  if (conflict.kind === 'tab') return listChanges(conflict.mine, conflict.theirs, ['order']);
  const changes = listChanges(seen(conflict.mine), seen(conflict.theirs), ['settingsGuid', 'type.default']);
  return conflict.mine === undefined ? changes : withoutSpeltOutDefaults(conflict.mine, changes);
}

/** The tile's settings flat, with what else is stored beside them. */
function seen(tile: Tile | undefined): Record<string, unknown> {
  if (tile === undefined) return {};
  const { properties, dataGrid: _dataGrid, id: _id, ...rest } = tile;
  return { ...rest, ...properties };
}
