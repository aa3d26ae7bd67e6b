import type { alarms } from '@telltale/contract';
import type { DashboardTab } from '@telltale/domain/dashboard/dashboard-model.ts';
import { type CSSProperties, useMemo } from 'react';
import { Link } from 'wouter';
import { useAlarmCounts } from '#live/use-alarm-counts.ts';
import { useAlarmOverrides } from '#tile-kit/alarm-overrides/use-alarm-overrides.ts';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { useIsPast } from '#tile-kit/dashboard-time.ts';
import { severityFill, usePalette } from '#tile-kit/portal/use-palette.ts';
import { useAlarmDefinitions } from '#tile-kit/records/use-alarm-definitions.ts';
import { useAlarms } from '#tile-kit/records/use-alarms.ts';
import { itemsOf } from '../playback/bar/preview-item.ts';
import classes from './alarm-marks.module.css';
import { alarmsAbout, type OpenAlarms, openAlarmsText, tallyOf, together } from './open-alarms.ts';

const NO_ALARMS: readonly alarms.Alarm[] = [];
/** A tab has as many data items as it likes. */
const EVERY_ITEM = 10_000;

/** How many alarms of the dashboard's asset, or of the assets of its system, are open, and how bad the worst is. */
export function HeadAlarms() {
  const { asset } = useDashboardScope();
  return asset.assetId > 0 ? <HeadOfAsset /> : <HeadOfSystem />;
}

/** The same of what one tab shows. */
export function TabAlarms({ tab }: { tab: DashboardTab }) {
  const { asset } = useDashboardScope();
  return asset.assetId > 0 ? <TabOfAsset tab={tab} /> : <TabOfSystem tab={tab} />;
}

function HeadOfAsset() {
  const { asset } = useDashboardScope();
  const isPast = useIsPast();
  const open = tallyOf(useAssetAlarms());
  if (open === undefined) return null;
  const words = openAlarmsText(open);
  return isPast ? (
    <span className={classes.head} title={words}>
      <HeadText open={open} />
    </span>
  ) : (
    <Link className={classes.head} href={`/alarms?asset=${asset.assetId}`} title={words}>
      <HeadText open={open} />
    </Link>
  );
}

/** The words are not drawn where the tools of editing leave no room for them: the number is. */
function HeadText({ open }: { open: OpenAlarms }) {
  return (
    <>
      <Mark open={open} />
      <span>
        {open.count}{' '}
        <span className={classes.words}>
          {open.count === 1 ? 'alarm' : 'alarms'}, severity {open.worst}
        </span>
      </span>
    </>
  );
}

function HeadOfSystem() {
  const { members } = useDashboardScope();
  const open = useCounts(members.map(({ assetId }) => assetId));
  if (open === undefined) return null;
  return (
    <span className={classes.head} title={openAlarmsText(open)}>
      <HeadText open={open} />
    </span>
  );
}

function TabOfAsset({ tab }: { tab: DashboardTab }) {
  const list = useAssetAlarms();
  return list.length === 0 ? null : <TabOfAlarms tab={tab} list={list} />;
}

/** Conditions are asked for once there is an alarm. */
function TabOfAlarms({ tab, list }: { tab: DashboardTab; list: readonly alarms.Alarm[] }) {
  const { resolve, definition } = useDashboardScope();
  const definitions = useAlarmDefinitions();
  const { overrides } = useAlarmOverrides();
  const items = useMemo(() => {
    const ids = new Set(itemsOf(tab.tiles, resolve, EVERY_ITEM).map(({ dataItemId }) => dataItemId));
    return definition.dataItemDefinitions.filter(({ dataItemId }) => ids.has(dataItemId));
  }, [tab.tiles, resolve, definition]);
  if (definitions.state !== 'ready') return null;
  const open = tallyOf(alarmsAbout(list, { definitions: definitions.items, overrides }, items));
  return open === undefined ? null : <TabMark open={open} />;
}

function TabOfSystem({ tab }: { tab: DashboardTab }) {
  const { resolve } = useDashboardScope();
  const shown = useMemo(
    () => [...new Set(itemsOf(tab.tiles, resolve, EVERY_ITEM).map(({ assetId }) => assetId))],
    [tab.tiles, resolve],
  );
  const open = useCounts(shown);
  return open === undefined ? null : <TabMark open={open} />;
}

function TabMark({ open }: { open: OpenAlarms }) {
  const words = openAlarmsText(open);
  return (
    <span className={classes.tab} role="img" aria-label={words} title={words}>
      <Mark open={open} />
    </span>
  );
}

/** Full as long as somebody is awaited, hollow once all is acknowledged. */
function Mark({ open: { worst, unacknowledged } }: { open: OpenAlarms }) {
  const severity = severityFill(usePalette(), worst);
  return (
    <span
      className={classes.mark}
      data-seen={unacknowledged === 0}
      style={{ '--severity': severity } as CSSProperties}
      aria-hidden
    />
  );
}

/** Those of the dashboard's asset, at the moment that it shows. */
function useAssetAlarms(): readonly alarms.Alarm[] {
  const list = useAlarms();
  return list.state === 'ready' ? list.items : NO_ALARMS;
}

/** Of several assets; only those of now are known for all of them at once. */
function useCounts(assetIds: readonly number[]): OpenAlarms | undefined {
  const counts = useAlarmCounts();
  const isPast = useIsPast();
  if (isPast) return undefined;
  return together(
    assetIds.flatMap((assetId) => {
      const of = counts?.get(assetId);
      return of ? [{ count: of.count, unacknowledged: of.unacknowledged, worst: of.worstSeverity }] : [];
    }),
  );
}
