import { useRef } from 'react';
import type { Reading } from '#readings/readings.ts';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { useIsPast } from '#tile-kit/dashboard-time.ts';
import { useMay } from '#tile-kit/portal/use-may.ts';
import { useSentReading } from '#tile-kit/readings/use-reading.ts';
import { useShownCommands } from '#tile-kit/records/shown-commands.ts';
import { useCommands } from '#tile-kit/records/use-commands.ts';
import { useIsConnected } from '#tile-kit/records/use-is-connected.ts';
import { useTileActions } from '#tile-kit/tile-actions.tsx';
import { confirm } from '#ui/feedback/confirm.ts';
import { useNow } from '#ui/feedback/use-now.ts';
import { askedBy, type ControlValue, commandText, commandWords } from './command-text.ts';
import type { ControlSettings } from './control-settings.ts';
import { type ControlOutcome, isReported, NOTHING_ASKED, outcomeOf, UNSEEN } from './control-state.ts';

export interface Control {
  /** The value as the device reports it. */
  readonly reading: Reading;
  /** Whether there is an asset to send to; it need not have sent the data item yet. */
  readonly hasAsset: boolean;
  /** What was asked for last, while there is something to say of it. */
  readonly asked: { readonly value: unknown } | undefined;
  readonly outcome: ControlOutcome;
  /** Empty: a command can be sent. Else why not, in words. */
  readonly refusal: string;
  readonly isSending: boolean;
  /**
   * Sends what was asked for by a press of the viewer, after they agreed to it where they are asked.
   * @param value undefined: a command without a parameter
   * @returns whether the portal took it: what was typed is kept where it did not
   */
  press(value: ControlValue | undefined): Promise<boolean>;
}

interface ControlOptions {
  /** Of the stored commands those with this very text are this control's; by default all of its command. */
  isExactly?: string;
  /** The viewer types or draws each value themselves, so that only the command was the author's. */
  isOwnValue?: boolean;
  tolerance?: number;
  /** What the data item should report once it worked; undefined: anything else than before. */
  expected?: (value: ControlValue | undefined) => number | string | undefined;
  /** Whether a value is reported as it was asked for. */
  hasArrived?: (reading: Reading, asked: unknown) => boolean | undefined;
}

/**
 * Sends the command of a control, and tells what became of it. It sends in `press` and nowhere else, which a tile calls
 * where the viewer presses: neither values, nor settings, nor a request of a tile can (spec 3 §11).
 */
export function useControl(settings: ControlSettings, options: ControlOptions = {}): Control {
  const { asset, members, resolve } = useDashboardScope();
  const reading = useSentReading(settings);
  const isOwnAsset = settings.dataItem === null && asset.assetId > 0;
  const item = resolve(settings);
  const assetId = isOwnAsset ? asset.assetId : item?.assetId;
  const commands = useCommands(assetId);
  const refusal = useRefusal(settings, assetId);
  const { wasShown, remember } = useShownCommands();
  const nowMs = useNow();

  const { isExactly, isOwnValue = false, tolerance = 0, hasArrived, expected = plainValue } = options;
  const own = commands.list.find(({ command }) =>
    isExactly === undefined ? askedBy(command, settings) !== undefined : command === isExactly,
  );
  const asked = own && askedBy(own.command, settings);
  const arrived = asked && (hasArrived?.(reading, asked.value) ?? isReported(reading, asked.value, tolerance));
  const told = outcomeOf(own, reading, arrived, nowMs);
  const outcome = own !== undefined && !commands.isVisible && told !== NOTHING_ASKED ? UNSEEN : told;

  const latest = useRef({ refusal });
  latest.current = { refusal };
  const name = members.find((member) => member.assetId === assetId)?.name ?? asset.assetAlias ?? asset.serialNumber;
  const press = async (value: ControlValue | undefined) => {
    if (assetId === undefined || refusal !== '' || commands.isSending) return false;
    const command = commandText(settings, value);
    const shown = JSON.stringify([
      assetId,
      isOwnValue ? [settings.module, settings.command, settings.parameterKey] : command,
    ]);
    const isUnderWay = outcome.phase === 'pending' || outcome.phase === 'release';
    if (settings.confirm || isUnderWay || !wasShown(shown)) {
      const isAgreed = await confirm({
        title: 'Send command',
        message: isUnderWay
          ? `A command of this control is still under way. This is sent to ${name} as well:`
          : `This is sent to ${name}:`,
        // Told by the portal and not by the tile, whose author may call it anything.
        detail: commandWords(settings, value),
        confirmLabel: 'Send',
      });
      // Meanwhile the dashboard may have gone to the past, or the asset offline.
      if (!isAgreed || latest.current.refusal !== '') return false;
      remember(shown);
    }
    const { expiration, within } = settings;
    const wish = expected(value);
    const effect = item && {
      ...{ dataItemId: item.dataItemId, within, tolerance },
      ...(wish === undefined ? {} : { expected: wish }),
    };
    return commands.send({ assetId, command, expiration, ...(effect === undefined ? {} : { effect }) });
  };
  const isTold = outcome !== NOTHING_ASKED;
  const { isSending } = commands;
  const hasAsset = assetId !== undefined;
  return { reading, hasAsset, asked: isTold ? asked : undefined, outcome, refusal, isSending, press };
}

/** Why no command can be sent; empty where one can. */
function useRefusal({ queueOffline }: ControlSettings, assetId: number | undefined): string {
  const { isViewOnly } = useTileActions();
  const isPast = useIsPast();
  const mayCreate = useMay('Commands', 'Create');
  const isConnected = useIsConnected(assetId ?? 0);
  if (isPast) return 'No commands in the past.';
  if (!mayCreate) return 'You may not send commands.';
  if (!isViewOnly) return 'No commands while the dashboard is edited.';
  if (assetId === undefined) return 'There is no asset to send it to.';
  if (isConnected === false && !queueOffline) return 'The asset is offline.';
  return '';
}

function plainValue(value: ControlValue | undefined): number | string | undefined {
  return typeof value === 'number' || typeof value === 'string' ? value : undefined;
}
