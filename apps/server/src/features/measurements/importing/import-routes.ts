import { measurementImports } from '@telltale/contract';
import { goneSignal, unlessGone } from '#http/gone-signal.ts';
import { type Route, route } from '#http/route.ts';
import type { MeasurementImports } from './measurement-imports.ts';

export function measurementImportRoutes(service: MeasurementImports): Route[] {
  return [
    route(measurementImports.previewMeasurementImport, ({ caller, params, body, rawReply }) => {
      const signal = goneSignal(rawReply);
      return unlessGone(signal, () => service.preview(caller, params, body, signal));
    }),
    route(measurementImports.startMeasurementImport, ({ caller, params, body, rawReply }) => {
      const signal = goneSignal(rawReply);
      return unlessGone(signal, () => service.start(caller, params, body, signal));
    }),
    route(measurementImports.listMeasurementImports, ({ caller }) => service.list(caller)),
    route(measurementImports.cancelMeasurementImport, ({ caller, params }) => service.cancel(caller, params.jobId)),
  ];
}
