import type { Action } from '#actions/action.ts';
import { setFullScreenButton, useUiStore } from '#actions/ui-store.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import type { PlaybackBarState } from '../playback/bar/use-playback-bar.ts';
import { useDashboard } from '../screen/dashboard-context.ts';
import { useAssetPanels } from '../screen/use-asset-panels.ts';
import { useRights } from '../subject/use-rights.ts';
import { offered } from './offered.ts';

/** Tools of the dashboard's menu: what looks at its data and changes nothing of it. */
export function useToolActions(playback: PlaybackBarState): readonly Action[] {
  const { setDialog } = useDashboard();
  const { mayExport } = useRights();
  const hasFullScreenButton = useUiStore((ui) => ui.fullScreenButton);
  const panels = useAssetPanels();
  return [
    {
      id: 'dashboard.alarms',
      label: 'Set Up Alarms',
      icon: lateIcon('IconBell'),
      keywords: 'override expression backtest',
      run: panels.showAlarms ?? (() => undefined),
      isOffered: panels.showAlarms !== undefined,
    },
    {
      id: 'dashboard.maintenance',
      label: 'Maintenance…',
      icon: lateIcon('IconCalendar'),
      keywords: 'calendar service planned repair month week agenda',
      run: panels.showMaintenance ?? (() => undefined),
      isOffered: panels.showMaintenance !== undefined,
    },
    {
      id: 'dashboard.export',
      label: 'Export Data…',
      icon: lateIcon('IconFileExport'),
      keywords: 'download csv sqlite parquet arrow history',
      run: () => setDialog({ kind: 'export' }),
      isOffered: mayExport,
    },
    {
      id: 'dashboard.playback',
      label: playback.span === undefined ? 'Playback' : 'Close playback',
      shortcut: 'P',
      icon: lateIcon('IconPlayerPlay'),
      keywords: 'past history time replay toggle playback bar',
      run: playback.toggle,
      isOffered: playback.isOffered,
    },
    {
      id: 'dashboard.full-screen-button',
      label: 'Toggle full screen button',
      icon: hasFullScreenButton ? lateIcon('IconMaximizeOff') : lateIcon('IconMaximize'),
      keywords: 'show hide tiles enlarge',
      run: () => setFullScreenButton(!hasFullScreenButton),
      isOffered: true,
    },
    {
      id: 'dashboard.attributes',
      label: 'Attributes…',
      icon: lateIcon('IconListDetails'),
      keywords: 'asset edit panel alias description location images',
      run: panels.showAttributes ?? (() => undefined),
      isOffered: panels.showAttributes !== undefined,
    },
    {
      id: 'dashboard.timeline',
      label: 'Timeline…',
      icon: lateIcon('IconHistory'),
      keywords: 'events notes alarms commands offline journal what happened',
      run: panels.showTimeline ?? (() => undefined),
      isOffered: panels.showTimeline !== undefined,
    },
    {
      id: 'dashboard.files',
      label: 'Files…',
      icon: lateIcon('IconFiles'),
      run: panels.showFiles ?? (() => undefined),
      isOffered: panels.showFiles !== undefined,
    },
  ].flatMap(offered);
}
