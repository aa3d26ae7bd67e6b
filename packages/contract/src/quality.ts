/** The quality byte of a value as OPC DA has it (spec 3 §6): two top bits 11 good, 01 uncertain, 00 bad. */
export const QUALITY_GOOD = 192;
export const QUALITY_UNCERTAIN = 64;
export const QUALITY_BAD = 0;

export type QualityLevel = 'good' | 'uncertain' | 'bad';

export function qualityLevel(quality: number): QualityLevel {
  if (quality >= QUALITY_GOOD) return 'good';
  return quality >= QUALITY_UNCERTAIN ? 'uncertain' : 'bad';
}
