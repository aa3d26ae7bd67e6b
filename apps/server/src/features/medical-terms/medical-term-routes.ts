import { medicalTerms } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { MedicalTermService } from './medical-term-service.ts';

export function medicalTermRoutes(service: MedicalTermService): Route[] {
  return [route(medicalTerms.findMedicalTerms, ({ body }) => service.find(body.kind, body.text))];
}
