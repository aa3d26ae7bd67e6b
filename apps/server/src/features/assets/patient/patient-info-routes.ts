import { type AssetId, patientInfo } from '@telltale/contract';
import type { Caller } from '#http/caller.ts';
import { type Route, route } from '#http/route.ts';
import type { AssetReader } from '../asset-reader.ts';
import type { PatientInfoService } from './patient-info-service.ts';

export function patientInfoRoutes(service: PatientInfoService, reader: AssetReader): Route[] {
  const inScope = {
    scope: async ({ caller, params }: { caller: Caller; params: { assetId: AssetId } }) => {
      await reader.entry(caller, params.assetId);
    },
  };
  return [
    route(
      patientInfo.getPatientInfo,
      ({ caller, params, query }) =>
        service.read(caller, params.assetId, query.at === undefined ? undefined : Date.parse(query.at)),
      inScope,
    ),
    route(patientInfo.putPatientInfo, ({ caller, params, body }) => service.put(caller, params.assetId, body), inScope),
  ];
}
