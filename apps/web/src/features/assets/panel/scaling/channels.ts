import type { assets, commands, ItemScaling } from '@telltale/contract';
import { itemNames, scalingInForce, scalingsOf, streamsOf } from '@telltale/domain';
import { z } from 'zod';

/** A device's number, which some send as text. */
const numeric = z.union([z.number(), z.string().trim().min(1).transform(Number)]).pipe(z.number());

const parmsSchema = z.object({
  Unscaled_Min: numeric,
  Unscaled_Max: numeric,
  Scaled_Min: numeric,
  Scaled_Max: numeric,
  Offset: numeric.default(0),
  Avg_Samples: numeric.default(1),
});

/** An analog channel as devices tell of it (spec 1 §3). */
const channelSchema = z.object({
  channel: z.union([z.number(), z.string().min(1)]).transform(String),
  Value: z.union([z.number(), z.string()]).nullish(),
  Variant: z
    .array(z.object({ Alias: z.string().default(''), Unit: z.string().default(''), '_AI-Parms_': parmsSchema }))
    .min(1),
});
const listSchema = z.union([z.array(z.unknown()), z.object({ channels: z.array(z.unknown()) })]);

export interface DeviceChannel {
  readonly channel: string;
  readonly value: number | string | null;
  readonly alias: string;
  readonly unit: string;
  readonly scaling: ItemScaling;
}

/** A line of the scaling table: a channel that the device tells of, a data item, or both. */
export interface AnalogChannel {
  /** As the device or streamMap has it; '' for a data item that is scaled and has no index. */
  readonly channel: string;
  readonly device: DeviceChannel | undefined;
  readonly item: assets.CurrentValue | undefined;
  /** How the portal scales the data item; undefined: not at all. */
  readonly scaling: ItemScaling | undefined;
  /** What the asset itself says of that. */
  readonly own: ItemScaling | undefined;
  /** What counts where it says nothing. */
  readonly ofDefinition: ItemScaling | undefined;
}

/** The attribute in which a device tells its channels. */
export const CHANNELS_ATTRIBUTE = 'analogChannels';
/** What a device is sent about its channels: to tell them, to set one, and to take what it reads as one end. */
export const ANALOG = { module: 'analog', channels: 'channels', scale: 'scale', zero: 'zero', span: 'span' } as const;

/**
 * Channels in an attribute or in the answer to a command; undefined: there are none in it. What is no analog channel, such as a
 * switch that the device tells of beside them, is passed over, and so is a channel that was told before.
 */
export function readChannels(text: string | null | undefined): DeviceChannel[] | undefined {
  const parsed = listSchema.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  const list = Array.isArray(parsed.data) ? parsed.data : parsed.data.channels;
  const told = new Set<string>();
  const found = list.flatMap((one): DeviceChannel[] => {
    const { channel = '', Value, Variant: [variant] = [] } = channelSchema.safeParse(one).data ?? {};
    if (variant === undefined || told.has(channel)) return [];
    told.add(channel);
    const parms = variant['_AI-Parms_'];
    const scaling = {
      unscaledMin: parms.Unscaled_Min,
      unscaledMax: parms.Unscaled_Max,
      scaledMin: parms.Scaled_Min,
      scaledMax: parms.Scaled_Max,
      offset: parms.Offset,
      samples: parms.Avg_Samples,
    };
    return [{ channel, value: Value ?? null, alias: variant.Alias, unit: variant.Unit, scaling }];
  });
  return found.length === 0 && list.length > 0 ? undefined : found;
}

/** The channels of the newest answer to the command that asks for them. */
export function answeredChannels(list: readonly commands.Command[]): DeviceChannel[] | undefined {
  for (const { command, answer } of list) {
    const asked = parseJson(command) as { module?: unknown; command?: unknown } | undefined;
    if (asked?.module !== ANALOG.module || asked.command !== ANALOG.channels) continue;
    const channels = readChannels(answer);
    if (channels !== undefined) return channels;
  }
  return undefined;
}

export function analogChannels(
  told: readonly DeviceChannel[],
  items: readonly assets.CurrentValue[],
  maps: { streamMap: string | undefined; scalingMap: string | undefined },
): AnalogChannel[] {
  const streams = streamsOf(maps.streamMap);
  const scalings = scalingsOf(maps.scalingMap);
  const scalingOf = (item: assets.CurrentValue | undefined) => {
    const own = item && scalings.get(item.dataItemId);
    const ofDefinition = item?.definitionScaling;
    return { own, ofDefinition, scaling: scalingInForce(own, ofDefinition) };
  };
  const taken = new Set<number>();
  const ofDevice = told.map((device): AnalogChannel => {
    const item = items.find((one) => !taken.has(one.dataItemId) && belongsTo(one, device, streams));
    if (item) taken.add(item.dataItemId);
    return { channel: device.channel, device, item, ...scalingOf(item) };
  });
  const others = items.filter(
    ({ dataItemId, definitionScaling }) =>
      !taken.has(dataItemId) &&
      (streams.has(dataItemId) || scalings.has(dataItemId) || definitionScaling !== undefined),
  );
  const ofItems = others.map((item): AnalogChannel => {
    const channel = String(streams.get(item.dataItemId) ?? '');
    return { channel, device: undefined, item, ...scalingOf(item) };
  });
  return [...ofDevice, ...ofItems];
}

/** What people read of a channel: of its data item, or of one that has only a label what the device calls it. */
export function channelName({ channel, device, item }: AnalogChannel): string {
  return item?.alias || device?.alias || item?.label || `Channel ${channel}`;
}

/** By the index of its stream, or where it has none by its name. */
function belongsTo(item: assets.CurrentValue, device: DeviceChannel, streams: ReadonlyMap<number, number>): boolean {
  const index = streams.get(item.dataItemId);
  if (index !== undefined) return String(index) === device.channel;
  const name = device.alias.trim().toLowerCase();
  return name !== '' && itemNames(item).some((own) => own.trim().toLowerCase() === name);
}

/** What a device is sent to scale a channel, in the words of its own list. */
export function scaleParameter(channel: string, scaling: ItemScaling) {
  return {
    channel,
    '_AI-Parms_': {
      Unscaled_Min: scaling.unscaledMin,
      Unscaled_Max: scaling.unscaledMax,
      Scaled_Min: scaling.scaledMin,
      Scaled_Max: scaling.scaledMax,
      Offset: scaling.offset,
      Avg_Samples: scaling.samples,
    },
  };
}

function parseJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
