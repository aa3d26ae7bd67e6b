import type { DashboardDiff, TabDiff, TileDiff } from '@telltale/domain/dashboard/dashboard-diff.ts';
import classes from '../changes/changes.module.css';
import { SettingChanges } from '../changes/SettingChanges.tsx';
import { withoutSpeltOutDefaults } from '../changes/spelt-out-defaults.ts';
import { tileName } from '../model/describe-edit.ts';
import { LayoutMiniature } from './LayoutMiniature.tsx';
import { changeWords } from './tile-change.ts';

const SIDES = ['Before', 'After'] as const;

/** What differs between two dashboards: drawn on a miniature of each tab, and written below it. */
export function DashboardChanges({ difference }: { difference: DashboardDiff }) {
  const tabs = difference.tabs.filter(
    ({ kind, tiles }) => kind !== 'same' || tiles.some((tile) => tile.kind !== 'same'),
  );
  return (
    <>
      <SettingChanges changes={difference.settings} sides={SIDES} />
      {tabs.map((tab) => (
        <section key={tab.tab.id} className={classes.tabChanges}>
          <h3 className={classes.tabTitle}>
            {tab.tab.name}
            <span className={classes.note}>{tabNote(tab)}</span>
          </h3>
          <SettingChanges changes={tab.settings} sides={SIDES} />
          {tab.tiles.length > 0 && <LayoutMiniature tiles={tab.tiles} />}
          <ul className={classes.tileChanges}>
            {tab.tiles
              .filter(({ kind }) => kind !== 'same')
              .map((tile) => (
                <TileChange key={tile.tileId} change={tile} />
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function TileChange({ change }: { change: TileDiff }) {
  return (
    <li>
      <span className={classes.mark} data-kind={change.kind}>
        {changeWords[change.kind].sign}
      </span>{' '}
      <strong>{tileName(change.tile)}</strong> <span className={classes.note}>{noteOf(change)}</span>
      <SettingChanges changes={withoutSpeltOutDefaults(change.tile, change.settings)} sides={SIDES} />
    </li>
  );
}

function tabNote({ kind }: TabDiff): string {
  if (kind === 'added') return ' · tab added';
  return kind === 'removed' ? ' · tab deleted' : '';
}

function noteOf({ kind, before, after, fromTab }: TileDiff): string {
  const place = (at: TileDiff['before']) => (at === undefined ? '' : `${at.x}, ${at.y} (${at.w} × ${at.h})`);
  const words = changeWords[kind].word;
  if (fromTab !== undefined) return `${words}, came from tab ‘${fromTab}’`;
  const hasMoved = before !== undefined && after !== undefined && place(before) !== place(after);
  return hasMoved ? `${words}: ${place(before)} → ${place(after)}` : words;
}
