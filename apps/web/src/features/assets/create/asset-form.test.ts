import type { definitions } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { type AssetFields, emptyFields, findDefinition, readFields, splitPlace } from './asset-form.ts';

const pump = { assetDefinitionId: 1, assetDefinitionName: 'pump', alias: 'Pump station' };
const tank = { assetDefinitionId: 2, assetDefinitionName: 'Tank', alias: '' };
const known = [pump, tank] as unknown as definitions.AssetDefinition[];
const facts = { definitions: known, mayDefine: false, serialNumbers: ['PS-1'] };
const fields = (typed: Partial<AssetFields>): AssetFields => ({
  ...emptyFields,
  serialNumber: 'PS-2',
  definition: 'Tank',
  ...typed,
});

describe('the form of a new asset', () => {
  it.each<[string, Partial<AssetFields>, Partial<AssetFields>]>([
    ['no serial number', { serialNumber: ' ' }, { serialNumber: 'An asset needs a serial number.' }],
    ['a taken one', { serialNumber: ' ps-1' }, { serialNumber: 'The serial number ps-1 is already in use.' }],
    ['no definition', { definition: '' }, { definition: 'Say what kind of equipment it is.' }],
    ['an unknown one', { definition: 'Rig' }, { definition: 'There is no such definition.' }],
    ['half a place', { latitude: '5' }, { longitude: 'A place needs both.' }],
    ['the other half', { longitude: '5' }, { latitude: 'A place needs both.' }],
    ['a latitude too far north', { latitude: '90.1', longitude: '0' }, { latitude: expect.stringContaining('90') }],
    ['a longitude too far west', { latitude: '0', longitude: '-181' }, { longitude: expect.stringContaining('180') }],
    [
      'words for degrees',
      { latitude: 'north', longitude: '1e2' },
      { latitude: expect.any(String), longitude: expect.any(String) },
    ],
  ])('refuses %s at the field', (_, typed, errors) => {
    expect(readFields(fields(typed), facts)).toEqual({ errors });
  });

  it('sends what was filled in and leaves the rest out', () => {
    expect(readFields(fields({}), facts)).toEqual({ asset: { serialNumber: 'PS-2' } });
    const typed = { alias: ' North ', description: ' by the road ', latitude: '31.5', longitude: '−102.25' };
    expect(readFields(fields(typed), facts)).toEqual({
      asset: {
        serialNumber: 'PS-2',
        assetAlias: 'North',
        description: 'by the road',
        latitude: 31.5,
        longitude: -102.25,
      },
    });
  });

  it('takes a new definition from those who may make one', () => {
    expect(readFields(fields({ definition: 'Rig' }), { ...facts, mayDefine: true })).toEqual({
      asset: { serialNumber: 'PS-2' },
    });
  });

  it('knows a definition by name or alias, whatever the case', () => {
    for (const text of ['PUMP', ' pump station ']) expect(findDefinition(known, text)).toBe(pump);
    expect(findDefinition(known, '')).toBeUndefined();
  });

  it.each([
    ['31.9686, -102.0779', { latitude: '31.9686', longitude: '-102.0779' }],
    [' 5;6 ', { latitude: '5', longitude: '6' }],
    ['31,5', undefined],
    ['31.5', undefined],
    ['a, b', undefined],
  ])('splits the place %s that was pasted into one field', (text, place) => {
    expect(splitPlace(text)).toEqual(place);
  });
});
