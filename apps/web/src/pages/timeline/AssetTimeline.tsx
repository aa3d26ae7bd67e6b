import type { assets } from '@telltale/contract';
import { Link } from 'wouter';
import { useUiStore } from '#actions/ui-store.ts';
import { useAddressParams } from '../use-address-params.ts';
import { useOwnZone } from '../use-own-zone.ts';
import { Timeline } from './Timeline.tsx';
import classes from './timeline.module.css';
import { filterOfParams, paramsOfFilter } from './timeline-address.ts';

/** The address of the page that the panel stands on has names of its own. */
const PREFIX = 'timeline-';

/** The timeline in the panel of an asset; up to the moment that the dashboard behind it shows. */
export function AssetTimeline({ asset }: { asset: assets.Asset }) {
  const { params, set } = useAddressParams();
  const zone = useOwnZone();
  const isPastShown = useUiStore((ui) => ui.isPastShown);
  const filter = filterOfParams(params, PREFIX);
  const until = isPastShown ? momentOf(params.get('t')) : undefined;
  const page = new URLSearchParams(
    Object.entries(paramsOfFilter(filter)).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  return (
    <div className={classes.panel}>
      <p className={classes.foot}>
        <span>{until === undefined ? '' : 'Up to the moment that the dashboard shows.'}</span>
        <Link href={`/assets/${asset.assetId}/timeline?${page}`}>Open as a page</Link>
      </p>
      <Timeline
        assetId={asset.assetId}
        filter={filter}
        onFilter={(part) => set(paramsOfFilter({ ...filter, ...part }, PREFIX))}
        zone={zone}
        until={until}
      />
    </div>
  );
}

function momentOf(text: string | null): string | undefined {
  const timeMs = Date.parse(text ?? '');
  return Number.isNaN(timeMs) ? undefined : new Date(timeMs).toISOString();
}
