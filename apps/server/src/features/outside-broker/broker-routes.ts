import { outsideBroker } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { BrokerRulesService } from './broker-rules-service.ts';

export function brokerRoutes(service: BrokerRulesService): Route[] {
  return [
    route(outsideBroker.getOutsideBroker, ({ caller }) => service.get(caller)),
    route(outsideBroker.putBrokerRules, ({ caller, body }) => service.replace(caller, body.rules, body.version)),
    route(outsideBroker.lookAtBroker, ({ caller, body }) => service.look(caller, body.filter, body.rules)),
  ];
}
