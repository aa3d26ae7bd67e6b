import type { AssetDefinitionId } from '@telltale/contract';
import type { Actor } from '#journal/journal.ts';
import type { AlarmDefinitionRecord } from './alarm-definition-repository.ts';

/** What became of definitions of alarms, or of what assets have instead. */
export type AlarmDefinitionChange =
  | { kind: 'changed'; assetDefinitionIds: readonly AssetDefinitionId[] }
  | { kind: 'deleted'; definition: AlarmDefinitionRecord; by: Actor };
