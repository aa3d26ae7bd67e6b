import { gateways } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { GatewayService } from './gateway-service.ts';

export function gatewayRoutes(service: GatewayService): Route[] {
  return [
    route(gateways.listGateways, ({ caller }) => service.list(caller)),
    route(gateways.createGateway, ({ caller, body }) => service.create(caller, body.name)),
    route(gateways.deleteGateway, async ({ caller, params }) => {
      await service.delete(caller, params.gatewayId);
      return { gatewayId: params.gatewayId };
    }),
  ];
}
