import { VisuallyHidden } from '@mantine/core';
import { findTab } from '@telltale/domain/dashboard/dashboard-model.ts';
import { useCallback, useEffect, useMemo } from 'react';
import { setUi } from '#actions/ui-store.ts';
import { useLeaveGuard } from '#pages/leave-guard.ts';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { useIsPast } from '#tile-kit/dashboard-time.ts';
import { namedActions, TileActionsProvider } from '#tile-kit/tile-actions.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { DashboardBar } from '../bar/DashboardBar.tsx';
import { hasTabBar } from '../bar/TabBar.tsx';
import { useDashboardActions } from '../editing/use-dashboard-actions.ts';
import { useTileEditing } from '../editing/use-tile-editing.ts';
import { isChanged } from '../model/dashboard-reducer.ts';
import { activeTab, shownTabs } from '../model/tab-visibility.ts';
import { itemsOf } from '../playback/bar/preview-item.ts';
import { usePlaybackBar } from '../playback/bar/use-playback-bar.ts';
import { PastBanner } from '../playback/PastBanner.tsx';
import { usePastAddress } from '../playback/use-past-address.ts';
import { useDashboardSaving } from '../saving/use-dashboard-saving.ts';
import { useDraft } from '../saving/use-draft.ts';
import { useDashboardAddress } from '../subject/dashboard-path.ts';
import { useAudience } from '../subject/use-audience.ts';
import { useRights } from '../subject/use-rights.ts';
import { TimeRangePicker } from '../time/TimeRangePicker.tsx';
import { useRangeOfAddress } from '../time/use-range.ts';
import type { ZoneOffer } from '../time/zones.ts';
import { DashboardTabPanel } from './DashboardTabPanel.tsx';
import classes from './dashboard.module.css';
import { useDashboard } from './dashboard-context.ts';
import type { OpeningState } from './opening-state.ts';
import { SingleTile } from './SingleTile.tsx';
import { useAssetPanels } from './use-asset-panels.ts';
import { useResizeEventOn } from './use-resize-event.ts';

/** Loaded when they are wanted: who only looks needs neither. */
const DashboardDialogs = lazyPart(async () => (await import('../dialogs/DashboardDialogs.tsx')).DashboardDialogs);
const PlaybackBar = lazyPart(async () => (await import('../playback/bar/PlaybackBar.tsx')).PlaybackBar);

const hideFiles = () => setUi({ filePanel: undefined });

/** The screen of a dashboard: all of it, one tab, or one tile, as the address says. */
export function DashboardScreen({ opening, zones }: { opening: OpeningState; zones: ZoneOffer }) {
  const { hasDraft, takenUp } = opening;
  const { subject, state, setDialog } = useDashboard();
  const { record, dialog } = state;
  const address = useDashboardAddress();
  const { part, setBuilder } = address;
  const { mayEdit, mayExport } = useRights();
  const isPast = useIsPast();
  // Edit mode is left alone in the address, so that it goes on when the dashboard is live again.
  const isEditing = mayEdit && address.isBuilder && part.kind === 'full' && !isPast;
  const audience = useAudience(!isEditing);
  const shown = useMemo(() => shownTabs(state.working, audience), [state.working, audience]);
  const ownTab = part.kind === 'tab' ? state.working.tabs[part.tabIndex] : undefined;
  const active = part.kind === 'tab' ? shown.find((tab) => tab === ownTab) : activeTab(shown, address.tabId);
  const setViewOnly = useCallback((isViewOnly: boolean) => setBuilder(!isViewOnly), [setBuilder]);
  useEffect(() => {
    setUi({ isPastShown: isPast });
    return () => setUi({ isPastShown: false });
  }, [isPast]);
  const playback = usePlaybackBar();
  usePastAddress();
  useRangeOfAddress();
  const { resolve } = useDashboardScope();
  const items = useMemo(() => itemsOf(active?.tiles ?? [], resolve), [active, resolve]);

  const saving = useDashboardSaving();
  const editing = useTileEditing(active, audience.size, isEditing);
  const actions = useDashboardActions({
    saving,
    isViewOnly: !isEditing,
    setViewOnly,
    active,
    editing,
    playback,
    isPast,
  });
  useDraft(takenUp);
  useResizeEventOn(active?.tab.id);
  useLeaveGuard({
    isActive: isChanged(state),
    question:
      'This dashboard has changes that are not saved. Leave it? They are kept in this browser until you come back.',
    isHarmless: (to) => address.isSameDashboard(to, record?.dashboardId),
  });

  useEffect(() => {
    if (!hasDraft) return;
    if (mayEdit) setBuilder(true);
    const whatNow = mayEdit ? 'Save or discard them in the menu.' : 'You may not save them: reload the dashboard.';
    toast(`Your unsaved changes are back. ${whatNow}`);
  }, [hasDraft, mayEdit, setBuilder]);

  // The address may name a tab that was deleted since; then it says nothing, as the first one is shown.
  const isTabGone =
    part.kind === 'full' && address.tabId !== undefined && findTab(state.working, address.tabId) === undefined;
  const { setTab } = address;
  useEffect(() => {
    if (isTabGone) setTab(undefined);
  }, [isTabGone, setTab]);

  const adding = useMemo(
    () => ({
      byName: () => setDialog({ kind: 'add-by-name' }),
      ofItems: () => setDialog({ kind: 'add-of-items' }),
    }),
    [setDialog],
  );
  const { showAsset, showFiles } = useAssetPanels();
  // A tile that is alone on the screen has no dialogs beside it.
  const hasExport = mayExport && part.kind !== 'tile';
  const isExporting = dialog?.kind === 'export';
  const toggleExport = useCallback(
    () => setDialog(isExporting ? undefined : { kind: 'export' }),
    [setDialog, isExporting],
  );
  const tileActions = useMemo(
    () => ({
      isViewOnly: !isEditing,
      crosshairKey: `${subject.path}/${active?.tab.id ?? ''}`,
      // The actions of spec 1 §2 whose behaviour exists.
      ...namedActions(
        new Map([
          ['SET_VIEWONLY', () => setViewOnly(true)],
          ...(mayEdit && !isPast ? [['UNSET_VIEWONLY', () => setViewOnly(false)] as const] : []),
          ['SHOW_NAV', () => setUi({ navBar: true })],
          ['HIDE_NAV', () => setUi({ navBar: false })],
          ...(showAsset ? [['SHOW_ASSET_PANEL', showAsset] as const] : []),
          ...(showFiles ? [['SHOW_FILE_PANEL', showFiles] as const] : []),
          ...(showFiles ? [['HIDE_FILE_PANEL', hideFiles] as const] : []),
          ...(hasExport ? [['TOGGLE_EXPORT', toggleExport] as const] : []),
          ...(playback.isOffered ? [['TOGGLE_PLAYBACK_BAR', playback.toggle] as const] : []),
        ]),
      ),
    }),
    [
      subject.path,
      active?.tab.id,
      isEditing,
      isPast,
      mayEdit,
      setViewOnly,
      playback.isOffered,
      playback.toggle,
      showAsset,
      showFiles,
      hasExport,
      toggleExport,
    ],
  );

  const playbackBar =
    playback.span === undefined ? null : (
      <PlaybackBar span={playback.span} onSpan={playback.setSpan} onClose={playback.toggle} items={items} />
    );
  if (part.kind === 'tile') {
    return (
      <TileActionsProvider actions={tileActions}>
        <PastBanner hasLiveButton={playbackBar === null} />
        <SingleTile tileId={part.tileId} />
        {playbackBar}
      </TileActionsProvider>
    );
  }
  return (
    <TileActionsProvider actions={tileActions}>
      <div className={classes.screen} data-editing={isEditing || undefined} data-past={isPast || undefined}>
        {part.kind === 'full' && (
          <DashboardBar
            actions={actions}
            isEditing={isEditing}
            shown={shown}
            active={active}
            onOpenTab={address.setTab}
            onToggleMode={mayEdit ? () => setViewOnly(isEditing) : undefined}
            isPast={isPast}
            timeRange={<TimeRangePicker zones={zones} />}
          />
        )}
        <PastBanner hasLiveButton={playbackBar === null} />
        <DashboardTabPanel
          tab={active}
          size={audience.size}
          isNamed={part.kind === 'full' && hasTabBar(shown, isEditing)}
          commands={isEditing ? editing.commands : undefined}
          selection={editing.selection}
          adding={mayEdit && !isPast ? adding : undefined}
        />
        <VisuallyHidden role="status">{editing.announcement}</VisuallyHidden>
        {playbackBar}
        {(isEditing || dialog !== undefined) && (
          <DashboardDialogs saving={saving} actions={actions} size={audience.size} />
        )}
      </div>
    </TileActionsProvider>
  );
}
