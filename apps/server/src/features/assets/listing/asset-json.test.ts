import { type AdminId, type AssetDefinitionId, type AssetId, type alarms, assets } from '@telltale/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AssetEntry } from '../asset-directory.ts';
import { CompactAssetsJson, toAssetJson } from './asset-json.ts';

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '__proto__', '"],[', '\u2028', 'a,b'));
const time = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString());
const alarm = fc
  .record({ severity: fc.integer({ min: 0, max: 10 }), name: text, shelved: fc.constantFrom(null, { until: 'later' }) })
  .map((facts) => facts as unknown as alarms.Alarm);

const asset = fc.record({
  assetAlias: text,
  serialNumber: text,
  description: text,
  definition: fc.integer({ min: 1, max: 3 }),
  attributes: fc.array(fc.tuple(text, text), { maxLength: 4 }),
  place: fc.option(fc.record({ latitude: fc.double({ min: -90, max: 90, noNaN: true }), setMs: fc.nat() })),
  lastcontact: fc.option(time),
  connected: fc.boolean(),
  open: fc.array(alarm, { maxLength: 2 }),
});

it('a compact list holds what the list holds, whatever texts stand in it, and again when it is written anew', () => {
  fc.assert(
    fc.property(fc.array(asset, { maxLength: 8 }), (list) => {
      const written = list.map(({ definition, attributes, place, lastcontact, connected, open, ...texts }, at) => {
        const assetId = (at + 1) as AssetId;
        const assetDefinitionId = definition as AssetDefinitionId;
        const stored = { assetId, assetDefinitionId, adminId: 1 as AdminId, lastContactMs: null, createdMs: 0 };
        const entry = new AssetEntry(
          { ...stored, ...texts },
          { assetDefinitionId, assetDefinitionName: `Definition ${definition}`, alias: '' },
          attributes.map(([attributeName, attributeValue]) => ({ assetId, attributeName, attributeValue })),
          place ? { assetId, longitude: 1e-9, ...place } : undefined,
        );
        return [entry, { connected, lastcontact, pingrate: 60_000 }, open] as const;
      });
      const plain = JSON.parse(`[${written.map((one) => toAssetJson(...one)).join()}]`);
      for (const _ of ['first', 'from what was kept']) {
        const compact = new CompactAssetsJson();
        const rows = written.map((one) => compact.row(...one));
        const reply = JSON.parse(`{"rows":[${rows.join()}],${compact.shared()}}`) as assets.CompactAssets;
        expect(assets.compactAssetsSchema.shape.attributeNames.parse(reply.attributeNames)).toBeDefined();
        const read = assets.assetsOf(reply).map((one) => ({ ...one, attributes: one.attributes }));
        expect(read).toEqual(plain);
      }
    }),
  );
});
