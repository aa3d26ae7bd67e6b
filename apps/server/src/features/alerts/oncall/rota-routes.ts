import { onCall } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { RotaService } from './rota-service.ts';

export const rotaRoutes = (rotas: RotaService): Route[] => [
  route(onCall.listRotas, ({ caller }) => rotas.list(caller)),
  route(onCall.saveRota, ({ caller, body }) => rotas.save(caller, body)),
  route(onCall.deleteRota, async ({ caller, body }) => {
    await rotas.delete(caller, body.userGroupId);
    return body;
  }),
  route(onCall.addRotaOverride, ({ caller, body }) => rotas.addOverride(caller, body)),
  route(onCall.deleteRotaOverride, ({ caller, body }) => rotas.deleteOverride(caller, body)),
];
