import type { AlarmDefinitionId, AssetId, alarmLists } from '@telltale/contract';
import type { AlarmState } from '../alarm-repository.ts';
import { type AssetFacts, isCalled, wordsOf } from './asset-facts.ts';
import type { OpenAlarm } from './open-alarm-order.ts';

interface Sources {
  /** The assets that may be listed at all. */
  assets: ReadonlyMap<AssetId, AssetFacts>;
  definition: (alarmDefinitionId: AlarmDefinitionId) => OpenAlarm['definition'] | undefined;
}

/** Those of the open and shelved alarms that a filter lets through. */
export function filterOpenAlarms(
  states: Iterable<AlarmState>,
  filter: alarmLists.AlarmFilter,
  { assets, definition: definitionOf }: Sources,
): OpenAlarm[] {
  const { view, status, active, alarmDefinitionId } = filter;
  const severityMin = filter.severityMin ?? Number.NEGATIVE_INFINITY;
  const severityMax = filter.severityMax ?? Number.POSITIVE_INFINITY;
  const fromMs = filter.from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(filter.from);
  const toMs = filter.to === undefined ? Number.POSITIVE_INFINITY : Date.parse(filter.to);
  const by = filter.acknowledgedBy.trim().toLowerCase();
  const words = wordsOf(filter.text);
  const says = textSearch(words);
  const found: OpenAlarm[] = [];
  for (const state of states) {
    if (view === 'shelved' ? state.shelvedUntilMs === null : state.shelvedUntilMs !== null || state.status === null)
      continue;
    if (alarmDefinitionId !== undefined && state.alarmDefinitionId !== alarmDefinitionId) continue;
    if (status !== undefined && (state.status === null || !status.includes(state.status))) continue;
    if (active !== undefined && state.active !== (active === 'true')) continue;
    if (state.raisedMs < fromMs || state.raisedMs > toMs) continue;
    if (by !== '' && !state.acknowledgedBy.toLowerCase().includes(by)) continue;
    const asset = assets.get(state.assetId);
    const definition = asset && definitionOf(state.alarmDefinitionId);
    if (!definition || definition.severity < severityMin || definition.severity > severityMax) continue;
    const alarm = { state, definition, asset, rank: 0 };
    if (words.length === 0 || says(alarm)) found.push(alarm);
  }
  return found;
}

/** What many alarms share is looked through once for all of them. */
function textSearch(words: readonly string[]): (alarm: OpenAlarm) => boolean {
  const inAssets = new Map<AssetFacts, boolean[]>();
  const inDefinitions = new Map<OpenAlarm['definition'], boolean[]>();
  return ({ state, definition, asset }) => {
    const ofAsset = kept(inAssets, asset, () => words.map((word) => isCalled(asset, word)));
    const ofDefinition = kept(inDefinitions, definition, () => {
      const text = `${definition.name}\n${definition.reason}`.toLowerCase();
      return words.map((word) => text.includes(word));
    });
    let cause: string | undefined;
    return words.every((word, i) => {
      if (ofAsset[i] || ofDefinition[i]) return true;
      cause ??= state.cause.toLowerCase();
      return cause.includes(word);
    });
  };
}

function kept<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
