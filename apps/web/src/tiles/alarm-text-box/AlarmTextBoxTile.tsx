import { IconBell, IconBellCheck, IconBellExclamation, IconBellRinging2 } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useMemberName, useZone } from '#tile-kit/dashboard-scope.tsx';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { TileNotice } from '#tile-kit/frame/TileNotice.tsx';
import { severityFill, usePalette } from '#tile-kit/portal/use-palette.ts';
import { useAlarmActs } from '#tile-kit/records/use-alarm-acts.ts';
import { useAlarms } from '#tile-kit/records/use-alarms.ts';
import { useIsAlarmDefined } from '#tile-kit/records/use-is-alarm-defined.ts';
import { AlarmButtons } from '#tiles/shared/alarms/AlarmButtons.tsx';
import { alarmStateWords } from '#tiles/shared/alarms/alarm-state-words.ts';
import { NoAssetInSlots } from '#tiles/shared/reading/NoAssetInSlots.tsx';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import { SubstitutedText } from '#tiles/shared/rich-text/SubstitutedText.tsx';
import { splitTokens } from '#tiles/shared/rich-text/tokens.ts';
import { SkeletonBlock } from '#ui/feedback/Loading.tsx';
import { type AlarmTextKind, alarmTextKind, gravest, TEXT_KEYS } from './alarm-text.ts';
import classes from './alarm-text-box.module.css';
import type { AlarmTextBoxSettings } from './settings.ts';

const ICONS = {
  open: IconBellExclamation,
  acknowledged: IconBellCheck,
  escalated: IconBellRinging2,
  default: IconBell,
};
const WORDS: Record<AlarmTextKind, string> = {
  open: 'Open',
  acknowledged: 'Acknowledged',
  escalated: 'Escalated',
  default: 'Not open',
};

/** One alarm in words: a text for each of its states, a button that closes it, and a menu that acknowledges and shelves it. */
export function AlarmTextBoxTile({ settings }: TileViewProps<AlarmTextBoxSettings>) {
  const list = useAlarms();
  const acts = useAlarmActs();
  const zone = useZone();
  const isDefined = useIsAlarmDefined(settings.alarm);
  const nameOf = useMemberName();
  const palette = usePalette();
  if (settings.alarm === null) return <TileMessage hint="Edit this tile to choose one.">No alarm yet</TileMessage>;
  if (list.state === 'forbidden') return <TileMessage>You are missing permissions to view alarms.</TileMessage>;
  if (list.state === 'no-asset') return <NoAssetInSlots what="alarms" />;
  if (list.state === 'error') {
    return <TileNotice title="The alarms could not be loaded." text={list.message} onRetry={list.refresh} />;
  }
  if (list.state === 'loading') return <SkeletonBlock label="Loading alarms" />;

  const alarm = gravest(list.items.filter(({ alarmDefinitionId }) => alarmDefinitionId === settings.alarm));
  if (alarm === undefined && isDefined === false) {
    return (
      <TileMessage hint="It is no longer among the alarms here. Edit this tile to choose another.">
        Cannot find alarm
      </TileMessage>
    );
  }
  const kind = alarmTextKind(alarm?.alarmStatus);
  const Icon = ICONS[kind];
  const severity = alarm === undefined ? {} : { '--severity': severityFill(palette, alarm.severity) };
  return (
    <div className={classes.box} data-kind={kind} style={{ ...severity, fontSize: settings.fontSize }}>
      <span className={classes.state} title={WORDS[kind]}>
        <Icon size="1.4em" aria-hidden />
        <span className="tt-visually-hidden">{WORDS[kind]}:</span>
      </span>
      <p className={classes.text} role="status">
        {alarm !== undefined && nameOf !== undefined && `${nameOf(alarm.assetId)}: `}
        <AlarmText text={settings[TEXT_KEYS[kind]]} settings={settings} />
      </p>
      {alarm?.shelved ? <span className={classes.shelved}>{alarmStateWords(alarm, zone)}</span> : null}
      {alarm === undefined ? null : <AlarmButtons alarm={alarm} acts={acts} size="compact-sm" />}
    </div>
  );
}

function AlarmText({ text, settings }: { text: string; settings: AlarmTextBoxSettings }) {
  const { substitutions, decimals } = settings;
  return splitTokens(text).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece of a text is its place in it
    <Fragment key={index}>
      {part.kind === 'plain' ? part.text : <SubstitutedText {...{ path: part.path, substitutions, decimals }} />}
    </Fragment>
  ));
}
