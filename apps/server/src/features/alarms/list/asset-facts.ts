import type { AssetDefinitionId, AssetId } from '@telltale/contract';

/** What the list of alarms tells of an asset, and finds it by. */
export interface AssetFacts {
  readonly assetId: AssetId;
  readonly assetDefinitionId: AssetDefinitionId;
  /** The alias of its definition, or the name. */
  readonly definitionName: string;
  /** The alias, or the serial number. */
  readonly name: string;
  readonly serialNumber: string;
}

/** The words of a text that is searched for, in small letters. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Whether a word stands in what an asset is called. */
export function isCalled({ name, serialNumber }: AssetFacts, word: string): boolean {
  return name.toLowerCase().includes(word) || serialNumber.toLowerCase().includes(word);
}
