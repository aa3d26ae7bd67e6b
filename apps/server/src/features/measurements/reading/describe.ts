import type { measurements } from '@telltale/contract';
import type { Properties, TdmsChannel, TdmsFile } from '@telltale/tdms';

/** A waveform without a clock begins at the beginning of time as its writer had it. */
const NO_CLOCK = '1904-01-01T00:00:00.000000Z';

export function describe(file: TdmsFile): measurements.Recording {
  return {
    version: file.version,
    properties: listed(file.properties),
    groups: file.groups.map(({ name, channels }) => ({ name, channels: channels.length })),
    faults: [...file.faults],
  };
}

export function describeChannel(file: TdmsFile, channel: TdmsChannel): measurements.Channel {
  const { name, type = null, count, properties } = channel;
  const unit = properties.get('unit_string') ?? '';
  const whyUnread = file.whyUnread(channel) ?? null;
  return {
    name,
    type,
    count,
    unit: String(unit),
    waveform: waveformOf(properties),
    properties: listed(properties),
    whyUnread,
  };
}

/** Of the properties that a waveform carries: `wf_start_time`, `wf_start_offset`, `wf_increment`. */
function waveformOf(properties: Properties): measurements.Channel['waveform'] {
  const increment = Number(properties.get('wf_increment') ?? 0);
  if (!(increment > 0) || !Number.isFinite(increment)) return null;
  const start = String(properties.get('wf_start_time') ?? NO_CLOCK);
  const offset = Number(properties.get('wf_start_offset') ?? 0);
  const startMs = start === NO_CLOCK ? Number.NaN : Date.parse(start) + (Number.isFinite(offset) ? offset * 1_000 : 0);
  return { start: Number.isNaN(new Date(startMs).getTime()) ? null : new Date(startMs).toISOString(), increment };
}

const listed = (properties: Properties) => [...properties].map(([name, value]) => ({ name, value: String(value) }));
