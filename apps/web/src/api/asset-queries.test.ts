import { QueryClient } from '@tanstack/react-query';
import { assets } from '@telltale/contract';
import { expect, it } from 'vitest';
import { anAsset, PortalStub } from '#testing/portal-stub.ts';
import { assetListQuery } from './asset-queries.ts';

it('the asset list is asked for with the ETag of what is there, and stays the same when nothing changed', async () => {
  const stub = new PortalStub().on(assets.listAssets, ({ headers }) =>
    headers.get('if-none-match') === '"v1"' ? { status: 304 } : { body: [anAsset()], headers: { etag: '"v1"' } },
  );
  const client = new QueryClient();
  const first = await client.fetchQuery({ ...assetListQuery, staleTime: 0 });
  const second = await client.fetchQuery({ ...assetListQuery, staleTime: 0 });
  expect(second).toBe(first);
  expect(stub.requests.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, '"v1"']);
});

it('the list is asked for in its compact form, and is the same assets', async () => {
  const asset = anAsset();
  const { assetId, assetAlias, serialNumber, description, assetDefinitionId, connection } = asset;
  const { connected, lastcontact, pingrate } = connection;
  const names = ['Road', '__proto__'];
  const values = ['North', 'x'];
  const texts = [assetId, assetAlias, serialNumber, description, assetDefinitionId] as const;
  const facts = [...texts, null, null, null, connected, lastcontact, pingrate, [], 0, ...values];
  const row = facts as assets.CompactAssets['rows'][number];
  const stub = new PortalStub().on(assets.listAssets, ({ url }) => {
    expect(url.searchParams.get('compact')).toBe('true');
    return { body: { rows: [row], attributeNames: [names], definitions: [asset.assetDefinition] } };
  });
  const { reply } = await new QueryClient().fetchQuery(assetListQuery);
  const attributes = names.map((attributeName, at) => ({ assetId, attributeName, attributeValue: values[at] }));
  const read = reply.map((one) => ({ ...one, attributes: one.attributes }));
  expect(read).toEqual([{ ...asset, currentCoordinates: null, alarms2: [], attributes }]);
  expect(stub.requests).toHaveLength(1);
});
