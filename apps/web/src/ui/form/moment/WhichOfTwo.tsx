import { NativeSelect } from '@mantine/core';
import { zoneName } from '@telltale/domain/format/time.ts';
import { clockAgain, isoOfClock, plainClock } from '../clock-value.ts';

interface WhichOfTwoProps {
  /** A time that the clock of the zone shows twice that day. */
  value: string;
  zone: string;
  onChange: (value: string) => void;
}

/** Asks which of two it is, where summer time ends and an hour comes twice: the earlier, unless the later is chosen. */
export function WhichOfTwo({ value, zone, onChange }: WhichOfTwoProps) {
  const nameOf = (one: string) => zoneName(Date.parse(isoOfClock(one, zone) ?? ''), zone);
  const [first, second] = [plainClock(value), clockAgain(value)];
  return (
    <NativeSelect
      mt={4}
      size="xs"
      label={`${first.slice(11, 16)} comes twice that day. Which is it?`}
      data={[
        { value: first, label: `The earlier, ${nameOf(first)}` },
        { value: second, label: `The later, ${nameOf(second)}` },
      ]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
