import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { measurements } from '@telltale/contract';
import { formatBriefly } from '@telltale/domain';
import { formatDateTimeExact } from '@telltale/domain/format/time.ts';
import { messageOf } from '#api/api-error.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { extentOf } from './extent.ts';
import { plotQuery } from './measurement-queries.ts';
import classes from './measurements.module.css';

interface ChannelTableProps {
  fileId: number;
  group: string;
  channels: readonly measurements.Channel[];
  drawn: ReadonlySet<string>;
  onDraw: (channel: string, isDrawn: boolean) => void;
}

/** The channels of a group: what each is, and the extent of its values. */
export function ChannelTable({ fileId, group, channels, drawn, onDraw }: ChannelTableProps) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label="Channels">
        <thead>
          <tr>
            <th scope="col">Plot</th>
            <th scope="col">Channel</th>
            <th scope="col">Unit</th>
            <th scope="col" className={classes.number}>
              Length
            </th>
            <th scope="col" data-wide="true">
              Type
            </th>
            <th scope="col" data-wide="true">
              Timing
            </th>
            <th scope="col" className={classes.number}>
              Min
            </th>
            <th scope="col" className={classes.number}>
              Max
            </th>
          </tr>
        </thead>
        <tbody>
          {channels.map((channel) => (
            <ChannelRow
              key={channel.name}
              of={{ fileId, group }}
              channel={channel}
              isDrawn={drawn.has(channel.name)}
              onDraw={(isDrawn) => onDraw(channel.name, isDrawn)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ChannelRowProps {
  of: { fileId: number; group: string };
  channel: measurements.Channel;
  isDrawn: boolean;
  onDraw: (isDrawn: boolean) => void;
}

function ChannelRow({ of, channel, isDrawn, onDraw }: ChannelRowProps) {
  const { name, unit, count, type, properties, whyUnread } = channel;
  const isRead = whyUnread === null && count > 0;
  const extent = useQuery({
    ...plotQuery({ ...of, channel: name }, { first: 0, end: count, buckets: 1 }),
    enabled: isRead,
    select: extentOf,
  });
  const figure = (of: 'min' | 'max') => {
    if (!isRead || extent.error) return '–';
    return extent.isPending ? '…' : formatBriefly(extent.data?.[of] ?? Number.NaN);
  };
  return (
    <tr>
      <td>
        <Checkbox
          aria-label={`Plot ${name}`}
          checked={isDrawn}
          disabled={!isRead}
          onChange={({ currentTarget }) => onDraw(currentTarget.checked)}
        />
      </td>
      <th scope="row">
        {properties.length === 0 ? (
          name
        ) : (
          <details>
            <summary>{name}</summary>
            <dl className={classes.properties}>
              {properties.map((property) => (
                <div key={property.name}>
                  <dt>{property.name}</dt>
                  <dd>{property.value}</dd>
                </div>
              ))}
            </dl>
          </details>
        )}
        {whyUnread === null || type === 'string' ? null : <span className={classes.dim}>{whyUnread}</span>}
        {extent.error ? <span className={classes.problem}>{messageOf(extent.error)}</span> : null}
      </th>
      <td>{unit || '–'}</td>
      <td className={classes.number}>{count.toLocaleString('en-US')}</td>
      <td data-wide="true">{type ?? '–'}</td>
      <Timing channel={channel} />
      <td className={classes.number}>{figure('min')}</td>
      <td className={classes.number}>{figure('max')}</td>
    </tr>
  );
}

/** Since when, and how often. */
function Timing({ channel: { waveform } }: { channel: measurements.Channel }) {
  const zone = useOwnZone();
  if (waveform === null) return <td data-wide="true">–</td>;
  const often =
    waveform.increment <= 1
      ? `${formatBriefly(1 / waveform.increment)} a second`
      : `every ${formatBriefly(waveform.increment)} s`;
  const start = waveform.start === null ? '' : `${formatDateTimeExact(Date.parse(waveform.start), zone)}, `;
  return <td data-wide="true">{start + often}</td>;
}
