import { accessAnswers } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { AccessAnswersService } from './access-answers-service.ts';

export function accessAnswersRoutes(answers: AccessAnswersService): Route[] {
  return [
    route(accessAnswers.getAssetAccess, ({ caller, params, query }) =>
      answers.ofAsset(caller, params.assetId, query.permissionId),
    ),
    route(accessAnswers.getUserAccess, ({ caller, params }) => answers.ofUser(caller, params.userId)),
  ];
}
