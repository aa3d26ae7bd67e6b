import { type AssetId, events } from '@telltale/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { StoredLine } from './handover-content.ts';
import { iso, NOTHING } from './handover-lines.ts';
import { ASSET_NAME, type HandoverSpan, MOST_LINES } from './handover-span.ts';

const ONLINE = events.ONLINE_EVENT_DEFINITION_ID;
const OFFLINE = events.OFFLINE_EVENT_DEFINITION_ID;

/** The times without a connection: those that began in the span, and those that lasted into it, however long ago they began. */
export async function offlineLines(
  db: Kysely<Database>,
  { adminId, fromMs, toMs }: HandoverSpan,
): Promise<StoredLine[]> {
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('assets')
        .select(['assets.asset_id', ASSET_NAME.as('asset_name')])
        .select((select) =>
          select
            .selectFrom('events as heard')
            .select((inner) => inner.fn.max<number | null>('heard.timestamp_ms').as('heard_ms'))
            .whereRef('heard.asset_id', '=', 'assets.asset_id')
            .where('heard.event_definition_id', '=', ONLINE)
            .where('heard.status', '=', events.EVENT_COMPLETED)
            .where('heard.timestamp_ms', '<=', fromMs)
            .as('heard_ms'),
        )
        .where('assets.admin_id', '=', adminId)
        .as('of'),
    )
    .innerJoin('events', (join) =>
      join
        .onRef('events.asset_id', '=', 'of.asset_id')
        .on('events.event_definition_id', '=', OFFLINE)
        .on('events.status', '=', events.EVENT_COMPLETED)
        .on('events.timestamp_ms', '<', toMs)
        // What ended before the span is over.
        .on('events.timestamp_ms', '>', (of) => of.fn.coalesce('of.heard_ms', sql<number>`-1`)),
    )
    .select(['events.event_id', 'events.asset_id', 'events.timestamp_ms', 'of.asset_name'])
    .select((select) =>
      select
        .selectFrom('events as back')
        .select((inner) => inner.fn.min<number | null>('back.timestamp_ms').as('back_ms'))
        .whereRef('back.asset_id', '=', 'events.asset_id')
        .where('back.event_definition_id', '=', ONLINE)
        .where('back.status', '=', events.EVENT_COMPLETED)
        .whereRef('back.timestamp_ms', '>=', 'events.timestamp_ms')
        .as('until_ms'),
    )
    .orderBy('timestamp_ms')
    .orderBy('event_id')
    .limit(MOST_LINES + 1)
    .execute();
  return rows.map((row) => {
    const untilMs = row.until_ms === null ? null : Number(row.until_ms);
    const isOver = untilMs !== null && untilMs <= toMs;
    return {
      ...NOTHING,
      key: `${row.event_id}`,
      time: iso(row.timestamp_ms),
      until: isOver ? iso(untilMs) : null,
      assetId: row.asset_id as AssetId,
      assetName: row.asset_name,
      title: 'Offline',
      state: isOver ? '' : 'still',
      group: 'Assets',
    };
  });
}
