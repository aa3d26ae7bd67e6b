export type Phase = 'P' | 'S';

/** Kilometres. */
export const EARTH_RADIUS_KM = 6_371;
/** Where the mantle ends; below it no first P or S of ours turns. */
const CORE_KM = 3_482;

/** A speed as a polynomial of x = radius / 6371, km/s. */
type Polynomial = readonly number[];

interface Region {
  /** Radius of its lower end, km. */
  readonly from: number;
  readonly P: Polynomial;
  readonly S: Polynomial;
}

/**
 * IASP91: how fast P and S waves go at each depth of the crust and the mantle, from the surface down. Parameters of B. L. N.
 * Kennett and E. R. Engdahl, 'Traveltimes for global earthquake location and phase identification', Geophysical Journal
 * International 105 (1991), 429-465.
 */
const REGIONS: readonly Region[] = [
  { from: 6_351, P: [5.8], S: [3.36] },
  { from: 6_336, P: [6.5], S: [3.75] },
  { from: 6_251, P: [8.78541, -0.74953], S: [6.706231, -2.248585] },
  { from: 6_161, P: [25.41389, -17.69722], S: [5.7502, -1.2742] },
  { from: 5_961, P: [30.78765, -23.25415], S: [15.24213, -11.08552] },
  { from: 5_711, P: [29.38896, -21.40656], S: [17.70732, -13.50652] },
  { from: 5_611, P: [25.96984, -16.93412], S: [20.7689, -16.53147] },
  { from: 3_631, P: [25.1486, -41.1538, 51.9932, -26.6083], S: [12.9303, -21.259, 27.8988, -14.108] },
  { from: CORE_KM, P: [14.4947, -1.47089], S: [8.16616, -1.58206] },
];

const speedAt = (speed: Polynomial, radius: number): number =>
  speed.reduceRight((sum, factor) => sum * (radius / EARTH_RADIUS_KM) + factor, 0);

/** A shell within which the speed is a power of the radius, so that rays through it have a closed form. */
export interface Shell {
  /** Radii, km. */
  readonly top: number;
  readonly bottom: number;
  /** Radius over speed, seconds, at both. */
  readonly slowTop: number;
  readonly slowBottom: number;
  /** 1 less the power. */
  readonly bend: number;
}

const THICKEST_KM = 20;

/** The shells of the model from the surface to the core, one beginning at each of these radii. */
export function shellsOf(phase: Phase, edge: number): Shell[] {
  const shells: Shell[] = [];
  let top = EARTH_RADIUS_KM;
  for (const region of REGIONS) {
    const edges = edge < top && edge > region.from ? [edge, region.from] : [region.from];
    for (const end of edges) {
      const count = Math.max(1, Math.ceil((top - end) / THICKEST_KM));
      const thickness = (top - end) / count;
      for (let index = 0; index < count; index++) {
        shells.push(shellBetween(top - index * thickness, top - (index + 1) * thickness, region[phase]));
      }
      top = end;
    }
  }
  return shells;
}

function shellBetween(top: number, bottom: number, speed: Polynomial): Shell {
  const [fastTop, fastBottom] = [speedAt(speed, top), speedAt(speed, bottom)];
  const bend = 1 - Math.log(fastTop / fastBottom) / Math.log(top / bottom);
  return { top, bottom, slowTop: top / fastTop, slowBottom: bottom / fastBottom, bend };
}
