import { formatNumber } from '@telltale/domain/format/number.ts';
import { whyOf } from '#actions/why.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { useWhyGestures } from '#pages/use-why-gestures.ts';
import { Age } from '#ui/feedback/Age.tsx';
import classes from './arrivals.module.css';
import type { ReceivedItem } from './use-received-items.ts';

/** What has arrived: each data item with its last value. */
export function ItemTable({ assetId, items }: { assetId: number; items: readonly ReceivedItem[] }) {
  const zone = useOwnZone();
  useWhyGestures();
  return (
    <table className={classes.items} aria-label="Received data items">
      <thead>
        <tr>
          <th scope="col">Data item</th>
          <th scope="col" className={classes.value}>
            Last value
          </th>
          <th scope="col">Age</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ dataItemId, label, value, unit, timestamp }) => (
          <tr key={dataItemId}>
            <th scope="row">{label}</th>
            <td className={classes.value} {...whyOf({ assetId, dataItemId })}>
              {typeof value === 'string' ? value : formatNumber(value)}
              {unit ? <span className={classes.unit}> {unit}</span> : null}
            </td>
            <td>{timestamp === null ? '' : <Age timeMs={timestamp} zone={zone} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
