import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type assets, type ItemScaling, permissionId, SCALING_MAP } from '@telltale/contract';
import { DEFAULT_DECIMALS, formatNumber, NO_VALUE, scalingText } from '@telltale/domain';
import { useState } from 'react';
import { whyOf } from '#actions/why.ts';
import { assetCommandsQuery } from '#api/command-queries.ts';
import { scaledValuesQuery } from '#api/dashboard-queries.ts';
import { useCommandNews } from '#live/records/use-news-of-records.ts';
import { Pending } from '#pages/Pending.tsx';
import { useWhyGestures } from '#pages/use-why-gestures.ts';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { attributeOf } from '../attribute-of.ts';
import panel from '../panel.module.css';
import {
  type AnalogChannel,
  analogChannels,
  answeredChannels,
  CHANNELS_ATTRIBUTE,
  channelName,
  readChannels,
} from './channels.ts';
import { ScalingDialog } from './ScalingDialog.tsx';
import classes from './scaling.module.css';
import { END_WORDS, type End, useScaling } from './use-scaling.ts';

/** The value is looked at while an input is calibrated. */
const ASKED_EVERY_MS = 2_000;
/** So far back an answer with channels is looked for. */
const COMMANDS = 100;

/** The scaling of analog input channels (spec 1 §2): those of the device, and data items that have a stream. */
export function ScalingTab({ asset }: { asset: assets.Asset }) {
  useWhyGestures();
  const { assetId } = asset;
  const mayCommands = useMay(permissionId('Commands', 'View'));
  const told = readChannels(attributeOf(asset, CHANNELS_ATTRIBUTE));
  const acts = useScaling(asset, told !== undefined);
  const values = useQuery({ ...scaledValuesQuery(assetId), refetchInterval: ASKED_EVERY_MS });
  const sent = useQuery({ ...assetCommandsQuery(assetId, COMMANDS), enabled: mayCommands && told === undefined });
  useCommandNews(sent.isEnabled ? [assetId] : []);
  const [scaled, setScaled] = useState<AnalogChannel>();
  const isReady = values.data !== undefined && (sent.data !== undefined || !sent.isEnabled);
  const lines = analogChannels(told ?? answeredChannels(sent.data?.commands ?? []) ?? [], values.data ?? [], {
    streamMap: attributeOf(asset, 'streamMap'),
    scalingMap: attributeOf(asset, SCALING_MAP),
  });

  return (
    <section className={panel.section}>
      <div className={panel.head}>
        <h3 className={panel.heading}>Analog inputs</h3>
        {acts.maySend ? (
          <Button variant="default" size="compact-sm" loading={acts.isBusy} onClick={() => void acts.askDevice()}>
            Ask the device for its channels
          </Button>
        ) : null}
      </div>
      <Pending
        query={values.data === undefined || !sent.isEnabled ? values : sent}
        label="Loading the channels"
        failure="The channels could not be loaded."
        rows={4}
      />
      {isReady && lines.length === 0 ? (
        <EmptyState title="This asset has no analog channels.">
          Its device tells them in the attribute analogChannels or asked by the command analog.channels; data items
          become channels by an index in Data items mapping, or where their definition scales them.
        </EmptyState>
      ) : null}
      {isReady && lines.length > 0 ? (
        <ChannelTable assetId={assetId} lines={lines} acts={acts} onScale={setScaled} />
      ) : null}
      {scaled ? (
        <ScalingDialog line={scaled} name={channelName(scaled)} acts={acts} onClose={() => setScaled(undefined)} />
      ) : null}
    </section>
  );
}

interface ChannelTableProps {
  assetId: number;
  lines: readonly AnalogChannel[];
  acts: ReturnType<typeof useScaling>;
  onScale: (line: AnalogChannel) => void;
}

function ChannelTable({ assetId, lines, acts, onScale }: ChannelTableProps) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label="Analog inputs">
        <thead>
          <tr>
            {['Channel', 'Value', 'Alias', 'Unit', 'Zero', 'Span', 'Scaling'].map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const { channel, item } = line;
            const name = channelName(line);
            const isClosed = acts.isBusy || acts.ways(line).length === 0;
            return (
              <tr key={`${channel} ${item?.dataItemId}`}>
                <th scope="row">{channel || '–'}</th>
                <td {...(item ? whyOf({ assetId, dataItemId: item.dataItemId }) : {})}>
                  {valueText(line)}
                  {behind(line) === '' ? null : <span className={classes.source}>{behind(line)}</span>}
                </td>
                <td>{name}</td>
                <td>{behind(line) === NOT_YET ? '' : item?.unit || line.device?.unit}</td>
                {(['zero', 'span'] as const).map((end: End) => (
                  <td key={end}>
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={`${END_WORDS[end]} of ${name}`}
                      disabled={isClosed}
                      onClick={() => void acts.calibrate(line, end)}
                    >
                      {END_WORDS[end]}
                    </Button>
                  </td>
                ))}
                <td>
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`${scalingWords(line)}, scaling of ${name}`}
                    disabled={isClosed}
                    onClick={() => onScale(line)}
                  >
                    {scalingWords(line)}
                  </Button>
                  {scaledBy(line) === '' ? null : <span className={classes.source}>{scaledBy(line)}</span>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function valueText({ device, item }: AnalogChannel): string {
  if (item?.isString) return item.stringValue ?? NO_VALUE;
  const value = item?.value ?? device?.value ?? null;
  if (typeof value === 'string') return value;
  return formatNumber(value, item?.display?.decimals ?? DEFAULT_DECIMALS);
}

const NOT_YET = 'not scaled';

/** The value came before the scaling was set: it is no such value yet, and its unit is not that of one. */
function behind({ item, scaling }: AnalogChannel): string {
  if (item === undefined || item.isString || item.value === null) return '';
  if (item.scaling === undefined) return scaling === undefined ? '' : NOT_YET;
  return scaling !== undefined && scalingText(item.scaling) === scalingText(scaling) ? '' : 'scaled as before';
}

/** The line in words is one of two places where a value may be scaled; and what is done to it besides. */
function scaledBy({ device, scaling, own }: AnalogChannel): string {
  const counts = scaling ?? device?.scaling;
  if (counts === undefined) return '';
  const ofPortal = own ? 'by the portal' : 'as the definition';
  const { offset, samples } = counts;
  const shift = offset === 0 ? [] : [`${offset > 0 ? 'plus' : 'minus'} ${Math.abs(offset)}`];
  const mean = samples === 1 ? [] : [`mean of ${samples} readings`];
  return [scaling ? ofPortal : 'by the device', ...shift, ...mean].join(', ');
}

function scalingWords({ device, scaling }: AnalogChannel): string {
  const words = ({ unscaledMin, unscaledMax, scaledMin, scaledMax }: ItemScaling) =>
    `${unscaledMin}–${unscaledMax} → ${scaledMin}–${scaledMax}`;
  if (scaling) return words(scaling);
  return device ? words(device.scaling) : 'None';
}
