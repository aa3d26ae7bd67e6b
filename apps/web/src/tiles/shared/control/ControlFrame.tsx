import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconClockOff,
  IconHourglass,
  IconLock,
  IconSend,
  IconUserCheck,
  IconX,
} from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import type { Reading } from '#readings/readings.ts';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import { useLacks } from '#tile-kit/portal/use-may.ts';
import { MissingItem } from '#tiles/shared/reading/MissingItem.tsx';
import { ReadingMarks } from '#tiles/shared/reading/ReadingMarks.tsx';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import { hasValue, valueText } from '#tiles/shared/reading/value-text.ts';
import classes from './control.module.css';
import type { ControlSettings } from './control-settings.ts';
import type { ControlPhase } from './control-state.ts';
import type { Control } from './use-control.ts';

const ICONS: Readonly<Record<ControlPhase, ComponentType<{ size: number; 'aria-hidden': boolean }> | null>> = {
  none: null,
  unseen: IconSend,
  release: IconUserCheck,
  pending: IconHourglass,
  answered: IconSend,
  verified: IconCircleCheck,
  'no effect': IconAlertTriangle,
  failed: IconX,
  refused: IconBan,
  expired: IconClockOff,
};

interface ControlFrameProps {
  settings: ControlSettings;
  control: Control;
  /** What it is called where neither a title nor a data item says so. */
  kind: string;
  /** The reported value in the words of the control; undefined: as it is everywhere. */
  reportedText?: string | undefined;
  /** A value that was asked for, in words. */
  askedText?: (value: unknown) => string;
  children: (name: string) => ReactNode;
}

/** What stands around each control: its name, the value as reported and as asked for, and what became of the command. */
export function ControlFrame(props: ControlFrameProps) {
  const { settings, control, kind, reportedText, askedText = plainText, children } = props;
  const { reading, asked, outcome, refusal } = control;
  const zone = useZone();
  const isForbidden = useLacks('CurrentDataItems', 'View');
  if (settings.module.trim() === '' || settings.command.trim() === '') {
    return <TileMessage hint="Edit this tile: it needs a module and a command.">No command to send</TileMessage>;
  }
  // A device that has not reported yet may do so after its first command.
  if (reading.state === 'missing' && (!control.hasAsset || isForbidden)) return <MissingItem />;
  const isSilent = reading.state === 'missing' || (reading.state === 'ok' && reading.timestamp === null);
  const name = settings.title || reading.name || kind;
  const Icon = ICONS[outcome.phase];
  const isReported = reading.state !== 'unchosen';
  return (
    <section className={classes.control} aria-label={name}>
      <h3 className={classes.title} title={name}>
        {name}
      </h3>
      <div className={classes.body}>{children(name)}</div>
      <dl className={classes.values}>
        {isReported ? (
          <>
            <dt>Reported</dt>
            <dd className={classes.reported}>
              {isSilent ? (
                <span className={classes.silent}>The device has not reported it yet</span>
              ) : (
                <>
                  <span>{reportedText ?? <Reported reading={reading} />}</span>
                  <div className={classes.marks}>
                    <ReadingMarks reading={reading} zone={zone} />
                  </div>
                </>
              )}
            </dd>
          </>
        ) : null}
        {asked === undefined || asked.value === undefined ? null : (
          <>
            <dt>Asked for</dt>
            <dd>{askedText(asked.value)}</dd>
          </>
        )}
      </dl>
      <p className={classes.status} data-phase={outcome.phase} role="status">
        {Icon === null ? null : <Icon size={14} aria-hidden />}
        <span>{outcome.words}</span>
      </p>
      {refusal === '' ? null : (
        <p className={classes.refusal}>
          <IconLock size={13} aria-hidden />
          <span>{refusal}</span>
        </p>
      )}
    </section>
  );
}

const Reported = ({ reading }: { reading: Reading }) => (
  <>
    {valueText(reading, null)} {hasValue(reading) ? <span className={classes.unit}>{reading.unit}</span> : null}
  </>
);

const MOST_CHARACTERS = 60;

/** What was asked for as it was sent. */
function plainText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;
}
