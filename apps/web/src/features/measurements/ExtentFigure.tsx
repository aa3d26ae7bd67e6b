import { useQuery } from '@tanstack/react-query';
import type { measurements } from '@telltale/contract';
import { formatBriefly } from '@telltale/domain';
import { extentOf } from './extent.ts';
import { plotQuery } from './measurement-queries.ts';

/** Whether a channel has values that can be drawn. */
export const isRead = ({ whyUnread, count }: measurements.Channel): boolean => whyUnread === null && count > 0;

export interface ChannelPlace {
  fileId: number;
  group: string;
}

/** The smallest and the largest value of a channel, read once for whoever shows them. */
export function useExtent({ fileId, group }: ChannelPlace, channel: measurements.Channel) {
  return useQuery({
    ...plotQuery({ fileId, group, channel: channel.name }, { first: 0, end: channel.count, buckets: 1 }),
    enabled: isRead(channel),
    // Of a part of its values it would be another's.
    select: (plot) => (plot.unread > 0 ? undefined : { of: extentOf(plot) }),
  });
}

interface ExtentFigureProps {
  of: ChannelPlace;
  channel: measurements.Channel;
  end: 'min' | 'max';
}

export function ExtentFigure({ of, channel, end }: ExtentFigureProps) {
  const extent = useExtent(of, channel);
  if (!isRead(channel) || extent.error) return '–';
  return extent.data === undefined ? '…' : formatBriefly(extent.data.of?.[end] ?? Number.NaN);
}
