import { alarmHealth } from '@telltale/contract';
import { goneSignal } from '#http/gone-signal.ts';
import { type Route, route } from '#http/route.ts';
import type { CureService } from '../cure/cure-service.ts';
import type { RuleChanges } from '../cure/rule-change.ts';
import type { AlarmHealthService } from './alarm-health-service.ts';

export interface AlarmHealthServices {
  health: AlarmHealthService;
  cures: CureService;
  rules: RuleChanges;
}

const optionalMs = (iso: string | undefined) => (iso === undefined ? undefined : Date.parse(iso));

export function alarmHealthRoutes({ health, cures, rules }: AlarmHealthServices): Route[] {
  return [
    route(alarmHealth.getAlarmHealth, ({ caller, query: { from, to, ...rest }, rawReply }) =>
      health.read(caller, { fromMs: optionalMs(from), toMs: optionalMs(to), ...rest }, goneSignal(rawReply)),
    ),
    route(alarmHealth.findAlarmCures, ({ caller, body: { alarmDefinitionId, from, to }, rawReply }) =>
      cures.find(caller, { alarmDefinitionId, fromMs: Date.parse(from), toMs: Date.parse(to) }, goneSignal(rawReply)),
    ),
    route(alarmHealth.applyAlarmCure, ({ caller, body }) => rules.apply(caller, body)),
  ];
}
