import { type Conversion, convertDisplay } from '@telltale/domain/units/conversion.ts';
import type { Reading, ReadingSource } from './readings.ts';
import type { ShownUnits } from './shown-units.ts';

/**
 * Readings in the units that somebody reads. This is the one place where a value of a data item is converted with all that is
 * told of it: its unit, the ends of its scale, its bands and words. A reading stays the same object until its source's changes.
 */
export function shownReadings(source: ReadingSource, units: Pick<ShownUnits, 'conversionOf'>): ReadingSource {
  const shown = new WeakMap<Reading, Reading>();
  return {
    subscribe: (item, listener) => source.subscribe(item, listener),
    read(item) {
      const reading = source.read(item);
      if (reading.unit === '' || reading.isString) return reading;
      const known = shown.get(reading);
      if (known !== undefined) return known;
      const next = shownReading(reading, units.conversionOf(reading.unit));
      shown.set(reading, next);
      return next;
    },
  };
}

function shownReading(reading: Reading, conversion: Conversion | undefined): Reading {
  if (conversion === undefined) return reading;
  const { value, display } = reading;
  return {
    ...reading,
    unit: conversion.to,
    value: value === null ? null : conversion.convert(value),
    display: convertDisplay(conversion, display),
    conversion,
    sent: reading,
  };
}
