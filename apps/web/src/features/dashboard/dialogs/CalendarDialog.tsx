import { Modal } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import type { CalendarAddress } from '#pages/calendar/calendar-address.ts';
import { DISCARD_QUESTION } from '#pages/calendar/EntryEditor.tsx';
import { MaintenanceCalendar } from '#pages/calendar/MaintenanceCalendar.tsx';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import { confirm } from '#ui/feedback/confirm.ts';
import { useLayoutSize } from '#ui/layout-size.ts';
import { useDashboard } from '../screen/dashboard-context.ts';
import classes from './calendar-dialog.module.css';

/** The maintenance calendar of the dashboard's asset (spec 1 §2 'Maintenance calendar modal'). */
export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const { asset } = useDashboard().subject;
  const zone = useZone();
  const isPhone = useLayoutSize() === 'xxs';
  const [address, setAddress] = useState<CalendarAddress>({});
  const isChanged = useRef(false);
  const noteChanged = useCallback((changed: boolean) => {
    isChanged.current = changed;
  }, []);
  if (asset === undefined) return null;
  const { assetId, assetDefinitionId, assetAlias, serialNumber } = asset;
  const name = assetAlias || serialNumber;
  const close = async () => {
    const question = { title: 'Discard changes', message: DISCARD_QUESTION, confirmLabel: 'Discard' };
    if (isChanged.current && !(await confirm(question))) return;
    onClose();
  };
  return (
    <Modal
      opened
      onClose={() => void close()}
      // Within the editor Escape closes that.
      closeOnEscape={address.entry === undefined}
      title={`Maintenance of ${name}`}
      size={1180}
      fullScreen={isPhone}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    >
      <MaintenanceCalendar
        address={address}
        onAddress={(change) => setAddress((before) => ({ ...before, ...change }))}
        onChanged={noteChanged}
        zone={zone}
        subject={{ assetId, assetDefinitionId, name }}
      />
    </Modal>
  );
}
