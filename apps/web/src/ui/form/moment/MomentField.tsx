import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar, IconClock } from '@tabler/icons-react';
import { zoneName } from '@telltale/domain/format/time.ts';
import { type KeyboardEvent, lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isoOfClock, timesShown } from '../clock-value.ts';
import classes from './moment.module.css';
import { momentFault } from './moment-fault.ts';
import {
  type MomentKind,
  momentOfFinishedText,
  momentOfText,
  momentPatterns,
  shownMoment,
  steppedText,
} from './moment-text.ts';

const MomentChoice = lazy(() => import('./MomentChoice.tsx').then((part) => ({ default: part.MomentChoice })));

const WhichOfTwo = lazy(() => import('./WhichOfTwo.tsx').then((part) => ({ default: part.WhichOfTwo })));

/** How wide a letter of the zone is. */
const ZONE_LETTER_REM = 0.45;

type Taken = 'value' | 'onChange' | 'defaultValue' | 'type' | 'rightSection' | 'rightSectionWidth' | 'placeholder';

interface MomentFieldProps extends Omit<TextInputProps, Taken> {
  kind?: MomentKind;
  /** On the clock of the zone, as `clockValue` has it: `2026-11-23T14:05`, `2026-11-23` or `14:05`; '' while there is none. */
  value: string;
  /** '' while what was typed is no moment. */
  onChange: (value: string) => void;
  /** The time zone of the clock, which the field names: it refuses what that clock skips, and asks which where it shows one twice. */
  zone?: string | undefined;
  /** The zone is named elsewhere. */
  isZoneHidden?: boolean;
  /** It narrows something: while what stands in it is being corrected, that stays narrowed as it was. */
  keepsLast?: boolean;
  /** The first and the last value that may be. */
  min?: string | undefined;
  max?: string | undefined;
  /** It stands in a popover, which would close at a press outside of it. */
  isInPopover?: boolean;
}

interface Draft {
  text: string;
  /** What was told of it, and what the field held before. */
  told: string;
  before: string;
}

/**
 * A field for a day, a time of day or both, written as everywhere in the portal: the year first, 24 hours. It is typed, counted up
 * and down with the arrow keys, or chosen (Alt and the down arrow, or the button).
 */
export function MomentField(props: MomentFieldProps) {
  const {
    kind = 'datetime',
    value,
    onChange,
    zone,
    isZoneHidden,
    keepsLast,
    min,
    max,
    isInPopover,
    onBlur,
    error,
    readOnly,
    disabled,
    ...rest
  } = props;
  const [draft, setDraft] = useState<Draft>();
  const [isLeft, setLeft] = useState(true);
  const [choice, setChoice] = useState<'open' | 'closed'>();
  const [selection, setSelection] = useState<{ from: number; to: number }>();
  const input = useRef<HTMLInputElement>(null);
  const wasOpen = useRef(false);
  const isTyped = draft !== undefined && (value === draft.told || value === draft.before);
  if (draft !== undefined && !isTyped) setDraft(undefined);
  const text = isTyped ? draft.text : shownMoment(value);
  const fault = momentFault(text, { kind, zone, min, max });
  const canChange = readOnly !== true && disabled !== true;

  useEffect(() => input.current?.setCustomValidity(fault ?? ''), [fault]);
  useLayoutEffect(() => {
    if (selection) input.current?.setSelectionRange(selection.from, selection.to);
  }, [selection]);

  const tell = (next: string, as = shownMoment(next)) => {
    const isSkipped = kind === 'datetime' && zone !== undefined && timesShown(next, zone) === 0;
    const isKept = keepsLast === true && as.trim() !== '' && (next === '' || isSkipped);
    const told = isKept ? value : isSkipped ? '' : next;
    setDraft({ text: as, told, before: value });
    if (told !== value) onChange(told);
  };
  const finish = () => {
    const finished = momentOfFinishedText(text, kind);
    if (finished === undefined || !isTyped) return;
    // Which of two it is stays.
    tell(shownMoment(finished) === shownMoment(value) ? value : finished);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Its form is sent with what stands there.
    if (event.key === 'Enter') finish();
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined || !canChange) return;
    if (event.altKey) {
      event.preventDefault();
      return setChoice('open');
    }
    const stepped = steppedText(text, event.currentTarget.selectionStart ?? 0, by, kind);
    if (stepped === undefined) return;
    event.preventDefault();
    tell(stepped.value);
    setSelection({ from: stepped.from, to: stepped.to });
  };
  const Icon = kind === 'time' ? IconClock : IconCalendar;
  const zoneText = zone === undefined ? undefined : zoneAt(value, zone);
  const shownZone = isZoneHidden === true ? undefined : zoneText;
  const isTwice = kind === 'datetime' && zone !== undefined && timesShown(value, zone) === 2 && canChange;

  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      {...rest}
      ref={input}
      className={[classes.field, kind === 'time' && classes.ofTime, rest.className].filter(Boolean).join(' ')}
      readOnly={readOnly === true}
      disabled={disabled === true}
      placeholder={momentPatterns[kind]}
      title={rest.title ?? (zoneText && `Times are ${zoneText}.`)}
      value={text}
      error={error ?? (isLeft ? fault : undefined)}
      onChange={({ currentTarget }) => {
        setLeft(false);
        tell(momentOfText(currentTarget.value, kind) ?? '', currentTarget.value);
      }}
      onBlur={(event) => {
        setLeft(true);
        finish();
        onBlur?.(event);
      }}
      onKeyDown={onKeyDown}
      inputContainer={(control) => (
        <>
          {control}
          {isTwice ? (
            <Suspense>
              <WhichOfTwo value={value} zone={zone} onChange={(next) => tell(next)} />
            </Suspense>
          ) : null}
        </>
      )}
      rightSectionWidth={`calc(var(--moment-button) + ${(shownZone?.length ?? 0) * ZONE_LETTER_REM}rem)`}
      rightSectionPointerEvents="auto"
      rightSection={
        <span className={classes.section}>
          {shownZone === undefined ? null : <span className={classes.zone}>{shownZone}</span>}
          {canChange ? (
            <ActionIcon
              size={24}
              aria-label={kind === 'time' ? 'Choose a time' : 'Choose a day'}
              aria-haspopup="dialog"
              aria-expanded={choice === 'open'}
              // What is pressed outside of the choice closes it: this button is outside, and opens it.
              onMouseDown={() => {
                wasOpen.current = choice === 'open';
              }}
              onClick={() => {
                setChoice(wasOpen.current ? 'closed' : 'open');
                wasOpen.current = false;
              }}
            >
              <Icon size={16} aria-hidden />
            </ActionIcon>
          ) : null}
          {choice === undefined ? null : (
            <Suspense>
              <MomentChoice
                kind={kind}
                value={momentOfText(text, kind) ?? ''}
                zone={zone}
                min={min}
                max={max}
                isInPopover={isInPopover === true}
                isOpen={choice === 'open'}
                onClose={() => setChoice('closed')}
                onChange={(next) => tell(next)}
              />
            </Suspense>
          )}
        </span>
      }
    />
  );
}

function zoneAt(value: string, zone: string): string {
  const iso = isoOfClock(value, zone);
  return zoneName(iso === null ? Date.now() : Date.parse(iso), zone);
}
