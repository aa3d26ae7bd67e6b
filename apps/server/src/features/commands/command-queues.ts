import type { AssetId } from '@telltale/contract';
import type { CommandRecord } from './command-record.ts';

/** What waits, by asset and in the order in which it was asked for, which is that of the ids: for its release, for its device, for an acknowledgement. */
export class CommandQueues {
  readonly #byAsset = new Map<AssetId, Map<number, CommandRecord>>();

  /** A new one, or one whose state is another now. */
  add(command: CommandRecord): void {
    const waiting = this.#byAsset.get(command.assetId) ?? new Map<number, CommandRecord>();
    this.#byAsset.set(command.assetId, waiting.set(command.commandId, command));
  }

  /** It was handed over; it still may expire. */
  sent(assetId: AssetId, commandId: number): void {
    const command = this.#byAsset.get(assetId)?.get(commandId);
    // An acknowledgement may have been faster.
    if (command) this.add({ ...command, state: 'sent' });
  }

  remove(assetId: AssetId, commandId: number): void {
    const waiting = this.#byAsset.get(assetId);
    waiting?.delete(commandId);
    if (waiting?.size === 0) this.#byAsset.delete(assetId);
  }

  forget(assetId: AssetId): void {
    this.#byAsset.delete(assetId);
  }

  /** All that is known to wait. */
  all(): CommandRecord[] {
    return [...this.#byAsset.values()].flatMap((waiting) => [...waiting.values()]);
  }

  countOf(assetId: AssetId): number {
    return this.#byAsset.get(assetId)?.size ?? 0;
  }

  hasQueued(assetId: AssetId): boolean {
    return this.queued(assetId).length > 0;
  }

  /** What may go to the device. */
  queued(assetId: AssetId): CommandRecord[] {
    const waiting = [...(this.#byAsset.get(assetId)?.values() ?? [])].filter(({ state }) => state === 'queued');
    return waiting.sort((a, b) => a.commandId - b.commandId);
  }

  /** What has waited long enough. */
  due(nowMs: number): CommandRecord[] {
    return this.all().filter(({ expiresMs }) => expiresMs <= nowMs);
  }
}
