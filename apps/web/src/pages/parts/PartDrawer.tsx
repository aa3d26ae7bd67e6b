import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { partGridQuery } from '#api/events/part-queries.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Pending } from '../Pending.tsx';
import { PartDetails } from './PartDetails.tsx';

interface PartDrawerProps {
  assetId: number;
  assetName: string;
  eventDefinitionId: number;
  zone: string;
  /** A past moment; undefined: now. */
  at?: string | undefined;
  onClose: () => void;
}

/** One part: how far it is used, what was done, and the form to write it down. */
export function PartDrawer({ assetId, assetName, eventDefinitionId, zone, at, onClose }: PartDrawerProps) {
  const query = useQuery(partGridQuery(assetId, at));
  const part = query.data?.parts.find((one) => one.eventDefinitionId === eventDefinitionId);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={460}
      title={part ? `${part.name}, ${assetName}` : assetName}
      closeButtonProps={{ 'aria-label': 'Close', size: 'xl' }}
      transitionProps={{ duration: 160 }}
    >
      <Pending query={query} label="Loading the part" failure="The part could not be loaded." rows={8} />
      {query.data && !part ? <EmptyState title="There is no such part." /> : null}
      {part ? (
        <PartDetails key={`${assetId} ${eventDefinitionId}`} assetId={assetId} part={part} zone={zone} at={at} />
      ) : null}
    </Drawer>
  );
}
