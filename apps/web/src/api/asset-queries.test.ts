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
