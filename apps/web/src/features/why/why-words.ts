import type { QualityLevel, why } from '@telltale/contract';
import { DEFAULT_DECIMALS, formatBriefly, formatDuration, formatNumber } from '@telltale/domain';
import type { Conversion } from '@telltale/domain/units/conversion.ts';

/** Who sent a message, and how; without the names that its reader may not see. */
export function senderOf({ way, sender }: why.Origin): string {
  const gateway = sender === null ? 'a gateway' : `the gateway ${sender}`;
  const ways: Readonly<Record<why.Origin['way'], string>> = {
    mqtt: 'the device itself, over MQTT',
    http: sender === '' ? 'the device itself, over HTTP' : `${gateway}, over HTTP`,
    gateway: `${gateway}, over MQTT`,
    sparkplug: sender === null ? 'a Sparkplug edge' : `the Sparkplug edge of ${sender}`,
    file: sender === null ? 'an import of a file' : `an import of the file ${sender}`,
  };
  return ways[way];
}

export function qualityWords(level: QualityLevel, quality: number): string {
  const words: Readonly<Record<QualityLevel, string>> = {
    good: 'good',
    uncertain: 'uncertain: alarms do not go by it',
    bad: 'bad: alarms do not go by it',
  };
  return `${words[level]} (${quality})`;
}

/** '12 by 4 to 20 → 0 to 250', and what else was done to it. */
export function scalingText(scaling: NonNullable<why.Why['scaling']>): string {
  const { unscaledMin, unscaledMax, scaledMin, scaledMax, offset, samples, reading, of } = scaling;
  const source = of === 'definition' ? 'As its definition says, ' : '';
  const line = `${source}${unscaledMin} to ${unscaledMax} becomes ${scaledMin} to ${scaledMax}`;
  const added = offset === 0 ? '' : `, ${offset > 0 ? 'plus' : 'minus'} ${Math.abs(offset)}`;
  if (samples > 1) return `${line}${added}; made of the mean of ${samples} readings`;
  return reading === null ? `${line}${added}` : `${line}${added}; ${formatBriefly(reading)} was sent`;
}

/** How long before a moment of the past something was: whoever reads it is at none of the two. */
export function ageThen(timeMs: number, thenMs: number): string {
  const ageMs = thenMs - timeMs;
  return ageMs < 1_000 ? 'at this moment' : `${formatDuration(ageMs)} before it`;
}

/** A value of the history in the unit that its reader reads. */
export function figureText(value: number | null, conversion: Conversion | undefined): string {
  if (value === null || conversion === undefined) return formatNumber(value, DEFAULT_DECIMALS);
  return formatNumber(conversion.convert(value), conversion.decimals(null) ?? DEFAULT_DECIMALS);
}

/** '41.5 psi × 0.06894757 = 2.861259 bar': the value as it is stored, and what was done to it for who reads it. */
export function conversionText({ from, to, factor, offset }: Conversion, value: number | null): string {
  const figures = (number: number) => String(Number(number.toPrecision(7)));
  const added = offset === 0 ? '' : ` ${offset > 0 ? '+' : '−'} ${figures(Math.abs(offset))}`;
  const steps = `× ${figures(factor)}${added}`;
  if (value === null) return `${to}, as you chose: what is stored in ${from} ${steps}`;
  return `${to}, as you chose: ${figures(value)} ${from} ${steps} = ${figures(value * factor + offset)} ${to}`;
}
