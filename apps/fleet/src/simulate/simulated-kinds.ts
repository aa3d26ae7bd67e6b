import { SNUBBING_UNITS } from '../demo-plan/definitions.ts';
import { hash01 } from '../physics/noise.ts';
import { HOUR_MS } from '../physics/weather.ts';
import { PumpModel } from '../pump/pump-model.ts';
import { RigModel } from '../rig/rig-model.ts';
import { SeismicModel } from '../seismic/seismic-model.ts';
import { TankModel } from '../tank/tank-model.ts';
import { pumpDesigns, wells } from '../world/equipment.ts';
import type { Site } from '../world/model.ts';
import { regions } from '../world/regions.ts';
import { member, type WorldMember } from '../world/world.ts';

/** A kind of equipment that can be simulated in any number. */
export interface SimulatedKind {
  /** Name of the definition in a portal. */
  readonly definition: string;
  /** First part of the serial numbers. */
  readonly prefix: string;
  readonly make: (serialNumber: string, site: Site, bornMs: number) => WorldMember;
}

const PUMPS = [pumpDesigns.transfer, pumpDesigns.injection, pumpDesigns.water] as const;

/** By what people call them, in lower case. */
const KINDS: Readonly<Record<string, SimulatedKind>> = {
  'pump station': {
    definition: 'Pump Station',
    prefix: 'SIM-PS',
    make: (serialNumber, site) =>
      member(
        serialNumber,
        new PumpModel({
          ...site,
          design: PUMPS[site.seed % PUMPS.length] ?? pumpDesigns.transfer,
          duty: {
            kind: 'cycle',
            periodMinutes: 50 + Math.round(120 * hash01(site.seed, 1)),
            share: 0.55 + 0.35 * hash01(site.seed, 2),
            speed: { min: 0.82, max: 1 },
          },
          supplyPsi: 24 + 14 * hash01(site.seed, 3),
          wear: { initial: 0.9 * hash01(site.seed, 4), perDay: 0.012 },
        }),
      ),
  },
  'tank battery': {
    definition: 'Tank Battery',
    prefix: 'SIM-TB',
    make: (serialNumber, site) =>
      member(
        serialNumber,
        new TankModel({
          ...site,
          heightFt: 20,
          oilBblPerFt: 40.3,
          waterBblPerFt: 20.1,
          oilBblPerHour: 30 + 50 * hash01(site.seed, 1),
          waterBblPerHour: 8 + 18 * hash01(site.seed, 2),
          oilLeavesBy: 'truck',
        }),
      ),
  },
  'seismic station': {
    definition: 'Seismic Station',
    prefix: 'SIM-SS',
    make: (serialNumber, site) =>
      member(
        serialNumber,
        new SeismicModel({ ...site, region: regions.delaware, culturalUmS: 0.4 + 0.8 * hash01(site.seed, 1) }),
      ),
  },
  'snubbing unit': {
    definition: SNUBBING_UNITS,
    prefix: 'SIM-SU',
    make: (serialNumber, site, bornMs) => {
      const pad = Object.values(wells)[site.seed % 3] ?? wells['SU-4104'];
      return member(
        serialNumber,
        new RigModel({
          ...site,
          well: pad.plan,
          wellName: pad.name,
          wellPsi: pad.wellPsi,
          firstJobMs: bornMs - 96 * HOUR_MS * hash01(site.seed, 1),
          kicks: false,
        }),
      );
    },
  },
};

export const kindNames: readonly string[] = Object.keys(KINDS);

/** The kind of that name, or of that definition's name, without regard to case. */
export function findKind(definition: string): SimulatedKind | undefined {
  const name = definition.trim().toLowerCase();
  return KINDS[name] ?? Object.values(KINDS).find((kind) => kind.definition.toLowerCase() === name);
}

/** `count` devices of a kind, each with its own seed, spread over the Permian. */
export function simulatedMembers(kind: SimulatedKind, count: number, bornMs: number): WorldMember[] {
  return Array.from({ length: count }, (_, index) => {
    const seed = 50_000 + index;
    const site = { seed, latitude: 31.2 + 1.4 * hash01(seed, 11), longitude: -103.9 + 2.3 * hash01(seed, 12) };
    return kind.make(`${kind.prefix}-${String(index + 1).padStart(4, '0')}`, site, bornMs);
  });
}
