import type { QueryClient } from '@tanstack/react-query';
import { assets, type Call, history, type ReplyOf } from '@telltale/contract';
import { assetQuery } from '#api/asset-queries.ts';
import { sendCall } from '#api/client.ts';
import type { AssetItem } from '#readings/readings.ts';
import type { PortalAnswers } from './portal-answers.ts';
import type { ServerClock } from './server-clock.ts';

/**
 * The portal's answers over HTTP. Each teaches the clock what time the portal has.
 * @param records what pages have been answered
 */
export function portalApi(clock: ServerClock, records: QueryClient): PortalAnswers {
  let isBehind = false;

  async function ask<C extends Call>(call: C, input: Parameters<typeof sendCall>[1]): Promise<ReplyOf<C>> {
    const sentMs = Date.now();
    const response = await sendCall(call, input);
    clock.observe(response.headers.get('date'), sentMs, Date.now());
    if (call.path === history.getHistory.path) isBehind = response.headers.has(history.BEHIND_HEADER);
    return (await response.json()) as ReplyOf<C>;
  }

  return {
    async loadAsset(assetId, signal) {
      const params = { assetId };
      const [values, asset] = await Promise.all([
        ask(assets.listCurrentValues, { params, signal }),
        // Most often the page around has just asked for it.
        records.fetchQuery(assetQuery(assetId)),
      ]);
      return { values, connection: asset.connection };
    },

    loadHistory({ items, fromMs, toMs, threshold, signal }) {
      return ask(history.getHistory, {
        query: { columnar: 'true', threshold, ...rangeOf(items, fromMs, toMs) },
        signal,
      });
    },

    isHistoryBehind: () => isBehind,

    async countHistory({ items, fromMs, toMs, signal }) {
      const query = { columnar: 'true', threshold: 1, aggregate: 'count', ...rangeOf(items, fromMs, toMs) };
      const [, ...counts] = await ask(history.getHistory, { query, signal });
      return items.map((_, index) => (counts[index] ?? []).reduce<number>((sum, count) => sum + Number(count ?? 0), 0));
    },
  };
}

function rangeOf(items: readonly AssetItem[], fromMs: number, toMs: number) {
  return {
    dataItems: items.map(({ assetId, dataItemId }) => `${assetId}-${dataItemId}`).join(','),
    startTime: new Date(fromMs).toISOString(),
    endTime: new Date(toMs).toISOString(),
  };
}
