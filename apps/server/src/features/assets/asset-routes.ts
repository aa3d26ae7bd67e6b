import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type AssetId, assets, itemScalings, playback } from '@telltale/contract';
import type { Caller } from '#http/caller.ts';
import { badRequest, HttpError } from '#http/errors.ts';
import { goneSignal } from '#http/gone-signal.ts';
import { Answer, type Route, route } from '#http/route.ts';
import type { AssetReader } from './asset-reader.ts';
import type { AssetService } from './asset-service.ts';
import type { AssetStateService } from './asset-state-service.ts';
import type { AttributeService } from './attribute-service.ts';
import type { CurrentValueService } from './current-value-service.ts';
import type { DetailsService } from './details/details-service.ts';
import type { ItemScalingService } from './item-scaling-service.ts';
import type { RecordingService } from './recording-service.ts';
import type { TrackService } from './track-service.ts';

export interface AssetServices {
  reader: AssetReader;
  assets: AssetService;
  attributes: AttributeService;
  details: DetailsService;
  scalings: ItemScalingService;
  values: CurrentValueService;
  states: AssetStateService;
  recordings: RecordingService;
  tracks: TrackService;
}

/** Up to this many pieces of text an answer is sent in one go. */
const MAX_CHUNKS_AT_ONCE = 2;

/** Sends text that may be large: with an ETag, piece by piece so that nobody else waits for all of it. */
function sendChunks(chunks: readonly string[], ifNoneMatch: string | undefined): Answer {
  if (chunks.length <= MAX_CHUNKS_AT_ONCE) return new Answer(200, chunks.join(''));
  const hash = createHash('sha1');
  for (const chunk of chunks) hash.update(chunk);
  const etag = `W/"${hash.digest('base64url')}"`;
  if (ifNoneMatch?.split(',').some((tag) => tag.trim() === etag)) return new Answer(304, '', { ETag: etag });
  return new Answer(200, Readable.from(chunks, { objectMode: false }), { ETag: etag });
}

/** @throws HttpError 400 when a body names another asset than the path */
function refuseOtherAsset(assetId: AssetId, named: AssetId | undefined): void {
  if (named !== undefined && named !== assetId) {
    throw badRequest('The body names another asset than the path.', { field: 'assetId' });
  }
}

export function assetRoutes(services: AssetServices): Route[] {
  const { reader, attributes } = services;
  const inScope = {
    scope: async ({ caller, params }: { caller: Caller; params: { assetId: AssetId } }) => {
      await reader.entry(caller, params.assetId);
    },
  };
  return [
    route(assets.listAssets, async ({ caller, query, raw }) => {
      const chunks = await (query.compact === 'true' ? reader.compactListJson(caller) : reader.listJson(caller));
      return sendChunks(chunks, raw.headers['if-none-match']);
    }),
    route(assets.listAssetsInPayload, async ({ caller, raw }) => {
      const chunks = await reader.listJson(caller);
      return sendChunks(['{"payload":', ...chunks, '}'], raw.headers['if-none-match']);
    }),
    route(assets.listAssetPage, ({ caller, query }) => reader.listPage(caller, query)),
    route(assets.getAsset, ({ caller, params }) => reader.get(caller, params.assetId)),
    route(assets.getAssetDetails, ({ caller, params }) => reader.get(caller, params.assetId)),
    route(assets.createAsset, async ({ caller, body }) => {
      const { assetId, accessToken } = await services.assets.create(caller, body);
      return { ...(await reader.getCreated(caller, assetId)), accessToken };
    }),
    route(
      assets.updateAsset,
      async ({ caller, params, body }) => {
        refuseOtherAsset(params.assetId, body.assetId);
        await services.assets.update(caller, params.assetId, body);
        return reader.get(caller, params.assetId);
      },
      inScope,
    ),
    route(
      assets.changeDetails,
      async ({ caller, params, body }) => {
        await services.details.change(caller, params.assetId, body);
        return reader.get(caller, params.assetId);
      },
      inScope,
    ),
    route(assets.deleteAsset, async ({ caller, params }) => {
      await services.assets.delete(caller, params.assetId);
      return { assetId: params.assetId };
    }),
    route(assets.regenerateToken, async ({ caller, params }) => ({
      accessToken: await services.assets.regenerateToken(caller, params.assetId),
    })),
    route(
      assets.setCoordinates,
      async ({ caller, params, body }) => {
        refuseOtherAsset(params.assetId, body.assetId);
        const { latitude, longitude, expected } = body;
        const place = { latitude, longitude };
        const { setMs } = await services.assets.setCoordinates(caller, params.assetId, place, expected);
        return { latitude, longitude, set: new Date(setMs).toISOString() };
      },
      inScope,
    ),
    route(assets.clearCoordinates, async ({ caller, params }) => {
      await services.assets.clearCoordinates(caller, params.assetId);
      return { assetId: params.assetId };
    }),
    route(assets.listAttributes, ({ caller, params }) => attributes.list(caller, params.assetId)),
    route(
      assets.putAttributes,
      async ({ caller, params, body }) => {
        const list = Array.isArray(body) ? body : [body];
        for (const attribute of list) refuseOtherAsset(params.assetId, attribute.assetId);
        const stored = await attributes.put(caller, params.assetId, list, 'Modify');
        return Array.isArray(body) ? stored : (stored[0] ?? []);
      },
      inScope,
    ),
    route(
      itemScalings.putItemScalings,
      ({ caller, params, body }) => services.scalings.put(caller, params.assetId, body),
      inScope,
    ),
    route(
      assets.createAttribute,
      async ({ caller, params, body }) => {
        refuseOtherAsset(params.assetId, body.assetId);
        const [stored] = await attributes.put(caller, params.assetId, [body], 'Create');
        if (!stored) throw new Error('An attribute was stored and not answered.');
        return stored;
      },
      inScope,
    ),
    route(
      assets.deleteAttribute,
      async ({ caller, params, body }) => {
        await attributes.delete(caller, params.assetId, params.attributeName, body?.expectedValue);
        return { attributeName: params.attributeName };
      },
      inScope,
    ),
    route(assets.listCurrentValues, ({ caller, params, query }) =>
      query.scalings === 'true'
        ? services.values.listScaled(caller, params.assetId)
        : services.values.list(caller, params.assetId),
    ),
    route(
      assets.getAssetState,
      ({ caller, params, query }) => services.states.at(caller, params.assetId, Date.parse(query.at)),
      inScope,
    ),
    route(
      assets.getAssetTrack,
      ({ caller, params, query }) =>
        services.tracks.read(caller, params.assetId, { fromMs: Date.parse(query.from), toMs: Date.parse(query.to) }),
      inScope,
    ),
    route(
      playback.getRecording,
      async ({ caller, params, query, rawReply }) => {
        const signal = goneSignal(rawReply);
        const stretch = { fromMs: Date.parse(query.from), toMs: Date.parse(query.to), stepMs: query.step, signal };
        try {
          return await services.recordings.read(caller, params.assetId, stretch);
        } catch (error) {
          if (signal.aborted) throw new HttpError(499, 'client-gone', 'The client did not wait for the answer.');
          throw error;
        }
      },
      inScope,
    ),
  ];
}
