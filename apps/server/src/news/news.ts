import type {
  AssetDefinitionId,
  AssetId,
  BrokerRule,
  DataItemId,
  FrameSite,
  GatewayId,
  ItemScaling,
} from '@telltale/contract';
import type { AssetEvent } from '#asset-events.ts';
import type { AccessChange } from '#features/access/access-service.ts';
import type { AlarmDefinitionChange } from '#features/alarms/alarm-definition-repository.ts';
import type { SessionChange } from '#features/auth/session-change.ts';
import type { ViewChange } from '#features/auth/views/view-service.ts';
import type { CommandNews } from '#features/commands/command-record.ts';
import type { HistoryEdit } from '#features/history/history-edit-repository.ts';
import { Topic } from './topic.ts';

/**
 * All that parts tell one another of changes that have committed. It is data alone, so that it can be told to other
 * processes as it is (decision 0376); what only passes within one (live values, effects of a call) is not among it.
 */
export interface News {
  /** Records of assets, their attributes and the descriptions of their data items. */
  readonly assets: Topic<AssetEvent>;
  /** Whose rights are others now, and whose sessions must end. */
  readonly access: Topic<AccessChange>;
  readonly sessions: Topic<SessionChange>;
  /** Tabs of administrators who view as somebody else. */
  readonly views: Topic<ViewChange>;
  /** API tokens that work no longer. */
  readonly tokens: Topic<{ ended: true }>;
  /** Gateways whose token ended: their connections must go. */
  readonly gateways: Topic<{ removed: GatewayId }>;
  readonly alarmDefinitions: Topic<AlarmDefinitionChange>;
  /** Definitions whose data items are calculated in another way now. */
  readonly calculations: Topic<{ assetDefinitionId: AssetDefinitionId }>;
  /** How a definition scales its data items now, all that it scales. */
  readonly scalings: Topic<{
    assetDefinitionId: AssetDefinitionId;
    scalings: readonly { dataItemId: DataItemId; scaling: ItemScaling }[];
  }>;
  /** Ranges of series that are not as they were. */
  readonly history: Topic<HistoryEdit>;
  /** Commands that are to be sent, or no longer. */
  readonly commands: Topic<CommandNews>;
  /** Jobs that somebody cancelled: whoever carries one out ends it. */
  readonly jobs: Topic<{ cancelled: string }>;
  /** By which rules topics of the outside broker become values now. */
  readonly brokerRules: Topic<{ rules: readonly BrokerRule[] }>;
  /** Which other sites pages may show now. */
  readonly frameSites: Topic<{ sites: readonly FrameSite[] }>;
  /** Settings that administrators make on pages, by name. */
  readonly settings: Topic<{ setting: 'portal name' | 'mail server' | 'quiet hours' }>;
  /** What the journal has of a change: its lists are others now. */
  readonly records: Topic<readonly { kind: string; assetId?: AssetId }[]>;
}

export const openNews = (): News => ({
  assets: new Topic('assets'),
  access: new Topic('access'),
  sessions: new Topic('sessions'),
  views: new Topic('views'),
  tokens: new Topic('tokens'),
  gateways: new Topic('gateways'),
  alarmDefinitions: new Topic('alarmDefinitions'),
  calculations: new Topic('calculations'),
  scalings: new Topic('scalings'),
  history: new Topic('history'),
  commands: new Topic('commands'),
  jobs: new Topic('jobs'),
  brokerRules: new Topic('brokerRules'),
  frameSites: new Topic('frameSites'),
  settings: new Topic('settings'),
  records: new Topic('records'),
});
