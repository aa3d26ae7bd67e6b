import { accessAnswers } from '@telltale/contract';
import { notFound } from '#http/errors.ts';
import { type Route, route } from '#http/route.ts';
import type { AccessAnswersService } from './access-answers-service.ts';

export function accessAnswersRoutes(answers: AccessAnswersService): Route[] {
  return [
    route(
      accessAnswers.getAssetAccess,
      ({ caller, params, query }) => answers.ofAsset(caller, params.assetId, query.permissionId),
      {
        scope: ({ caller, params }) => {
          if (!caller.visibility.canSee(params.assetId)) throw notFound('The asset');
        },
      },
    ),
    route(accessAnswers.getUserAccess, ({ caller, params }) => answers.ofUser(caller, params.userId)),
  ];
}
