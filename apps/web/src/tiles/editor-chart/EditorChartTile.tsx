import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPencil, IconPencilOff } from '@tabler/icons-react';
import { useState } from 'react';
import { AsSent } from '#tile-kit/dashboard-scope.tsx';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { useHistoryEdit } from '#tile-kit/readings/use-history-edit.ts';
import { useTileActions } from '#tile-kit/tile-actions.tsx';
import type { TimeRange } from '#tiles/shared/chart/model/time-range.ts';
import { ChartView } from '#tiles/shared/chart/shell/ChartView.tsx';
import { EditPanel } from './EditPanel.tsx';
import classes from './editor-chart.module.css';
import type { EditorChartSettings } from './settings.ts';

/**
 * A history chart in which a span of points can be chosen and given another value. It is drawn in the unit in which the
 * points are stored, since the value that is typed is stored as it stands.
 */
export function EditorChartTile(props: TileViewProps<EditorChartSettings>) {
  return (
    <AsSent>
      <EditedChart {...props} />
    </AsSent>
  );
}

function EditedChart({ settings }: TileViewProps<EditorChartSettings>) {
  const [isEditing, setEditing] = useState(false);
  const [span, setSpan] = useState<TimeRange>();
  const [edits, setEdits] = useState(0);
  const { isViewOnly } = useTileActions();
  const edit = useHistoryEdit();
  const mayEdit = edit.obstacle === undefined && isViewOnly;
  const isOpen = isEditing && mayEdit;

  function close() {
    setEditing(false);
    setSpan(undefined);
  }
  const label = isOpen ? 'Leave editing points' : 'Edit points';
  const tools = (
    <Tooltip label={mayEdit ? label : (edit.obstacle ?? 'Points are edited in view-only mode.')}>
      <ActionIcon
        size={24}
        aria-label={label}
        aria-pressed={isOpen}
        data-disabled={!mayEdit}
        aria-disabled={!mayEdit}
        onClick={() => mayEdit && (isOpen ? close() : setEditing(true))}
      >
        {isOpen ? <IconPencilOff size={16} /> : <IconPencil size={16} />}
      </ActionIcon>
    </Tooltip>
  );
  return (
    <div className={classes.tile}>
      <div className={classes.chart}>
        <ChartView settings={settings} tools={tools} onSpan={isOpen ? setSpan : undefined} refreshKey={edits} />
      </div>
      {isOpen ? (
        <EditPanel
          settings={settings}
          span={span}
          edit={edit}
          onDone={() => setEdits((count) => count + 1)}
          onClose={close}
        />
      ) : null}
    </div>
  );
}
