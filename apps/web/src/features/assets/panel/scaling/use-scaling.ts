import { useQueryClient } from '@tanstack/react-query';
import {
  type AssetId,
  type assets,
  commands,
  type DataItemId,
  type ItemScaling,
  itemScalings,
  permissionId,
} from '@telltale/contract';
import { NOT_SCALED, unscaledValue } from '@telltale/domain';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useMay } from '#session/session-store.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { UNSCALED } from '#ui/scaling/ScalingFields.tsx';
import { useAssetChanges } from '../use-asset-changes.ts';
import { ANALOG, type AnalogChannel, channelName, scaleParameter } from './channels.ts';

/** Who makes values of what is read. */
export type ScaledBy = 'device' | 'portal';
export type End = 'zero' | 'span';

export const END_WORDS: Readonly<Record<End, string>> = { zero: '4mA/0V', span: '20mA/5V' };

/** True of a device that is away, too. */
const WHEN_IT_LISTENS = 'It is sent as soon as the device listens.';
/** The portal answers once a command stands in the queue, and hands it over after that. */
const queued = (what: string) => `${what} is queued. ${WHEN_IT_LISTENS}`;

/**
 * What people do to the scaling of a channel: by a command to the device, or by the attribute that the portal goes by.
 * @param tellsByItself whether the device keeps its channels in its attribute; otherwise it is asked anew after each change
 */
export function useScaling(asset: assets.Asset, tellsByItself: boolean) {
  const { assetId } = asset;
  const client = useQueryClient();
  const maySend = useMay(permissionId('Commands', 'Create'));
  const mayModify = useMay(permissionId('Attributes', 'Modify'));
  const { change, isBusy } = useAssetChanges(assetId);

  const toSend = (command: string, parameter?: object) => ({
    assetId,
    command: JSON.stringify({ module: ANALOG.module, command, ...(parameter ? { parameter } : {}) }),
  });
  const send = async (body: { assetId: AssetId; command: string }[], said: string) => {
    const done = await change(said, () => callApi(commands.sendCommands, { body }));
    await client.invalidateQueries({ queryKey: queryKeys.commands });
    return done;
  };
  const askChannels = toSend(ANALOG.channels);
  const sendChange = (command: string, parameter: object, said: string) =>
    send([toSend(command, parameter), ...(tellsByItself ? [] : [askChannels])], said);
  const store = (dataItemId: DataItemId, scaling: ItemScaling | null) =>
    change('The scaling was saved.', () =>
      callApi(itemScalings.putItemScalings, { params: { assetId }, body: [{ dataItemId, scaling }] }),
    );
  const storeOf = async ({ item }: AnalogChannel, scaling: ItemScaling | null) =>
    item !== undefined && store(item.dataItemId, scaling);
  const ways = ({ device, item }: AnalogChannel): ScaledBy[] => [
    ...(device && maySend ? (['device'] as const) : []),
    ...(item && !item.isString && mayModify ? (['portal'] as const) : []),
  ];

  /** Who scales it now, as far as they may be told; else the device, where it may be. */
  const wayOf = (line: AnalogChannel): ScaledBy | undefined =>
    line.scaling && ways(line).includes('portal') ? 'portal' : ways(line)[0];

  return {
    isBusy,
    maySend,
    /** Who may be told, the device first. */
    ways,
    wayOf,
    askDevice: () => send([askChannels], queued('The question for its channels')),

    apply(line: AnalogChannel, by: ScaledBy, scaling: ItemScaling): Promise<boolean> {
      if (by === 'device') {
        return sendChange(ANALOG.scale, scaleParameter(line.channel, scaling), queued('The scaling'));
      }
      return storeOf(line, scaling);
    },
    /** Where its definition scales it the asset says that it is not. */
    takeAway: (line: AnalogChannel) => storeOf(line, line.ofDefinition ? NOT_SCALED : null),
    followDefinition: (line: AnalogChannel) => storeOf(line, null),

    /** What is read now is one end of the unscaled range. */
    async calibrate(line: AnalogChannel, end: End): Promise<void> {
      // The end of a scaling that is not in force would change nothing that anybody sees.
      const by = wayOf(line);
      const name = channelName(line);
      const title = `Take what ${name} reads now as ${END_WORDS[end]}?`;
      if (by === 'device') {
        if (!(await confirm({ title, message: WHEN_IT_LISTENS, confirmLabel: 'Send' }))) return;
        await sendChange(ANALOG[end], { channel: line.channel }, queued(END_WORDS[end]));
        return;
      }
      const { item, scaling = UNSCALED } = line;
      const reading = item?.value == null ? undefined : readingOf(item.value, item);
      if (item === undefined || reading === undefined) {
        toast(`${name} has no reading now.`, 'error');
        return;
      }
      const next = { ...scaling, [end === 'zero' ? 'unscaledMin' : 'unscaledMax']: reading };
      if (next.unscaledMin === next.unscaledMax) {
        toast('Both ends would be the same reading.', 'error');
        return;
      }
      const message = `It reads ${reading}. What comes from now on is scaled by it.`;
      if (await confirm({ title, message, confirmLabel: 'Apply' })) await store(item.dataItemId, next);
    },
  };
}

/** What stands behind the value; the mean of the readings where several were averaged. */
function readingOf(value: number, { scaling }: Pick<assets.CurrentValue, 'scaling'>): number | undefined {
  const reading = scaling === undefined ? value : unscaledValue(value, scaling);
  return reading === undefined ? undefined : Number(reading.toPrecision(12));
}
